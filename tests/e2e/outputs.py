"""Holds what the command line prints for programs against schemas/output: outputs.py SOURCE_DIR FILE…

A file says its kind itself; where the output has none, SCHEMA=FILE names it. A file *.sarif is held against the
standard's own schema."""
import json
import pathlib
import sys

import jsonschema

source = pathlib.Path(sys.argv[1])
for name in sys.argv[2:]:
    kind, _, path = name.rpartition("=")
    content = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    if path.endswith(".sarif"):
        jsonschema.validate(content, json.loads((source / "tests/data/sarif/sarif-2.1.0.json").read_text(encoding="utf-8")))
        continue
    schema = json.loads((source / "schemas/output" / f"{kind or content['kind']}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(content, schema, cls=jsonschema.Draft7Validator)
print(f"{len(sys.argv) - 2} outputs fit their schemas")
