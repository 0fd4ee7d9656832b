"""Matches on the full screen that take their time."""

from tests.support.screens import press, run_app, screen_text, text_of, until
from tests.tui.test_play import answered, made, play
from tracer.runs.match_review import MatchReview


async def test_every_key_has_one_action():
    async with run_app(play(second="random:seed=1")) as (app, pilot):
        await press(app, pilot, "n", "enter")
        for key in ("v", "v", "R"):
            screen = app.screen
            keys = [
                key
                for action in screen.ACTIONS
                if screen.check_action(action.name.partition("(")[0], ())
                for key in action.keys
            ]
            assert len(keys) == len(set(keys))
            assert {"q", "v", "z"} <= set(keys)
            await press(app, pilot, key)


def seen(app):
    """All that a person sees, with its colours."""
    return [list(line) for line in app.screen._compositor.render_strips()]


async def test_keys_of_the_stepper_have_a_visible_effect_at_the_tree():
    async with run_app(play("tic-tac-toe@x..|.o.|...")) as (app, pilot):
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
    async with run_app(play("tic-tac-toe", second="alphabeta"), (120, 40)) as (app, pilot):
        await answered(app, pilot, "5")
        first = app.screen.match.moves[1].choice.searched
        await answered(app, pilot, app.screen.moves[0].name)
        await until(app, pilot, lambda: len(made(app)) == 4)
        await press(app, pilot, "v", "left")
        assert app.screen.reviewed == 2
        await until(app, pilot, lambda: len(app.screen.trace.log) == first.visits)
        assert f"of {first.visits:,}" in screen_text(app)


async def test_shown_lines_are_those_of_the_review():
    async with run_app(play(second="human"), (120, 40)) as (app, pilot):
        await press(app, pilot, *"18243", "v")
        await until(app, pilot, lambda: app.screen.review and app.screen.review.is_complete)
        await until(app, pilot, lambda: "review" not in app.screen.jobs)
        await press(app, pilot, "n")
        review = MatchReview(app.screen.match)
        review.run()
        info = text_of(app, "#search-info")
        assert f"Better: {' '.join(review.moves[1].best)}\n" in info
        assert f"Punished by: {' '.join(review.moves[1].reply)}\n" in info
