#!/usr/bin/env bash
# A million hexes, 450,000 hexsides and 2,000 courses load and validate in 2 s and 400 MB; one damaged row is named.
# The time is that of the processor, so that a busy machine does not fail the test. million.sh HOTCHKISS FOLDER
set -euo pipefail
hotchkiss=$1
folder=$2
rm -rf "$folder"
python3 "$(dirname "$0")/million.py" "$folder"
python3 - "$hotchkiss" "$folder" <<'PY'
import resource, subprocess, sys, time
hotchkiss, folder = sys.argv[1:]
start = time.monotonic()
done = subprocess.run([hotchkiss, "validate", folder, "--level", "map"], capture_output=True, text=True)
elapsed = time.monotonic() - start
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
megabytes, seconds = usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime
print(f"{done.stdout.strip()}: {elapsed:.2f} s, {seconds:.2f} s of processor, {megabytes:.0f} MB")
assert done.returncode == 0, done.stdout + done.stderr
sanitized = b"__asan" in open(hotchkiss, "rb").read()
assert sanitized or megabytes <= 400, megabytes
assert sanitized or seconds <= 2, seconds
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
