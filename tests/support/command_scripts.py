"""Commands as text: what is typed after the word plytrace, and what comes back.

A file `NAME.command` has some scripts, each run in a new folder; `scripts` says what may come
first. A command has the lines up to the next one. They check its output, except `err`:

    $ check key.yaml -             the lines below are standard input; ⏎ is an empty one, and
                                   `< right.txt` stands for the lines of this file
        visits: A B
    code 3                         0 if nothing is said; `refused`: 2 or 3
    ~ text                         is in the output, with single spaces
    ! text                         is not
    = text                         is the whole output; also with the lines below, as they are
    err text                       is in the error output; `no err`: nothing is
    first text / last text         the first or last line; … stands for any text
    has                            these lines stand in the output as they are
        P1
        1        2
    count 2 text / lines 3 / width 60 / ascii
    json counts.visited 11         a value in the JSON; `json 1.score` in the second of its lines;
                                   `json rows.# 3`: how many there are
    files a.yaml b.yaml            the folder has no other files; `files out: a.md`: the folder out

A command that ends with another code than 0 prints nothing unless a check names its output, and its
error is one line with the name of the program.
"""

import json
import shlex
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.scripts import Played, Script, assert_like, squeeze

#: The actions that check the output.
SHOWN = {"shown", "unseen", "whole", "has", "first", "last", "count", "lines", "json", "order"}


def play_script(script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play all variants of a script."""

    def play(words: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("COLUMNS", "80")
        _PlayedScript(script, words, monkeypatch).run()

    play.__name__ = script.title
    over("words", script.variants)(play)(tmp_path=tmp_path, monkeypatch=monkeypatch)


class _PlayedScript(Played):
    """One way through a script."""

    SIGNS: ClassVar[dict[str, str]] = {"$": "command", "~": "shown", "!": "unseen", "=": "whole"}
    LONG = (*Played.LONG, "command", "whole", "has")

    def __init__(self, script: Script, words: dict[str, str], patch: pytest.MonkeyPatch) -> None:
        super().__init__(script, words, patch)
        self.out = self.err = ""
        self.code = self.wanted = 0
        self.said: set[str] = set()

    def run(self) -> None:
        """Follow the lines."""
        for number, line in enumerate(self.script.lines):
            text = self.fill(line.text)
            action, rest = self.split(text)
            try:
                if action == "command":
                    self.said = self._actions_after(number)
                self.check(action, rest, line.below)
            except (Exception, pytest.fail.Exception) as error:
                self.note(error, line)
                error.add_note(f"code {self.code}\n{self.out}\n{self.err}")
                raise

    def _actions_after(self, number: int) -> set[str]:
        """Return the actions that check a command, given by its line."""
        said: set[str] = set()
        for line in self.script.lines[number + 1 :]:
            action, _ = self.split(line.text)
            if action == "command":
                break
            said.add(action)
        return said

    def shown(self) -> str:
        return self.out

    def check_command(self, command: str, typed: str) -> None:
        lines = (
            Path(line[2:]).read_text("utf-8") if line.startswith("< ") else f"{line}\n"
            for line in typed.splitlines()
        )
        done = run_command(*shlex.split(command), stdin="".join(lines).replace("⏎", ""))
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        assert "Traceback" not in self.err
        if not self.said & {"code", "refused"}:
            assert self.code == 0
        elif not self.said & SHOWN:
            assert self.out == ""
            assert self.err.startswith("plytrace: ")
            assert self.err.count("\n") == 1

    def check_refused(self, _: str) -> None:
        assert self.code in (2, 3)

    def check_code(self, code: str) -> None:
        assert self.code == int(code)

    def check_shown(self, text: str) -> None:
        assert squeeze(text) in squeeze(self.out)

    def check_unseen(self, text: str) -> None:
        assert squeeze(text) not in squeeze(self.out)

    def check_whole(self, text: str, below: str) -> None:
        assert self.out.rstrip("\n") == "\n".join(filter(None, [text, below]))

    def check_has(self, rest: str, below: str) -> None:
        assert below, f"has takes the lines below it, not {rest!r}"
        assert below in self.out

    def check_err(self, text: str) -> None:
        assert_like(self.err, f"…{text}…")

    def check_err_not(self, text: str) -> None:
        assert (squeeze(text) not in squeeze(self.err)) if text else not self.err

    def check_first(self, text: str) -> None:
        assert_like(self.out.splitlines()[0], text)

    def check_last(self, text: str) -> None:
        assert_like(self.out.splitlines()[-1], text)

    def check_count(self, text: str) -> None:
        number, _, rest = text.partition(" ")
        assert self.out.count(rest) == int(number)

    def check_lines(self, number: str) -> None:
        assert len(self.out.splitlines()) == int(number)

    def check_width(self, width: str) -> None:
        assert max(map(len, self.out.splitlines())) <= int(width)

    def check_json(self, text: str) -> None:
        path, _, wanted = text.partition(" ")
        try:
            value: Any = json.loads(self.out)
        except json.JSONDecodeError:
            value = [json.loads(line) for line in self.out.splitlines()]
        for part in path.split("."):
            if part == "#":
                value = len(value)
                continue
            value = value[int(part)] if part.lstrip("-").isdecimal() else value[part]
        assert value == json.loads(wanted)

    def check_files(self, text: str) -> None:
        folder, _, names = text.rpartition(":")
        assert sorted(path.name for path in Path(folder).iterdir()) == sorted(names.split())
