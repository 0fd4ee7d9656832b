"""Notebooks show traces, trees and positions, and advice if they are too large."""

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import tracer
from engine.errors import UsageError
from engine.game import Game
from engine.games import make_game
from engine.wrappers.changed import change
from tests.support.html_reader import Page
from tests.support.processes import run_python
from tests.support.tables import table
from tracer import show, trace
from trees.sources import open_source

HTML, SVG, TEXT = "text/html", "image/svg+xml", "text/plain"


def bundle(thing):
    return thing._repr_mimebundle_()


def test_trace_shows_its_answer_key_and_tables():
    t = trace("lecture")
    shown = bundle(t)
    assert shown[SVG] == t.export("svg")
    assert shown[TEXT] == t.export("text", width=100).rstrip("\n")


@pytest.mark.parametrize("thing", [trace("lecture"), show("lecture"), show("reversi:4")])
def test_pictures_have_alternative_text(thing):
    shown = bundle(thing)
    [picture] = Page(shown[HTML]).all("img")
    svg = ElementTree.fromstring(shown[SVG])
    said = {one.tag.rpartition("}")[2]: one.text for one in svg if one.text}
    assert picture["alt"] == f"{said['title']}. {said['desc']}"
    data = picture["src"].removeprefix("data:image/svg+xml;base64,")
    assert b64decode(data).decode() == shown[SVG]


def test_large_trace_shows_its_result_and_advice():
    shown = bundle(trace("tic-tac-toe"))
    assert list(shown) == [TEXT]
    assert "visited 18,297" in shown[TEXT]
    assert '.export("svg", "tree.svg")' in shown[TEXT]
    assert len(shown[TEXT]) < 1_000


@pytest.mark.parametrize("tree", [show("lecture"), open_source("lecture").game, show([[1], [2]])])
def test_tree_shows_itself_without_search_results(tree):
    game = tree.source.game if isinstance(tree, tracer.runs.notebook.ShownSource) else tree
    shown = bundle(tree)
    assert shown[SVG] == trace(game).export("svg", show="worksheet")
    assert f"{len(game)} nodes" in shown[TEXT]


def test_tree_of_more_than_200_nodes_is_described():
    assert SVG in bundle(show([list(range(198))]))
    shown = bundle(show([list(range(199))]))
    assert list(shown) == [TEXT]
    assert "201 nodes, 199 leaves" in shown[TEXT]
    assert "Too large to draw here" in shown[TEXT]


@pytest.mark.parametrize(("source", "pieces", "message"), table(__file__, "boards"))
def test_a_position_shows_its_board(source, pieces, message):
    game = open_source(source).game
    shown = bundle(game)
    assert message in shown[TEXT]
    assert game.draw(game.initial).splitlines()[0].rstrip() in shown[TEXT]
    paths = re.findall(r'<path class="(black|white|strokes)" d="([^"]+)"', shown[SVG])
    assert {kind: path.count("M") for kind, path in paths} == pieces
    assert bundle(show(source)) == shown


def test_wrapped_game_shows_its_position_too():
    assert SVG in bundle(change(make_game("tic-tac-toe"), cells="row-col"))


class Broken(Game):
    initial = 0

    def to_move(self, state):
        raise ValueError("no")

    actions = result = is_terminal = utility = to_move


def test_faulty_game_is_shown_only_by_its_name():
    for thing in (Broken(), show(Broken())):
        shown = bundle(thing)
        assert list(shown) == [TEXT]
        assert shown[TEXT].startswith("Broken cannot be drawn: ")
        assert "ValueError" in shown[TEXT]


def frame_of(player):
    """Return the frame of a player as a browser reads it, and the text beside it."""
    read = Page(player._repr_html_())
    (frame,) = read.all("iframe")
    return frame, read.texts["div"][0]


def player_in(page):
    """The attributes of the one player of a page."""
    (root,) = (one for one in page.all("div") if one.get("class") == "plytrace-player")
    return root


def test_a_player_is_a_page_in_a_frame():
    t = trace("lecture")
    player = t.player(step=3)
    frame, beside = frame_of(player)
    page = Page(frame["srcdoc"])
    root = player_in(page)
    assert (root["data-plytrace-page"], root["data-plytrace-step"]) == ("frame", "3")
    assert [one["sentence"] for one in page.players[0]["steps"]] == [
        t.at(step).sentence for step in range(len(t.replay))
    ]
    assert "lecture" in frame["title"]
    assert beside == "Trust this notebook to see the player."
    assert repr(player) == "<player of lecture, 22 steps>"


def without_tags(text):
    """The words that the search of a Sphinx site finds in raw HTML."""
    for pattern in ("<style.*?</style>", "<script.*?</script>", "<[^<]+?>"):
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    return text.split()


def test_search_of_a_book_finds_words_and_nothing_in_frames():
    t = trace("lecture")
    advice = "Trust this notebook to see the player."
    assert " ".join(without_tags(t.player()._repr_html_())) == advice
    found = without_tags(t.export("html", fragment=True))
    assert found[-6:] == ["11", "D3", "MAX", "3", "5", "2"]  # the last row of the last table
    cells = {"value", "player", "B1", "12", "move", "(MAX)"}
    assert cells <= set(found)
    assert max(map(len, found)) <= len("Expectiminimax")


def test_tree_and_position_have_a_player_of_their_search():
    player = show("lecture").player(step=2, search="minimax")
    frame, _ = frame_of(player)
    assert frame["srcdoc"] == frame_of(trace("lecture", "minimax").player(step=2))[0]["srcdoc"]
    frame, _ = frame_of(show("tic-tac-toe@xox|xxo|o..").player(height=500))
    assert "height:500px" in frame["style"]
    assert player_in(Page(frame["srcdoc"]))["data-plytrace-page"] == "page"


@pytest.mark.parametrize(("options", "message"), table(__file__, "unplayable"))
def test_unplayable_trace_is_refused_when_the_player_is_requested(options, message):
    with pytest.raises(UsageError, match=message):
        trace("lecture").player(**options)


def test_ipython_displays_every_type():
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    player = trace("lecture").player()
    for thing in (trace("lecture"), show("dice"), open_source("reversi:4").game, player):
        data, _ = formatter.format(thing)
        assert data == bundle(thing)
    data, _ = formatter.format(trace("lecture"), include={SVG})
    assert list(data) == [SVG]


def test_tree_without_a_search_does_not_import_the_tracer():
    script = (
        "import sys\nfrom trees.sources import open_source\n"
        "print(open_source('lecture').game._repr_mimebundle_())\n"
        "print([name for name in sys.modules if name.startswith('tracer')])\n"
        "import tracer\n"
        "print(sorted(open_source('lecture').game._repr_mimebundle_()))\n"
    )
    lines = run_python(script).splitlines()
    assert lines[0] == "{'text/plain': \"<HandTree 'Lecture example', 13 nodes>\"}"
    assert lines[1:] == ["[]", "['image/svg+xml', 'text/html', 'text/plain']"]


def test_player_falls_back_to_the_figure_of_its_step_without_frames():
    t = trace("lecture")
    shown = bundle(t.player(step=3))
    assert list(shown) == ["text/html", SVG, TEXT]
    assert shown[SVG] == t.export("svg", step=3)
    assert SVG not in bundle(t.player(predict=True))  # the figure would show the answer
    assert SVG not in bundle(trace([list(range(250))]).player())
