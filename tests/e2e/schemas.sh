#!/bin/sh
# Our readers, valijson and python3-jsonschema must agree on 10,000 rows, good and bad.
# schemas.sh <schema_verdicts binary> <source folder>
set -eu
exec python3 "$(dirname "$0")/schemas.py" "$1" "$2"
