#!/usr/bin/env python3
"""One cost of a ruleset is changed in a copy: exactly the answers and examples that cite its row change, and the
explanation names it. Made unknown, the answer says so and which cell. Tried on the made-up system and on a published
one: onecost.py HOTCHKISS SOURCE_DIR"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

hotchkiss, source = sys.argv[1:]
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


def write(path, kind, rows):
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"formatVersion": 1, "kind": kind, "rows": rows + [[]]}, out)


class MadeUp:
    """tests/data/fifth: the module brings its ruleset."""
    name, table, row = "fifth", "step_base", "step_base.moor"
    dearer = ["7/3", "8/3"]
    unknown = [{"unknown": True, "min": 1}, {"unknown": True, "min": 1}]
    explained = ("b3", "0505")
    # Examples that cite the row and need not notice a change, beside those that `--mutate` lists as not driven by it.
    need_not = {
        "dearer": {"minimum": "one step is always allowed and takes what there is, whatever it costs"},
        "unknown": {},
    }

    @staticmethod
    def make(folder):
        shutil.copytree(os.path.join(source, "tests", "data", "fifth"), folder)


class Published:
    """A small map, with the published ruleset copied into the module."""
    name, table, row = "gcacw", "move_base", "move_base.woods"
    dearer = [9, 11]
    unknown = [{"unknown": True, "min": 3}, {"unknown": True, "min": 3}]
    explained = ("u1", "4.5")
    need_not = {"dearer": {}, "unknown": {}}

    @staticmethod
    def make(folder):
        run("new", folder, "--ruleset", "gcacw", "--size", "12x10", codes=(0,))
        woods = [[c, r] for c in range(2, 10) for r in range(2, 8) if (c + r) % 3 == 0]
        script = folder + ".edits.json"
        write(script, "edits", [["terrain", [[c, r] for c in range(12) for r in range(10)], "clear"],
                                ["terrain", woods, "woods"],
                                ["path", [[3, 2], [3, 3], [3, 4], [4, 4]], "road", {}]])
        run("apply", folder, script, codes=(0,))
        os.makedirs(os.path.join(folder, "ruleset"), exist_ok=True)
        for path in glob.glob(os.path.join(source, "libscenario", "rulesets", "gcacw", "*.json")):
            shutil.copy(path, os.path.join(folder, "ruleset"))
        shutil.copy(os.path.join(source, "tests", "vectors", "gcacw.json"),
                    os.path.join(folder, "ruleset", "vectors.json"))
        places = [(3, 4), (5, 5), (7, 3), (8, 6), (4, 2)]
        write(os.path.join(folder, "position.json"), "position",
              [["unit", f"u{i + 1}", {"at": list(at), "side": "union", "type": "infantry", "values": {"mv": 8}}]
               for i, at in enumerate(places)])


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


def change(trial, folder, cells):
    path = os.path.join(folder, "ruleset", "rules.json")
    lines = open(path, encoding="utf-8").read().split("\n")
    for i, line in enumerate(lines):
        if line.startswith(f'["row","{trial.row}",'):
            row = json.loads(line.rstrip(","))
            row[2]["cells"] = cells
            lines[i] = json.dumps(row, separators=(",", ":"), sort_keys=True) + ","
    open(path, "w", encoding="utf-8").write("\n".join(lines))


def failing(folder):
    vectors = json.loads(run("rules", "vectors", "--module", folder, "--json"))
    return {each["id"]: each["reason"] for each in vectors["vectors"] if each["status"] == "fail"}


def answers_change(trial, copies):
    before = {name: steps(copies[name]) for name in copies}
    cites = {step for step, answer in before["same"].items()
             if any(each["row"] == trial.row for each in answer["because"])}
    check(len(cites) >= 8, f"{trial.name}: only {len(cites)} steps cite {trial.row}")
    check(len(before["same"]) - len(cites) >= 8, f"{trial.name}: hardly a step does not cite it")
    for step, answer in before["same"].items():
        dearer = before["dearer"][step]
        check((dearer != answer) == (step in cites), f"{step} with another cost")
        if step not in cites:
            continue
        check(any(each["row"] == trial.row for each in dearer["because"]), f"{step} does not name the row")
        open_ = before["unknown"][step]
        check(isinstance(open_.get("mp"), dict) and open_["mp"].get("unknown") is True,
              f"{step} unknown: {open_.get('mp')}")
        check(open_["legal"] is not False or answer["legal"] is False, f"{step}: unknown became {open_['legal']}")
        check(any(cell.startswith(f"{trial.table}/{trial.row}/") for cell in open_.get("blame", [])),
              f"{step} blames {open_.get('blame')}")


def examples_change(trial, copies):
    key = f"{trial.table}/{trial.row}"
    cited = json.loads(run("rules", "coverage", "--module", copies["same"], "--json"))["coverage"][0]["cited"]
    expected = set(cited[key])
    check(len(expected) >= 3, f"only {expected} cite {trial.row}")
    check(failing(copies["same"]) == {}, f"the copy of {trial.name} fails as it is")
    mutation = json.loads(run("rules", "vectors", "--module", copies["same"], "--mutate", "--json"))["mutation"]
    excused = {each["id"] for each in mutation["notTableDriven"] if each["row"] == key}
    check(len(expected - excused) > len(excused), f"{len(excused)} of {len(expected)} examples are excused")
    for name, need_not in trial.need_not.items():
        found = set(failing(copies[name]))
        check(found <= expected, f"{name}: {found - expected} fail without citing the row")
        check(found | excused | set(need_not) >= expected,
              f"{name}: {expected - found - excused - set(need_not)} cite the row and do not notice")
        check(not found & (excused | set(need_not)), f"{name}: {found & (excused | set(need_not))} notice after all")


with tempfile.TemporaryDirectory() as work:
    for trial in (MadeUp, Published):
        copies = {name: os.path.join(work, f"{trial.name}-{name}") for name in ("same", "dearer", "unknown")}
        for folder in copies.values():
            trial.make(folder)
        change(trial, copies["dearer"], trial.dearer)
        change(trial, copies["unknown"], trial.unknown)
        answers_change(trial, copies)
        examples_change(trial, copies)
        unit, to = trial.explained
        text = run("query", "move", copies["dearer"], "--position", os.path.join(copies["dearer"], "position.json"),
                   "--unit", unit, "--to", to, "--explain")
        check(trial.row in text, f"the explanation does not name the row: {text}")

print("one cost: all as expected" if failures == 0 else f"{failures} failures")
sys.exit(1 if failures else 0)
