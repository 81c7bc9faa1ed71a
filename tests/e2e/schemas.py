"""Holds the verdicts of our readers and of valijson against those of python3-jsonschema.

schemas.py <schema_verdicts binary> <source folder>
"""

import copy
import json
import pathlib
import random
import subprocess
import sys

import jsonschema

COUNT = 10_000
LEAST_SHARE = 0.15
DENSE_COLS = {
    "hexes": ["c", "r", "terrain", "level", "more"],
    "edges": ["c", "r", "d", "features"],
    "vertices": ["c", "r", "v", "features"],
}
# Kinds that the samples do not have, or hardly.
HAND_MADE = {
    "edits": [
        ["terrain", [[3, 4], "0533"], "woods"],
        ["level", "0533", None],
        ["raise", [3, 4], 2],
        ["lower", [[3, 4]], 1],
        ["fill", [0, 0], "clear"],
        ["replace", "woods", "clear"],
        ["attribute", [3, 4], "state", {"any": ["thing"]}],
        ["feature", [[-1, 4, 2], "0533/0534"], "path.pike", {"of": ["plank-road"]}],
        ["feature", [3, 4, 1], "creek", None],
        ["corner", [3, 4, 1], "breastwork", {}],
        ["path", [[3, 4], "0405"], "path.pike", {"of": ["a"]}],
        ["chain", [[3, 4, 0], [5, 4, 1]], "creek", {}],
        ["record", "named", "crossing", "ford", {"at": [3, 4, 1]}],
        ["record", "named", "crossing", "ford", None],
        ["reframe", [-2, 1], [20, 15]],
    ],
    # A manifest has no rows: these are whole files.
    "manifest": [
        {"formatVersion": 1, "kind": "manifest", "level": level, "validator": "hotchkiss core 1", "findings": findings,
         "entries": {"module.json": "0123456789abcdef" * 4, "ruleset/rules.json": "f" * 64}}
        for level in ("draft", "map", "playable") for findings in ({}, {"CORE-V30": 8})
    ],
    "mapping": [
        ["sheet", "sheet", {"form": "table", "delimiter": "comma", "headerRow": 2, "section": "leader", "id": "{side}.{name}",
                            "only": {"battle": "PA002"}, "note": "n"}],
        ["sheet", "list", {"form": "layout", "side": "usa", "type": "infantry", "root": "aop", "rootName": "Army",
                           "ignore": ["page"], "joins": ["and"]}],
        ["column", "c01", {"header": "Strength (SP)", "to": "values.sp", "words": {"I": "infantry"}, "fillDown": True}],
        ["constant", "side", {"to": "side", "value": "usa"}],
        ["level", "corps", {"echelon": "corps", "order": 2, "words": ["Corps"], "leader": "leader"}],
        ["type", "art", {"type": "artillery", "section": "battery", "words": ["Battery"], "in": ["Artillery"]}],
        ["rank", "bg", {"word": "Brig. Gen.", "value": "brigadier"}],
        ["confusable", "o", {"read": ["0", "6"]}],
    ],
    "position": [
        ["unit", "b1", {"side": "blue", "type": "infantry", "name": "First", "at": [3, 4], "facing": 11, "order": 2,
                        "values": {"sp": 3, "routed": False, "ce": {"unknown": True, "min": 1, "max": 2.5}}}],
        ["unit", "b2", {"side": "blue", "type": "ship", "at": {"aboard": "b1"}}],
        ["environment", "now", {"weather": "rain", "turn": 4, "turnKind": "day", "date": "1863-07-01", "states": {"mud": True},
                                "policies": {"p": "x"}}],
        ["crossing", "ford", {"status": "out", "owner": "blue"}],
        ["hex", "0405", {"control": "blue", "states": {"burnt": 1}}],
        ["edge", "0405/0406", {"states": {"dug": True}}],
        ["memory", "last", {"values": {"moved": "b1"}}],
    ],
    "hand": [
        ["hex", "3.4", {"kept": ["terrain"], "removed": ["building"], "note": "n", "by": "me"}],
        ["edge", "-1.4.2", {"kept": ["slope"]}],
        ["vertex", "3.4.1", {}],
    ],
    "evidence": [
        ["hex", "3.4", {"metres": 120.5, "relief": 3, "shares": {"woods": 0.25, "clear": 0.75}, "confidence": 0.5,
                        "runnerUp": "woods", "from": ["dem"], "note": "", "values": {"a": [1]}}],
        ["edge", "3.4.0", {"confidence": 1}],
    ],
    "overlay": [
        ["terrain", "swamp", {"name": "Swamp", "source": "book 1"}],
        ["terrain", "clear", None],
        ["form", "l01", {"patterns": ["{col}"], "min": 2}],
    ],
    "approvals": [
        ["approval", "a1", {"check": "CORE-V02", "reason": "printed so", "fingerprint": "0123456789abcdef", "by": "me",
                            "date": "2024-01-01"}],
        ["approval", "a-2", {"check": "GBACW-E01", "reason": "é", "fingerprint": "f" * 64}],
    ],
    "checks": [
        ["check", "ISLES-V01", {"title": "A brook around a hex", "severity": "warning", "source": "isles 1", "class": "completeness",
                                "level": "playable", "advice": "Open it", "fix": "removeRecord",
                                "parts": [{"mechanism": "closedRing", "features": ["brook"], "message": "at {edge}"}]}],
        ["check", "ISLES-V02", {"title": "No crossing", "severity": "error", "source": ["isles 1", "isles 2"],
                                "restates": [{"check": "CORE-V15", "edgeHas": ["brook"], "message": "{message}"}]}],
    ],
    "oob": [
        ["side", "union", {"name": "Union"}],
        ["formation", "i", {"side": "union", "echelon": "corps", "parent": "p", "values": {"ce": {"min": 1, "max": 2}}}],
        ["unit", "1-us.inf", {"side": "union", "type": "infantry", "values": {"mv": {"unknown": True, "min": 2}, "x": 4.5},
                              "faces": {"back": {"mv": {"value": 3, "uncertain": True, "alternatives": [2, 3]}}}}],
        ["leader", "l", {"side": "union", "type": "leader", "replacement": "none", "commands": "i",
                         "promotion": {"date": "1862-04", "values": {"cr": 4}}}],
        ["leader", "l2", {"side": "union", "type": "leader", "replacement": {"name": "Doe", "values": {"cr": {"choice": [1, 2]}}}}],
        ["battery", "b", {"side": "union", "type": "artillery", "sections": [{"count": 2, "values": {"weapon": "N"}}]}],
        ["pool", "p", {"members": ["l", "l2"], "draw": "ordered", "count": {"min": 1, "max": 2}}],
        ["limit", "m", {"type": "marker", "count": 4, "use": "build"}],
    ],
    "scenario": [
        ["scenario", "first-day", {"title": "The First Day", "turns": 12, "start": {"date": "1863-07-01", "time": "0740"},
                                   "inherits": [{"scenario": "all", "sections": ["turn"], "through": {"date": "1863-07-01"}}]}],
        ["turn", "t1", {"n": 1, "date": "1863-07-01", "time": "07:40", "kind": "day", "events": ["e1"]}],
        ["setup", "s1", {"units": ["a", "b"], "oneOf": [[1, 2], "B4322", {"place": "x"}], "facing": 3, "values": {"routed": False}}],
        ["setup", "s2", {"formations": ["i"], "exceptTypes": ["artillery"], "where": {"all": [
            {"within": {"unknown": True, "max": 3}, "of": [{"region": "r"}, [4, 5]]}, {"rows": [None, 12]},
            {"sideOf": {"course": "c"}, "bearing": "west", "inclusive": True}, {"not": {"terrain": ["woods"]}},
            {"between": [{"place": "a"}, {"course": "b"}], "inclusive": [True, False]}]},
            "counters": [{"type": "wagon", "count": 3}], "mayBe": {"reserve": True}}],
        ["arrival", "a1", {"turn": {"date": "1863-07-01", "time": "0740"}, "at": [{"staging": "1"}, {"entry": "e"}], "choose": "one",
                           "units": ["a"], "variants": [{"when": {"option": "o"}, "turn": 4}]}],
        ["withdrawal", "w1", {"turn": 5, "by": "t9", "units": ["a"], "penalty": {"vp": 100, "per": "sp"}}],
        ["objective", "o1", {"kind": "presence", "side": "csa", "vp": 50, "condition": {"presence": {
            "side": "csa", "atLeast": 4, "is": {"routed": False}, "where": {"in": {"region": "hill"}}, "consecutive": 4},
            "traces": [{"trace": "loc", "to": {"region": "area-1"}}]}}],
        ["victory", "v", {"measure": "ratio", "of": ["csa", "usa"]}],
        ["level", "l1", {"order": 1, "name": "CSA Decisive", "min": 1.75}],
        ["rail", "r", {"course": "o-and-a", "railheads": [{"side": "union", "at": [4, 5]}]}],
        ["event", "e1", {"roll": [2, 3], "effects": [{"do": "add", "track": "vp", "by": 2, "when": {"weather": ["rain"]}}]}],
    ],
    "import": [
        ["module", "m", {"title": "M", "ruleset": "gcacw", "level": "draft", "authors": ["a"]}],
        ["frame", "map", {"crs": "EPSG:26918", "pitch": 120, "unit": "yard", "rotation": 2.5,
                          "area": {"centre": [-77.25, 39.75], "size": [20, 30]}}],
        ["frame", "map", {"crs": "EPSG:26918", "area": {"place": {"source": "p", "field": "n", "value": "x"},
                                                        "extent": [10, 12.5]}}],
        ["sheet", "A", {"origin": [0, 0], "size": [10, 12], "label": "{col:2}{row:2}"}],
        ["elevation", "dem", {"source": ["a", "b"], "pixels": "centre", "statistic": "percentile", "percentile": 90,
                              "levels": {"interval": 6.5, "rounding": "floor"}, "terrain": [{"terrain": "hill", "relief": 50}],
                              "marks": [{"attribute": "hilltop", "above": 10, "value": True}],
                              "edges": [{"feature": "slope", "class": "minor", "levels": 1, "role": "high"}]}],
        ["cover", "landcover", {"source": "a", "classes": [{"value": [41, {"min": 50, "max": 60}], "terrain": "woods",
                                                            "minShare": 0.5, "priority": 2}], "default": "clear",
                                "edges": [{"feature": "open_water", "terrain": "water", "minShare": 0.5, "shore": False}]}],
        ["rivers", "r", {"source": "a", "layer": "l", "name": "n", "course": "river", "gap": 1.5, "downstream": True,
                         "classes": [{"when": {"rank": {"max": 4}}, "feature": "major_river"}, {"feature": "creek"}]}],
        ["paths", "p", {"source": "a", "where": {"t": ["x", 1]}, "classes": [{"path": "road"}], "crossingsJoin": True,
                        "crossings": [{"over": "river", "path": "rail", "crossing": "bridge"}]}],
        ["places", "c", {"source": "a", "x": "LON", "y": "LAT", "name": "City", "classes": [{"place": "town"}]}],
        ["regions", "s", {"source": "a", "id": "postal", "attribute": "state", "border": "line", "values": {"WV": "VA"}}],
        ["scan", "s", {"source": "a", "points": "b", "transform": "spline", "resolution": 4.5, "output": "u.png"}],
    ],
    "vertices": ["c", "r", "v", "features"],
}
# Kinds that the samples do not have, or hardly.
HAND_MADE = {
    "edits": [
        ["terrain", [[3, 4], "0533"], "woods"],
        ["level", "0533", None],
        ["raise", [3, 4], 2],
        ["lower", [[3, 4]], 1],
        ["fill", [0, 0], "clear"],
        ["replace", "woods", "clear"],
        ["attribute", [3, 4], "state", {"any": ["thing"]}],
        ["feature", [[-1, 4, 2], "0533/0534"], "path.pike", {"of": ["plank-road"]}],
        ["feature", [3, 4, 1], "creek", None],
        ["corner", [3, 4, 1], "breastwork", {}],
        ["path", [[3, 4], "0405"], "path.pike", {"of": ["a"]}],
        ["chain", [[3, 4, 0], [5, 4, 1]], "creek", {}],
        ["record", "named", "crossing", "ford", {"at": [3, 4, 1]}],
        ["record", "named", "crossing", "ford", None],
        ["reframe", [-2, 1], [20, 15]],
    ],
    # A manifest has no rows: these are whole files.
    "manifest": [
        {"formatVersion": 1, "kind": "manifest", "level": level, "validator": "hotchkiss core 1", "findings": findings,
         "entries": {"module.json": "0123456789abcdef" * 4, "ruleset/rules.json": "f" * 64}}
        for level in ("draft", "map", "playable") for findings in ({}, {"CORE-V30": 8})
    ],
    "mapping": [
        ["sheet", "sheet", {"form": "table", "delimiter": "comma", "headerRow": 2, "section": "leader", "id": "{side}.{name}",
                            "only": {"battle": "PA002"}, "note": "n"}],
        ["sheet", "list", {"form": "layout", "side": "usa", "type": "infantry", "root": "aop", "rootName": "Army",
                           "ignore": ["page"], "joins": ["and"]}],
        ["column", "c01", {"header": "Strength (SP)", "to": "values.sp", "words": {"I": "infantry"}, "fillDown": True}],
        ["constant", "side", {"to": "side", "value": "usa"}],
        ["level", "corps", {"echelon": "corps", "order": 2, "words": ["Corps"], "leader": "leader"}],
        ["type", "art", {"type": "artillery", "section": "battery", "words": ["Battery"], "in": ["Artillery"]}],
        ["rank", "bg", {"word": "Brig. Gen.", "value": "brigadier"}],
        ["confusable", "o", {"read": ["0", "6"]}],
    ],
    "position": [
        ["unit", "b1", {"side": "blue", "type": "infantry", "name": "First", "at": [3, 4], "facing": 11, "order": 2,
                        "values": {"sp": 3, "routed": False, "ce": {"unknown": True, "min": 1, "max": 2.5}}}],
        ["unit", "b2", {"side": "blue", "type": "ship", "at": {"aboard": "b1"}}],
        ["environment", "now", {"weather": "rain", "turn": 4, "turnKind": "day", "date": "1863-07-01", "states": {"mud": True},
                                "policies": {"p": "x"}}],
        ["crossing", "ford", {"status": "out", "owner": "blue"}],
        ["hex", "0405", {"control": "blue", "states": {"burnt": 1}}],
        ["edge", "0405/0406", {"states": {"dug": True}}],
        ["memory", "last", {"values": {"moved": "b1"}}],
    ],
    "hand": [
        ["hex", "3.4", {"kept": ["terrain"], "removed": ["building"], "note": "n", "by": "me"}],
        ["edge", "-1.4.2", {"kept": ["slope"]}],
        ["vertex", "3.4.1", {}],
    ],
    "evidence": [
        ["hex", "3.4", {"metres": 120.5, "relief": 3, "shares": {"woods": 0.25, "clear": 0.75}, "confidence": 0.5,
                        "runnerUp": "woods", "from": ["dem"], "note": "", "values": {"a": [1]}}],
        ["edge", "3.4.0", {"confidence": 1}],
    ],
    "overlay": [
        ["terrain", "swamp", {"name": "Swamp", "source": "book 1"}],
        ["terrain", "clear", None],
        ["form", "l01", {"patterns": ["{col}"], "min": 2}],
    ],
    "approvals": [
        ["approval", "a1", {"check": "CORE-V02", "reason": "printed so", "fingerprint": "0123456789abcdef", "by": "me",
                            "date": "2024-01-01"}],
        ["approval", "a-2", {"check": "GBACW-E01", "reason": "é", "fingerprint": "f" * 64}],
    ],
    "oob": [
        ["side", "union", {"name": "Union"}],
        ["formation", "i", {"side": "union", "echelon": "corps", "parent": "p", "values": {"ce": {"min": 1, "max": 2}}}],
        ["unit", "1-us.inf", {"side": "union", "type": "infantry", "values": {"mv": {"unknown": True, "min": 2}, "x": 4.5},
                              "faces": {"back": {"mv": {"value": 3, "uncertain": True, "alternatives": [2, 3]}}}}],
        ["leader", "l", {"side": "union", "type": "leader", "replacement": "none", "commands": "i",
                         "promotion": {"date": "1862-04", "values": {"cr": 4}}}],
        ["leader", "l2", {"side": "union", "type": "leader", "replacement": {"name": "Doe", "values": {"cr": {"choice": [1, 2]}}}}],
        ["battery", "b", {"side": "union", "type": "artillery", "sections": [{"count": 2, "values": {"weapon": "N"}}]}],
        ["pool", "p", {"members": ["l", "l2"], "draw": "ordered", "count": {"min": 1, "max": 2}}],
        ["limit", "m", {"type": "marker", "count": 4, "use": "build"}],
    ],
    "scenario": [
        ["scenario", "first-day", {"title": "The First Day", "turns": 12, "start": {"date": "1863-07-01", "time": "0740"},
                                   "inherits": [{"scenario": "all", "sections": ["turn"], "through": {"date": "1863-07-01"}}]}],
        ["turn", "t1", {"n": 1, "date": "1863-07-01", "time": "07:40", "kind": "day", "events": ["e1"]}],
        ["setup", "s1", {"units": ["a", "b"], "oneOf": [[1, 2], "B4322", {"place": "x"}], "facing": 3, "values": {"routed": False}}],
        ["setup", "s2", {"formations": ["i"], "exceptTypes": ["artillery"], "where": {"all": [
            {"within": {"unknown": True, "max": 3}, "of": [{"region": "r"}, [4, 5]]}, {"rows": [None, 12]},
            {"sideOf": {"course": "c"}, "bearing": "west", "inclusive": True}, {"not": {"terrain": ["woods"]}},
            {"between": [{"place": "a"}, {"course": "b"}], "inclusive": [True, False]}]},
            "counters": [{"type": "wagon", "count": 3}], "mayBe": {"reserve": True}}],
        ["arrival", "a1", {"turn": {"date": "1863-07-01", "time": "0740"}, "at": [{"staging": "1"}, {"entry": "e"}], "choose": "one",
                           "units": ["a"], "variants": [{"when": {"option": "o"}, "turn": 4}]}],
        ["withdrawal", "w1", {"turn": 5, "by": "t9", "units": ["a"], "penalty": {"vp": 100, "per": "sp"}}],
        ["objective", "o1", {"kind": "presence", "side": "csa", "vp": 50, "condition": {"presence": {
            "side": "csa", "atLeast": 4, "is": {"routed": False}, "where": {"in": {"region": "hill"}}, "consecutive": 4},
            "traces": [{"trace": "loc", "to": {"region": "area-1"}}]}}],
        ["victory", "v", {"measure": "ratio", "of": ["csa", "usa"]}],
        ["level", "l1", {"order": 1, "name": "CSA Decisive", "min": 1.75}],
        ["rail", "r", {"course": "o-and-a", "railheads": [{"side": "union", "at": [4, 5]}]}],
        ["event", "e1", {"roll": [2, 3], "effects": [{"do": "add", "track": "vp", "by": 2, "when": {"weather": ["rain"]}}]}],
    ],
    "import": [
        ["elevation", "dem", {"file": "dem.tif", "step": 20.5}],
        ["cover", "landcover", {"classes": {"41": "woods"}, "share": 0.5}],
    ],
    "vertices": [
        [-1],
        [6, 7, 1, {"breastwork": {"in": "a"}}],
        [6, 7, 0, {"abatis": {"class": "heavy", "of": ["line-1"], "views": {"union": {"x": 1}}}}],
    ],
    "module": [
        ["frame", "map", {"crs": "EPSG:32618", "origin": [10.5, -3], "pitch": [100, 86.5], "rotation": 12.5, "shear": 0.5,
                          "unit": "metre"}],
        ["sheet", "B", {"origin": [-4, 0], "size": [10, 12], "label": "{sheet}{col:2}{row:2}", "letter": "", "turn": 3,
                        "oblique": "rising", "omit": [[0, 1]], "missing": {"top": "all"},
                        "columns": {"first": 12, "step": -1, "stagger": "doubled"},
                        "northBearing": {"unknown": True, "min": 1.5, "note": "n"}}],
    ],
}
# No line ends: "$" of Python's patterns looks past one. No floats such as 1.0: validators differ on whether they are
# integers. Integers fit into 63 bits: readers differ on larger ones.
VALUES = [
    None, True, False, 0, 1, -1, 2, 3, 6, 61, -2, 8191, 8192, 8193, 30000, 30001, -30001, 100000, 2**31, -(2**31) - 1, 2**53,
    0.5, -0.5, 1.5, 360.5, "", "a", "A", "é", "–", " ", "a b", "woods", "-x", "x_1.y", "a/b", "#12ab3f", "#12AB3F", "0.0.0",
    "null", "flat", "map", "both", "\u0001", '"', "\\", "𝄞" * 3, "x" * 80, "x" * 81, "é" * 80, "é" * 81, "x" * 399, "x" * 401,
    "y" * 2000, "y" * 2001, "é" * 2000, [], {}, [[]], [{}], {"a": {}}, {"": 1}, [1, 2], ["a"], {"unknown": True},
    {"unknown": 1},
]
NAMES = ["", "a", "A1", "x y", "é", "of", "in", "class", "name", "note", "source", "kind", "size", "min", "-a", "views",
         "n" * 80, "n" * 81, "n" * 401]


def is_plain(value):
    """Nothing that the three parsers read differently."""
    if isinstance(value, float):
        return not value.is_integer()
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    return True


def places(value, parent=None, key=None):
    """Every value inside with its container and its place there."""
    yield parent, key, value
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, value, i)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from places(member, value, name)


def other_number(number, rng):
    return rng.choice([number + 1, number - 1, -number, number * 1000, number + 0.5, 0, 8192, -30001])


def mutate_once(row, rng):
    parent, key, value = rng.choice(list(places(row)))
    action = rng.randrange(9)
    if action == 0 and parent is not None:
        del parent[key]
    elif action == 1 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(value))
    elif action == 2 and isinstance(parent, dict):
        parent[rng.choice(NAMES)] = parent.pop(key)
    elif action == 3 and isinstance(value, dict):
        value[rng.choice(NAMES)] = copy.deepcopy(rng.choice(VALUES))
    elif action == 3 and isinstance(value, list):
        value.insert(rng.randint(0, len(value)), copy.deepcopy(rng.choice(VALUES)))
    elif action == 4 and isinstance(value, (dict, list)) and parent is not None:
        parent[key] = type(value)()
    elif action == 5 and isinstance(value, str) and parent is not None:
        at = rng.randint(0, len(value))
        parent[key] = rng.choice([value + "x", value[:at], value[at:], value.upper(), value * 30, value[:at] + "é" + value[at:],
                                  " " + value, value + "-1"])
    elif action in (5, 6) and isinstance(value, (int, float)) and not isinstance(value, bool) and parent is not None:
        parent[key] = other_number(value, rng)
    elif action == 7:
        _, _, donor = rng.choice(list(places(row)))
        if parent is not None:
            parent[key] = copy.deepcopy(donor)
    elif parent is not None:
        parent[key] = copy.deepcopy(rng.choice(VALUES))
    elif rng.random() < 0.1:
        return copy.deepcopy(rng.choice(VALUES))
    return row


def mutated(row, rng):
    row = copy.deepcopy(row)
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 3])):
        row = mutate_once(row, rng)
    return row


def with_long_texts(row):
    """The row with each of its texts and names in turn made longer than any pattern may be tried on."""
    for i, (_, key, value) in enumerate(places(row)):
        changed = copy.deepcopy(row)
        parent, _, _ = list(places(changed))[i]
        if isinstance(value, str) and parent is not None:
            parent[key] = "a" * 401
            yield changed
        elif isinstance(parent, dict):
            parent["a" * 401] = parent.pop(key)
            yield changed


def collect(source):
    rows = {kind: list(examples) for kind, examples in HAND_MADE.items()}
    files = sorted(source.glob("samples/**/*.json")) + sorted(source.glob("libscenario/rulesets/*/*.json"))
    files += sorted(source.glob("tests/vectors/*.json")) + sorted(source.glob("tests/data/sheets/*.mapping.json"))
    files += [source / "tests/data/fifth/position.json"]
    for path in files:
        content = json.loads(path.read_text(encoding="utf-8"))
        rows.setdefault(content["kind"], []).extend(row for row in content["rows"] if is_plain(row))
    return rows


def file_of(kind, row):
    if kind == "manifest":
        return row
    head = {"formatVersion": 1, "kind": kind}
    if kind in DENSE_COLS:
        head["cols"] = DENSE_COLS[kind]
    return {**head, "rows": [row, []]}


def distinct_sections(rows):
    """Rows by their first item, so that rare sections get their share."""
    sections = {}
    for row in rows:
        head = row[0] if isinstance(row, list) and row else None
        sections.setdefault(head if isinstance(head, str) else len(row), []).append(row)
    return [sections[key] for key in sorted(sections, key=str)]


def main():
    binary, source = sys.argv[1], pathlib.Path(sys.argv[2])
    rng = random.Random(1863)
    sections = {kind: distinct_sections(rows) for kind, rows in sorted(collect(source).items())}
    validators = {}
    for kind in sections:
        schema = json.loads((source / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft7Validator(schema)
    unused = {path.name.split(".")[0] for path in source.glob("schemas/*.schema.json")} - set(sections)
    if unused:
        sys.exit(f"schemas without rows to try: {sorted(unused)}")

    kinds = sorted(sections)
    questions = [(kind, changed) for kind in kinds for rows in sections[kind] for changed in with_long_texts(rows[0])]
    while len(questions) < COUNT:
        kind = kinds[len(questions) % len(kinds)]
        row = mutated(rng.choice(rng.choice(sections[kind])), rng)
        if is_plain(row):
            questions.append((kind, row))

    lines = "".join(json.dumps({"kind": kind, "row": row}) + "\n" for kind, row in questions)
    answer = subprocess.run([binary], input=lines, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(f"{binary} ended with {answer.returncode}: {answer.stderr[-2000:]}")
    verdicts = [tuple(word == "1" for word in line.split()) for line in answer.stdout.splitlines()]
    if len(verdicts) != COUNT:
        sys.exit(f"{COUNT} rows asked, {len(verdicts)} answers")

    valid = 0
    disagreements = []
    for (kind, row), (ours, valijson) in zip(questions, verdicts):
        theirs = validators[kind].is_valid(file_of(kind, row))
        valid += theirs
        if not ours == valijson == theirs:
            disagreements.append((kind, row, ours, valijson, theirs))
    print(f"{COUNT} rows of {len(kinds)} kinds: {valid} valid, {COUNT - valid} invalid, {len(disagreements)} disagreements")
    for kind, row, ours, valijson, theirs in disagreements[:10]:
        print(f"{kind}: ours {ours}, valijson {valijson}, jsonschema {theirs}: {json.dumps(row, ensure_ascii=False)[:600]}")
    if disagreements or min(valid, COUNT - valid) < LEAST_SHARE * COUNT:
        sys.exit("the readers do not agree" if disagreements else "too few rows of one sort: the test says little")


if __name__ == "__main__":
    main()
