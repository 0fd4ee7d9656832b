"""Working a search by hand on the full screen."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.support.screens import press, screen_text, settled, until
from tracer import trace
from tracer.hands.events import Need
from tracer.hands.judging import right_events
from tracer.hands.session import HandSession, Level
from tracer.hands.sheet_files import SheetFile
from tui.app import PlytraceApp
from tui.screens.stepper.hands.hands_screen import HandsScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen

KEYS = {
    "↓": "down",
    "↑": "up",
    "⏎": "enter",
    "→": "right",
    "-": "minus",
}
#: The whole of the lecture's tree by alpha-beta.
LECTURE = "↓↓⏎↓↓↑⏎↓3⏎↓⏎x↓3⏎↓⏎↓⏎↓⏎↑↑→⏎"


def keys(text):
    return [KEYS.get(letter, letter) for letter in text]


def app_of(source="lecture", level=Level.GUIDED, sheet=None, events=(), **options):
    session = HandSession(trace(source, **options), level, events)
    return PlytraceApp(HandsScreen(session, sheet))


async def test_lecture_takes_26_keys_and_is_right_at_once():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert len(keys(LECTURE)) == 26
        await press(app, pilot, *keys(LECTURE))
        assert app.screen.session.right_at_once == (23, 23)
        assert "Done: 23 of 23 steps right at once." in screen_text(app)
        # Skipped leaves stay covered.
        assert screen_text(app).count("▒") == 2


async def test_the_next_step_ends_a_number_too():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *keys("↓↓⏎↓↓↑⏎↓3↓⏎x↓3↓⏎↓⏎↓⏎↑↑→⏎"))
        assert app.screen.session.right_at_once == (23, 23)


async def test_a_wrong_step_gets_its_rule_first_and_its_reason_second():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *keys("↓↓⏎↓"), "enter")
        assert "✗ v = 12? B is a MIN node: it keeps the smallest value. Try again." in screen_text(
            app
        )
        await press(app, pilot, "enter")
        assert "✗ v = 12? 12 is not smaller than v = 3, so v stays 3." in screen_text(app)
        assert "4 of 5 right at once" in screen_text(app)
        assert app.screen.session.work.frame.v == 3


@over(
    "text, said",
    [
        ("5", "No number is asked here."),
        ("↑", "B, C, D are left at A: visit the next."),
        ("x", "A has no value yet: visit a child."),
        ("⏎", "Nothing came up that could be taken."),
        ("u", "There is nothing to take back."),
        ("=", "You can compare at the end of the search."),
        ("n", "Another tree follows at the end of this one."),
        ("↓↓-⏎", "'-' is not a number: correct it, or press Esc."),
        ("↓↓⏎↓↓↑⏎↓⏎", "Both ends are empty."),
        ("↓↓⏎↓↓↑⏎↓x", "First write the window of C."),
        ("↓↓⏎↓↓↑⏎↓4⏎", "✗ (4, +∞)? C is entered with the window that A has now. Try again."),
        ("h", "A is a MAX node: it keeps the largest value. It is cut when v reaches β"),
        ("↓↓u", "Taken back: a visit at B."),
        ("s", "B is the first child of A."),
    ],
    ms=700,
)
async def test_what_is_said(text, said):
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        names = {"=": "equals_sign", **KEYS}
        await press(app, pilot, *[names.get(letter, letter) for letter in text])
        assert said in " ".join(screen_text(app).split())


@pytest.mark.parametrize("correction", [("backspace", "3", "enter"), ("3", "enter")])
async def test_a_window_that_is_refused_is_corrected_or_typed_anew(correction):
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *keys("↓↓⏎↓↓↑⏎↓4⏎"))
        assert app.screen.session.work.need is Need.WINDOW
        await press(app, pilot, *correction)
        assert app.screen.session.work.need is Need.STEP


async def test_the_window_that_is_asked_for_is_shown_nowhere():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *keys("↓↓⏎↓↓↑⏎↓"))
        assert app.screen.session.work.need is Need.WINDOW
        assert screen_text(app).count("(3, +∞)") == 1  # at A
        assert "► ▽ C +∞ ? ? 0/3" in " ".join(screen_text(app).split())
        await press(app, pilot, "3", "enter")
        assert "► ▽ C +∞ 3 +∞ 0/3" in " ".join(screen_text(app).split())


async def test_the_side_by_side_view_has_the_move_that_was_chosen():
    app = app_of(level=Level.FREE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *keys(LECTURE[:-2]), "right", "right", "enter")
        assert "Yours: 3 by C." in screen_text(app)
        trace_of_work = app.screen.session.work.trace
        assert [trace_of_work.name(row) for row in trace_of_work.best_rows[:2]] == ["A", "C"]


async def test_a_search_that_no_trees_are_made_for_has_no_next_one():
    right = trace("[3, 5]", "single")
    app = app_of("[3, 5]", search="single", events=right_events(right))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "n next tree" not in screen_text(app)
        await press(app, pilot, "n")
        assert "No trees are made for single." in screen_text(app)


async def test_the_sheet_is_written_after_every_step(tmp_path):
    path = tmp_path / "mine.yaml"
    app = app_of(sheet=SheetFile(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        for count, key in enumerate(keys("↓↓⏎"), 1):
            await press(app, pilot, key)
            saved = SheetFile(path).resume(trace("lecture"), Level.GUIDED)
            assert len(saved.session.work.events) == count
        await press(app, pilot, "q")
    assert app.exit_messages == [f"3 steps, kept in {path}"]


async def test_work_without_a_sheet_is_not_kept_and_says_so():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "down", "q")
    assert app.exit_messages == ["1 step, not kept (--sheet FILE keeps it)"]


async def test_free_work_ends_with_its_first_difference_and_both_searches_side_by_side():
    app = app_of(level=Level.FREE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        # 12 is taken up at B; the window at C is then 12.
        await press(app, pilot, *keys("↓↓⏎↓⏎↓↑⏎↓12⏎↓⏎x↓12⏎↓⏎↓⏎x↑→⏎"))
        shown = " ".join(screen_text(app).split())
        assert "Right: 3 by B. Yours: 12 by B." in shown
        assert "First difference, at your step 5: you wrote v = 12 at B." in shown
        await press(app, pilot, "equals_sign")
        assert isinstance(app.screen, SideBySideScreen)
        shown = " ".join(screen_text(app).split())
        assert "yours vs. the right one" in shown
        assert "v of B is 12 in yours, 3 in the right one." in shown
        await press(app, pilot, "q", "u")
        assert "You are back at your step 5." in screen_text(app)
        assert len(app.screen.session.work.events) == 4


async def test_an_exam_judges_and_shows_nothing(tmp_path):
    sheet = SheetFile(tmp_path / "mine.yaml")
    app = app_of(level=Level.EXAM, sheet=sheet, events=right_events(trace("lecture")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "Your sheet has every step." in screen_text(app)
        for key, said in (
            ("equals_sign", "compared by plytrace check"),
            ("n", "An exam has one tree."),
            ("s", "only in guided work"),
        ):
            await press(app, pilot, key)
            assert said in screen_text(app)


async def test_the_next_tree_tests_what_was_wrong():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        # C2 is visited although C is cut: several mistakes explain that.
        await press(app, pilot, *keys("↓↓⏎↓↓↑⏎↓3⏎↓⏎↓x"), *["s"] * 11)
        assert app.screen.session.is_over
        await press(app, pilot, "n", "down")
        await until(app, pilot, lambda: not app.screen.session.is_over)
        assert "This tree tests an earlier mistake" in " ".join(screen_text(app).split())
        assert app.screen.session.work.events == []


async def test_the_stepper_hands_its_search_over_at_the_current_step():
    app = PlytraceApp(StepperScreen(trace("lecture"), 9))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "i")
        assert isinstance(app.screen, HandsScreen)
        assert "With which window?" in screen_text(app)
        assert app.screen.session.right_at_once == (0, 0)
        await press(app, pilot, "3", "enter", "q")
        assert isinstance(app.screen, StepperScreen)


async def test_the_stepper_says_why_a_search_has_no_form_by_hand():
    app = PlytraceApp(StepperScreen(trace("lecture", "pvs")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "i")
        assert "Pvs cannot be worked by hand: it searches some nodes again." in screen_text(app)


async def test_the_mouse_works_the_whole_tree():
    app = app_of(search="minimax")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)

        async def click(name):
            lines = screen_text(app).splitlines()
            y = next(y for y, line in enumerate(lines) if f" {name} " in f" {line} " and y < 15)
            await pilot.click(offset=(f" {lines[y]} ".index(f" {name} "), y))
            await settled(app, pilot)

        for name in ("B", "B1", "B1", "B2", "B3", "A", "B"):
            await click(name)
        assert app.screen.session.right_at_once == (7, 7)
        assert app.screen.session.work.frame.v == 3


def two_trees():
    """Trees that differ only in leaves that nobody has seen before the cut at C is decided."""
    # As typed: the source itself has the leaves.
    return (
        trace("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"),
        trace("[[3, 12, 8], [2, 0, 1], [-1000000, 0.25, 99]]"),
    )


@pytest.mark.parametrize("level", Level)
@over(
    "size, ascii",
    [((80, 24), False), ((120, 40), False), ((60, 18), False), ((40, 10), True), ((200, 60), True)],
    ms=1_500,
)
async def test_nothing_tells_what_nobody_has_seen(level, size, ascii, tmp_path_factory):  # noqa: A002
    shown = []
    for right in two_trees():
        screens = []
        app = PlytraceApp(HandsScreen(HandSession(right, level)), ascii=ascii)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            for key in keys("↓↓⏎↓↓↑⏎↓3⏎↓⏎x"):
                screens.append(screen_text(app))
                await press(app, pilot, key)
            screens.append(screen_text(app))
        shown.append(screens)
    assert shown[0] == shown[1]


@over("size", [(20, 6), (30, 9), (40, 12), (60, 18), (200, 60)], ms=700)
async def test_every_size_shows_the_question(size):
    app = app_of()
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "down", "down")
        assert "B1" in screen_text(app)
        await press(app, pilot, "enter")
        assert app.screen.session.work.frame.v == 3


async def test_brief_feedback_gives_reasons_only_for_cutoffs():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.feedback = "brief"
        await settled(app, pilot)
        await press(app, pilot, "down")
        assert "is the first child" not in screen_text(app)
        assert "✓" in screen_text(app)
        await press(app, pilot, *keys("↓⏎↓↓↑⏎↓3⏎↓⏎x"))
        assert "C2, C3 are skipped." in " ".join(screen_text(app).split())
