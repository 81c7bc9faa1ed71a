#!/usr/bin/env bash
# The command line of the importers, from outside: import.sh <hotchkiss> <source folder>
hotchkiss=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# expect <exit code> <text that must appear> command...
expect() {
  local code=$1 text=$2 output actual
  shift 2
  output=$("$@" 2>&1)
  actual=$?
  if [ "$actual" != "$code" ] || ! grep -qF -- "$text" <<<"$output"; then
    echo "FAILED: $*"
    echo "  expected exit $code and '$text', got exit $actual:"
    sed 's/^/  | /' <<<"$output" | head -20
    failures=$((failures + 1))
  fi
}
same() { diff -rq --exclude=.hotchkiss --exclude=data "$1" "$2" || failures=$((failures + 1)); }

# A rebuild into an empty folder gives the same bytes, underlay included, with one thread and with many.
mkdir samples && cp -r "$source"/samples/gettysburg-ground "$source"/samples/gettysburg-ground-gbacw samples/
expect 0 "made one" "$hotchkiss" import samples/gettysburg-ground/import.json -o one --threads 1
expect 0 "made two" "$hotchkiss" import samples/gettysburg-ground/import.json -o two --threads 3 --review review.json
same one two
for file in module.json map/hexes.json map/edges.json map/evidence.json import.json sources.json; do
  cmp "one/$file" "samples/gettysburg-ground/$file" || failures=$((failures + 1))
done
jq -e 'type == "array"' review.json >/dev/null || failures=$((failures + 1))

# Hand work survives a new import in place.
cp -r samples/gettysburg-ground module
cat > edits.json <<'JSON'
{"formatVersion":1,"kind":"edits","rows":[["terrain",[[4,4]],"woods"],[]]}
JSON
expect 0 "" "$hotchkiss" apply module edits.json
grep -q '"4.4",{"kept":\["terrain"\]}' module/map/hand.json || { echo "FAILED: hand work was not noted"; failures=$((failures + 1)); }
expect 0 "hand work kept" "$hotchkiss" import module/import.json -o module
grep -q '^\[4,4,"woods"' module/map/hexes.json || { echo "FAILED: hand work was lost"; failures=$((failures + 1)); }

# One source on an existing module.
data=$source/tests/data/import
expect 0 "" "$hotchkiss" new va --ruleset gcacw --size 70x60 --pitch-m 6000 --crs EPSG:26918 --origin 60000,4480000
expect 0 "Rappahannock" "$hotchkiss" import rivers va "$data/virginia_rivers.geojson" --as major_river --set name=name --set course=river --licence "public domain"
expect 0 "" "$hotchkiss" validate va
expect 2 "did you mean" "$hotchkiss" import rivers va "$data/virginia_rivers.geojson" --as major_rivr
expect 2 "no lines" "$hotchkiss" import rivers va "$data/theatre_natural_earth.gpkg" --set layer=populated_places_10m --as creek
expect 2 "there is no layer" "$hotchkiss" import rivers va "$data/theatre_natural_earth.gpkg" --set layer=nowhere --as creek
expect 2 "does not overlap" "$hotchkiss" import dem va "$data/raleigh/elevation.asc" --set 'terrain=[{"terrain":"clear"}]'
expect 2 "not tied to the ground" "$hotchkiss" import rivers "$source/samples/gcacw-primer" "$data/virginia_rivers.geojson" --as creek --dry-run

# What a single import made is in the recipe: a rebuild gives the same bytes, in place and elsewhere, and a second one
# from another folder does not mix up the sources.
mkdir -p elsewhere/deep && cp "$data/theatre_natural_earth.gpkg" "$data/cities_1860_theatre.csv" "$data/patapsco_md_nhdplus_flowlines.gpkg" elsewhere/
cp "$data/patapsco_md_nhdplus_flowlines.gpkg" elsewhere/deep/virginia_rivers.gpkg
import_from() { (cd elsewhere && "$hotchkiss" import "$@"); }
expect 0 "to review" import_from paths ../va theatre_natural_earth.gpkg --set layer=railroads_10m --as railroad
expect 0 "to review" import_from places ../va cities_1860_theatre.csv --as locality --set x=LON --set y=LAT --set name=City
expect 0 "to review" import_from rivers ../va deep/virginia_rivers.gpkg --as creek --step little --set name=GNIS_NAME
jq -c '.rows[] | select(length > 0) | .[0:2]' va/import.json > steps.txt
for step in '["rivers","virginia-rivers"]' '["paths","theatre-natural-earth-railroads-10m"]' '["places","cities-1860-theatre"]' '["rivers","little"]'; do
  grep -qFx "$step" steps.txt || { echo "FAILED: no step $step in the recipe"; failures=$((failures + 1)); }
done
jq -e '[.rows[] | select(length > 0) | select(.[2].sha256 | test("^[0-9a-f]{64}$"))] | length == 4' va/sources.json >/dev/null ||
  { echo "FAILED: sources without digests"; failures=$((failures + 1)); }
jq -e '[.rows[] | select(length > 0) | .[2].file] | index("../elsewhere/deep/virginia_rivers.gpkg") != null and index("../elsewhere/theatre_natural_earth.gpkg") != null' va/sources.json >/dev/null ||
  { echo "FAILED: sources are not named as seen from the module"; failures=$((failures + 1)); }
cp -r va va-before
expect 0 "made va" "$hotchkiss" import va/import.json -o va
same va-before va
expect 0 "made va-again" "$hotchkiss" import va/import.json -o va-again
same va-before va-again
# The same import once more is the same step.
expect 0 "to review" import_from paths ../va theatre_natural_earth.gpkg --set layer=railroads_10m --as railroad
same va-before va
# A step whose file is gone does not stop another one, and says so.
mv elsewhere/cities_1860_theatre.csv away.csv
expect 0 "cities_1860_theatre.csv is not at hand" import_from rivers ../va deep/virginia_rivers.gpkg --as creek --step little --set name=GNIS_NAME --dry-run
same va-before va
mv away.csv elsewhere/cities_1860_theatre.csv

# A picture and its control points that share a name.
expect 0 "" "$hotchkiss" new ground --ruleset gbacw --size 20x20 --orientation pointy --pitch-m 110 --crs EPSG:26918 --origin 307500,4411500
scan=samples/gettysburg-ground/data/gettysburg_first_day_contour_map
expect 0 "leave-one-out rms" "$hotchkiss" import scan ground $scan.jpg $scan.points --set resolution=40
jq -e '.rows[] | select(.[1] == "gettysburg-first-day-contour-map") | .[2] | (.file | endswith("contour_map.jpg")) and .georeference.transform == "affine"' ground/sources.json >/dev/null ||
  { echo "FAILED: the scan lost its file"; failures=$((failures + 1)); }
cp -r ground ground-before
expect 0 "made ground" "$hotchkiss" import ground/import.json -o ground
same ground-before ground
[ -s ground/underlay/gettysburg-first-day-contour-map.png ] || { echo "FAILED: no underlay"; failures=$((failures + 1)); }

# The lattice laid over known places.
cat > places.csv <<'CSV'
name,x,y,hex
A,60000,4480000,A0101
B,111961.5,4480000,A1101
C,60000,4420000,A0111
D,111961.5,4420000,A1111
CSV
expect 0 "rms 0.00 hexes" "$hotchkiss" import frame-fit va places.csv
expect 0 "written" "$hotchkiss" import frame-fit va places.csv --model affine --apply
expect 2 "no known places" "$hotchkiss" import frame-fit va edits.json

# What programs read fits its schema; the tables are for people.
mkdir printed
"$hotchkiss" import samples/gettysburg-ground-gbacw/import.json -o three --json > printed/whole.json || failures=$((failures + 1))
expect 0 "" "$hotchkiss" new bare --ruleset gcacw --size 70x60 --pitch-m 6000 --crs EPSG:26918 --origin 60000,4480000
"$hotchkiss" import rivers bare "$data/virginia_rivers.geojson" --as major_river --set name=name --set course=river --dry-run --json > printed/step.json || failures=$((failures + 1))
"$hotchkiss" import "$data/theatre.json" -o theatre --json > printed/theatre.json || failures=$((failures + 1))
"$hotchkiss" import frame-fit va places.csv --json > printed/fit.json || failures=$((failures + 1))
expect 0 "4 outputs fit" python3 "$source/tests/e2e/outputs.py" "$source" printed/*.json
check() { jq -e "$2" "$1" >/dev/null || { echo "FAILED: $2 in $1"; failures=$((failures + 1)); }; }
check printed/whole.json '.kind == "imported" and .module == "three" and .size == [49,98] and .steps[0].figures.hexes == 4802 and .changed == null'
check printed/step.json '.dryRun and .changed > 500 and ([.steps[0].lines[].name] | index("Rappahannock") != null)'
check printed/step.json '[.steps[0].lines[] | select(.hexes > 20) | .withinHalf] | min > 0.9'
check printed/theatre.json '[.steps[].kind] == ["cover","rivers","rivers","regions","places","paths"]'
check printed/theatre.json '.steps[0].figures | .all_sea > 50 and .part_sea > 5'
check printed/fit.json '.rms < 0.001 and .applied == false and (.places | length) == 4'
# The theatre's coast is sound by the ruleset: nothing that would block a draft.
expect 0 "" "$hotchkiss" validate theatre --level draft --fail-on error

expect 2 "nothing to import" "$hotchkiss" import
expect 2 "cannot be read" "$hotchkiss" import nowhere.json -o x
[ "$failures" = 0 ] && echo "import: all as expected"
exit "$failures"
