#!/usr/bin/env python3
"""Code in a page of the documentation is the code of a program, and what the page says it prints is what it prints:
doccode.py PAGE SOURCE PROGRAM [ARGUMENT...]

In the page, `<!-- part NAME -->` stands before a block that has to equal the part of the source between //[NAME] and
//[/NAME]; `<!-- output -->` stands before what the program prints."""
import re
import subprocess
import sys

page, source, *command = sys.argv[1:]
text = open(page, encoding="utf-8").read()
code = open(source, encoding="utf-8").read()
parts = dict(re.findall(r"^//\[(\w+)\]\n(.*?)^//\[/\1\]\n", code, re.S | re.M))
shown = dict(re.findall(r"<!-- part (\w+) -->\n```cpp\n(.*?)```\n", text, re.S))
failures = 0
for name, part in parts.items():
    if shown.get(name) != part:
        print(f"{page}: the block {name} is {'missing' if name not in shown else 'not that of ' + source}")
        failures += 1
for name in shown:
    if name not in parts:
        print(f"{page}: {source} has no part {name}")
        failures += 1
if not parts:
    print(f"{source} has no parts")
    failures += 1
output = re.search(r"<!-- output -->\n```\n(.*?)```\n", text, re.S)
run = subprocess.run(command, capture_output=True, text=True)
if run.returncode != 0:
    print(f"{command[0]} failed: {run.stderr}")
    failures += 1
if not output or output.group(1) != run.stdout:
    print(f"{page}: the program prints\n{run.stdout}")
    failures += 1
sys.exit(1 if failures else 0)
