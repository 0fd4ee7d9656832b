"""The tree of the last search beside a match: growing, and step by step."""

from __future__ import annotations

from tests.support.screens import footer, press, screen_text, settled, text_of, until
from tests.tui.test_play import made, play
from tests.tui.test_play_tree import answered


def seen(app):
    """All that a person sees, with its colours."""
    return [list(line) for line in app.screen._compositor.render_strips()]


async def test_tab_moves_the_keys_between_the_board_and_the_tree():
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=(120, 40)) as pilot:
        await answered(app, pilot, "n", "enter")
        screen = app.screen
        last, cursor, count = screen.step, screen.cursor, len(made(app))
        await press(app, pilot, "left")
        assert screen.step == last
        assert screen.cursor != cursor
        await press(app, pilot, "tab", "left", "left")
        assert screen.step == last - 2
        assert "step" in footer(app)
        assert "undo" not in footer(app)
        cursor = screen.cursor
        await press(app, pilot, "home", "right", "enter", "5", "z")
        assert screen.step == 1
        assert screen.cursor == cursor
        assert len(made(app)) == count
        await press(app, pilot, "tab", "z")
        assert made(app) == []


async def test_keys_of_the_stepper_have_a_visible_effect_at_the_tree():
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=(80, 24)) as pilot:
        await answered(app, pilot, "n", "enter")
        await press(app, pilot, "tab")
        away = {"j": ["plus"] * 6, "k": ["j"], "H": ["L"], "full_stop": ["L", "L"], "l": ["home"]}
        away["right_square_bracket"] = ["home", "right"]
        keys = ["home", "l", "end", "left", "h", "p", "n", "u"]
        keys += ["right_square_bracket", "left_square_bracket", "minus", "plus", "minus"]
        keys += ["equals_sign", "j", "k", "L", "H", "full_stop"]
        for key in keys:
            await press(app, pilot, *away.get(key, []))
            before = seen(app)
            await press(app, pilot, key)
            assert seen(app) != before, (key, screen_text(app))


async def test_reviewed_move_has_its_own_search_beside_it():
    app = play("tic-tac-toe", second="alphabeta")
    async with app.run_test(size=(120, 40)) as pilot:
        await answered(app, pilot, "5")
        first = app.screen.match.moves[1].choice.searched
        await answered(app, pilot, app.screen.moves[0].name)
        await until(app, pilot, lambda: len(made(app)) == 4)
        await press(app, pilot, "v", "left")
        assert app.screen.reviewed == 2
        await until(app, pilot, lambda: len(app.screen.trace.log) == first.visits)
        assert f"of {first.visits:,}" in screen_text(app)


async def test_tree_grows_while_the_search_thinks():
    app = play("reversi:8", first="human", second="deepening:seconds=60")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        app.screen.match.play_text("(2,3)")
        app.screen.continue_match()
        await until(app, pilot, lambda: app.screen.background_move is not None)
        await until(app, pilot, lambda: "Best line: (" in screen_text(app))
        shown = screen_text(app)
        assert "Searching: " in shown
        assert "└─ (" in shown
        await pilot.press("escape")
        await until(app, pilot, lambda: app.screen.has_tree())
        assert len(made(app)) == 2
        assert text_of(app, "#search-info").startswith("deepening plays")
