#!/usr/bin/env bash
# The command line as a user meets it: cli.sh HOTCHKISS SOURCE_DIR PAINTER
# PAINTER: ON or OFF, whether this build draws pictures.
set -uo pipefail
hotchkiss=$1
source=$2
painter=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# expect CODE TEXT COMMAND…: the exit code, and a text that must occur in what it prints.
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

# Samples: valid, packed the same twice, the package opens and equals its module.
# Each is held to the level that it claims.
for sample in "$source"/samples/*/; do
  name=$(basename "$sample")
  cp -r "$sample" "$name"
  level=$(jq -r '.rows[] | select(.[0] == "module") | .[2].level' "$name/module.json")
  expect 0 "" "$hotchkiss" validate "$name" --level "$level"
  expect 0 "wrote" "$hotchkiss" export package "$name" --level "$level" -o "$name.hkp"
  expect 0 "wrote" "$hotchkiss" export package "$name" --level "$level" -o "$name-again.hkp"
  cmp "$name.hkp" "$name-again.hkp" || failures=$((failures + 1))
  expect 0 "package of level $level" "$hotchkiss" info "$name.hkp"
  expect 0 "" "$hotchkiss" validate "$name.hkp" --level "$level"
done

# Armies: totals by side, out to a sheet and back without a difference, by name in comparisons.
expect 0 "battery 62 (124–372 SP)" "$hotchkiss" info gettysburg
expect 0 "scenario  little_round_top: Battle for the Little Round Top, 10 turns" "$hotchkiss" info gettysburg
for name in gcacw-primer gbacw-primer tss-primer wftu-primer gettysburg; do
  for sheet in army.csv army.tsv; do
    expect 0 "wrote" "$hotchkiss" export oob "$name" -o "$sheet"
    cp -r "$name" back && rm back/oob.json
    expect 0 "0 doubts" "$hotchkiss" import oob "$sheet" -o back
    expect 0 "no differences" "$hotchkiss" diff "$name" back
    rm -r back
  done
done
cp -r tss-primer sheet
"$hotchkiss" export oob tss-primer -o army.csv >sheet.txt
sed -i 's/^unit,usa.9pa,9 Pa,\(.*\),4,/unit,usa.9pa,9 Pa,\1,3-5,/' army.csv
expect 0 "1 changed" "$hotchkiss" import oob army.csv -o sheet --dry-run
expect 0 "no differences" "$hotchkiss" diff tss-primer sheet
expect 0 "1 changed" "$hotchkiss" import oob army.csv -o sheet
expect 1 "unit 9 Pa (usa.9pa): strength 4 → 3-5" "$hotchkiss" diff tss-primer sheet
sed -i 's/,3-5,/,many,/' army.csv
expect 1 '"many": this is no value of Strength' "$hotchkiss" import oob army.csv -o sheet --dry-run
expect 1 "is no number" "$hotchkiss" import oob "$source/tests/data/sheets/army_of_the_potomac.txt" --map "$source/tests/data/sheets/army_of_the_potomac.mapping.json" -o sheet --dry-run
rm -r sheet
mkdir made && cp -r gettysburg-ground gettysburg-ground-gbacw made
expect 0 "" python3 "$source/tools/gettysburg" made
expect 0 "no differences" "$hotchkiss" diff gettysburg made/gettysburg
rm -r made

# Pictures: the three kinds, parts of a map, and what is refused. A build without the painter says so.
if [ "$painter" = OFF ]; then
  expect 2 "HOTCHKISS_GUI" "$hotchkiss" export pdf gcacw-primer -o map.pdf
else
  for kind in png svg pdf; do
    expect 0 "wrote map.$kind" "$hotchkiss" export $kind gcacw-primer -o map.$kind --area W0303:W0607 --style clear --no-legend
    [ -s map.$kind ] || { echo "FAILED: no map.$kind"; failures=$((failures + 1)); }
  done
  expect 0 "pixels" "$hotchkiss" export png gcacw-primer.hkp -o map.png --dpi 40 --layers terrain,water
  expect 2 "no layer roads" "$hotchkiss" export png gcacw-primer -o no.png --layers roads
  expect 2 "mixes" "$hotchkiss" export png gcacw-primer -o no.png --layers terrain,-names
  expect 2 "no style" "$hotchkiss" export png gcacw-primer -o no.png --style watercolour
  expect 2 "two hex labels" "$hotchkiss" export png gcacw-primer -o no.png --area W0303
  expect 2 "left,top,width,height" "$hotchkiss" export png gcacw-primer -o no.png --rect 1,2,3
  expect 2 "--dpi" "$hotchkiss" export png gcacw-primer -o no.png --dpi 2400 --hex-mm 150
  [ -e no.png ] && { echo "FAILED: a refused export wrote a file"; failures=$((failures + 1)); }
fi

# A module from nothing.
for ruleset in gcacw gbacw tss wftu; do
  expect 0 "20 x 15" "$hotchkiss" new "fresh-$ruleset" --ruleset $ruleset --size 20x15
  expect 0 "no terrain" "$hotchkiss" validate "fresh-$ruleset"
  expect 1 "no terrain" "$hotchkiss" validate "fresh-$ruleset" --level map
  expect 1 "stand between" "$hotchkiss" export package "fresh-$ruleset" --level map -o no.hkp
done
[ -e no.hkp ] && { echo "FAILED: a refused export wrote a file"; failures=$((failures + 1)); }
expect 2 "did you mean" "$hotchkiss" new x --ruleset gcaw --size 20x15
expect 2 "not a size" "$hotchkiss" new x --ruleset gcacw --size 20
expect 2 "not empty" "$hotchkiss" new gcacw-primer --ruleset gcacw --size 20x15

# Edits by script, in words, all or nothing.
cat > edits.json <<'JSON'
{"formatVersion":1,"kind":"edits","rows":[
["fill",[0,0],"clear"],
["terrain",["A0305",[4,4]],"woods"],
["path",["A0101","A0201","A0301"],"road",{}],
[]]}
JSON
expect 0 "hexes" "$hotchkiss" apply fresh-gcacw edits.json --dry-run
expect 0 "no terrain" "$hotchkiss" validate fresh-gcacw
cp -r fresh-gcacw before
expect 0 "A0305" "$hotchkiss" apply fresh-gcacw edits.json
expect 0 "" "$hotchkiss" validate fresh-gcacw --level map
expect 1 "woods" "$hotchkiss" diff before fresh-gcacw
expect 0 "" "$hotchkiss" diff fresh-gcacw fresh-gcacw
sed -i 's/"woods"/"woods","more"/' edits.json
expect 2 "edits.json:3" "$hotchkiss" apply fresh-gcacw edits.json
expect 2 "column 99 is outside 1 to 20 on sheet A; did you mean A2015?" "$hotchkiss" apply fresh-gcacw <(echo '{"formatVersion":1,"kind":"edits","rows":[["terrain","A9999","clear"],[]]}')

# One damaged row: file, line and hex.
cp -r gcacw-primer damaged
line=$(grep -n '^\[4,5,' damaged/map/hexes.json | cut -d: -f1)
sed -i "${line}s/.*/[4,5,17],/" damaged/map/hexes.json
expect 2 "map/hexes.json:$line" "$hotchkiss" validate damaged
expect 2 "W0506" "$hotchkiss" validate damaged
cp gcacw-primer/map/hexes.json damaged/map/hexes.json
sed -i "${line}s/.*/[4,5,\"wods\"],/" damaged/map/hexes.json
expect 1 "map/hexes.json:$line: error: hex W0506: unknown terrain \"wods\"; did you mean \"woods\"?" "$hotchkiss" validate damaged
expect 1 '"ruleId": "CORE-V03"' "$hotchkiss" validate damaged --format sarif
expect 1 '"check": "CORE-V03"' "$hotchkiss" validate damaged --format json

# One scenario is judged and exported by itself, with its own army.
ours=little_round_top_ours
expect 0 "" "$hotchkiss" validate gettysburg --scenario "$ours" --level playable
expect 1 "Counter data missing, Union: the strength of" "$hotchkiss" validate gettysburg --scenario little_round_top --level playable
expect 1 "stand between the scenario little_round_top and a package of level playable" "$hotchkiss" export package gettysburg \
  --scenario little_round_top --level playable -o no.hkp
expect 0 "for the scenario $ours" "$hotchkiss" export package gettysburg --scenario "$ours" --level playable -o ours.hkp
expect 0 "package of level playable for the scenario $ours" "$hotchkiss" info ours.hkp
expect 0 "" "$hotchkiss" validate ours.hkp --level playable
expect 0 "  reaches playable" "$hotchkiss" info gettysburg
expect 2 "did you mean \"$ours\"" "$hotchkiss" validate gettysburg --scenario little_round_top_our

# Some checks only; what a machine can put right is put right in one step.
expect 0 "no findings" "$hotchkiss" validate damaged --only 'GCACW-V0*,GCACW-V1*' --except GCACW-V06
expect 1 "CORE-V03" "$hotchkiss" validate damaged --only 'GCACW-*,CORE-V03'
expect 0 "" "$hotchkiss" validate damaged --except CORE-V03
expect 2 'no check of this module fits "CORE-V3"; did you mean "CORE-V03"' "$hotchkiss" validate damaged --only CORE-V3
cp -r damaged mended
expect 0 'fixed: hex W0506: terrain wods is now woods [CORE-V03]' "$hotchkiss" validate mended --fix
expect 0 'nothing to fix' "$hotchkiss" validate mended --fix
expect 2 "is a package, which nobody changes" "$hotchkiss" validate gcacw-primer.hkp --fix

# The same files laid out by another program.
cp -r gbacw-primer pretty
for file in pretty/*.json pretty/map/*.json; do jq . "$file" > tmp.json && mv tmp.json "$file"; done
expect 0 "" "$hotchkiss" diff gbacw-primer pretty

# Hostile and foreign input: one sentence, exit 2, nothing written.
expect 2 "does not exist" "$hotchkiss" info nowhere
expect 2 "module.json" "$hotchkiss" info "$work"
printf 'PK\003\004 not a zip' > bad.hkp
expect 2 "hotchkiss:" "$hotchkiss" info bad.hkp
(mkdir z && cd z && echo '{}' > other.json && zip -q ../foreign.hkp other.json)
expect 2 "not a Hotchkiss package" "$hotchkiss" info foreign.hkp

# Readable differences in git.
expect 2 "git" "$hotchkiss" git-setup fresh-tss
git init -q repo && cp -r gcacw-primer repo/module && cd repo || exit 1
git config user.email t@example.org && git config user.name t
expect 0 "in words" "$hotchkiss" git-setup module
git add -A && git commit -qm one
sed -i "${line}s/.*/[4,5,\"woods\"],/" module/map/hexes.json
expect 0 "W0506" git -C module diff
cd "$work" || exit 1

# Merging by records: edits in the same row and column, which plain git cannot merge.
edit() { # FOLDER ROW: one row of an edits script
  printf '{"formatVersion":1,"kind":"edits","rows":[\n%s,\n[]]}\n' "$2" > one.json
  expect 0 "" "$hotchkiss" apply "$1" one.json
}
cp -r gcacw-primer ours && cp -r gcacw-primer theirs
edit ours '["terrain","W0404","rough"]'
edit theirs '["attribute","W0404","partial",true]'
edit theirs '["terrain","W0405","rough"]'
expect 0 "merged into both" "$hotchkiss" merge gcacw-primer ours theirs -o both
expect 1 "2 hexes differ" "$hotchkiss" diff ours both
expect 2 "not empty" "$hotchkiss" merge gcacw-primer ours theirs -o both
edit theirs '["terrain","W0404","city"]'
expect 1 "hex W0404: terrain was" "$hotchkiss" merge gcacw-primer ours theirs -o conflict
[ -e conflict ] && { echo "FAILED: a merge with conflicts wrote a folder"; failures=$((failures + 1)); }
expect 0 "merged into" "$hotchkiss" merge gcacw-primer ours theirs -o conflict --prefer theirs
git init -q mergerepo && cp -r gcacw-primer mergerepo/module && cd mergerepo || exit 1
git config user.email t@example.org && git config user.name t
expect 0 "merges it by records" "$hotchkiss" git-setup module
expect 0 "merges it by records" "$hotchkiss" git-setup module
[ "$(grep -c begin module/.gitattributes)" = 1 ] || { echo "FAILED: git-setup twice writes twice"; failures=$((failures + 1)); }
git add -A && git commit -qm base && git branch other
edit module '["terrain","W0404","rough"]'
git commit -qam ours && git checkout -q other
edit module '["terrain","W0405","rough"]'
git commit -qam theirs
expect 0 "" git merge -q --no-edit -
expect 0 "0 errors" "$hotchkiss" validate module
grep -q '^\[3,3,"rough"' module/map/hexes.json && grep -q '^\[3,4,"rough"' module/map/hexes.json ||
  { echo "FAILED: git lost one side"; failures=$((failures + 1)); }
git branch third && edit module '["terrain","W0404","woods"]' && git commit -qam ours && git checkout -q third
edit module '["terrain","W0404","city"]' && git commit -qam theirs
expect 1 "hex W0404: terrain was rough, is city on our side and woods on theirs" git merge --no-edit -
cd "$work" || exit 1

# Approvals: a finding accepted with a reason, until its facts change.
cp -r gcacw-primer approved
edit approved '["terrain","W0404",null]'
expect 1 "no terrain" "$hotchkiss" validate approved --level map
expect 2 "no open finding" "$hotchkiss" approve approved --check CORE-V30 --at W0405 --reason "as printed"
expect 0 "approved 1 finding" "$hotchkiss" approve approved --check CORE-V30 --at W0404 --reason "as printed"
expect 0 "1 approved" "$hotchkiss" validate approved --level map
expect 0 "approved: as printed" "$hotchkiss" validate approved --level map --all
edit approved '["attribute","W0404","partial",true]'
expect 1 "lapsed" "$hotchkiss" validate approved --level map
edit approved '["terrain","W0404","wods"]'
expect 2 "cannot be approved" "$hotchkiss" approve approved --check CORE-V03 --reason "no"

# Numbering from three printed labels.
expect 0 "best:  flat-topped hexes, even columns lie half a hex lower, labels {sheet}{col:2}{row:2}" \
  "$hotchkiss" infer-numbering W0101@100,100 W0201@186.6,150 W0205@186.6,550
expect 0 "labels W0101 to W2015" "$hotchkiss" new inferred --ruleset wftu --size 20x15 \
  --points W0101@100,100 W0201@186.6,150 W0205@186.6,550
expect 0 '"shifted":"odd"' cat inferred/module.json
expect 1 "about equally well" "$hotchkiss" infer-numbering 0204@200,400 0804@800,400 0409@400,900
expect 2 "not a labelled point" "$hotchkiss" infer-numbering W0101 W0201@1,2 W0205@3,4
expect 2 "no numbering fits" "$hotchkiss" infer-numbering 0101@0,0 0102@0,100 0103@0,200

# Locations as the books write them.
expect 0 "hexside W0404/W0405 (3.4.0)" "$hotchkiss" locate gcacw-primer "PTX W0404–W0405"
expect 0 "crossing raven_ford: hexside" "$hotchkiss" locate gcacw-primer.hkp "Raven Rock Ford"
expect 2 "are not neighbours; those of W0404 are" "$hotchkiss" locate gcacw-primer W0404-W0606

# What programs read is what the schemas say.
for ruleset in gcacw wftu; do
  mkdir -p printed
  "$hotchkiss" info "$ruleset-primer" --json > printed/info.json
  "$hotchkiss" info "$ruleset-primer.hkp" --json > printed/info2.json
  "$hotchkiss" validate damaged --format json > printed/findings.json
  "$hotchkiss" validate approved --all --format json > printed/findings2.json
  "$hotchkiss" validate "fresh-$ruleset" --format json > printed/findings3.json
  "$hotchkiss" diff before fresh-gcacw --json > printed/differences.json
  "$hotchkiss" diff before before --json > printed/differences2.json
  "$hotchkiss" infer-numbering W0101@100,100 W0201@186.6,150 W0205@186.6,550 --json > printed/numberings.json
  "$hotchkiss" locate gcacw-primer "Raven Rock Ford" --json > printed/location.json
done
"$hotchkiss" validate damaged --format sarif > printed/damaged.sarif
"$hotchkiss" validate approved --format sarif > printed/approved.sarif
"$hotchkiss" validate gcacw-primer --format sarif > printed/clean.sarif
"$hotchkiss" rules list --json > printed/rules.json
"$hotchkiss" rules list --module "$source/tests/data/fifth" --json > printed/rules2.json
"$hotchkiss" info gettysburg --json > printed/info3.json
"$hotchkiss" info ours.hkp --json > printed/info4.json
"$hotchkiss" validate gettysburg --scenario "$ours" --format json > printed/findings4.json
"$hotchkiss" validate gettysburg --level playable --format sarif > printed/scenarios.sarif
mv printed/rules.json printed/rules2.json .
expect 0 "18 outputs fit" python3 "$source/tests/e2e/outputs.py" "$source" printed/*.json printed/*.sarif ruleslist=rules.json \
  ruleslist=rules2.json

expect 0 "Exit codes" "$hotchkiss" --help
expect 2 "did you mean validate?" "$hotchkiss" vaildate
expect 2 "" "$hotchkiss" nonsense
# Rules: questions with reasons, worked examples, coverage.
fifth=$source/tests/data/fifth
expect 0 "mp: 1/3" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405
expect 0 "step_base.track: 1/3  [isles 3.1]" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405 --explain
expect 0 '"way": "track"' "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 3.4 --json
expect 0 "0605  1" "$hotchkiss" query reach "$fifth" --position "$fifth/position.json" --unit b2 --allowance 2 --to 0605
expect 2 "did you mean" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b11 --to 0405
expect 2 "cannot be read" "$hotchkiss" query move "$fifth" --position none.json --unit b1 --to 0405
expect 2 "is missing" "$hotchkiss" query move "$fifth"
expect 2 "did you mean \"red\"" "$hotchkiss" query zoc "$fifth" --position "$fifth/position.json" --side rad
expect 2 '"to" is missing' "$hotchkiss" query combat "$fifth" --position "$fifth/position.json" --from 0305
expect 2 "ask for --arg die" "$hotchkiss" query combat "$fifth" --position "$fifth/position.json" --from 0305 --to 0405 \
  --attackers b1 --defenders r1
expect 2 "do not touch" "$hotchkiss" query combat "$fifth" --position "$fifth/position.json" --from 0305 --to 0905
expect 2 "no unit stands in 0405" "$hotchkiss" query combat "$fifth" --position "$fifth/position.json" --from 0305 --to 0405
expect 2 '"facing" is no number' "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405 --facing x
expect 2 '"decision" is missing' "$hotchkiss" query decide "$fifth"
expect 2 "excludes" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --scenario s --unit b1 --to 0405
expect 0 "value: no" "$hotchkiss" query decide "$fifth" --position "$fifth/position.json" --decision step_minimum --unit b1 --steps 1
expect 0 "visible: no" "$hotchkiss" query sight "$fifth" --position "$fifth/position.json" --unit b1 --to 0606
expect 0 "seen" "$hotchkiss" query sight "$fifth" --from 0405 --most 2
expect 0 "goal: yes" "$hotchkiss" query supply "$fifth" --position "$fifth/position.json" --unit b3
expect 2 "traces no supply" "$hotchkiss" query supply gcacw-primer --unit x
expect 0 "means: hex" "$hotchkiss" query locate "$fifth" --text 0405
expect 0 "way: link.boat" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit r2 --from 1007 --to 1204
expect 0 " 0 failed, 0 skipped" "$hotchkiss" rules vectors --module "$fifth"
expect 0 " 0 failed, 0 skipped" "$hotchkiss" rules vectors --system gcacw
"$hotchkiss" rules list --system gcacw --json > rules.json
expect 0 "80" jq -r '.rules[] | select(.id == "max_attack") | .value' rules.json
expect 0 "citations noticed" "$hotchkiss" rules vectors --module "$fifth" --mutate
"$hotchkiss" rules vectors --system gcacw --json > vectors.json
expect 0 "all 54" jq -r 'if ([.vectors[] | select(.id | test("^GCACW-T[0-9]{2}$")) | select(.status == "pass")] | length) == 54 and
  ([.vectors[] | keys] | unique) == [["id", "reason", "status"]] and (keys == ["failed", "passed", "skipped", "vectors"])
  then "all 54" else "not all" end' vectors.json
"$hotchkiss" rules vectors --module "$fifth" --mutate --json > mutated.json
mkdir answers
ask() {
  "$hotchkiss" query "$1" "$fifth" --position "$fifth/position.json" "${@:2}" --json --explain > "answers/$1-$#.json" ||
    failures=$((failures + 1))
}
ask move --unit b1 --to 0405
ask reach --unit b2 --allowance 2 --to 0605
ask reach --unit w1 --allowance 3 --to 0708 --facing 1
ask sight --unit b1 --to 0606
ask sight --unit b1
ask zoc --hex 0605
ask stack --hex 0305
ask trace --trace supply --unit b3
ask supply --unit b3
ask trace --trace rafts --unit b3 --to 0405
ask command --leader c1 --unit b3
ask attack --unit b1 --to 0405
ask combat --from 0305 --to 0405 --arg die=3
ask retreat --unit b3 --enemy 0508 --least 2 --most 2
ask decide --decision pace --unit b1
ask locate --text 0405
expect 0 "18 outputs fit" python3 "$source/tests/e2e/outputs.py" "$source" vectorresults=vectors.json \
  vectorresults=mutated.json $(printf 'answer=%s ' answers/*.json)
if [ "$painter" = ON ]; then
  for kind in reach zoc sight; do
    expect 0 "" "$hotchkiss" query "$kind" "$fifth" --position "$fifth/position.json" --unit b2 --picture "$kind.png"
    [ "$(head -c 4 "$kind.png" | tail -c 3)" = PNG ] || { echo "FAILED: $kind.png is no picture"; failures=$((failures + 1)); }
  done
  expect 0 "" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405 --picture move.svg
  expect 2 "name it .png" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405 --picture move.gif
else
  expect 2 "without the painter" "$hotchkiss" query move "$fifth" --position "$fifth/position.json" --unit b1 --to 0405 --picture move.png
fi
expect 0 "rows hit by a worked example" "$hotchkiss" rules coverage --system gcacw
expect 0 "gcacw-charts Terrain Chart" "$hotchkiss" rules explain move_base.woods
expect 2 "did you mean" "$hotchkiss" rules explain move_base.wods
expect 0 "policy  ridge_cumulates" "$hotchkiss" rules list --system gcacw
expect 0 "edge.rise" "$hotchkiss" rules list --facts
expect 0 "gcacw  check  GCACW-V10" "$hotchkiss" rules list --system gcacw
expect 0 "how to fix it: Add a crossing, or move the path or river" "$hotchkiss" rules explain GCACW-V10
expect 0 '"fixable": true' "$hotchkiss" rules explain CORE-V03 --json
expect 0 "WFTU-V70" "$hotchkiss" rules explain 'WFTU-*'
expect 2 'did you mean "GCACW-V10"' "$hotchkiss" rules explain GCACW-V1O

[ "$failures" = 0 ] && echo "command line: all as expected"
exit "$failures"
