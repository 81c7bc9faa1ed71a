"""Hostile and damaged input as a user may meet it: one clear sentence, exit 2, nothing written.

hostile.py HOTCHKISS SOURCE_DIR
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile

warnings.simplefilter("ignore")  # zipfile warns about the duplicate names that we want
HOTCHKISS, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []
tried = 0


def snapshot(folder):
    return sorted((str(p.relative_to(folder)), p.read_bytes() if p.is_file() else b"") for p in folder.rglob("*"))


def refused(name, work, *arguments):
    """The command must end with 2 and one sentence on stderr, print nothing else, and write nothing."""
    global tried
    tried += 1
    before = snapshot(work)
    done = subprocess.run([HOTCHKISS, *map(str, arguments)], cwd=work, capture_output=True, text=True, errors="replace",
                          timeout=60, check=False)
    lines = done.stderr.strip().splitlines()
    problems = []
    if done.returncode != 2:
        problems.append(f"exit {done.returncode}")
    if done.stdout:
        problems.append("printed to stdout")
    if len(lines) != 1 or not lines[0].startswith("hotchkiss: ") or len(lines[0]) > 600:
        problems.append("not one sentence")
    if any(ord(c) < 32 for c in lines[0] if lines):
        problems.append("control characters")
    if snapshot(work) != before:
        problems.append("wrote something")
    if problems:
        failures.append(f"{name}: {', '.join(problems)}: {done.stdout[:200]} {done.stderr[:300]}")


def good_package(work):
    target = work / "good.hkp"
    subprocess.run([HOTCHKISS, "export", "package", str(SOURCE / "samples/gcacw-primer"), "-o", str(target)], check=True,
                   capture_output=True)
    with zipfile.ZipFile(target) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def pack(path, entries, manifest=True):
    """entries: list of (name, bytes). The manifest's digests fit unless it is left alone."""
    content = dict(entries)
    if manifest:
        head = json.loads(content["manifest.json"])
        head["entries"] = {n: hashlib.sha256(b).hexdigest() for n, b in content.items() if n != "manifest.json"}
        content["manifest.json"] = json.dumps(head).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, content["manifest.json"] if name == "manifest.json" else data)
    return path


def packages(work):
    good = good_package(work)
    items = list(good.items())
    pack(work / "control.hkp", items)
    assert subprocess.run([HOTCHKISS, "validate", str(work / "control.hkp")], capture_output=True, check=False).returncode == 0

    def changed(**entries):
        return list({**good, **entries}.items())

    pack(work / "climbs.hkp", items + [("../outside.json", b"{}")])
    pack(work / "climbs-inside.hkp", items + [("map/../../outside.json", b"{}")])
    pack(work / "absolute.hkp", items + [("/tmp/outside.json", b"{}")])
    pack(work / "drive.hkp", items + [("C:\\outside.json", b"{}")])
    pack(work / "twice.hkp", items + [("map/hexes.json", b"{}")])
    pack(work / "twice-by-case.hkp", items + [("MAP/hexes.json", b"{}")])
    pack(work / "file-and-folder.hkp", items + [("module.json/x.json", b"{}")])
    pack(work / "deep-folders.hkp", items + [("/".join("abcdefghij") + "/x.json", b"{}")])
    pack(work / "bomb.hkp", items + [("map/evidence.json", b" " * (64 << 20))])
    pack(work / "many-entries.hkp", items + [(f"scenarios/s{i}.json", b"{}") for i in range(4100)])
    pack(work / "wrong-digest.hkp", changed(**{"module.json": good["module.json"] + b" "}), manifest=False)
    pack(work / "extra-entry.hkp", items + [("notes.txt", b"hello")], manifest=False)
    pack(work / "missing-entry.hkp", [i for i in items if i[0] != "map/edges.json"], manifest=False)
    pack(work / "no-manifest.hkp", [i for i in items if i[0] != "manifest.json"], manifest=False)
    pack(work / "newer.hkp", changed(**{"manifest.json": good["manifest.json"].replace(b'"formatVersion": 1', b'"formatVersion": 9')}))
    pack(work / "nested-json.hkp", changed(**{"map/named.json": b"[" * 200000}))
    pack(work / "not-utf8.hkp", changed(**{"map/named.json": b'{"formatVersion":1,"kind":"named","rows":[["place","\xff",{}],[]]}'}))
    whole = (work / "control.hkp").read_bytes()
    (work / "cut.hkp").write_bytes(whole[: len(whole) // 2])
    (work / "empty.hkp").write_bytes(b"")
    (work / "text.hkp").write_text("hello")
    (work / "stuffed.hkp").write_bytes(b"MZ" * 50 + whole)
    names = sorted(p.name for p in work.glob("*.hkp") if p.name not in ("good.hkp", "control.hkp"))
    for name in names:
        refused(name, work, "validate", name)
        refused(name + " info", work, "info", name)
    refused("re-export of a damaged package", work, "export", "package", "wrong-digest.hkp", "-o", "out.hkp")
    refused("diff with a damaged package", work, "diff", "control.hkp", "cut.hkp")
    refused("apply to a package", work, "apply", "control.hkp", "text.hkp")


def folders(work):
    def module(name, path, data):
        folder = work / name
        shutil.copytree(SOURCE / "samples/gcacw-primer", folder)
        if data is None:
            (folder / path).unlink()
        else:
            (folder / path).write_bytes(data)
        return name

    head = b'{"formatVersion":1,"kind":"named","rows":['
    cases = {
        "no-module": ("module.json", None),
        "empty-module": ("module.json", b""),
        "bom": ("map/named.json", b"\xef\xbb\xbf" + head + b"[]]}"),
        "not-utf8": ("map/named.json", head + b'["place","\xff\xfe",{}],[]]}'),
        "conflict-markers": ("map/named.json", b"<<<<<<< HEAD\n" + head + b"[]]}\n"),
        "cut": ("map/hexes.json", (SOURCE / "samples/gcacw-primer/map/hexes.json").read_bytes()[:5000]),
        "deep": ("map/named.json", head + b'["place","a",{"note":' + b"[" * 100000 + b"]" * 100000 + b"}],[]]}"),
        "wrong-kind": ("map/hexes.json", head + b"[]]}"),
        "newer": ("map/named.json", head.replace(b":1", b":2") + b"[]]}"),
        "older-mixed": ("map/named.json", head.replace(b":1", b":0") + b"[]]}"),
        "duplicate-member": ("map/named.json", head + b'["place","a",{"kind":"town","kind":"town","at":[1,1]}],[]]}'),
        "huge-size": ("module.json", (SOURCE / "samples/gcacw-primer/module.json").read_bytes().replace(b"[20,15]", b"[99999,99999]")),
        "huge-number": ("map/hexes.json", b'{"formatVersion":1,"kind":"hexes","cols":["c","r","terrain","level","more"],"rows":[[1e999,0],[]]}'),
        "null": ("map/named.json", b"null"),
        "nul-bytes": ("map/named.json", b"\0" * 1000),
        "escape-codes": ("map/named.json", head + b'["place","\x1b[31m",{}],[]]}'),
    }
    for name, (path, data) in cases.items():
        refused("folder " + name, work, "validate", module(name, path, data))
        refused("export of folder " + name, work, "export", "package", name, "-o", "out.hkp")
        (work / "edits.json").write_text('{"formatVersion":1,"kind":"edits","rows":[["terrain","W0101","clear"],[]]}')
        refused("dry run on folder " + name, work, "apply", name, "edits.json", "--dry-run")
    module("links", "map/named.json", b"{}")
    (work / "links/map/named.json").unlink()
    os.symlink("/etc/passwd", work / "links/map/named.json")
    refused("link to another file", work, "validate", "links")


def scripts(work):
    shutil.copytree(SOURCE / "samples/gcacw-primer", work / "module")
    shutil.rmtree(work / "module/.hotchkiss", ignore_errors=True)
    (work / "empty.json").write_text('{"formatVersion":1,"kind":"edits","rows":[[]]}')
    subprocess.run([HOTCHKISS, "apply", "module", "empty.json"], cwd=work, check=True, capture_output=True)  # makes its own files
    rows = {
        "unknown operation": '["paint","W0101","clear"]',
        "label off the map": '["terrain","W9999","clear"]',
        "not a label": '["terrain","here","clear"]',
        "coordinates off the map": '["terrain",[99,99],"clear"]',
        "path over a gap": '["path",["W0101","W0301"],"road",{}]',
        "wrong type": '["level","W0101","high"]',
        "no such table": '["record","map/nothing","place","x",{}]',
        "record that breaks its schema": '["record","map/named","place","x",{"at":"here"}]',
        "size zero": '["reframe",[0,0],[0,0]]',
        "huge size": '["reframe",[0,0],[8193,1]]',
        "lattice by record": '["record","module","lattice","map",{"orientation":"flat","shifted":"odd","size":[2,2]}]',
        "not JSON": "[",
    }
    for name, row in rows.items():
        (work / "edits.json").write_text('{"formatVersion":1,"kind":"edits","rows":[\n["terrain","W0101","woods"],\n%s,\n[]]}' % row)
        refused("script: " + name, work, "apply", "module", "edits.json")
    refused("script that does not exist", work, "apply", "module", "nowhere.json")
    refused("folder that does not exist", work, "apply", "nowhere", "empty.json")
    refused("package into a folder that cannot be", work, "export", "package", "module", "-o", "module/module.json/x.hkp")
    refused("script that is a folder", work, "apply", "module", "module")
    refused("diff with nothing", work, "diff", "module", "nowhere")
    refused("merge with nothing", work, "merge", "module", "module", "nowhere", "-o", "out")
    for name, options in {
        "no size": ["--size", "abc"], "zero": ["--size", "0x5"], "negative": ["--size", "-3x5"], "too large": ["--size", "9000x2"],
        "too many": ["--size", "8000x8000"], "bad origin": ["--size", "5x5", "--pitch-m", "100", "--origin", "here"],
        "bad sheet": ["--size", "5x5", "--sheet", "a b/c"], "crs without pitch": ["--size", "5x5", "--crs", "EPSG:26918"],
    }.items():
        refused("new: " + name, work, "new", "fresh", "--ruleset", "gcacw", *options)
    refused("new in a file's place", work, "new", "empty.json", "--ruleset", "gcacw", "--size", "5x5")
    refused("new below a file", work, "new", "empty.json/x", "--ruleset", "gcacw", "--size", "5x5")
    for name, arguments in {"no command": [], "unknown command": ["vaildate", "module"], "unknown option": ["info", "--xml", "module"],
                            "missing argument": ["diff", "module"], "wrong choice": ["validate", "module", "--level", "done"],
                            "option without value": ["new", "fresh", "--size"], "too many": ["info", "module", "module"]}.items():
        refused("usage: " + name, work, *arguments)
    refused("git-setup of nothing", work, "git-setup", "nowhere")
    refused("approve nothing", work, "approve", "nowhere", "--check", "CORE-V17", "--reason", "x")


for part in (packages, folders, scripts):
    with tempfile.TemporaryDirectory() as name:
        part(pathlib.Path(name))
print(f"{tried} refusals, {len(failures)} failures")
for failure in failures:
    print("FAILED:", failure)
sys.exit(1 if failures else 0)
