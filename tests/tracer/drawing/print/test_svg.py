"""SVG figures are valid, self-contained, and the same byte for byte."""

import re
import subprocess
from itertools import product
from xml.etree import ElementTree

import pytest

from tests.support.cases import over
from tests.support.contrast import contrast
from tests.support.drawn_trees import random_tree
from tests.support.programs import needed
from tracer import trace
from tracer.drawing.print.svg_figure import PALETTES

SHOWS = ("worksheet", "key", "windows")
THEMES = ("auto", "light", "dark", "print")


def elements(svg):
    return [element.tag.partition("}")[2] for element in ElementTree.fromstring(svg).iter()]


@over(("show", "theme"), list(product(SHOWS, THEMES)))
def test_svg_is_xml_of_plain_shapes_without_external_resources(show, theme):
    svg = trace("lecture").export("svg", show=show, theme=theme)
    assert set(elements(svg)) <= {
        *("svg", "title", "desc", "style", "rect", "polyline", "polygon", "circle", "path"),
        *("text", "g"),
    }
    assert svg.count("http") == 1  # the name of SVG itself
    for word in ("url(", "@import", "href", "script", " id=", "@font-face"):
        assert word not in svg


@over("source", ["lecture", "tic-tac-toe@xox|xxo|o..", "nim:2,1"])
@over("show", SHOWS)
def test_xmllint_accepts_it(source, show, tmp_path):
    needed("xmllint")
    path = tmp_path / "tree.svg"
    path.write_text(trace(source).export("svg", show=show), encoding="utf-8")
    subprocess.run(["xmllint", "--noout", path], check=True, timeout=60)


def test_names_with_xml_characters_are_escaped(tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text(
        "name: '<b> & \"co\"'\ntree: {id: 'a<b', children: {'x&y': {id: '\"', value: 1}, z: 2}}\n",
        encoding="utf-8",
    )
    texts = [one.text for one in ElementTree.fromstring(trace(path).export("svg")).iter()]
    assert {"a<b", "x&y", '"', 'Answer key: <b> & "co"'} <= set(texts)


def test_lengths_have_two_decimals_and_the_size_is_that_of_the_view():
    for seed in range(20):
        svg = trace(random_tree(seed)).export("svg")
        body = svg.partition("</style>")[2]
        numbers = re.findall(r'[ ",LMHV](-?\d+\.\d+)', re.sub(r">[^<]*<", "><", body))
        assert numbers
        assert all(len(number.partition(".")[2]) <= 2 for number in numbers)
        width, height = re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups()
        assert f'width="{width}pt" height="{height}pt"' in svg


def test_long_texts_state_their_length():
    svg = trace("lecture").export("svg", show="windows")
    long = [one for one in re.findall(r"<text[^>]*>[^<]+", svg) if len(one.partition(">")[2]) > 3]
    assert long
    assert all("textLength" in one for one in long)


def test_title_and_description_explain_the_figure():
    def title_and_description(**options):
        root = ElementTree.fromstring(trace("lecture").export("svg", **options))
        return [root[0].text, root[1].text]

    assert title_and_description() == [
        "Answer key: Lecture example",
        "13 nodes, 9 leaves, 3 levels. A (MAX) = 3: B (best), C, D. "
        "B (MIN) = 3: B1 = 3 (best), B2 = 12, B3 = 8. C (MIN) ≤ 2: C1 = 2, C2 = 4 (cut), "
        "C3 = 6 (cut). D (MIN) = 2: D1 = 14, D2 = 5, D3 = 2.",
    ]
    assert "C (MIN) ≤ 2, window (3, +∞): C1 = 2" in title_and_description(show="windows")[1]
    assert title_and_description(show="worksheet") == [
        "Game tree: Lecture example",
        "13 nodes, 9 leaves, 3 levels. A (MAX): B, C, D. B (MIN): B1 = 3, B2 = 12, B3 = 8. "
        "C (MIN): C1 = 2, C2 = 4, C3 = 6. D (MIN): D1 = 14, D2 = 5, D3 = 2.",
    ]


@pytest.mark.parametrize(("leaves", "is_described"), [(199, True), (200, False)])
def test_description_names_the_nodes_of_a_tree_that_is_not_too_large(leaves, is_described):
    root = ElementTree.fromstring(trace(list(range(leaves)), "minimax").export("svg"))
    assert root[1].text.startswith(f"{leaves + 1} nodes, {leaves} leaves, 2 levels.")
    assert ("A (MAX)" in root[1].text) == is_described


@pytest.mark.parametrize("theme", PALETTES)
def test_ink_has_contrast_on_every_ground(theme):
    colours = PALETTES[theme]
    for ink in ("ink", "dim", "best", "cut"):
        assert contrast(colours[ink], colours["paper"]) >= 4.5, ink
    for ground in ("max", "min", "chance", "last"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground


def test_themes_follow_the_reader_or_are_fixed():
    t = trace("lecture")
    auto = t.export("svg")
    assert "prefers-color-scheme:dark" in auto
    assert "--plytrace-ink:#1b1b1f" in auto
    for theme in ("light", "dark", "print"):
        svg = t.export("svg", theme=theme)
        assert "var(" not in svg
        assert "prefers-color-scheme" not in svg
    colours = re.findall(
        r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", t.export("svg", theme="print")
    )
    assert colours
    assert all(red == green == blue for red, green, blue in colours)


def test_cutoffs_and_the_best_line_are_drawn_at_their_nodes():
    svg = trace("lecture").export("svg")
    assert svg.count('class="cut"') == 2
    assert svg.count('class="edge best"') == 2
    assert svg.count('class="edge skipped"') == 2
    nodes = re.findall(r'<g class="node ([a-z ]+)">.*?</g>', svg, re.DOTALL)
    assert nodes.count("leaf skipped") == 2
    assert [node for node in nodes if "best" in node] == ["max best", "min best", "leaf best"]


def test_characters_invalid_in_xml_are_shown_as_missing(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "from engine.game import Game, Player\n"
        "class Odd(Game):\n"
        "    initial = 0\n"
        "    def to_move(self, state): return Player.MAX\n"
        "    def actions(self, state): return [1, 2]\n"
        "    def result(self, state, action): return action\n"
        "    def is_terminal(self, state): return state > 0\n"
        "    def utility(self, state, player): return state if player is Player.MAX else -state\n"
        "    def name_of(self, action): return 'a\\x07\\tb' * action\n"
        "    def draw(self, state): return 'x\\x00<' * state\n",
        encoding="utf-8",
    )
    for show in ("worksheet", "key"):
        svg = trace(f"{path}:Odd").export("svg", show=show)
        assert "a�_b" in [one.text for one in ElementTree.fromstring(svg).iter()]


def test_long_edge_label_is_wrapped(tmp_path):
    path = tmp_path / "long.yaml"
    label = "the-last-resort-of-a-player-who-has-tried-everything-else"
    path.write_text(f"tree: {{children: {{{label}: 1, leave: 2}}}}\n", encoding="utf-8")
    svg = trace(path).export("svg")
    lines = re.findall(r'class="label"[^>]*>([^<]+)<', svg)
    assert "".join(lines[:-1][::-1]) == label
    assert lines[-1] == "leave"
    assert len(lines) > 3
    assert all(float(one) <= 96 for one in re.findall(r'"label"[^>]*textLength="([^"]+)"', svg))
