#!/usr/bin/env python3
"""A picture of a million hexes beside Tiled's tmxrasterizer on an equal map.

    tests/bench/picture.py [HOTCHKISS] [PIXELS A HEX]      default: build/release/bin/hotchkiss 16

Both programs read a map of 1000 x 1000 hexes in five terrains from disk and write one PNG of about the same size.
Tiled copies ready-made tiles. Hotchkiss draws: first only the terrain, which is what the other map holds, then everything
(textures, grid, rivers). Where tmxrasterizer (Debian package tiled) is not installed only our own times are printed.
"""
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SIDE = 1000
TERRAINS = 5
COLOURS = [(244, 233, 200), (150, 180, 110), (200, 205, 150), (225, 229, 180), (228, 180, 120)]
HERE = os.path.dirname(os.path.abspath(__file__))


def png(path, width, height, rows):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    raw = b"".join(b"\0" + row for row in rows)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)))
        out.write(chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def tiles(path, width, height, side):
    """One hexagon of each terrain, beside each other."""
    slope = (width - side) / 2
    rows = []
    for y in range(height):
        inset = slope * abs(y + 0.5 - height / 2) / (height / 2)
        row = bytearray()
        for colour in COLOURS:
            for x in range(width):
                inside = inset - 0.5 <= x < width - inset + 0.5
                row += bytes(colour) + (b"\xff" if inside else b"\0")
        rows.append(bytes(row))
    png(path, width * TERRAINS, height, rows)


def tiled_map(folder, pitch):
    height = pitch
    width = round(pitch * 1.1547)
    side = 2 * round(pitch * 0.866) - width
    tiles(os.path.join(folder, "tiles.png"), width, height, side)
    lines = []
    for r in range(SIDE):
        lines.append(",".join(str(1 + (c // 7 * 31 + r // 5 * 17) % TERRAINS) for c in range(SIDE)))
    with open(os.path.join(folder, "map.tmx"), "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                  '<map version="1.8" orientation="hexagonal" renderorder="right-down" width="%d" height="%d" '
                  'tilewidth="%d" tileheight="%d" infinite="0" hexsidelength="%d" staggeraxis="x" staggerindex="odd">\n'
                  % (SIDE, SIDE, width, height, side))
        out.write('<tileset firstgid="1" name="terrain" tilewidth="%d" tileheight="%d" tilecount="%d" columns="%d">'
                  '<image source="tiles.png" width="%d" height="%d"/></tileset>\n'
                  % (width, height, TERRAINS, TERRAINS, width * TERRAINS, height))
        out.write('<layer id="1" name="terrain" width="%d" height="%d"><data encoding="csv">\n' % (SIDE, SIDE))
        out.write(",\n".join(lines) + "\n</data></layer>\n</map>\n")


def run(what, command, picture):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    elapsed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or not os.path.exists(picture):
        sys.exit("%s failed: %s" % (what, done.stdout + done.stderr))
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with open(picture, "rb") as head:
        width, height = struct.unpack(">II", head.read(24)[16:])
    print("%-34s %6.1f s  %6.1f s of processor  %5d x %5d pixels  %4d MB"
          % (what, elapsed, processor, width, height, os.path.getsize(picture) >> 20), flush=True)
    return elapsed, width * height


def main():
    hotchkiss = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../../build/release/bin/hotchkiss")
    pitch = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        module = os.path.join(folder, "module")
        subprocess.run([sys.executable, os.path.join(HERE, "../e2e/million.py"), module], check=True,
                       stdout=subprocess.DEVNULL)
        picture = os.path.join(folder, "map.png")
        plain = [hotchkiss, "export", "png", module, "-o", picture, "--dpi", str(pitch / 0.75), "--no-legend", "--no-title",
                 "--no-scale", "--no-border"]
        terrain = run("hotchkiss, terrain only", plain + ["--layers", "terrain", "--style", "clear"], picture)
        everything = run("hotchkiss, everything, engraved", plain, picture)
        if not shutil.which("tmxrasterizer"):
            print("tmxrasterizer is not installed (Debian package tiled), so there is nothing to compare with.")
            return
        tiled_map(folder, pitch)
        os.remove(picture)
        other = run("tmxrasterizer, terrain only", ["tmxrasterizer", os.path.join(folder, "map.tmx"), picture], picture)

        def ratio(ours):
            return (other[0] / other[1]) / (ours[0] / ours[1])

        print("per pixel: %.2f times as fast as tmxrasterizer for the same terrain, %.2f times with everything drawn"
              % (ratio(terrain), ratio(everything)))


main()
