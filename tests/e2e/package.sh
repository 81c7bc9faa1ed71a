#!/usr/bin/env bash
# Packs the program as .tgz and .deb, unpacks each into an empty folder and runs it from there:
# package.sh BUILD_DIR SOURCE_DIR [editor]        "editor": the build has one, so it has to be in the packages
# What this cannot see is whether a clean machine has all that is needed: tools/check-package does that.
set -euo pipefail
build=$1
source=$2
editor=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
generators=TGZ
if command -v dpkg-shlibdeps >/dev/null && command -v dpkg-deb >/dev/null; then generators="TGZ;DEB"; fi
(cd "$build" && cpack -G "$generators" -B "$work/packages" >"$work/log") || { cat "$work/log"; exit 1; }

has() { # ROOT FILE...
  local root=$1 file
  shift
  for file in "$@"; do
    [ -f "$root/$file" ] || { echo "missing in the package: $file"; exit 1; }
  done
}

start_page() { # ROOT PICTURE: what the editor shows when it is started on nothing, by somebody new
  rm -rf "$work/home"
  mkdir -p -m 700 "$work/home"
  (cd / && HOME=$work/home XDG_CONFIG_HOME=$work/home XDG_CACHE_HOME=$work/home XDG_DATA_HOME=$work/home XDG_RUNTIME_DIR=$work/home \
    QT_QPA_PLATFORM=offscreen "$1/bin/hotchkiss-editor" --size 1200x800 --screenshot "$2")
}

try_editor() { # ROOT
  local root=$1
  QT_QPA_PLATFORM=offscreen "$root/bin/hotchkiss-editor" --version
  has "$root" share/applications/hotchkiss-editor.desktop share/icons/hicolor/scalable/apps/hotchkiss.svg \
    share/mime/packages/hotchkiss.xml
  # The entry names the program, the picture and the type of file that the other two files define.
  grep -qx 'Exec=hotchkiss-editor %f' "$root/share/applications/hotchkiss-editor.desktop"
  grep -qx 'Icon=hotchkiss' "$root/share/applications/hotchkiss-editor.desktop"
  local type
  type=$(sed -n 's/^MimeType=\(.*\);$/\1/p' "$root/share/applications/hotchkiss-editor.desktop")
  grep -q "mime-type type=\"$type\"" "$root/share/mime/packages/hotchkiss.xml"
  python3 -c 'import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]' "$root/share/mime/packages/hotchkiss.xml" \
    "$root/share/icons/hicolor/scalable/apps/hotchkiss.svg"
  if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$root/share/applications/hotchkiss-editor.desktop"
  fi
  # The start page shows the samples of this installation: without their folder it looks different.
  start_page "$root" "$work/with.png"
  start_page "$root" "$work/again.png"
  cmp "$work/with.png" "$work/again.png" || { echo "the start page does not look the same twice"; exit 1; }
  mv "$root/share/hotchkiss/samples" "$work/hidden"
  start_page "$root" "$work/without.png"
  mv "$work/hidden" "$root/share/hotchkiss/samples"
  ! cmp -s "$work/with.png" "$work/without.png" || { echo "the start page does not show the samples of $root"; exit 1; }
}

try() { # FOLDER: the program and what belongs to it are there, and it works
  local root=$1
  "$root/bin/hotchkiss" --version
  has "$root" share/hotchkiss/samples/gcacw-primer/module.json share/hotchkiss/schemas/hexes.schema.json \
    share/hotchkiss/schemas/output/findings.schema.json share/hotchkiss/rulesets/tss/catalogue.json \
    share/doc/hotchkiss/formats.md share/doc/hotchkiss/tutorial.md share/doc/hotchkiss/LICENSE \
    include/hotchkiss/libscenario/module/modulefiles.h
  find "$root" -name HotchkissConfig.cmake | grep -q . || { echo "missing in the package: HotchkissConfig.cmake"; exit 1; }
  (cd / && "$root/bin/hotchkiss" validate "$root/share/hotchkiss/samples/wftu-primer" --level map)
  ! grep -rIl "$source" "$root" || { echo "the package names the folder it was built in"; exit 1; }
  if [ -n "$editor" ]; then try_editor "$root"; fi
}

mkdir -p "$work/some where/else" && tar -xzf "$work"/packages/*.tar.gz -C "$work/some where/else" --strip-components=1
try "$work/some where/else"
case $generators in
*DEB)
  deb=$(echo "$work"/packages/*.deb)
  dpkg-deb --info "$deb" | tee "$work/info"
  needs=(libc6 libstdc++6 libsodium23 libzip4)
  if [ -n "$editor" ]; then needs+=(libqt6widgets6 libqt6svg6 fonts-linuxlibertine); fi
  for needed in "${needs[@]}"; do
    grep -q "Depends:.*$needed" "$work/info" || { echo "the .deb does not depend on $needed"; exit 1; }
  done
  dpkg-deb -x "$deb" "$work/deb"
  try "$work/deb/usr"
  ;;
esac
