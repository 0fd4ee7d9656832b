"""The review of a class on the full screen."""

from __future__ import annotations

from threading import Event

import pytest

from tests.cli.test_check import run
from tests.support.cases import over
from tests.support.reviews import EQUAL, RIGHT, opened, write_class
from tests.support.screens import message, press, screen_text, text_of, until
from tracer.marking.results.overrides import overrides_beside
from tui.app import PlytraceApp
from tui.cli.commands.check import command
from tui.screens.review.review_screen import ReviewScreen
from tui.screens.stepper.sheet_stepper_screen import SheetStepperScreen

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture
def key(tmp_path):
    return write_class(tmp_path)


def review_app(key, **options):
    """The application on the review of a class."""
    review, sheets = opened(key)
    return PlytraceApp(ReviewScreen(review, sheets, "key.yaml"), **options)


async def marked(app, pilot):
    """Wait until all sheets are marked and the tree is drawn."""
    await until(app, pilot, lambda: not app.screen.is_marking)
    await press(app, pilot)
    await until(app, pilot, lambda: all(one.is_finished for one in app.workers))


async def typed(app, pilot, text):
    """Replace the text of a prompt, and accept it."""
    app.screen.query_one("#line").value = text
    await press(app, pilot, "enter")


@over("ascii_only", [False, True], ms=150)
@over("size", SIZES)
async def test_sheet_that_waits_is_shown_as_written_and_as_read(key, size, ascii_only):
    app = review_app(key, ascii=ascii_only)
    async with app.run_test(size=size) as pilot:
        await marked(app, pilot)
        shown = screen_text(app)
        assert not ascii_only or shown.isascii()
        assert "3 of 3 need a person" in shown
        assert "4 ? cutoffs: the usual ones" in shown
        assert "? cutoffs 0 of 4, pending" in shown
        names = [name for name in ("Cleo", "dora", "Emil", "Ben") if name in shown]
        assert names == sorted(names, key=shown.index)
        assert ("Tree: the right search" in shown) == (size != (80, 24))
        await press(app, pilot, "t")
        assert ("Tree: the right search" in screen_text(app)) == (size == (80, 24))


async def test_enter_asks_for_the_points_of_a_pending_part_and_never_writes_zeros(key, tmp_path):
    app = review_app(key)
    async with app.run_test(size=(80, 24)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "enter")
        assert "Points of cutoffs, 0 to 4" in screen_text(app)
        await press(app, pilot, "enter")
        assert "an empty text is not a mark" in screen_text(app)
        assert not (tmp_path / "overrides.yaml").exists()
        await typed(app, pilot, "0")
        assert (tmp_path / "overrides.yaml").read_text() == "Cleo: {cutoffs: 0}\n"
        assert message(app) == "Cutoffs is marked by hand; u to undo."
        assert text_of(app, "#status") == "2 of 3 need a person · 6 sheets"
        assert "this PDF" in screen_text(app)
        await press(app, pilot, "a")
        assert "Points of visits, 0 to 4" in screen_text(app)
        await press(app, pilot, "escape", "n", "enter")
        assert message(app).startswith("Emil accepted; u to undo.")
        assert text_of(app, "#status").startswith("1 of 3")
        await press(app, pilot, "u")
        assert "› ? Emil" in screen_text(app)
        assert text_of(app, "#status").startswith("2 of 3")


async def test_one_key_gives_full_points_and_one_decides_about_equal_answers(tmp_path):
    app = review_app(write_class(tmp_path, EQUAL))
    async with app.run_test(size=(120, 40)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "e")
        assert message(app) == "Nothing is decided about cutoffs of this sheet yet"
        await press(app, pilot, "p")
        assert message(app) == "Cutoffs has full points; u to undo."
        assert "cutoffs 4 of 4, by hand" in screen_text(app)
        await press(app, pilot, "e")
        assert message(app) == "Applied to 1 other sheet; u to undo."
        text = (tmp_path / "overrides.yaml").read_text()
        assert text == "Ann: {cutoffs: 4}\nCy: {cutoffs: 4}\n"
        await press(app, pilot, "e")
        assert message(app) == "No other is equal."


async def test_equal_sheets_are_one_row_and_decided_together(tmp_path):
    app = review_app(write_class(tmp_path, EQUAL))
    async with app.run_test(size=(120, 40)) as pilot:
        await marked(app, pilot)
        assert "✓ Di + 1" in screen_text(app)
        assert "Eve" not in screen_text(app)
        await press(app, pilot, *"jjj", "r", *"good", "enter")
        text = (tmp_path / "overrides.yaml").read_text()
        assert text == "Di: {remark: good}\nEve: {remark: good}\n"
        await press(app, pilot, "g")
        assert "✓ Eve" in screen_text(app)
        await press(app, pilot, "j", "g")
        assert "› ✓ Di + 1" in screen_text(app)
        await press(app, pilot, "slash")
        await typed(app, pilot, "eve")
        assert "› ✓ Eve" in screen_text(app)


async def test_corrected_reading_is_marked_while_it_is_typed_and_kept_on_enter(key, tmp_path):
    app = review_app(key)
    async with app.run_test(size=(80, 24)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "c", *"the rest")
        assert "this cannot be read as cutoffs" in screen_text(app)
        app.screen.query_one("#line").value = "C (3, inf) skips C2"
        await until(app, pilot, lambda: "3 of 4" in screen_text(app))
        assert not (tmp_path / "overrides.yaml").exists()
        await press(app, pilot, "escape")
        assert overrides_beside(str(key)) is None
        await press(app, pilot, "c")
        await typed(app, pilot, "C (3, inf) skips C2")
        assert "✗ cutoffs 3 of 4" in screen_text(app)
        assert "read by hand: cutoffs" in screen_text(app)
        assert "read    C, α = 3, β = +∞, skips C2" in screen_text(app)
        await press(app, pilot, "u")
        assert "? cutoffs 0 of 4, pending" in screen_text(app)
        assert not (tmp_path / "overrides.yaml").exists()


async def test_mark_and_remark_are_set_by_hand(key, tmp_path):
    app = review_app(key)
    async with app.run_test(size=(80, 24)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "m", "9", "enter")
        assert "9 is not a mark; expected 0 to 4" in screen_text(app)
        await typed(app, pilot, "")
        assert "an empty text is not a mark; expected 0 to 4" in screen_text(app)
        await typed(app, pilot, "2,5")
        assert "cutoffs 2.5 of 4, by hand" in screen_text(app)
        await press(app, pilot, "r", *"see me", "enter")
        text = (tmp_path / "overrides.yaml").read_text()
        assert text == "Cleo: {cutoffs: 2.5, remark: see me}\n"
        assert "Remark: see me" in screen_text(app)


async def test_find_and_filter_lead_to_a_sheet(key):
    app = review_app(key)
    async with app.run_test(size=(80, 24)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "slash", *"zoe")
        assert "there is no sheet of zoe" in screen_text(app)
        await typed(app, pilot, "ben")
        assert "› ✗ Ben" in screen_text(app)
        await press(app, pilot, "f")
        assert message(app) == "Sheets that wait, and your decisions: 3."
        assert "Ben" not in screen_text(app)
        await press(app, pilot, "f", "f")
        assert message(app) == "Sheets that are right: 2."
        await press(app, pilot, "f")
        assert message(app) == "All sheets: 6."
        await press(app, pilot, *"kkkkkk")
        assert "› ? Cleo" in screen_text(app)
        assert message(app) == "There is no other sheet."


async def test_stepper_opens_at_the_first_mistake_and_returns(key):
    app = review_app(key)
    async with app.run_test(size=(120, 40)) as pilot:
        await marked(app, pilot)
        await press(app, pilot, "n", "n")
        await marked(app, pilot)
        assert "the first mistake" in screen_text(app)
        await press(app, pilot, "s")
        assert isinstance(app.screen, SheetStepperScreen)
        assert "D = 5" in screen_text(app)
        await press(app, pilot, "q")
        assert "› ? Emil" in screen_text(app)


async def test_sheets_appear_as_they_are_marked_and_the_selected_one_stays(tmp_path):
    waiting = RIGHT.replace("move: B", "move: B or C")
    sheets = {f"{n}.txt": f"student: s{n}\n{RIGHT if n < 3 else waiting}" for n in range(6)}
    review, found = opened(write_class(tmp_path, sheets))
    mark, rest = review._reviewed, Event()

    def in_two_lots(sheet):
        return mark(sheet) if len(review.sheets) < 4 or rest.wait(60) else None

    review._reviewed = in_two_lots
    app = PlytraceApp(ReviewScreen(review, found, "key.yaml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: "marking 4 of 6" in screen_text(app))
        assert "› ? s3" in screen_text(app)  # what waits comes first
        await press(app, pilot, "down")
        assert "› ✓ s0" in screen_text(app)
        rest.set()
        await marked(app, pilot)
        shown = screen_text(app)
        assert shown.index("? s3 + 2") < shown.index("› ✓ s0 + 2")


@over("leave", ["escape", "q", "ctrl+c"], ms=150)
async def test_leaving_stops_the_marking(key, leave):
    review, sheets = opened(key)

    def endless():
        for sheet in sheets:
            yield sheet
        while not review._is_stopped:
            yield sheet

    app = PlytraceApp(ReviewScreen(review, endless(), "key.yaml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: "reading sheet" in screen_text(app))
        job = app.screen._job
        await press(app, pilot, leave)
    assert job.is_done(within=60)
    assert not review.is_done


def test_command_opens_the_review_and_reports_what_is_left(tmp_path, key, monkeypatch, capsys):
    opened_screens = []
    monkeypatch.setattr("tui.cli.shared.sheet_review.has_screen", lambda: True)

    def run_screen(screen):
        opened_screens.append(screen)
        screen.review.mark_all(screen._job._work.args[0])

    monkeypatch.setattr("tui.app.run_screen", run_screen)
    command.main([str(key), str(tmp_path / "sheets"), "--review"], standalone_mode=False)
    (screen,) = opened_screens
    assert len(screen.review.sheets) == 6
    assert "3 sheets still need a person" in capsys.readouterr().err


@over(
    ("arguments", "code", "said"),
    [
        (["key.yaml", "sheets", "--review"], 2, "--review needs a terminal"),
        (["lecture", "sheets", "--review"], 2, "--review needs a key in a file"),
        (["key.yaml", "-", "--review"], 2, "--review cannot read answers from standard input"),
        (["key.yaml", "--review"], 2, "there are no answers to check"),
        *(
            (["key.yaml", "sheets", "--review", *options], 2, f"combined with {options[0]}")
            for options in (
                ["-f", "csv"],
                ["-o", "x"],
                ["--jobs", "2"],
                ["--step"],
                ["--form"],
                ["--report", "r.md"],
                ["--feedback-to", "out"],
                ["--groups"],
                ["--resume"],
            )
        ),
    ],
    ms=150,
)
def test_what_makes_no_sense_is_refused(key, tmp_path, arguments, code, said):
    done = run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert not (tmp_path / "overrides.yaml").exists()
