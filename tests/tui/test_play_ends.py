"""How a match ends on the screen, what comes next, and moves by their numbers."""

from __future__ import annotations

from textual.widgets import Input, Static

from engine.game import Player
from tests.support.cases import over
from tests.support.screens import message, press, screen_text, settled, text_of, until
from tests.tui.test_play import made, no_pauses, play
from tui.dialogs.prompt import PromptScreen

__all__ = ["no_pauses"]


@over(
    ("position", "first", "second", "keys", "expected", "ending"),
    [
        ("xx.|oo.|...", "human", "random", "3", "You win! X wins.", "-won"),
        ("xx.|oo.|..x O", "random", "human", "6", "You win! O wins.", "-won"),
        ("xoo|.x.|... X", "human", "human", "9", "X wins.", "-won"),
        ("xox|xoo|o.x", "human", "random", "8", "A draw.", "-drawn"),
    ],
    ms=150,
)
async def test_result_is_described_for_the_person_who_played(
    position, first, second, keys, expected, ending
):
    app = play(f"tic-tac-toe@{position}", first=first, second=second)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, *keys)
        lines = text_of(app, "#last-moves").split("\n")
        assert lines[0] == expected
        assert lines[1].startswith("N to play again, x ")
        assert {"-won", "-lost", "-drawn"} & app.screen.classes == {ending}
        await press(app, pilot, "z")
        assert not {"-won", "-lost", "-drawn"} & app.screen.classes


async def test_loss_is_described_as_one():
    app = play("tic-tac-toe@oo.|xx.|..x", second="alphabeta")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "9" if "9" in {m.name for m in app.screen.moves} else "7")
        await until(app, pilot, lambda: app.screen.match.is_over)
        await settled(app, pilot)
        assert text_of(app, "#last-moves").startswith("You lose. O wins.")
        assert "-lost" in app.screen.classes


@over("size", [(20, 5), (40, 12), (80, 24)], ms=150)
async def test_result_comes_first_at_any_terminal_size(size):
    app = play("tic-tac-toe@xx.|oo.|...", second="random")
    async with app.run_test(size=size) as pilot:
        await press(app, pilot, "3")
        news = app.screen.query_one("#last-moves", Static)
        assert news.display
        assert "You win! X wins." in screen_text(app)


async def test_x_starts_another_match_with_sides_swapped():
    app = play("tic-tac-toe@xx.|oo.|...", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "3", "x")
        await until(app, pilot, lambda: app.screen.match.is_humans_turn)
        await settled(app, pilot)
        match = app.screen.match
        assert str(match.players[Player.MAX]) == "random:seed=1"
        assert str(match.players[Player.MIN]) == "human"
        assert match.game.format(match.game.initial) == "XX.|OO.|..."
        assert len(made(app)) == 1


async def test_one_player_game_has_no_sides_to_swap():
    app = play("navigation:3,3@1,1 to 3,3 in 4")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "x")
        assert "only one player" in message(app)


async def test_digit_plays_the_move_of_that_number():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "5")
        assert made(app)[0] == "5"
        await press(app, pilot, "5")
        assert message(app) == "No legal move starts with 5."
        assert len(made(app)) == 2


async def test_digit_that_only_starts_a_name_starts_typing_it():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "0")
        assert isinstance(app.screen, PromptScreen)
        await pilot.press("space", "2")
        assert app.screen.query_one(Input).value == "0 2"
        await press(app, pilot, "enter")
        assert made(app)[0] == "(0,2)"
        await press(app, pilot, "m")
        assert app.screen.query_one(Input).value == ""


async def test_digit_that_is_a_move_and_starts_another_asks_which():
    app = play("mnk:4,4,3", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "1")
        assert isinstance(app.screen, PromptScreen)
        await press(app, pilot, "2", "enter")
        assert made(app)[0] == "12"


async def test_free_cells_show_their_numbers_if_there_are_no_rulers():
    app = play("tic-tac-toe@x..|.o.|...", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        board = [line[:37] for line in screen_text(app).split("\n") if "│" in line[:30]]
        shown = {letter for line in board for letter in line if letter.isdecimal()}
        assert shown == set("2346789")


async def test_help_of_a_match_is_about_boards_and_not_trees():
    app = play(second="random:seed=1")
    async with app.run_test(size=(100, 80)) as pilot:
        await press(app, pilot, "question_mark")
        shown = screen_text(app)
        assert "a king in check" in shown
        assert "number of nodes not drawn" not in shown
        assert "clicked node" not in shown
