# Flags that every target of ours shares, and how our libraries are declared.

add_library(hotchkiss_flags INTERFACE)
target_compile_options(hotchkiss_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wunused -Wnull-dereference -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports false positives of these inside std::string and std::vector once it inlines them.
  target_compile_options(hotchkiss_flags INTERFACE -Wno-restrict -Wno-null-dereference -Wno-stringop-overflow
                         -Wno-maybe-uninitialized -Wno-array-bounds -Wno-free-nonheap-object)
endif()
if(HOTCHKISS_WERROR)
  target_compile_options(hotchkiss_flags INTERFACE -Werror)
endif()
# Values must come out the same on every machine: no fused multiply-add behind our back.
target_compile_options(hotchkiss_flags INTERFACE -ffp-contract=off)

if(HOTCHKISS_SANITIZE)
  add_compile_options(-fsanitize=${HOTCHKISS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HOTCHKISS_SANITIZE})
endif()

# Programs around the libraries are optimized little, under sanitizers not at all: optimizing takes most of the time of a
# build, and their time is spent in the libraries, which keep the optimization of the preset.
# hotchkiss_compile_quickly(<target> [TEST])
function(hotchkiss_compile_quickly target)
  if(HOTCHKISS_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
    if(ARGN MATCHES TEST)
      # Undefined behaviour is looked for in what we ship, not in the code of tests; this and their line numbers were a third
      # of the time that their files took. Accesses to memory are watched everywhere.
      target_compile_options(${target} PRIVATE -g0 -fno-sanitize=undefined)
    endif()
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# Files of one folder are compiled together, a few at a time, so that headers and templates are worked through once: this
# halves the time of a build from nothing. Names in unnamed namespaces must therefore differ within a folder. Who builds
# often after small changes leaves it off (preset debug).
option(HOTCHKISS_UNITY "Compile the files of a folder together" OFF)

# hotchkiss_compile_together(<target> [SIZE n]): call it when the target has all its sources.
function(hotchkiss_compile_together target)
  cmake_parse_arguments(ARG "" "SIZE" "" ${ARGN})
  if(NOT HOTCHKISS_UNITY)
    return()
  endif()
  if(NOT ARG_SIZE)
    set(ARG_SIZE 8)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Every file is an included one now, so GCC takes unnamed namespaces in them for those of headers.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(folder_before)
  set(part 0)
  set(count 0)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.cpp$" OR source MATCHES "/embedded\\.cpp$")
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    if(NOT folder STREQUAL folder_before OR count EQUAL ARG_SIZE)
      math(EXPR part "${part} + 1")
      set(count 0)
      set(folder_before ${folder})
    endif()
    math(EXPR count "${count} + 1")
    get_filename_component(name ${folder} NAME)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP "${name}_${part}")
  endforeach()
endfunction()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  # Lets ccache hash what a precompiled header was made of instead of the header's bytes.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()

# The include root is the source tree, so that code reads #include "libterrain/grid/lattice.h" everywhere; installed
# headers keep the same spelling below include/hotchkiss.
function(hotchkiss_include_root target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hotchkiss>)
endfunction()

# hotchkiss_library(<name> SOURCES …): a static library hotchkiss_<name>, exported as Hotchkiss::<name>.
function(hotchkiss_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
  add_library(hotchkiss_${name} STATIC ${ARG_SOURCES})
  add_library(Hotchkiss::${name} ALIAS hotchkiss_${name})
  set_target_properties(hotchkiss_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(hotchkiss_${name} PUBLIC cxx_std_20)
  target_link_libraries(hotchkiss_${name} PRIVATE $<BUILD_INTERFACE:hotchkiss_flags>)
  hotchkiss_include_root(hotchkiss_${name})
  hotchkiss_compile_together(hotchkiss_${name})
endfunction()
