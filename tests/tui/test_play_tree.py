"""The tree of the last search beside a match: growing, and step by step."""

from __future__ import annotations

from engine.log.visit_log import VisitLog
from engine.running.control import RunningSearch
from tests.support.cases import over
from tests.support.screens import message, press, screen_text, settled, text_of, until
from tests.tui.test_play import made, no_pauses, play
from tracer import trace
from tracer.drawing.terminal.growing_tree import growing_tree
from tui.screens.play.match_text import root_moves_text
from tui.screens.stepper.search_side import SearchSide

__all__ = ["no_pauses"]


async def answered(app, pilot, *keys):
    """Make a move, and wait until the tree of the reply is open."""
    await settled(app, pilot)
    await press(app, pilot, *keys)
    await until(app, pilot, lambda: app.screen.has_tree() and len(made(app)) > 1)
    await press(app, pilot)


@over("size", [(60, 18), (80, 24), (120, 40), (160, 50), (200, 60)], ms=150)
async def test_board_and_the_search_of_the_reply_are_side_by_side(size):
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=size) as pilot:
        await answered(app, pilot, "n", "enter")
        found = app.screen.match.moves[1].choice.searched
        side = app.screen.query_one(SearchSide)
        assert side.region.width >= size[0] // 2
        board = app.screen.query_one("#playboard").region
        assert board.height >= 7
        assert board.right <= side.region.x
        if size[1] >= 24:  # the deepest row of the tree is in view
            assert side.canvas.max_scroll_y == 0
        assert text_of(app, "#root-moves").startswith("3=")
        assert "★" in text_of(app, "#root-moves")
        assert app.screen.trace.value == found.value
        assert len(app.screen.trace.log) == found.visits
        assert f"visit {found.visits:,} of {found.visits:,}" in screen_text(app)


def test_moves_of_the_root_have_the_values_that_are_known_at_a_step():
    searched = trace("tic-tac-toe@xo.|.x.|.o.", "alphabeta")
    log, tour = searched.log, searched.tour
    rows = list(log.children(0))
    assert root_moves_text(searched, 0) == "3  4  6  7  9"
    assert root_moves_text(searched, tour.entered_at(rows[1])).startswith("3=1★  4…  6")
    assert root_moves_text(searched, tour.left_at(rows[1])).startswith("3=1★  4≤")
    assert root_moves_text(trace("tic-tac-toe", "mcts", iterations=5), 3) == ""


async def test_small_terminal_switches_between_the_board_and_the_tree():
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=(56, 24)) as pilot:
        await answered(app, pilot, "n", "enter")
        assert "visit " not in screen_text(app)
        await press(app, pilot, "tab")
        assert "visit " in screen_text(app)
        assert not app.screen.query_one("#playboard").region
        await press(app, pilot, "tab")
        assert "visit " not in screen_text(app)
        assert app.screen.query_one("#playboard").region


async def test_tree_without_a_search_says_so():
    app = play(second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "tab")
        assert message(app) == "No search is open yet. Press Tab to return to the board."
        await press(app, pilot, "right", "tab", "5")
        assert made(app) == ["5"]


@over("rows", [4, 12])
@over("search", ["minimax", "alphabeta", "deepening:depth=5"])
def test_growing_tree_of_a_log_that_was_cut_anywhere_is_that_of_the_search(search, rows):
    name, _, depth = search.partition(":depth=")
    whole = trace("tic-tac-toe@x..|.o.|...", name, depth=int(depth) if depth else None)
    for visits in (1, 2, 5, 40, 200, len(whole.log) - 1):
        cut = trace(whole.game, name, depth=int(depth) if depth else None, max_visits=visits)
        running = RunningSearch(cut.game, cut.log, "first", uses_playouts=False)
        tree = growing_tree(running, rows)
        texts = ["".join(run.text for run in row) for row in tree.rows]
        assert texts[0] == "root"
        assert len(texts) <= rows
        state = cut.game.initial
        for move in tree.line:
            by_name = {cut.game.name_of(action): action for action in cut.game.actions(state)}
            state = cut.game.result(state, by_name[move])


@over("search", ["minimax", "alphabeta", "deepening:depth=5"], ms=150)
def test_growing_tree_of_a_log_whose_newest_rows_are_not_visible_yet(search):
    name, _, depth = search.partition(":depth=")
    whole = trace("tic-tac-toe@x..|.o.|...", name, depth=int(depth) if depth else None)
    for visits in range(1, len(whole.log), 7):
        visible = {key: column[:visits] for key, column in whole.log.columns().items()}
        log = VisitLog.from_columns(visible)
        running = RunningSearch(whole.game, log, "first", uses_playouts=False)
        assert growing_tree(running, 12).rows
        assert running.so_far().visits == visits
