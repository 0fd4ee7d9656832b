"""Actions of the stepper, key by key."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from textual.widgets import Input, OptionList, Static

from tests.support.cases import over
from tests.support.screens import message, press, screen_text, stepper, text_of, until
from tracer import trace
from tui.app import PlytraceApp
from tui.dialogs.help import HelpScreen
from tui.dialogs.progress import SearchProgressScreen
from tui.dialogs.prompt import PromptScreen
from tui.panes.pseudocode import PseudocodePane
from tui.screens.stepper.mixins.finding import FindNodeScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.widgets.tree_canvas import TreeCanvas


async def search_by(app, pilot, kind):
    """Press c and choose from the list."""
    await press(app, pilot, "c")
    app.screen.query_one(Input).value = kind
    await press(app, pilot, "enter")


def name(app):
    return app.screen.trace.name(app.screen.row)


# Moving --------------------------------------------------------------------------------------


async def test_keys_go_to_siblings_and_parents():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n")
        seen = []
        for key in ("left_square_bracket", "right_square_bracket", "right_square_bracket", "u"):
            await press(app, pilot, key)
            seen.append(name(app))
        assert seen == ["B", "C", "D", "A"]
        await press(app, pilot, "u")
        assert message(app) == "This is the root."
        await press(app, pilot, "left_square_bracket")
        assert message(app) == "No sibling is visited before this one."


async def test_line_mode_shows_every_line_with_events_in_order():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "s")
        screen = app.screen
        steps, lines = [], []
        while screen.step < 4:
            steps.append(screen.step)
            lines.append(screen.query_one(PseudocodePane).line)
            await press(app, pilot, "right")
        wanted = []
        for step in range(4):
            screen.go_to(step)
            wanted += [(step, line) for line in screen.lines]
        assert list(zip(steps, lines, strict=True)) == wanted
        screen.go_to(4)
        await press(app, pilot, "left")
        assert (screen.step, screen.query_one(PseudocodePane).line) == wanted[-1]
        await press(app, pilot, "s", "left")
        assert screen.query_one(PseudocodePane).line == screen.snapshot.line


async def test_autoplay_continues_until_a_key_is_pressed():
    app = stepper("tic-tac-toe@xo.|.x.|...")
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.speed = 4.0  # slow enough that a busy machine comes to rest between two steps
        await press(app, pilot, "space")
        assert app.screen.is_playing
        await until(app, pilot, lambda: app.screen.step > 1)
        await press(app, pilot, "home")
        assert not app.screen.is_playing
        await press(app, pilot, "less_than_sign", "less_than_sign", "greater_than_sign")
        assert message(app) == "Autoplay: 2 steps a second."


async def test_autoplay_ends_at_the_last_step():
    app = stepper(step=18)
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.speed = 30.0
        await press(app, pilot, "space")
        await until(app, pilot, lambda: not app.screen.is_playing)
        assert app.screen.step == 21
        await press(app, pilot, "space")
        assert "last step" in message(app)


async def test_autoplay_pauses_at_a_breakpoint():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.speed = 30.0
        await press(app, pilot, "b", "down", "enter", "space")
        await until(app, pilot, lambda: not app.screen.is_playing)
        assert app.screen.step == 11
        assert message(app) == "Paused at a breakpoint."


# Finding -------------------------------------------------------------------------------------


async def test_go_to_finds_a_node_or_a_step_and_reports_others():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "g", "d", "enter")
        assert name(app) == "D"
        await press(app, pilot, "g", "1", "1", "enter")
        assert app.screen.step == 11
        await press(app, pilot, "g", "9", "9", "enter")
        assert isinstance(app.screen, PromptScreen)
        assert "there is no step 99" in screen_text(app)
        await press(app, pilot, "escape")
        assert app.screen.step == 11


async def test_search_finds_names_values_and_cutoffs():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "slash", *"cut")
        assert isinstance(app.screen, FindNodeScreen)
        assert app.screen.query_one(OptionList).option_count == 2
        await press(app, pilot, "down", "enter")
        assert app.screen.step == 19
        await press(app, pilot, "slash", "equals_sign", "1", "2", "enter")
        assert app.screen.snapshot.event.name == "B2"
        await press(app, pilot, "slash", "equals_sign", "x")
        assert "x" in str(app.screen.query_one("#about", Static).content)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, StepperScreen)


async def test_breakpoints_can_be_set_reached_and_removed():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "r")
        assert "no breakpoints" in message(app)
        await press(app, pilot, "g", "d", "enter", "b", "enter", "home", "r")
        assert name(app) == "D"
        await press(app, pilot, "r")
        assert message(app) == "There is no later breakpoint."
        await press(app, pilot, "b")
        assert "• " in screen_text(app)
        await press(app, pilot, *"non", "enter", "home", "r")
        assert "no breakpoints" in message(app)


async def test_early_returns_that_skip_nothing_are_counted_separately():
    app = stepper(step=11)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "cutoffs 1 · skipped 2" in screen_text(app)
        assert "early returns" not in screen_text(app)
        await press(app, pilot, "n")
        assert app.screen.step == 19
        assert "cutoffs 1 · skipped 2 · early returns 2" in screen_text(app)


@over(("columns", "expected"), [(80, "b:1 · step 0"), (120, "1 breakpoint · step 0")], ms=150)
async def test_header_shows_the_number_of_breakpoints_also_side_by_side(columns, expected):
    app = PlytraceApp(SideBySideScreen(trace("lecture"), trace("lecture", "minimax")))
    async with app.run_test(size=(columns, 24)) as pilot:
        await press(app, pilot, "b", "down", "enter")
        assert expected in text_of(app, "#status")
        await press(app, pilot, "b", "down", "enter")
        assert "b" not in text_of(app, "#status")


# Changing ------------------------------------------------------------------------------------


async def test_unsuitable_search_gives_its_reason_and_changes_nothing():
    app = stepper("dice")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "c")
        app.screen.query_one(Input).value = "search alphabeta"
        await pilot.press("enter")
        await until(app, pilot, lambda: app.screen.query("#refusal"))
        assert "chance" in screen_text(app)
        await press(app, pilot, "escape")
        assert app.screen.trace.search == "expectiminimax"


async def test_leaf_can_be_changed_and_different_results_are_marked():
    app = stepper(step=10)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e")
        assert app.screen.query_one(Input).value == "2"
        await press(app, pilot, "9", "enter")
        screen = app.screen
        assert screen.trace.value == 4
        assert screen.trace.source == "lecture (changed)"
        assert screen.snapshot.event.name == "C1"
        assert "*" in screen_text(app)
        assert message(app).startswith("Value 3 → 4 · move B → C · visits 11 → ")
        await press(app, pilot, "z")
        assert (screen.trace.value, screen.trace.source, screen.step) == (3, "lecture", 10)
        assert message(app).startswith("Undone. Value 4 → 3 · move C → B")
        assert "*C1" in screen_text(app)  # what is different is marked on the way back too


async def test_another_search_reports_and_marks_different_results():
    app = stepper(step=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await search_by(app, pilot, "search minimax")
        assert message(app) == (
            "Visits 11 → 13 · cutoffs 1 → 0 · as before: value 3, move B. * marks changed nodes."
        )
        assert "*C2" in screen_text(app)
        await press(app, pilot, "end")
        await search_by(app, pilot, "search pvs")
        assert app.screen.step == len(app.screen.trace.replay) - 1  # the end stays the end


@over("typed", ["nine", "1/0", "1e999", ""], ms=150)
async def test_invalid_value_is_reported_in_place(typed):
    app = stepper(step=10)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e")
        app.screen.query_one(Input).value = typed
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PromptScreen)
        assert "✗" in screen_text(app)


async def test_estimate_can_be_changed():
    app = stepper("estimates", depth=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "right", "e")
        node = app.screen.query_one("#ask").border_title
        assert "Estimate" in node
        await press(app, pilot, *"50", "enter")
        assert app.screen.trace.log.value[1] == 50


async def test_children_can_be_swapped():
    app = stepper(step=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "shift+left")
        screen = app.screen
        assert [screen.trace.name(row) for row in screen.trace.log.children(0)] == ["C", "B", "D"]
        assert name(app) == "C"
        await press(app, pilot, "shift+left")
        assert message(app) == "C is already the first child."
        await press(app, pilot, "home", "shift+right")
        assert message(app) == "The root has no siblings."


async def test_values_of_a_game_cannot_be_changed():
    app = stepper("tic-tac-toe@xo.|.x.|..o")
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("e", "shift+right"):
            await press(app, pilot, key)
            assert "Only a tree can be edited" in message(app)


# Seeing --------------------------------------------------------------------------------------


async def test_hand_tree_has_no_board_and_minimax_no_window():
    app = stepper("lecture", search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("3", "4"):
            await press(app, pilot, key)
            assert message(app) == "This search has nothing to show in that pane."


async def test_the_board_is_that_of_the_node():
    app = stepper("tic-tac-toe@xo.|.x.|..o", step=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "│ X │ O │‹X›│" in " ".join(screen_text(app).split())
        assert "after 3" in screen_text(app)


async def test_zoom_fold_and_pan_report_what_they_do():
    app = stepper("misconceptions", step=5)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        seen = []
        for _ in range(4):
            await press(app, pilot, "minus")
            assert message(app).startswith("Zoom: ")
            seen.append(screen_text(app))
        assert len({before, *seen}) >= 4
        await press(app, pilot, "0", "full_stop", "u", "f")
        assert message(app).startswith("Folded")
        await press(app, pilot, "f")
        assert message(app).startswith("Unfolded")
        for key in ("up", "down", "H", "L", "j", "k", "plus", "full_stop", "o"):
            await press(app, pilot, key)


# Taking away ---------------------------------------------------------------------------------


async def test_screen_can_be_saved_as_a_picture_or_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = stepper(step=11)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        on_screen = screen_text(app)
        await press(app, pilot, "x", "enter")
        assert message(app) == "Saved to lecture-step-11.svg."
        ET.parse(tmp_path / "lecture-step-11.svg")
        await press(app, pilot, "x")
        app.screen.query_one(Input).value = "screen.txt"
        await press(app, pilot, "enter")
        written = (tmp_path / "screen.txt").read_text(encoding="utf-8")
        assert written.split("\n")[:23] == on_screen.split("\n")[:23]
        await press(app, pilot, "x")
        for wrong in (
            "screen.txt",
            "screen.png",
            "no/such/folder.svg",
            "~nobody-here/a.svg",
            "a" * 300,
        ):
            app.screen.query_one(Input).value = wrong
            await press(app, pilot, "enter")
            assert isinstance(app.screen, PromptScreen)
            assert app.screen.query_one(Input).value == wrong
            assert "✗" in screen_text(app)
            assert wrong[:40] in screen_text(app)
        app.screen.query_one(Input).value = "other.svg"
        await press(app, pilot, "enter")
        assert message(app) == "Saved to other.svg."
        assert "Export the screen to" not in (tmp_path / "other.svg").read_text(encoding="utf-8")
    assert written == (tmp_path / "screen.txt").read_text(encoding="utf-8")


# The rest ------------------------------------------------------------------------------------


async def test_help_and_palette_list_every_key():
    app = stepper()
    async with app.run_test(size=(100, 100)) as pilot:
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        box = "\n".join(line[12:88] for line in screen_text(app).split("\n"))
        shown = " ".join(re.sub(r"[─│]\s.*", "", box).split())
        await press(app, pilot, "escape")
        titles = {command.title for command in app.get_system_commands(app.screen)}
        for action in StepperScreen.ACTIONS:
            assert action.help in shown
            assert f"{action.title} ({action.shown_keys})" in titles


async def test_long_help_says_that_it_scrolls_and_does():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "question_mark")
        assert "arrows to scroll, Esc to close" in screen_text(app)
        await press(app, pilot, *["down"] * 3)
        await until(app, pilot, lambda: app.screen.query_one("#help").scroll_y == 3)


def test_every_key_has_one_action():
    keys = [key for action in StepperScreen.ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))


async def test_stopped_long_search_shows_its_partial_result():
    app = stepper("lecture")
    async with app.run_test(size=(80, 24)) as pilot:
        got = []
        app.push_screen(SearchProgressScreen("reversi:6", {"search": "minimax"}), got.append)
        await until(app, pilot, lambda: "visits" in screen_text(app))
        shown = screen_text(app)
        assert "Searching reversi:6" in shown
        assert "a second" in shown
        await press(app, pilot, "escape")
        (stopped,) = got
        assert stopped.stopped is not None
        assert len(stopped.log) > 0
        app.push_screen(SearchProgressScreen("reversi:6", {"search": "minimax"}), got.append)
        await until(app, pilot, lambda: "visits" in screen_text(app))
        await press(app, pilot, "q")
        assert got[1] is None


async def test_search_of_an_unknown_source_shows_its_error():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        got = []
        app.push_screen(SearchProgressScreen("no-such-tree", {}), got.append)
        await until(app, pilot, lambda: app.screen.query("#refusal"))
        assert "no-such-tree" in screen_text(app)
        await press(app, pilot, "escape")
        assert got == [None]


@over(
    ("source", "size", "expected"),
    [
        ("tic-tac-toe@xo.|.x.|..o", (200, 60), "┌───────────────┬───────────────┬───────────────┐"),
        ("tic-tac-toe@xo.|.x.|..o", (80, 24), "┌───┬───┬───┐"),
        ("reversi:4", (200, 60), "0           1           2           3"),
    ],
    ms=150,
)
async def test_board_is_as_large_as_possible(source, size, expected):
    app = stepper(source, step=1, **({"depth": 2} if "reversi" in source else {}))
    async with app.run_test(size=size) as pilot:
        await until(app, pilot, lambda: expected in screen_text(app))
        assert " to move" in screen_text(app)


async def test_board_without_room_for_frames_uses_the_games_own_drawing():
    app = stepper("chess", step=1, depth=1)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(app, pilot, lambda: "8 r n b q k b n r" in screen_text(app))
        await press(app, pilot, "right", "right")
        assert "White to move" in screen_text(app) or "Black to move" in screen_text(app)


@over("key", ["1", "2", "3", "5", "6"], ms=150)
async def test_current_node_stays_in_view_when_a_pane_opens_or_closes(key):
    app = stepper("tic-tac-toe", 500, max_visits=30_000)
    async with app.run_test(size=(80, 24)) as pilot:
        for pressed in ("left_square_bracket", key, key, key):
            await pilot.press(pressed)
            canvas = app.screen.query_one(TreeCanvas)
            focus = canvas._view.focus
            top = focus.y + canvas._margin.y - canvas.scroll_offset.y
            assert 0 <= top <= canvas.size.height - focus.height, pressed
