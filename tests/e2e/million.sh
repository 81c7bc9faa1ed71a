#!/usr/bin/env bash
# A million hexes, 450,000 hexsides and 2,000 courses load and validate in 400 MB, and in at most half the time that Python's
# JSON library (written in C) takes to read the same files; one damaged row is named. million.sh HOTCHKISS FOLDER
set -euo pipefail
hotchkiss=$1
folder=$2
rm -rf "$folder"
python3 "$(dirname "$0")/million.py" "$folder"
python3 - "$hotchkiss" "$folder" <<'PY'
import json, pathlib, resource, subprocess, sys, time
hotchkiss, folder = sys.argv[1:]
start = time.monotonic()
done = subprocess.run([hotchkiss, "validate", folder, "--level", "map"], capture_output=True, text=True)
elapsed = time.monotonic() - start
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
megabytes, seconds = usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime
# The peer: the same files on the same machine in the same run, in seconds of processor, so that a busy machine does not matter.
start = time.process_time()
for file in pathlib.Path(folder, "map").glob("*.json"):
    json.loads(file.read_text(encoding="utf-8"))
peer = time.process_time() - start
print(f"{done.stdout.strip()}: {elapsed:.2f} s on the clock, {seconds:.2f} s of processor, {megabytes:.0f} MB "
      f"(to be: 2 s and 400 MB on an idle machine)")
print(f"Python's reader alone: {peer:.2f} s of processor; validate takes {seconds / peer:.2f} of that (to be: 0.5 at most)")
assert done.returncode == 0, done.stdout + done.stderr
sanitized = b"__asan" in open(hotchkiss, "rb").read()
assert sanitized or megabytes <= 400, megabytes
assert sanitized or seconds <= peer / 2, (seconds, peer)
PY
# One damaged row in the middle.
line=$(grep -n '^\[500,500,' "$folder/map/hexes.json" | cut -d: -f1)
sed -i "${line}s/.*/[500,500,\"clear\",\"high\"],/" "$folder/map/hexes.json"
status=0
message=$("$hotchkiss" validate "$folder" 2>&1) || status=$?
echo "$message"
[ "$status" = 2 ]
grep -q "map/hexes.json:$line: hex \[500,500\] (501501)" <<<"$message"
rm -rf "$folder"
