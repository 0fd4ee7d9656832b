"""DOT reads back as the tree, by a small parser of our own and by Graphviz."""

import re
import subprocess
from xml.etree import ElementTree

import pytest

from tests.support.drawn_trees import random_tree
from tests.support.programs import needed
from tracer import trace
from tracer.drawing.print.diagrams import diagram_of

NODE = re.compile(r"  n(\d+) \[label=<(.*)>\];")
SVG_TEXT = "{http://www.w3.org/2000/svg}text"
EDGE = re.compile(r"  n(\d+):(\w+):s -- n(\d+):(\w+):n(?: \[(.*)\])?;")


def read(text):
    """The nodes' texts, one list a node, and the edges with their looks."""
    nodes, edges = {}, {}
    for line in text.splitlines():
        if node := NODE.fullmatch(line):
            cells = [ElementTree.fromstring(node[2])]
            ports = {one.get("PORT") for one in cells[0].iter("TD")}
            nodes[int(node[1])] = [text for text in cells[0].itertext() if text.strip()], ports
        elif edge := EDGE.fullmatch(line):
            edges[int(edge[3])] = int(edge[1]), edge[5] or ""
            assert edge[2] in nodes[int(edge[1])][1]
            assert edge[4] in nodes[int(edge[3])][1]
    return nodes, edges


@pytest.mark.parametrize("show", ["worksheet", "key"])
def test_dot_contains_every_node_edge_and_text(show):
    for seed in range(30):
        t = trace(random_tree(seed))
        diagram = diagram_of(t, show=show)
        nodes, edges = read(t.export("dot", show=show))
        assert list(nodes) == list(range(len(diagram.nodes)))
        for place, node in enumerate(diagram.nodes):
            written = "".join(nodes[place][0]).replace(" ", "")
            for text in (node.name, node.edge, node.value):
                assert text.replace(" ", "") in written
            if node.parent >= 0:
                parent, look = edges[place]
                assert parent == node.parent
                assert ("teetee" in look) == node.cut
                assert ("dashed" in look) == node.skipped
                assert ("penwidth" in look) == node.best
        assert len(edges) == len(diagram.nodes) - 1


def test_dot_contains_the_boards_of_a_game():
    nodes, _ = read(trace("tic-tac-toe@xox|xxo|o..").export("dot"))
    assert "".join(nodes[0][0]).endswith("XOXXXOO")


def test_graphviz_shows_every_name_as_it_is():
    """All signs of ASCII as names of nodes and moves, and what a label could take wrongly."""
    needed("dot")
    odd = ["]]", "]]>", "[]", "<!--", "-->", "<B>", "&amp;", "&#93;", r"\N", r"\n", "x]", "é]"]
    names = list(dict.fromkeys([*map(chr, range(33, 127)), *odd]))
    names.remove(",")
    tree = {"children": {name: {"id": f"{name}{name}", "value": 3} for name in names}}
    done = subprocess.run(
        ["dot", "-Tsvg"],
        input=trace({"tree": tree}).export("dot"),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stderr == ""
    shown = {
        "".join(text.itertext()) for text in ElementTree.fromstring(done.stdout).iter(SVG_TEXT)
    }
    assert {*names} | {f"{name}{name}" for name in names} <= shown


@pytest.mark.parametrize("source", ["lecture", "dice", "tic-tac-toe@xox|xxo|o..", "nim:2,1", "odd"])
def test_graphviz_accepts_it_and_keeps_the_order(source, tmp_path):
    needed("dot")
    if source == "odd":
        source = tmp_path / "odd.yaml"
        source.write_text(
            "name: 'a \"b\" \\'\n"
            "tree: {id: 'a<b>&', children: {'x\\': {id: '\"', value: 1}, z: 2}}\n",
            encoding="utf-8",
        )
    text = trace(source).export("dot")
    done = subprocess.run(
        ["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    placed = {
        int(line.split()[1][1:]): (float(line.split()[2]), float(line.split()[3]))
        for line in done.stdout.splitlines()
        if line.startswith("node ")
    }
    _, edges = read(text)
    assert len(placed) == len(edges) + 1
    for child, (parent, _) in edges.items():
        assert placed[child][1] < placed[parent][1]
        for other, (above, _) in edges.items():
            if above == parent and other > child:
                assert placed[child][0] < placed[other][0]


def test_graphviz_draws_the_cells_of_a_board_as_squares():
    needed("dot")
    t = trace("tic-tac-toe@xox|.xo|...", search="mcts", iterations=40, seed=1)
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=t.export("dot").encode(), capture_output=True, check=True
    )
    assert drawn.stderr == b""
    squares = 0
    for points in re.findall(rb'<polygon [^>]*points="([^"]+)"', drawn.stdout):
        xs, ys = zip(*(map(float, point.split(b",")) for point in points.split()), strict=True)
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        squares += abs(wide - 13) < 1.5 and abs(high - 13) < 1.5
    nodes = len(diagram_of(t).nodes)
    assert squares >= 9 * nodes
