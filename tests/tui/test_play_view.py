"""A match on a small screen, or with few available actions."""

from __future__ import annotations

import pytest
from textual.widgets import DataTable

from tests.support.cases import over
from tests.support.screens import footer, press, screen_text, settled, text_of, until
from tests.tui.test_play import made, no_pauses, play
from tui.screens.play.move_list import MoveList
from tui.screens.play.play_screen import PlayScreen
from tui.widgets.footer import WholeFooter
from tui.widgets.play_board import PlayBoard, window

__all__ = ["no_pauses"]


def cells_in_view(app):
    board = app.screen.query_one(PlayBoard)
    found = set()
    for y in range(board.size.height):
        for x in range(board.size.width):
            style = app.screen.get_style_at(board.region.x + x, board.region.y + y)
            if "cell" in style.meta:
                found.add(tuple(style.meta["cell"]))
    return found


@over(
    ("source", "size"),
    [
        ("nim:2,3,7", (80, 24)),
        ("nim:2,3,7", (20, 5)),
        ("nim:2,3,7", (40, 12)),
        ("openspiel:backgammon", (80, 24)),
    ],
    ms=150,
)
async def test_move_at_the_cursor_is_always_in_view(source, size):
    if source.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    app = play(source, second="random:seed=1")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        screen = app.screen
        for move in screen.moves:
            assert f"► {move.name}" in screen_text(app)
            await pilot.press("down")
        assert screen.move_index == 0


async def test_moves_out_of_view_are_counted_and_clickable():
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(60, 18)) as pilot:
        await press(app, pilot, *["down"] * 12)
        moves = app.screen.query_one(MoveList)
        shown = [line for line in screen_text(app).split("\n") if " more" in line]
        assert ["▲" in line for line in shown] == [True, False][: len(shown)]
        before = int(shown[0].partition("▲ ")[2].split()[0])
        await pilot.click(moves, offset=(3, 1))
        await settled(app, pilot)
        assert made(app)[0] == [f"{h}-{n}" for h, most in ((1, 3), (2, 5), (3, 7))
                                for n in range(1, most + 1)][before]  # fmt: skip


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


@over("source", ["tic-tac-toe", "reversi:8", "connect-four", "chess"], ms=150)
async def test_tiny_terminal_can_reach_and_show_every_cell(source):
    if source == "chess":
        pytest.importorskip("chess")
    app = play(source, second="random:seed=1")
    async with app.run_test(size=(20, 5)) as pilot:
        await press(app, pilot, "n")
        cells = app.screen.match.game.cells(app.screen.match.state)
        for row in range(len(cells)):
            for column in (0, len(cells[0]) - 1):
                app.screen.cursor = (row, column)
                app.screen.show()
                await pilot.pause()
                assert (row, column) in cells_in_view(app)


async def test_tiny_terminal_shows_a_message_in_place_of_the_news():
    app = play("tic-tac-toe", second="random:seed=1")
    async with app.run_test(size=(20, 5)) as pilot:
        await settled(app, pilot)
        assert "X to move." in screen_text(app)
        await press(app, pilot, "z")
        assert "There is nothing" in screen_text(app)
        assert len(cells_in_view(app)) == 9


async def test_long_name_leaves_visits_and_cutoffs_in_view():
    pytest.importorskip("pyspiel")
    app = play("openspiel:backgammon", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter")
        table = app.screen.query_one(DataTable)
        assert table.virtual_size.width <= table.size.width
        assert "cutoffs" in screen_text(app)
        assert "openspiel:backgammon ·" in screen_text(app)


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


@over("answers", [["escape"], ["enter", "escape"]], ms=150)
async def test_players_are_replaced_only_after_both_questions_are_answered(answers):
    app = play("tic-tac-toe", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "c", "down")
        for key in answers:
            await pilot.press(key)
            await pilot.pause()
        await settled(app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert [str(who) for who in app.screen.match.players.values()] == ["human", "random:seed=1"]
        assert text_of(app, "#message") == "The players are unchanged."
        assert made(app) == []


async def test_q_in_a_review_closes_the_review():
    app = play("tic-tac-toe", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter", "v", "left")
        assert app.screen.reviewed == 0
        await press(app, pilot, "q")
        assert app.is_running
        assert app.screen.reviewed is None


async def test_footer_lists_the_available_actions():
    app = play("tic-tac-toe@xx.|oo.|...", second="random:seed=1")
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(app, pilot)
        assert "Enter play  m type" in footer(app)
        assert "h hint" in footer(app)
        assert "←" not in footer(app)
        app.screen.cursor = (0, 2)
        await press(app, pilot, "enter")
        assert app.screen.match.is_over
        for gone in ("Enter", "m type", "h hint"):
            assert gone not in footer(app)
        await press(app, pilot, "enter")
        assert "Press N for a new match" in text_of(app, "#message")
        await press(app, pilot, "v")
        assert "← earlier  → later" in footer(app)
        await press(app, pilot, "v", "z")
        await pilot.pause()
        assert "Enter play  m type" in footer(app)
        assert "←" not in footer(app)


async def test_message_is_separated_and_truncates_no_key():
    app = play("tic-tac-toe", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
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


@over("source", ["reversi:4", "nim:3,5"], ms=150)
async def test_every_cell_of_the_screen_has_the_background_of_the_theme(source):
    app = play(source, second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter")
        for line in app.screen._compositor.render_strips():
            for _, style, _ in line:
                assert style.bgcolor is not None
                assert not style.bgcolor.is_default


@over("size", [(80, 24), (120, 40)], ms=150)
async def test_match_on_a_tree_shows_the_tree_and_the_current_node(size):
    app = play("lecture", second="human")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        assert "▲ A" in screen_text(app)
        await press(app, pilot, "down", "enter")
        shown = screen_text(app)
        assert "▼ C" in shown
        assert all(name in shown for name in ("B1", "C2", "D3"))
        assert "► C" in shown
        await press(app, pilot, "enter", "v")
        assert "▲ A" in screen_text(app)
        await press(app, pilot, "right")
        assert "▼ C" in screen_text(app)


async def test_too_large_a_tree_is_described_in_one_line(tmp_path):
    path = tmp_path / "large.yaml"
    path.write_text(f"root: max\ntree: {[[1, 2, 3] for _ in range(60)]}\n")
    app = play(str(path), second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "A (MAX):" in screen_text(app)


async def test_rules_are_in_view_before_the_first_search():
    app = play("reversi:4", second="alphabeta:depth=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        shown = " ".join(text_of(app, "#root-moves").split())
        game = app.screen.match.game
        assert shown.startswith(f"{game.rules} {game.move_naming}")
        assert "named (row,column)" in screen_text(app)
        await press(app, pilot, "n", "enter")
        await settled(app, pilot)
        await until(app, pilot, lambda: len(app.screen.match.moves) == 2)
        assert "named (row,column)" not in screen_text(app)
