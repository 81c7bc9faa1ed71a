"""Writes a module of a million hexes with 450,000 hexsides and 2,000 courses: million.py FOLDER"""
import json
import os
import sys

WIDTH, HEIGHT, COURSES = 1000, 1000, 2000
TERRAINS = ["clear", "woods", "rough", "rolling", "city"]


def main():
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "map"), exist_ok=True)

    def rows(path, head, lines):
        with open(os.path.join(folder, path), "w", encoding="utf-8") as out:
            out.write(head + '"rows":[\n')
            out.writelines(line + ",\n" for line in lines)
            out.write("[]]}\n")

    rows("module.json", '{"formatVersion":1,"kind":"module",', [
        '["frame","map",{"pitch":[1850,1850],"unit":"metre"}]',
        '["lattice","map",{"orientation":"flat","shifted":"odd","size":[%d,%d]}]' % (WIDTH, HEIGHT),
        '["module","million",{"ruleset":"gcacw","title":"A million hexes"}]',
        '["sheet","A",{"label":"{col:3}{row:3}","northBearing":0,"origin":[0,0],"size":[%d,%d]}]' % (WIDTH, HEIGHT)])

    def hexes():
        for c in range(WIDTH):
            yield "[%d]" % c
            for r in range(HEIGHT):
                yield '[%d,%d,"%s"]' % (c, r, TERRAINS[(c // 7 * 31 + r // 5 * 17) % len(TERRAINS)])

    # Every course is a creek, which may rise where it likes. It zigzags along the north-east and south-east sides of one
    # column of hexes: consecutive sides share a corner. A column holds two courses of 112 or 113 hexes each.
    edges = {}
    courses = []
    per_column = COURSES // WIDTH
    length = 450000 // COURSES
    for number in range(COURSES):
        c = number // per_column
        start = 20 + (number % per_column) * (HEIGHT // per_column)
        name = "river-%d" % number
        courses.append(name)
        for step in range(length):
            edges[(c, start + step // 2, 1 + step % 2)] = name

    def edge_rows():
        column = -2
        for c, r, d in sorted(edges):
            while column < c:
                column += 1
                if column >= -1:
                    yield "[%d]" % column
            yield '[%d,%d,%d,{"creek":{"of":["%s"]}}]' % (c, r, d, edges[(c, r, d)])

    rows("map/hexes.json", '{"formatVersion":1,"kind":"hexes","cols":["c","r","terrain","level","more"],', hexes())
    rows("map/edges.json", '{"formatVersion":1,"kind":"edges","cols":["c","r","d","features"],', edge_rows())
    rows("map/named.json", '{"formatVersion":1,"kind":"named","rows":['.replace('"rows":[', ""),
         ('["course","%s",{"kind":"river","name":"%s"}]' % (name, json.dumps(name)[1:-1]) for name in sorted(courses)))


main()
