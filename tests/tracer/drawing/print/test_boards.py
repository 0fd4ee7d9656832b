"""Boards in figures: pieces as they are on the table, the last move, and what it turned."""

import re
from xml.etree import ElementTree

import pytest

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from engine.text import Piece
from tests.support.cases import over
from tests.support.drawn_things import faults_of
from tracer import trace
from tracer.drawing.print.diagram_model import Diagram, player_labels, position_of
from tracer.drawing.print.diagrams import board_of_game, diagram_of
from tracer.drawing.print.piece_outlines import OUTLINES, Circle
from tracer.drawing.print.svg_figure import svg_of
from tracer.drawing.tree.nodes import DrawnNode, NodePosition, Sign
from tracer.export.forest import forest_of
from trees.sources import open_source

BOARDS = [
    "tic-tac-toe@xo.|xo.|...",
    "connect-four@4453",
    "reversi:4",
    "reversi",
    "mnk:4,4,3",
]


def drawn(svg, kind):
    """The elements of a class."""
    found = ElementTree.fromstring(svg).iter()
    return [one for one in found if one.get("class") == kind]


def circles(svg, kind):
    return sum(one.attrib["d"].count("M") for one in drawn(svg, kind))


@pytest.mark.parametrize("source", BOARDS)
def test_lone_board_has_no_symbol_but_coordinates_and_the_player_to_move(source):
    game = open_source(source).game
    svg = svg_of(board_of_game(game))
    assert not drawn(svg, "sign")
    assert len(drawn(svg, "board")) == 1
    rows, columns = game.rulers()
    assert [one.text for one in drawn(svg, "ruler")] == [*rows, *columns]
    (level,) = drawn(svg, "level")
    assert level.text.endswith(" to move")
    assert level.text.startswith(game.to_move(game.initial).name)
    assert faults_of(svg) == []
    _, body = forest_of(board_of_game(game)).split(r"\begin{document}")
    assert r"\sign" not in body
    assert r"\tikz" in body
    assert level.text in body.replace("{,}", ",")


def test_boards_of_a_tree_are_smaller_and_keep_their_symbols():
    tree = trace("reversi:4", depth=1).export("svg")
    alone = svg_of(board_of_game(open_source("reversi:4").game))
    assert drawn(tree, "sign")
    assert not drawn(tree, "ruler")
    (felt,) = drawn(alone, "felt")
    assert float(felt.attrib["width"]) > 1.5 * float(drawn(tree, "felt")[0].attrib["width"])


@pytest.mark.parametrize("source", ["reversi:4", "reversi", "connect-four@4453"])
def test_every_disc_of_every_board_is_drawn_in_its_colour(source):
    t = trace(source, depth=1)
    svg, nodes = t.export("svg"), diagram_of(t).nodes
    cells = [text for node in nodes for row in node.position.rows for text in row]
    pieces = open_source(source).game.pieces
    for tone in ("black", "white"):
        expected = sum(text in pieces and pieces[text].tone == tone for text in cells)
        assert circles(svg, tone) == expected > 0
    assert not drawn(svg, "cell")


def test_placed_disc_and_turned_discs_are_marked_differently():
    game = open_source("reversi:4").game
    first = game.moves(game.initial)[0]
    position = position_of(game, game.result(game.initial, first), game.initial, 0)
    assert position.last == {(0, 2)}
    assert position.turned == {(1, 2)}
    svg = trace("reversi:4", depth=1).export("svg")
    assert len(drawn(svg, "last")) == len(drawn(svg, "turned")) == 4


def test_last_move_is_marked_in_a_tree_that_is_known_only_in_part():
    nodes = diagram_of(trace("tic-tac-toe", max_visits=300)).nodes
    for node in (node for node in nodes[1:] if node.position):
        rows, before = node.position.rows, nodes[node.parent].position.rows
        cells = {(y, x) for y, row in enumerate(rows) for x, _ in enumerate(row)}
        assert node.position.last == {(y, x) for y, x in cells if rows[y][x] != before[y][x]}


def test_capture_en_passant_marks_both_squares_of_the_move_and_the_captured_pawn():
    pytest.importorskip("chess")
    game = open_source("chess@4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").game
    names = [game.name_of(move) for move in game.moves(game.initial)]
    number = names.index("exd6")
    after = game.result(game.initial, game.moves(game.initial)[number])
    position = position_of(game, after, game.initial, number)
    assert position.last == {(3, 4), (2, 3)}
    assert position.turned == {(3, 3)}


def test_chess_men_are_shapes_and_no_letters():
    pytest.importorskip("chess")
    svg = svg_of(board_of_game(open_source("chess").game))
    assert {one.text for one in drawn(svg, "ruler")} == set("12345678abcdefgh")
    assert not drawn(svg, "cell")
    assert len(drawn(svg, "black")) == len(drawn(svg, "white")) == 1
    assert faults_of(svg) == []


def test_symbols_without_a_piece_are_written():
    position = NodePosition((("a", "X"), ("", "b")), grid=True, pieces={"X": Piece("cross")})
    root = DrawnNode("", NO_PARENT, 0, Sign.MAX, position=position)
    diagram = Diagram((root,), "", answered=False, labels=((Sign.MAX, "MAX"),))
    svg = svg_of(diagram)
    assert [one.text for one in drawn(svg, "large-cell")] == ["a", "b"]
    assert circles(svg, "strokes") == 2  # the lines of a cross
    assert re.findall(r"\\scriptsize (\w+)", forest_of(diagram)) == ["MAX", "a", "b"]


def test_player_of_discs_without_letters_is_named_with_their_colour():
    labels = dict(player_labels(open_source("connect-four").game))
    assert (labels[Sign.MAX], labels[Sign.MIN]) == ("MAX (X, black)", "MIN (O, white)")
    reversi = open_source("reversi").game
    assert dict(player_labels(reversi))[Sign.MAX] == f"MAX ({reversi.labels[Player.MAX]})"


@over("shape", OUTLINES)
def test_outline_stays_in_its_cell(shape):
    for part in OUTLINES[shape].parts:
        if isinstance(part, Circle):
            ends = [part.x - part.radius, part.x + part.radius]
            ends += [part.y - part.radius, part.y + part.radius]
        else:
            ends = [one for corner in part for one in corner]
        assert 0.05 <= min(ends) <= max(ends) <= 0.95


def test_a_lone_position_without_a_board_has_no_symbol():
    alone = svg_of(board_of_game(open_source("nim:1,2").game))
    assert not drawn(alone, "sign")
    assert "MAX (first) to move" in alone
    assert "2: 2 ||" in alone
    assert drawn(trace("nim:1,2").export("svg"), "sign")
