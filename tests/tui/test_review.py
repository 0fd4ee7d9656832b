"""The review of a class on the full screen."""

from threading import Event

import pytest

from tests.support.cases import over
from tests.support.reviews import RIGHT, opened, write_class
from tests.support.screens import press, run_app, screen_text, until
from tui.app import PlytraceApp
from tui.cli.commands.check import command
from tui.screens.review.review_screen import ReviewScreen


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
    await until(app, pilot, lambda: not app.screen.jobs)


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
        await until(app, pilot, lambda: "› ? s3" in screen_text(app))  # what waits comes first
        assert "marking 4 of 6" in screen_text(app)
        await press(app, pilot, "down")
        assert "› ✓ s0" in screen_text(app)
        rest.set()
        await marked(app, pilot)
        shown = screen_text(app)
        assert shown.index("? s3 + 2") < shown.index("› ✓ s0 + 2")


async def test_what_the_student_wrote_stays_in_view_while_points_are_typed(tmp_path):
    remark = "I think that this is a long remark, for which one row is not enough.\n"
    text = f"student: Cleo\n{remark * 12}{RIGHT.replace('C (3, inf) skips C2 C3', 'the usual')}"
    async with run_app(review_app(write_class(tmp_path, {"c.txt": text}))) as (app, pilot):
        await marked(app, pilot)
        review = app.screen
        pane, sheet = review.query_one("#written"), review.query_one("#written-text")

        def place_of_last_line():
            """The row of the last line that the student wrote."""
            rows = sheet.size.height + sheet.styles.padding.top
            return pane.content_region.y + rows - 1 - pane.scroll_offset.y

        await press(app, pilot, "m")
        top = app.screen.query_one(".box").region.y
        assert top >= 12 > pane.region.y + 3
        assert place_of_last_line() >= top
        await press(app, pilot, "pagedown", "pagedown")
        assert pane.region.y < place_of_last_line() < top
        await press(app, pilot, "pageup", "9")
        assert place_of_last_line() >= top
        assert "9 is not a mark" in screen_text(app)
        await press(app, pilot, "escape")
        assert app.screen is review


@over("lines", [0, 1, 20])
async def test_first_line_that_was_not_read_is_in_view_below_long_ones(tmp_path, lines):
    text = f"student: Cleo, {'who writes a lot ' * 9 * lines}\n{RIGHT}Werte: siehe oben\n"
    app = review_app(write_class(tmp_path, {"c.txt": text.replace("move: B", "move: C")}))
    async with app.run_test(size=(80, 24)) as pilot:
        await marked(app, pilot)
        assert "? Werte: siehe oben" in screen_text(app)


@over("leave", ["escape", "q", "ctrl+c"], ms=45)
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
    monkeypatch.setattr("tui.terminal.output.has_screen", lambda: True)

    def run_screen(screen):
        opened_screens.append(screen)
        screen._job.start().result()

    monkeypatch.setattr("tui.app.run_screen", run_screen)
    command.main([str(key), str(tmp_path / "sheets"), "--review"], standalone_mode=False)
    (screen,) = opened_screens
    assert len(screen.review.sheets) == 6
    assert "3 sheets still need a person" in capsys.readouterr().err
