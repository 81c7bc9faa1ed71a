# Clipper2, in the order: an installed package, the sources that tools/setup fetched, upstream.
# Whichever it is, the target hotchkiss_clipper2 carries its include path and objects.

find_package(Clipper2 CONFIG QUIET)
set(fetched ${PROJECT_SOURCE_DIR}/build/deps/clipper2)

if(Clipper2_FOUND AND TARGET Clipper2::Clipper2)
  add_library(hotchkiss_clipper2 INTERFACE)
  target_link_libraries(hotchkiss_clipper2 INTERFACE Clipper2::Clipper2)
  set(HOTCHKISS_CLIPPER2_BUNDLED OFF)
else()
  if(NOT EXISTS ${fetched}/include/clipper2/clipper.h)
    include(FetchContent)
    FetchContent_Declare(Clipper2Upstream
      GIT_REPOSITORY https://github.com/AngusJohnson/Clipper2.git GIT_TAG Clipper2_1.4.0 SOURCE_SUBDIR none)
    FetchContent_MakeAvailable(Clipper2Upstream)
    set(fetched ${clipper2upstream_SOURCE_DIR}/CPP/Clipper2Lib)
  endif()
  # An object library: its code becomes part of libterrain, so that an installed libterrain needs no Clipper2.
  add_library(hotchkiss_clipper2 OBJECT
    ${fetched}/src/clipper.engine.cpp ${fetched}/src/clipper.offset.cpp ${fetched}/src/clipper.rectclip.cpp)
  target_include_directories(hotchkiss_clipper2 SYSTEM PUBLIC ${fetched}/include)
  target_compile_options(hotchkiss_clipper2 PRIVATE -w)
  set(HOTCHKISS_CLIPPER2_BUNDLED ON)
endif()
