#!/usr/bin/env python3
"""One cost of a ruleset is changed in a copy: exactly the answers and examples that cite its row change, and the
explanation names it. Made unknown, the answer says so and which cell: onecost.py HOTCHKISS SOURCE_DIR"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

hotchkiss, source = sys.argv[1:]
ROW = "step_base.moor"
# Examples that cite the row and need not notice a change, beside those that `--mutate` lists as not driven by it.
NEED_NOT = {
    "dearer": {"minimum": "one step is always allowed and takes what there is, whatever it costs"},
    "unknown": {},
}
failures = 0


def check(holds, what):
    global failures
    if not holds:
        print("FAILED:", what)
        failures += 1


def run(*arguments, codes=(0, 1)):
    done = subprocess.run([hotchkiss, *arguments], capture_output=True, text=True)
    check(done.returncode in codes, f"{arguments}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def steps(folder):
    """Every step that a unit of the position can take, with its reasons."""
    out = {}
    position = os.path.join(folder, "position.json")
    for row in json.load(open(position))["rows"]:
        if not row or row[0] != "unit":
            continue
        c, r = row[2]["at"]
        for dc, dr in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            done = subprocess.run([hotchkiss, "query", "move", folder, "--position", position, "--unit", row[1],
                                   "--to", f"{c + dc}.{r + dr}", "--json", "--explain"], capture_output=True, text=True)
            if done.returncode == 0:
                out[row[1], c + dc, r + dr] = json.loads(done.stdout)
    return out


def changed(folder, cells):
    path = os.path.join(folder, "ruleset", "rules.json")
    lines = open(path, encoding="utf-8").read().split("\n")
    for i, line in enumerate(lines):
        if line.startswith(f'["row","{ROW}",'):
            row = json.loads(line.rstrip(","))
            row[2]["cells"] = cells
            lines[i] = json.dumps(row, separators=(",", ":"), sort_keys=True) + ","
    open(path, "w", encoding="utf-8").write("\n".join(lines))


def failing(folder):
    vectors = json.loads(run("rules", "vectors", "--module", folder, "--json"))
    return {each["id"]: each["reason"] for each in vectors["vectors"] if each["status"] == "fail"}


with tempfile.TemporaryDirectory() as work:
    copies = {}
    for name in ("same", "dearer", "unknown"):
        copies[name] = os.path.join(work, name)
        shutil.copytree(os.path.join(source, "tests", "data", "fifth"), copies[name])
    changed(copies["dearer"], ["7/3", "8/3"])
    changed(copies["unknown"], [{"unknown": True, "min": 1}, {"unknown": True, "min": 1}])
    before = {name: steps(copies[name]) for name in copies}
    cites = {step for step, answer in before["same"].items()
             if any(each["row"] == ROW for each in answer["because"])}
    check(len(cites) >= 8, f"only {len(cites)} steps cite {ROW}")
    check(len(before["same"]) - len(cites) >= 8, "hardly a step does not cite it")
    for step, answer in before["same"].items():
        dearer = before["dearer"][step]
        check((dearer != answer) == (step in cites), f"{step} with another cost")
        if step in cites:
            check(any(each["row"] == ROW for each in dearer["because"]), f"{step} does not name the row")
            open_ = before["unknown"][step]
            check(isinstance(open_.get("mp"), dict) and open_["mp"].get("unknown") is True,
                  f"{step} unknown: {open_.get('mp')}")
            check(open_["legal"] is not False or answer["legal"] is False, f"{step}: unknown became {open_['legal']}")
            check(any(cell.startswith(f"step_base/{ROW}/") for cell in open_.get("blame", [])),
                  f"{step} blames {open_.get('blame')}")

    cited = json.loads(run("rules", "coverage", "--module", copies["same"], "--json"))["coverage"][0]["cited"]
    expected = set(cited[f"step_base/{ROW}"])
    check(len(expected) >= 3, f"only {expected} cite {ROW}")
    check(failing(copies["same"]) == {}, "the copy fails as it is")
    mutation = json.loads(run("rules", "vectors", "--module", copies["same"], "--mutate", "--json"))["mutation"]
    excused = {each["id"] for each in mutation["notTableDriven"] if each["row"] == f"step_base/{ROW}"}
    check(len(expected - excused) > len(excused), f"{len(excused)} of {len(expected)} examples are excused")
    for name, need_not in NEED_NOT.items():
        found = set(failing(copies[name]))
        check(found <= expected, f"{name}: {found - expected} fail without citing the row")
        check(found | excused | set(need_not) >= expected,
              f"{name}: {expected - found - excused - set(need_not)} cite the row and do not notice")
        check(not found & (excused | set(need_not)), f"{name}: {found & (excused | set(need_not))} notice after all")
    text = run("query", "move", copies["dearer"], "--position", os.path.join(copies["dearer"], "position.json"),
               "--unit", "b3", "--to", "0505", "--explain")
    check(ROW in text, f"the explanation does not name the row: {text}")

print("one cost: all as expected" if failures == 0 else f"{failures} failures")
sys.exit(1 if failures else 0)
