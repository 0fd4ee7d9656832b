"""Sessions of the full screen, as text: a command opens it, keys follow, and what is seen.

A file `NAME.session` has some sessions, each with an application of its own; `scripts` says what
may come before the command. Then:

    class usual                    a key and the sheets of a class
    settings speed = 4             the user's settings, also with lines below
    $ 80x24 step SOURCE --at 3     the size, and what follows the word plytrace

    > n n "text" down*3 KEY        keys; a text is typed letter by letter
    >> n n                         keys, without waiting for a search
    : text                         the text of the line, instead of what is there
    click text                     where this text is on the screen; `click last` at its last place
    click at 2 5                   a column and row of the screen
    click cell 0 2                 on the board; `point 0 2` chooses the cell without the mouse
    walk 0 2                       there with the arrows, and Enter
    choose text                    the key of this choice of a lesson
    size 40x12                     of the terminal
    do name 3                      a method of the screen that no key has
    set name value                 an attribute of the screen
    theme nord

    = text                         the message; … stands for any text here
    #id text                       the text of a part of the screen; … here as well
    ~ text                         is on the screen, with single spaces; a frame is a text too
    ! text                         is not
    count 2 text                   is there as often
    footer text / no footer text   in the last line
    toast text                     in a notification
    underlined A, B1               in the tree; `no underlined` alone: nothing is
    row 1 text                     of the table of a match
    visible id / hidden id         a part of the screen
    @ HelpScreen                   the screen on top
    ? step 3                       a fact, or an attribute of the screen or what belongs to it
    ascii / fits                   the whole screen: only ASCII; as large as the terminal
    exit text                      what the program prints at its end
    wait ~ text                    any of these, once it is so
"""

import ast
import re
import shlex
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.widgets import Input

from tests.support.cases import over
from tests.support.reviews import EQUAL, SHEETS, write_class
from tests.support.screens import message, screen_text, settled, text_of, until
from tests.support.scripts import Line, Played, Script, assert_like, squeeze
from tests.support.session_facts import FACTS, cell_places, fact_text, underlined
from tui.app import PlytraceApp
from tui.cli import cli
from tui.saved.settings import settings_file
from tui.screens.play.match_text import HistoryTable

_KEY = re.compile(r'"([^"]*)"|(\S+?)(?:\*(\d+))?(?=\s|$)')
_SIZE = re.compile(r"(\d+)x(\d+) ?")


def _keys(text: str) -> list[str]:
    """Return the keys of a line."""
    keys: list[str] = []
    for typed, key, count in _KEY.findall(text):
        keys += typed.replace(" ", "\0") or [key] * int(count or 1)
    return ["space" if key == "\0" else key for key in keys]


def _find(text: str, line: str) -> int:
    """Return where a line has a text, not as part of a longer word."""
    place = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", line)
    return place.start() if place else -1


async def play_session(session: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play all variants of a session, or as many as a test has time for."""

    async def play(words: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        await _PlayedSession(session, words, monkeypatch).run()

    play.__name__ = session.title
    test = over("words", session.variants, ms=45)(play)
    await test(tmp_path=tmp_path, monkeypatch=monkeypatch)


class _Opened(BaseException):
    """Raised in place of the program's main loop."""


def open_app(command: str, monkeypatch: pytest.MonkeyPatch) -> PlytraceApp:
    """Return the application that a command opens, with its first searches done."""

    def run(app: PlytraceApp) -> None:
        raise _Opened(app)

    with monkeypatch.context() as patch:
        patch.setenv("TEXTUAL_DRIVER", "none:Driver")  # there is a screen
        patch.setattr("tui.app._FIRST_WAIT", 60.0)
        patch.setattr(PlytraceApp, "run", run)
        try:
            cli.main(shlex.split(command), standalone_mode=False)
        except _Opened as opened:
            app: PlytraceApp = opened.args[0]
            return app
    raise AssertionError(f"no screen is opened by {command!r}")


class _PlayedSession(Played):
    """One way through a session."""

    SIGNS: ClassVar[dict[str, str]] = {
        ">>": "type_ahead",
        ">": "press",
        ":": "type",
        "=": "message",
        "~": "shown",
        "!": "unseen",
        "@": "screen",
        "?": "fact",
        "#": "part",
    }
    LONG = (*Played.LONG, "settings")

    app: Any = None
    pilot: Any = None
    #: What was on the screen when it was last looked at; None once anything has happened since.
    seen: str | None = None

    async def run(self) -> None:
        """Prepare the folder, open the screen, and follow the lines."""
        lines = iter(self.script.lines)
        for line in lines:
            if line.text.startswith("$"):
                break
            await self.do(line)
        command = self.fill(line.text)[1:].strip()
        size = _SIZE.match(command)
        self.app = open_app(command[size.end() if size else 0 :], self.patch)
        async with self.app.run_test(
            size=tuple(map(int, size.groups())) if size else (80, 24)
        ) as self.pilot:
            await settled(self.app, self.pilot)
            rest = list(lines)
            for line in rest:
                if not line.text.startswith("exit"):
                    await self.do(line)
            self.paint()
        for line in rest:  # what is printed is known when the screen is gone
            if line.text.startswith("exit"):
                await self.do(line)

    async def do(self, line: Line) -> None:
        """Do what a line says."""
        text = self.fill(line.text)
        try:
            if text.startswith("wait "):
                await self.wait(text.removeprefix("wait "))
                return
            action, rest = self.split(text)
            if hasattr(self, f"do_{action}"):
                assert not line.below, f"{action} takes no lines below it"
                try:
                    await getattr(self, f"do_{action}")(rest)
                    if action != "type_ahead":
                        await settled(self.app, self.pilot)
                finally:
                    self.seen = None
            else:
                self.check(action, rest, line.below)
        except (Exception, pytest.fail.Exception) as error:
            self.note(error, line)
            if self.app is not None and self.app.is_running:
                error.add_note(self.shown())
            raise

    async def wait(self, text: str) -> None:
        """Wait until a line is so."""
        action, rest = self.split(text)

        def is_so() -> bool:
            self.seen = None
            try:
                getattr(self, f"check_{action}")(rest)
            except (AssertionError, AttributeError, LookupError):
                return False
            return True

        await until(self.app, self.pilot, is_so)

    def paint(self) -> None:
        """Paint, whether anything looks at the screen or not: a part of it may fail."""
        if self.app.is_running:
            self.shown()

    def shown(self) -> str:
        """Return what is on the screen; lines that only look at it paint it once."""
        if self.seen is None:
            self.seen = screen_text(self.app)
        return self.seen

    def check_class(self, name: str) -> None:
        write_class(Path(), {"usual": SHEETS, "equal": EQUAL}[name])

    def check_settings(self, line: str, below: str) -> None:
        self.check_file(str(settings_file()), f"{line}\n{below}")

    # What a person does ----------------------------------------------------------------------

    async def do_press(self, keys: str) -> None:
        for key in _keys(keys):
            await self.pilot.press(key)
            await settled(self.app, self.pilot)

    async def do_type_ahead(self, keys: str) -> None:
        await self.pilot.press(*_keys(keys))

    async def do_type(self, text: str) -> None:
        lines = list(self.app.screen.query(Input))
        line = self.app.focused if self.app.focused in lines else lines[0]
        line.value = text

    async def do_choose(self, text: str) -> None:
        letters = {choice: letter for letter, choice in self.app.screen.session.view.choices}
        await self.pilot.press(letters[text])

    async def do_click(self, text: str) -> None:
        if text.startswith("cell "):
            places = cell_places(self.app)
            x, y = places[tuple(map(int, text.split()[1:]))]
        elif text.startswith("at "):
            x, y = map(int, text.split()[1:])
        else:
            lines = self.shown().split("\n")
            if text.startswith("last "):
                text = text.removeprefix("last ")
                x, y = max((line.rfind(text), y) for y, line in enumerate(lines) if text in line)
            else:
                y = next(y for y, line in enumerate(lines) if _find(text, line) >= 0)
                x = _find(text, lines[y])
        await self.pilot.click(offset=(x, y))

    async def do_size(self, size: str) -> None:
        await self.pilot.resize_terminal(*map(int, size.split("x")))

    async def do_point(self, cell: str) -> None:
        self.app.screen.point_at(tuple(map(int, cell.split())))

    async def do_walk(self, cell: str) -> None:
        """Move the cursor to a cell with the arrows, and press Enter."""
        row, column = map(int, cell.split())
        while self.app.screen.cursor is None or self.app.screen.cursor[0] != row:
            await self.pilot.press("down")
        while self.app.screen.cursor[1] != column:
            await self.pilot.press("right")
        await self.pilot.press("enter")

    async def do_do(self, text: str) -> None:
        name, *values = text.split()
        getattr(self.app.screen, name)(*map(ast.literal_eval, values))

    async def do_set(self, text: str) -> None:
        name, value = text.split(" ", 1)
        assert hasattr(self.app.screen, name), f"the screen has no {name}"
        setattr(self.app.screen, name, ast.literal_eval(value))

    async def do_theme(self, name: str) -> None:
        self.app.theme = name

    # What is seen ----------------------------------------------------------------------------

    def check_message(self, text: str) -> None:
        assert_like(message(self.app), text)

    def check_part(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        assert_like(text_of(self.app, f"#{name}"), rest)

    def check_shown(self, text: str) -> None:
        assert squeeze(text) in squeeze(self.shown())

    def check_unseen(self, text: str) -> None:
        assert squeeze(text) not in squeeze(self.shown())

    def check_footer(self, text: str) -> None:
        assert text in self.shown().split("\n")[-1]

    def check_footer_not(self, text: str) -> None:
        assert text not in self.shown().split("\n")[-1]

    def check_screen(self, name: str) -> None:
        assert type(self.app.screen).__name__ == name

    def check_fact(self, text: str) -> None:
        name, _, wanted = text.partition(" ")
        if name in FACTS:
            value = FACTS[name](self.app)
        else:
            value = self.app.screen
            for part in name.split("."):
                value = getattr(value, part)
        assert_like(fact_text(value), wanted)

    def check_count(self, text: str) -> None:
        number, _, rest = text.partition(" ")
        assert squeeze(self.shown()).count(rest) == int(number)

    def check_toast(self, text: str) -> None:
        assert any(text in one.message for one in self.app._notifications)

    def check_underlined(self, texts: str) -> None:
        assert set(texts.split(", ")) <= underlined(self.app)

    def check_underlined_not(self, texts: str) -> None:
        seen = underlined(self.app)
        assert not (seen & set(texts.split(", ")) if texts else seen)

    def check_row(self, text: str) -> None:
        number, _, rest = text.partition(" ")
        row = self.app.screen.query_one(HistoryTable).get_row_at(int(number) - 1)
        assert_like(" ".join(map(str, row)), rest)

    def check_visible(self, part: str) -> None:
        widget = self.app.screen.query_one(f"#{part}")
        assert widget.region
        assert self.app.screen.region.contains_region(widget.region)

    def check_hidden(self, part: str) -> None:
        assert not self.app.screen.query_one(f"#{part}").region

    def check_fits(self, _: str) -> None:
        lines = self.shown().split("\n")
        assert len(lines) == self.app.size.height
        assert max(map(len, lines)) <= self.app.size.width

    def check_exit(self, text: str) -> None:
        assert_like("\n".join(self.app.exit_messages), text)
