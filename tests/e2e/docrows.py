#!/usr/bin/env python3
"""Every row that a page shows stands in a folder of data, word for word: docrows.py PAGE LEAST FOLDER…

LEAST: how many rows the page shows at least, so that a page without any does not pass."""
import pathlib
import re
import sys

page, least, *folders = sys.argv[1:]
lines = set()
for folder in folders:
    for path in pathlib.Path(folder).rglob("*.json"):
        lines.update(path.read_text(encoding="utf-8").splitlines())
shown = [line for block in re.findall(r"```\n(.*?)```", open(page, encoding="utf-8").read(), re.S)
         for line in block.splitlines() if line.startswith("[")]
missing = [line for line in shown if line not in lines]
for line in missing:
    print(f"{page} shows a row that {', '.join(folders)} does not have: {line}")
print(f"{len(shown)} rows compared")
sys.exit(1 if missing or len(shown) < int(least) else 0)
