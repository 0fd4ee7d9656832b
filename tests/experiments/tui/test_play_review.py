"""The review of a match on the full screen, compared with the review in Python."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.screens import footer, press, screen_text, text_of, until
from tests.tui.test_play import play
from tests.tui.test_play_review import finished, reviewed, row
from tracer.runs.match_review import MatchReview
from tui.screens.play.move_list import HistoryTable
from tui.screens.stepper.stepper_screen import StepperScreen


@over("size", [(80, 24), (120, 40), (200, 60)], ms=150)
async def test_n_goes_to_the_mistakes_and_the_board_shows_the_named_position(size):
    app = finished()
    async with app.run_test(size=size) as pilot:
        await reviewed(app, pilot)
        for number in (2, 3, 4, 2):
            await press(app, pilot, "n")
            screen = app.screen
            played = screen.match.moves[number - 1]
            assert screen.reviewed == number
            assert screen.shown_state is played.after
            assert f"after move {number} of 5" in text_of(app, "#status")
            assert screen.query_one(HistoryTable).cursor_row == number - 1
            label = "XO"[(number - 1) % 2]
            info = text_of(app, "#search-info")
            assert info.startswith(f"{label} plays {played.name}: a mistake, 1 worse.")
            assert "Better: " in info
            assert "Punished by: " in info
            assert text_of(app, "#last-moves") == f"{label} plays {played.name}."
            assert info.split("\n")[0] in screen_text(app)


async def test_shown_lines_are_those_of_the_review():
    app = finished()
    async with app.run_test(size=(120, 40)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "n")
        review = MatchReview(app.screen.match)
        review.run()
        info = text_of(app, "#search-info")
        assert f"Better: {' '.join(review.moves[1].best)}\n" in info
        assert f"Punished by: {' '.join(review.moves[1].reply)}\n" in info


async def test_review_ends_and_a_changed_match_is_reviewed_again():
    app = finished()
    async with app.run_test(size=(80, 24)) as pilot:
        await reviewed(app, pilot)
        assert "mistake" in footer(app)
        await press(app, pilot, "v")
        assert "mistake" not in footer(app)
        assert "visits" in screen_text(app)
        await press(app, pilot, "z", "9")
        await reviewed(app, pilot)
        assert row(app, 5)[2] == "9"


async def test_review_during_a_match_returns_to_it():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "5")
        await reviewed(app, pilot)
        assert app.screen.reviewed == 1
        await press(app, pilot, "q")
        assert app.screen.reviewed is None
        assert "X to move." in text_of(app, "#last-moves")


async def test_search_at_a_persons_move_is_beside_it_and_opens_in_the_stepper():
    app = finished()
    async with app.run_test(size=(120, 40)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "n")
        await until(app, pilot, app.screen.has_tree)
        tree = app.screen.trace
        assert tree.game.initial == app.screen.match.moves[1].before
        assert tree.value == 0
        await press(app, pilot, "t")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        assert app.screen.trace.game.initial == tree.game.initial
        assert len(app.screen.trace.log) == len(tree.log)


async def test_large_game_is_estimated_and_the_screen_says_so():
    app = finished("connect-four", ["4", "1", "4", "1", "4", "2"])
    async with app.run_test(size=(120, 40)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "end", *["right"] * 6)
        info = text_of(app, "#search-info")
        assert "O plays 2: a mistake, " in info
        assert "Punished by: 4" in info
        assert "Estimated by a search of 5 plies." in info


async def test_search_opens_where_the_pass_ends_that_chose_the_move():
    app = play("connect-four", second="deepening:visits=3000")
    async with app.run_test(size=(120, 40)) as pilot:
        await press(app, pilot, "4")
        await until(app, pilot, lambda: len(app.screen.match.moves) == 2)
        chosen = app.screen.match.moves[1]
        await pilot.press("t")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        trace, row = app.screen.trace, app.screen.row
        assert trace.stopped
        assert trace.roots[-1] > row == trace.root
        assert trace.move == chosen.name
