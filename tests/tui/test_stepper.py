"""The stepper, driven key by key."""

from __future__ import annotations

from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import message, screen_text, stepper, until
from tui.dialogs.help import HelpScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.widgets.tree_canvas import TreeCanvas


async def screen_after(app, pilot, *keys):
    await pilot.press(*keys)
    await pilot.pause()
    return screen_text(app)


async def test_keys_move_as_documented():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        seen = []
        for key in ("l", "right", "h", "left", "end", "home", "n", "n", "p"):
            await pilot.press(key)
            seen.append(app.screen.step)
    assert seen == [1, 2, 1, 0, 21, 0, 11, 19, 11]


async def test_message_appears_at_either_end_and_disappears():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        messages = []
        for key in ("left", "p", "right", "end", "right", "n", "left"):
            await pilot.press(key)
            messages.append(message(app))
    assert messages == [
        "This is the first step.",
        "There is no earlier cutoff.",
        "",
        "",
        "This is the last step.",
        "There is no later cutoff.",
        "",
    ]


@over("key", ["escape", "question_mark", "q"], ms=150)
async def test_help_opens_and_closes(key):
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        shown = await screen_after(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert StepperScreen.ACTIONS[0].help in shown
        assert await screen_after(app, pilot, key) == before
        assert isinstance(app.screen, StepperScreen)


@over("key", ["q", "ctrl+c", "ctrl+q"], ms=150)
async def test_quit_keys_leave_the_stepper(key):
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert not app.is_running
    assert app.return_code == 0


async def test_every_action_is_in_the_command_palette():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        commands = {command.title: command for command in app.get_system_commands(app.screen)}
        for action in StepperScreen.ACTIONS:
            assert f"{action.title} ({action.shown_keys})" in commands
        app.screen.go_to(21)
        await pilot.press("ctrl+p")
        app.screen.query_one(Input).value = "prev"
        await until(app, pilot, lambda: "Previous cutoff (p)" in screen_text(app))
        await pilot.press("enter")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        assert app.screen.step == 19


async def test_a_click_on_a_node_goes_to_the_step_that_entered_it():
    app = stepper(step=21)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        canvas = app.screen.query_one(TreeCanvas)
        lines = screen_text(app).split("\n")
        y = next(number for number, line in enumerate(lines) if "▽ C" in line)
        await pilot.click(offset=(lines[y].index("▽ C"), y))
        await pilot.pause()
        assert app.screen.step == 9
        assert canvas.region.contains(5, y)
        await pilot.click(offset=(2, y))  # beside the tree
        assert app.screen.step == 9


async def test_stepper_survives_any_size():
    app = stepper(step=11)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = screen_text(app)
        for size in ((20, 5), (1, 1), (300, 3), (10, 60)):
            await pilot.resize_terminal(*size)
            await pilot.press("right", "left")
            assert len(screen_text(app).split("\n")) == size[1]
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert screen_text(app).startswith(" C is a MIN node\n and already at 2;")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen_text(app) == first


@over("theme", ["plytrace-light", "nord", "ansi-dark"], ms=150)
async def test_every_theme_shows_the_same_text(theme):
    app = stepper(step=11)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        dark = screen_text(app)
        app.theme = theme
        await pilot.pause()
        assert screen_text(app) == dark


async def test_text_is_the_same_without_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = stepper(step=11)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "▼ C 2…" in await screen_after(app, pilot, "right", "left")


async def test_custom_theme_is_kept(monkeypatch):
    monkeypatch.setenv("TEXTUAL_THEME", "nord")
    app = stepper()
    async with app.run_test(size=(80, 24)):
        assert app.theme != "plytrace-dark"


async def test_stopped_search_is_shown():
    app = stepper(max_visits=6)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await screen_after(app, pilot, "end", "right")
    assert "alphabeta · aima · stopped" in shown
    assert "Stopped by its visit budget (--max-visits)." in shown
    assert "visit 6 of 6" in shown
    assert "▼ C ?" in shown
    assert "nan" not in shown.lower()


@over(
    ("source", "step", "options", "shown"),
    [
        (7, 0, {}, "►7◄"),
        (7, 1, {}, "►7◄"),
        ("dice", 9, {}, "○ B"),
        ("lecture", 11, {"search": "minimax"}, "▼ C 2…"),
        ("tic-tac-toe@x..|...|...", 1_000, {}, "⋮"),
        ("fractions", 3, {}, "1/3"),
    ],
    ms=150,
)
async def test_other_trees_are_shown(source, step, options, shown):
    app = stepper(source, step, **options)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert shown in screen_text(app)
        await pilot.press("end", "home")


async def test_names_that_look_like_markup_are_shown_as_they_are():
    app = stepper("{tree: {id: '[red]', children: {'[b]': 3, '[/b]': 4}}}")
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await screen_after(app, pilot, "right", "right")
    assert "[red]" in shown
    assert "[b]" in shown


async def test_current_node_is_in_view():
    app = stepper("worst-order")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        canvas = app.screen.query_one(TreeCanvas)
        for step in range(0, 242, 11):
            app.screen.go_to(step)
            await pilot.pause()
            tree = screen_text(app).split("\n")[canvas.region.y : canvas.region.bottom]
            assert any(sign in line for line in tree for sign in "▲▼►"), step


async def test_authors_note_is_below_the_sentence():
    app = stepper("{tree: {id: A, note: 'begin here [b]', children: [3, 4]}}")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Note: begin here [b]" in await screen_after(app, pilot)
        assert "Note:" not in await screen_after(app, pilot, "right")


@over(
    ("source", "search", "texts"),
    [
        ("estimates", "deepening", ["pass 1 of 2", "pass 2 of 2", "IS-CUTOFF(state, depth)"]),
        ("transposition", "transposition", ["(repeat)", "the table has its value", "TABLE[state]"]),
        ("[[3,4],[5,6],[4,9]]", "pvs", ["the null window (3, 4) asked", "entered again"]),
        ("[[3,4],[2,6]]", "negamax", ["As MIN sees it", "−NEGAMAX"]),
        ("lecture", "expectimax", ["weighted by 1/3", "EXP-VALUE(state)"]),
        ("pacman", "single", ["SINGLE-AGENT-SEARCH"]),
    ],
    ms=150,
)
async def test_every_search_is_narrated_in_its_own_words(source, search, texts):
    app = stepper(source, search=search)
    unseen = set(texts)
    async with app.run_test(size=(110, 60)) as pilot:
        for step in range(len(app.screen.trace.replay)):
            app.screen.go_to(step)
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert "nan" not in shown.lower()
            unseen -= {text for text in unseen if text in shown}
            if not unseen:
                break
    assert not unseen
