"""Matches on the full screen: what the sessions cannot say."""

import itertools
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.game import Player
from engine.games import make_game
from engine.match.match import Match
from engine.match.players import Human, RandomPlayer, read_player
from engine.match.position import board_view
from engine.text import Piece
from tests.support.cases import over
from tests.support.contrast import contrast
from tests.support.screens import footer, press, run_app, screen_text, settled, text_of, until
from tests.support.session_facts import cell_places
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.appearance.theme import THEMES
from tui.saved.match_files import MatchKeeper, kept_matches_folder
from tui.screens.play.match_text import mismatch_text, result_text, root_moves_text
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.search_side import SearchSide
from tui.widgets.footer import WholeFooter
from tui.widgets.play_board import art, glyph, lay_out_board, window


def play(source="tic-tac-toe", first="human", second="alphabeta"):
    match = Match(open_source(source).game, read_player(first), read_player(second))
    return PlytraceApp(PlayScreen(match))


def made(app):
    return [played.name for played in app.screen.match.moves]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_facts_about_the_search_of_a_move_are_all_in_view(size):
    async with run_app(play(), size) as (app, pilot):
        await press(app, pilot, "enter", "enter")
        rows = [line.partition("│ ")[0] for line in screen_text(app).split("\n")]
        text = re.sub(r"\W+", " ", " ".join(rows))
        assert re.search(r"alphabeta plays 5 worth 0 to X .* 624 cutoffs \d \d\d s", text)


def test_manually_changed_number_in_a_match_file_is_reported():
    for spec in ("alphabeta", "mcts:iterations=40", "deepening:depth=3", "minimax:visits=50"):
        match = Match(open_source("tic-tac-toe@x..|.o.|...").game, read_player(spec), None)
        match.accept(match.thinking().run())
        found = match.moves[0].choice.searched
        again = trace(found.game, **found.arguments)
        assert mismatch_text(found, again) == ""
        wrong = replace(found, visits=12)
        visits, cutoffs = again.counts.visited, again.counts.cutoffs
        assert mismatch_text(wrong, again) == (
            f"The match file records 12 visits and {cutoffs:,} cutoffs; "
            f"this search has {visits:,} and {cutoffs:,}."
        )


@over("source, size", table(__file__, "cursor_sizes"), ms=45)
async def test_move_at_the_cursor_is_always_in_view(source, size):
    if source.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    async with run_app(play(source, second="random:seed=1"), size) as (app, pilot):
        screen = app.screen
        for move in screen.moves:
            assert f"► {move.name}" in screen_text(app)
            await pilot.press("down")
        assert screen.move_index == 0


@over("count", [1, 4, 8, 19])
@over("room", [1, 2, 3, 4, 7, 19])
def test_visible_part_of_a_board_has_the_cursor_and_if_possible_the_last_move(count, room):
    room = min(room, count)
    for wanted in range(count):
        for near in range(count):
            seen = window(wanted, near, room, count)
            assert len(seen) == room
            assert 0 <= seen.start <= seen.stop <= count
            assert wanted in seen
            if abs(wanted - near) < room:
                assert near in seen


@over("source", ["tic-tac-toe", "reversi:8", "connect-four", "chess"], ms=45)
async def test_tiny_terminal_can_reach_and_show_every_cell(source):
    if source == "chess":
        pytest.importorskip("chess")
    async with run_app(play(source, second="random:seed=1"), (20, 5)) as (app, pilot):
        await press(app, pilot, "n")
        cells = app.screen.match.game.cells(app.screen.match.state)
        for row in range(len(cells)):
            for column in (0, len(cells[0]) - 1):
                app.screen.cursor = (row, column)
                app.screen.show()
                await pilot.pause()
                assert (row, column) in cell_places(app)


async def test_engines_pause_after_one_of_their_moves_is_undone():
    app = play("connect-four", "alphabeta:depth=2", "random:seed=1")  # a long one
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: len(made(app)) >= 3)
        await press(app, pilot, "p")
        before = made(app)
        await pilot.press("p", "z")
        await settled(app, pilot)
        now = made(app)
        assert text_of(app, "#message").endswith("The engine is paused. Press p to continue.")
        await pilot.pause(0.3)
        assert made(app) == now
        assert "is paused. Press p" in text_of(app, "#last-moves")
        assert now[: len(before) - 1] == before[:-1]
        await pilot.press("p")
        await until(app, pilot, lambda: len(made(app)) > len(now))


async def test_message_is_separated_and_truncates_no_key():
    async with run_app(play("tic-tac-toe", second="random:seed=1")) as (app, pilot):
        whole = footer(app).split("  ")
        for length in (1, 8, 20, 37, 50, 66, 78):
            app.screen.say("x" * length)
            await pilot.pause()
            shown = footer(app).removesuffix("x" * length)
            assert shown != footer(app)
            assert not shown or shown.endswith(" ")
            keys = [key.strip() for key in shown.split("  ") if key.strip()]
            assert keys == [key.strip() for key in whole[: len(keys)]]
        app.screen.say(" ".join(["word"] * 40))
        await pilot.pause()
        assert screen_text(app).count("word") == 40
        one, other = app.screen.query_one("#message"), app.screen.query_one(WholeFooter)
        assert one.styles.background != other.styles.background


@over("source", ["reversi:4", "nim:3,5"], ms=45)
async def test_every_cell_of_the_screen_has_the_background_of_the_theme(source):
    async with run_app(play(source, second="random:seed=1")) as (app, pilot):
        await press(app, pilot, "n", "enter")
        for line in app.screen._compositor.render_strips():
            for _, style, _ in line:
                assert style.bgcolor is not None
                assert not style.bgcolor.is_default


FIGURES = ("king", "queen", "rook", "bishop", "knight", "pawn", "disc", "ring", "cross")
GROUNDS = ("light", "dark", "felt", "last", "cursor", "chosen", "hint", "tells")


@over("theme", THEMES)
@over("ground", GROUNDS)
@over("piece", ["white", "black"])
def test_pieces_contrast_with_squares_in_every_theme(theme, ground, piece):
    colours = theme.variables
    found = contrast(colours[f"board-{ground}"], colours[f"board-{piece}"])
    assert found >= 3  # WCAG 2.1, 1.4.11: signs other than text


@over("size", [(7, 3), (8, 4), (9, 4), (11, 5), (13, 6), (15, 7), (19, 9)])
def test_figures_fill_their_cells_and_look_different(size):
    width, height = size
    drawn = {shape: art(shape, width, height) for shape in FIGURES}
    found = {shape: rows for shape, rows in drawn.items() if rows is not None}
    assert set(found) >= {"disc", "ring", "cross"}
    assert ("king" in found) == (width >= 8 and height >= 4)
    for rows in found.values():
        assert len(rows) == height
        assert {len(row) for row in rows} == {width}
    assert len(set(found.values())) == len(found)


def test_figures_have_different_letters():
    signs = [glyph(Piece(shape, "black")) for shape in FIGURES]
    assert len(set(signs)) == len(signs)
    assert glyph(Piece("disc", "white")) != glyph(Piece("disc", "black"))


@over("source", ["tic-tac-toe", "reversi", "connect-four", "chess"])
def test_board_fits_its_room_and_grows_with_it(source):
    if source == "chess":
        pytest.importorskip("chess")
    game = make_game(source)
    view = board_view(game, game.initial)
    assert view is not None
    rows, columns = len(view.cells), len(view.cells[0])
    for width, height in itertools.product(range(4, 150, 7), range(2, 60, 3)):
        plan = lay_out_board(view, (width, height))
        if len(plan.rows) == rows and len(plan.columns) == columns:
            assert plan.x + columns * (plan.width + plan.framed) + plan.framed <= width
            assert plan.y + rows * (plan.height + plan.framed) + plan.framed <= height
    areas = [lay_out_board(view, room).width for room in ((36, 19), (75, 35), (139, 55))]
    assert areas == sorted(areas)
    assert areas[-1] > 2 * areas[0] or areas[0] >= 9


async def test_free_cells_show_their_numbers_if_there_are_no_rulers():
    async with run_app(play("tic-tac-toe@x..|.o.|...", second="random:seed=1")) as (app, _):
        board = [line[:37] for line in screen_text(app).split("\n") if "│" in line[:30]]
        shown = {letter for line in board for letter in line if letter.isdecimal()}
        assert shown == set("2346789")


def kept():
    return sorted(kept_matches_folder().glob("*")) if kept_matches_folder().exists() else []


def test_at_most_twenty_matches_are_kept_and_no_other_file_is_touched():
    kept_matches_folder().mkdir(parents=True)
    (kept_matches_folder() / "mine.txt").write_text("precious", encoding="utf-8")
    paths = []
    for _ in range(23):
        match = Match(open_source("nim:3,5,7").game, read_player("human"), read_player("human"))
        keeper = MatchKeeper(match)
        match.play_text("1-1")
        paths.append(keeper.keep())
        assert paths[-1].exists()
    assert sorted(kept_matches_folder().glob("nim*")) == sorted(paths[3:])
    assert (kept_matches_folder() / "mine.txt").read_text(encoding="utf-8") == "precious"


async def test_typed_tree_without_a_named_source_is_playable_with_a_warning_of_its_loss():
    game = open_source("nim:3,5").game
    game.name = "mine"
    app = PlytraceApp(PlayScreen(Match(game, None, read_player("random"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "q")
    assert "could not be kept" in app.exit_messages[0]
    assert kept() == []


async def answered(app, pilot, *keys):
    """Make a move, and wait until the tree of the reply is open."""
    await settled(app, pilot)
    await press(app, pilot, *keys)
    await until(app, pilot, lambda: app.screen.has_tree() and len(made(app)) > 1)
    await press(app, pilot)


@over("size", [(60, 18), (80, 24), (120, 40), (160, 50), (200, 60)], ms=45)
async def test_board_and_the_search_of_the_reply_are_side_by_side(size):
    async with run_app(play("tic-tac-toe@x..|.o.|..."), size) as (app, pilot):
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


def test_result_is_the_persons_unless_nobody_won_or_plays_against_nobody():
    sides = {Player.MAX: Human(), Player.MIN: RandomPlayer()}
    for plies, winner, said in (
        (2, Player.MAX, "You win! It ends."),
        (2, Player.MIN, "You lose. It ends."),
        (2, None, "It ends."),
        (1, Player.MAX, "It ends."),
    ):
        match = SimpleNamespace(players=sides, game=SimpleNamespace(plies_per_round=plies))
        assert result_text(match, SimpleNamespace(winner=winner, text="It ends.")) == said
