#!/usr/bin/env bash
# Our importers beside QGIS and GDAL on the same raster and hexes: beside.sh BENCH_IMPORT [SIDE] [FOLDER]
# Programs that are not installed are left out (Debian: qgis, gdal-bin). Times are wall-clock seconds.
set -euo pipefail
bench=$1
side=${2:-8192}
folder=${3:-$(mktemp -d)}
trap '[ -n "${3:-}" ] || rm -rf "$folder"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$folder LC_ALL=C
mkdir -p "$folder" && chmod 700 "$folder"

# Debian's wrapper hands qgis_process an option that it does not know; the program behind it is fine.
qgis=$(command -v qgis_process.bin || command -v qgis_process || true)

timed() { # timed LABEL command...
  local label=$1 start end
  shift
  start=$(date +%s.%N)
  "$@" >"$folder/log" 2>&1 || { echo "$label: failed, see $folder/log"; return 1; }
  end=$(date +%s.%N)
  awk -v l="$label" -v a="$start" -v b="$end" 'BEGIN { printf "%s: %.1f s\n", l, b - a }'
}

"$bench" "$side" --keep "$folder"
for hexes in "$folder"/hexes-*.gpkg; do
  name=$(basename "$hexes" .gpkg)
  if command -v gdal_rasterize >/dev/null; then
    rm -f "$folder/ids.tif"
    timed "$name, gdal_rasterize (hex numbers only, no statistics)" \
      gdal_rasterize -q -a hex -ts "$side" "$side" -te 300000 $((4500000 - side * 10)) $((300000 + side * 10)) 4500000 \
      -ot Int32 -co TILED=YES "$hexes" "$folder/ids.tif"
  else
    echo "gdal_rasterize is not installed"
  fi
  if [ -n "$qgis" ]; then
    rm -f "$folder/zonal.gpkg"
    timed "$name, qgis_process native:zonalstatisticsfb (mean)" \
      "$qgis" run native:zonalstatisticsfb --INPUT="$hexes" --INPUT_RASTER="$folder/dem.tif" --RASTER_BAND=1 \
      --COLUMN_PREFIX=q_ --STATISTICS=2 --OUTPUT="$folder/zonal.gpkg" || continue
    python3 - "$folder/zonal.gpkg" "$folder/$name.csv" <<'PY'
import csv, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
table = database.execute("select table_name from gpkg_contents").fetchone()[0]
qgis = dict(database.execute(f'select hex, q_mean from "{table}"'))
worst = total = far = 0
for row in csv.DictReader(open(sys.argv[2])):
    theirs = qgis.get(int(row["hex"]))
    if theirs is None or row["centre"] in ("nan", "-nan"):
        continue
    off = abs(theirs - float(row["centre"]))
    worst, total, far = max(worst, off), total + 1, far + (off > 0.001)
print(f"  means of {total} hexes against ours by pixel centres: largest difference {worst:.5f}, {far} differ by more than 0.001")
PY
  else
    echo "qgis_process is not installed"
  fi
  if command -v exactextract >/dev/null; then
    timed "$name, exactextract (mean)" \
      exactextract -r "dem:$folder/dem.tif" -p "$hexes" -f hex -s "mean(dem)" -o "$folder/exact.csv"
  else
    echo "exactextract is not installed"
  fi
done
