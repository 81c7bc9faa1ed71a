#!/usr/bin/env bash
# Follows docs/tutorial.md to the letter: saves the files it shows and runs the commands it shows, in order.
# tutorial.sh HOTCHKISS SOURCE_DIR
set -euo pipefail
hotchkiss=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source/samples" "$work/"
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
PATH="$(dirname "$hotchkiss"):$PATH" python3 - "$source/docs/tutorial.md" "$work" <<'PY'
import pathlib, re, subprocess, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
work = pathlib.Path(sys.argv[2])
# Blocks in order: JSON blocks are the file that the text before them names; other blocks are commands, or what they print.
ran = 0
last_output = ""
before = 0
for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
    lead = text[before:block.start()]
    before = block.end()
    language, body = block.groups()
    if language == "json":
        name = re.findall(r"[Ss]ave (?:this )?as `([\w.-]+)`", lead)
        assert name, f"a JSON block without a file name: {body[:60]}"
        (work / name[-1]).write_text(body, encoding="utf-8")
        continue
    commands = [line for line in body.splitlines() if re.match(r"(hotchkiss|git|cp|echo|mkdir) ", line)]
    if not commands:
        if body.strip() and not body.lstrip().startswith(("./", "export ")):  # what the command before it prints
            assert body.strip() in last_output, f"the tutorial shows\n{body}but the program prints\n{last_output}"
        continue
    done = subprocess.run(["bash", "-c", body], cwd=work, capture_output=True, text=True, check=False)
    last_output = done.stdout + done.stderr
    ran += len(commands)
    # A finding or a difference ends with 1, as the text says; unusable input never happens in the tutorial.
    assert done.returncode in (0, 1), f"{body}ended with {done.returncode}:\n{last_output}"
    assert "Traceback" not in last_output and not last_output.startswith("hotchkiss: "), f"{body}{last_output}"
print(f"{ran} commands of the tutorial ran")
assert ran >= 20, ran
PY
[ -s "$work/valley.hkp" ]
git -C "$work/valley" log --oneline | grep -q "first hexes"
