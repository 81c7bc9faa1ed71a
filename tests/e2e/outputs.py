"""Holds what the command line prints for programs against schemas/output: outputs.py SOURCE_DIR FILE…

A file says its kind itself; where the output has none, SCHEMA=FILE names it."""
import json
import pathlib
import sys

import jsonschema

source = pathlib.Path(sys.argv[1])
for name in sys.argv[2:]:
    kind, _, path = name.rpartition("=")
    content = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    schema = json.loads((source / "schemas/output" / f"{kind or content['kind']}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(content, schema, cls=jsonschema.Draft7Validator)
print(f"{len(sys.argv) - 2} outputs fit their schemas")
