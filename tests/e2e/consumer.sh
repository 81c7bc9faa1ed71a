#!/usr/bin/env bash
# Installs the libraries into a scratch folder, builds a program against them with find_package, hides the installed rulesets,
# and gives the program packages: it has to answer as the command line does for the folders that they were made from.
# consumer.sh BUILD_DIR SOURCE_DIR SANITIZERS
set -euo pipefail
build=$1
source=$2
sanitizers=${3:-}
here=$(realpath "$(dirname "$0")")
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
cp "$here/consumer.cpp" "$work/program/main.cpp"
flags=()
[ -n "$sanitizers" ] && flags=("-DCMAKE_CXX_FLAGS=-fsanitize=$sanitizers")
cmake -S "$work/program" -B "$work/program/build" -G Ninja "-DCMAKE_PREFIX_PATH=$work/installed" "${flags[@]}" >/dev/null
cmake --build "$work/program/build" >/dev/null
"$work/installed/bin/hotchkiss" --version
mv "$work/installed/share/hotchkiss/rulesets" "$work/hidden"
# Away from the checkout, so that nothing beside the package can be found by accident.
mkdir "$work/away"
python3 "$here/consumer.py" "$work/installed/bin/hotchkiss" "$work/program/build/consumer" "$source" "$work/away"
