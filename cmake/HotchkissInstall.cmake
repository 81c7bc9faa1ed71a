# What is installed, and how it is packed.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Hotchkiss)
install(TARGETS hotchkiss_terrain hotchkiss_scenario EXPORT HotchkissTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS hotchkiss RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET hotchkiss-editor)
  install(TARGETS hotchkiss-editor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The menu entry, its picture, and whose files end in .hkp. Debian's triggers take them up.
  set(desktop ${PROJECT_SOURCE_DIR}/editor/desktop)
  install(FILES ${desktop}/hotchkiss-editor.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${desktop}/hotchkiss.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES ${desktop}/hotchkiss.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
endif()
foreach(library libterrain libscenario)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${library} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hotchkiss FILES_MATCHING PATTERN "*.h")
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas ${PROJECT_SOURCE_DIR}/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/hotchkiss)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libscenario/rulesets DESTINATION ${CMAKE_INSTALL_DATADIR}/hotchkiss)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hotchkiss)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hotchkiss)
# Where Debian looks for the licence of a package.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hotchkiss RENAME copyright)
install(EXPORT HotchkissTargets NAMESPACE Hotchkiss:: DESTINATION ${config_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/HotchkissConfig.cmake.in ${PROJECT_BINARY_DIR}/HotchkissConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/HotchkissConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/HotchkissConfig.cmake ${PROJECT_BINARY_DIR}/HotchkissConfigVersion.cmake DESTINATION ${config_dir})

set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME hotchkiss)
set(CPACK_PACKAGE_VENDOR "the Hotchkiss authors")
set(CPACK_PACKAGE_CONTACT "the Hotchkiss authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
if(TARGET hotchkiss-editor)
  set(contains "the editor, the command line,")
  # Maps are lettered in them; shared libraries bring no fonts along. The platform plugins for screens come with Qt's own.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-linuxlibertine, fonts-dejavu-core")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, shared-mime-info, desktop-file-utils")
else()
  set(contains "the command line,")
endif()
set(CPACK_PACKAGE_DESCRIPTION "Draw maps for historical hex wargames, put armies and scenarios on them,
check that they obey the rules of their game, and hand packages to programs
that play them. Contains ${contains} the C++ rules
library with its headers, the rulesets, the schemas and sample modules.")
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Only for people who build programs against the library.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkg-config, nlohmann-json3-dev, libsodium-dev, libzip-dev")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
