#!/usr/bin/env bash
# Follows a page of docs/ to the letter: saves the files it shows and runs the commands it shows, in order.
# tutorial.sh HOTCHKISS SOURCE_DIR [PAGE] [FEWEST COMMANDS] [ON|OFF: the build draws pictures]
set -euo pipefail
hotchkiss=$1
source=$2
page=${3:-tutorial.md}
fewest=${4:-20}
pictures=${5:-ON}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source/samples" "$work/"
mkdir -p "$work/tests/data" && cp -r "$source/tests/data/import" "$work/tests/data/"
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
PATH="$(dirname "$hotchkiss"):$PATH" python3 - "$source/docs/$page" "$work" "$fewest" "$pictures" <<'PY'
import pathlib, re, subprocess, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
work = pathlib.Path(sys.argv[2])
# Blocks in order: JSON and CSV blocks are the file that the text before them names; blocks marked "text" are only to be
# read; other blocks are commands, or what they print.
ran = 0
last_output = ""
before = 0
for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
    lead = text[before:block.start()]
    before = block.end()
    language, body = block.groups()
    if language == "text":
        continue
    if language in ("json", "csv"):
        name = re.findall(r"[Ss]ave (?:this )?as `([\w.-]+)`", lead)
        assert name, f"a {language} block without a file name: {body[:60]}"
        (work / name[-1]).write_text(body, encoding="utf-8")
        continue
    commands = [line for line in body.splitlines() if re.match(r"(hotchkiss|git|cp|echo|mkdir) ", line)]
    if not commands:
        if body.strip() and not body.lstrip().startswith(("./", "export ")):  # what the command before it prints
            assert body.strip() in last_output, f"the tutorial shows\n{body}but the program prints\n{last_output}"
        continue
    if sys.argv[4] == "OFF":
        body = "\n".join(line for line in body.splitlines() if not re.match(r"hotchkiss export (png|svg|pdf) ", line))
    done = subprocess.run(["bash", "-c", body], cwd=work, capture_output=True, text=True, check=False)
    last_output = done.stdout + done.stderr
    ran += len(commands)
    # A finding or a difference ends with 1, as the text says; unusable input never happens in the tutorial.
    assert done.returncode in (0, 1), f"{body}ended with {done.returncode}:\n{last_output}"
    assert "Traceback" not in last_output and not last_output.startswith("hotchkiss: "), f"{body}{last_output}"
print(f"{ran} commands of {sys.argv[1]} ran")
assert ran >= int(sys.argv[3]), ran
PY
if [ "$page" = tutorial.md ]; then
  [ -s "$work/valley.hkp" ]
  git -C "$work/valley" log --oneline | grep -q "first hexes"
fi
