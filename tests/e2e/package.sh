#!/usr/bin/env bash
# Packs the program as .tgz and .deb, unpacks each into an empty folder and runs it from there:
# package.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
generators=TGZ
if command -v dpkg-shlibdeps >/dev/null && command -v dpkg-deb >/dev/null; then generators="TGZ;DEB"; fi
(cd "$build" && cpack -G "$generators" -B "$work/packages" >"$work/log") || { cat "$work/log"; exit 1; }

try() { # FOLDER: the program and what belongs to it are there, and it works
  local root=$1
  "$root/bin/hotchkiss" --version
  for file in share/hotchkiss/samples/gcacw-primer/module.json share/hotchkiss/schemas/hexes.schema.json \
              share/hotchkiss/schemas/output/findings.schema.json share/hotchkiss/rulesets/tss/catalogue.json \
              share/doc/hotchkiss/formats.md share/doc/hotchkiss/tutorial.md share/doc/hotchkiss/LICENSE \
              include/hotchkiss/libscenario/module/modulefiles.h; do
    [ -f "$root/$file" ] || { echo "missing in the package: $file"; exit 1; }
  done
  find "$root" -name HotchkissConfig.cmake | grep -q . || { echo "missing in the package: HotchkissConfig.cmake"; exit 1; }
  (cd / && "$root/bin/hotchkiss" validate "$root/share/hotchkiss/samples/wftu-primer" --level map)
  ! grep -rIl "$source" "$root" || { echo "the package names the folder it was built in"; exit 1; }
}

mkdir "$work/tgz" && tar -xzf "$work"/packages/*.tar.gz -C "$work/tgz" --strip-components=1
try "$work/tgz"
case $generators in
*DEB)
  deb=$(echo "$work"/packages/*.deb)
  dpkg-deb --info "$deb" | tee "$work/info"
  for needed in libc6 libstdc++6 libsodium23 libzip4; do
    grep -q "Depends:.*$needed" "$work/info" || { echo "the .deb does not depend on $needed"; exit 1; }
  done
  dpkg-deb -x "$deb" "$work/deb"
  try "$work/deb/usr"
  ;;
esac
