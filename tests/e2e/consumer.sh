#!/usr/bin/env bash
# Installs the libraries into a scratch folder and builds a program against them with find_package:
# consumer.sh BUILD_DIR SOURCE_DIR SANITIZERS
set -euo pipefail
build=$1
source=$2
sanitizers=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/installed" >/dev/null
mkdir "$work/program"
cat > "$work/program/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(Hotchkiss REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE Hotchkiss::scenario Hotchkiss::terrain)
CMAKE
cat > "$work/program/main.cpp" <<'CPP'
#include <libscenario/module/folder.h>
#include <libscenario/module/modulefiles.h>
#include <libscenario/validation/validator.h>
#include <iostream>
int main(int, char** argv) {
  const auto files = hotchkiss::readModuleFolder(argv[1]);
  if (!files)
    return 2;
  const auto module = hotchkiss::readModule(*files);
  if (!module)
    return 2;
  std::cout << hotchkiss::headOf(module->document).title << ", " << hotchkiss::validate(*module).size() << " findings\n";
}
CPP
flags=()
[ -n "$sanitizers" ] && flags=("-DCMAKE_CXX_FLAGS=-fsanitize=$sanitizers")
cmake -S "$work/program" -B "$work/program/build" -G Ninja "-DCMAKE_PREFIX_PATH=$work/installed" "${flags[@]}" >/dev/null
cmake --build "$work/program/build" >/dev/null
"$work/program/build/consumer" "$source/samples/gcacw-primer"
"$work/installed/bin/hotchkiss" --version
