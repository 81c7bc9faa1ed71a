"""Compares a program built against the installed library, given packages, with the command line, given module folders.

consumer.py HOTCHKISS CONSUMER SOURCE_DIR WORK_DIR
"""

import json
import pathlib
import subprocess
import sys

MOST_REACHES = 6  # a module; each starts the command line once

hotchkiss, consumer, source, work = sys.argv[1:]


def run(*command, expect=(0,), stdin=None):
    done = subprocess.run(command, cwd=work, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode not in expect:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr}")
    return done


def told(place):
    """A place as people see it. Files and lines differ: a package carries the ruleset's own."""
    return {name: value for name, value in place.items() if name not in ("file", "line")}


def findings_of(text):
    return [{**finding, "location": told(finding["location"])} for finding in json.loads(text)["findings"]]


def command_line(folder, start, question):
    """The answer of the command line to one question."""
    command = [hotchkiss, "query", question["query"], folder, "--json", "--explain", *start]
    for name, value in question["args"].items():
        command += [f"--{name}", str(value)]
    done = run(*command, expect=(0, 2))
    if done.returncode == 2:
        return {"error": done.stderr.splitlines()[-1].removeprefix("hotchkiss: ")}
    return json.loads(done.stdout)


def questions_about(position):
    units = [(row[1], row[2]) for row in position["rows"] if row and row[0] == "unit"]
    standing = [(unit, body["at"]) for unit, body in units if isinstance(body.get("at"), list)]
    if not standing:
        sys.exit("nobody stands on the map")
    for unit, _ in standing[:MOST_REACHES]:
        yield {"query": "reach", "args": {"unit": unit, "allowance": "3"}}
    for at in sorted({tuple(at) for _, at in standing})[:MOST_REACHES]:
        yield {"query": "stack", "args": {"hex": f"{at[0]}.{at[1]}"}}
        yield {"query": "locate", "args": {"text": f"{at[0]}.{at[1]}"}}


def compare(folder, scenario, position_file):
    package = pathlib.Path(work) / (folder.name + ".hkp")
    run(hotchkiss, "export", "package", folder, "-o", package)
    theirs = findings_of(run(consumer, "findings", package).stdout)
    ours = findings_of(run(hotchkiss, "validate", folder, "--format", "json", "--all", expect=(0, 1)).stdout)
    if theirs != ours:
        here = [finding for finding in theirs if finding not in ours]
        there = [finding for finding in ours if finding not in theirs]
        sys.exit(f"{folder.name}: the findings differ: the program alone has {here}, the command line alone {there}")
    start = position_file or scenario
    position = json.loads(run(consumer, "start", package, start).stdout)
    asked = list(questions_about(position))
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    answers = [json.loads(line) for line in run(consumer, "ask", package, start, stdin=lines).stdout.splitlines()]
    option = ["--position", position_file] if position_file else ["--scenario", scenario]
    kinds = {}
    for question, answer in zip(asked, answers, strict=True):
        expected = command_line(folder, option, question)
        if answer != expected:
            sys.exit(f"{folder.name}: {question}\nthe program says {answer}\nthe command line says {expected}")
        key = question["query"] + (" refused" if "error" in answer else "")
        kinds[key] = kinds.get(key, 0) + 1
    print(f"{folder.name}: {len(ours)} findings and {len(asked)} answers are the same: {kinds}")
    return kinds


def main():
    samples = pathlib.Path(source) / "samples"
    moved = 0
    for folder in sorted(samples.glob("*-primer")):
        scenario = next((folder / "scenarios").glob("*.json")).stem
        kinds = compare(folder, scenario, None)
        moved += kinds.get("reach", 0)
        if not kinds.get("stack"):
            sys.exit(f"{folder.name}: no question about stacks was answered: {kinds}")
    # A system that no library knows: its rules can only come out of the package.
    fifth = pathlib.Path(source) / "tests/data/fifth"
    moved += compare(fifth, None, str(fifth / "position.json")).get("reach", 0)
    if moved < 8:
        sys.exit(f"only {moved} questions where units can go were answered: that says too little")


main()
