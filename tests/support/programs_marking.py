"""Mark a program written in a test, as `plytrace check-code` does."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.programs_run import changed
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import AnyKey, read_key
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from tracer.programs.running import Limits
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission


@dataclass(frozen=True)
class Checked:
    """A program's sheet and its marks."""

    sheet: Sheet
    marked: MarkedSheet

    @property
    def record(self) -> dict[str, Any]:
        """The record."""
        return self.marked.record()

    @property
    def slugs(self) -> set[str]:
        """The misconceptions that reproduce what the program does."""
        found = {one["id"] for one in self.record["misconceptions"] if one["fit"] == 1}
        return found | {*self.record["indistinguishable"]}

    @property
    def notes(self) -> str:
        """What the record notes."""
        return " ".join(self.record.get("notes", ()))


def checked(
    folder: Path,
    key: str,
    program: str | bytes,
    *,
    shape: str | None = None,
    function: str | None = None,
    name: str = "prog.py",
    seconds: float = 10.0,
) -> Checked:
    """Run and mark a program."""
    file = folder / name
    file.write_bytes(program if isinstance(program, bytes) else program.encode())
    read, grader = _key_and_grader(folder, key)
    sheet = ProgramRunner(Limits(seconds=seconds), shape, function).sheet(
        Submission(name, file), read
    )
    return Checked(sheet, grader.mark(sheet))


def key_in(folder: Path, text: str) -> AnyKey:
    """A key for programs, written into a folder."""
    file = folder / "key.yaml"
    file.write_text(text, encoding="utf-8")
    return read_key(str(file)).for_programs()


_GRADERS: dict[str, tuple[AnyKey, AnyGrader]] = {}


def _key_and_grader(folder: Path, text: str) -> tuple[AnyKey, AnyGrader]:
    """A key in a folder and its grader, made once for all tests unless the key names a file."""
    if text in _GRADERS:
        return _GRADERS[text]
    key = key_in(folder, text)
    grader = grader_of(key)
    if "adapter:" not in text:
        _GRADERS[text] = key, grader
    return key, grader


def program_of(case: Mapping[str, Any], programs: Mapping[str, Any]) -> str:
    """The program of a row: a text by its name, changed, or what is made `with` arguments."""
    made = programs.get(case["program"], case["program"])
    text: str = made(**case.get("with", {})) if callable(made) else made
    return case.get("before", "") + changed(text, *case.get("changes", ())) + case.get("after", "")


def assert_recorded(record: Mapping[str, Any], case: Mapping[str, Any]) -> None:
    """A record has what a row expects, and an error or notes only if the row has some.

    `error` and `notes` are parts of its texts, `whole` is whether it has all points, `parts` are
    those that are right or wrong, and `named` is a misconception that reproduces the program.
    """
    about = case["about"]
    for place, said in (
        ("error", [record.get("error", "")]),
        ("notes", record.get("notes", [])),
    ):
        texts = case.get(place, [])
        for text in [texts] if isinstance(texts, str) else texts:
            assert any(text in one for one in said), (about, place, said)
        assert texts or place == "notes" or not any(said), (about, place, said)
    if case.get("quiet"):
        assert not record.get("notes"), (about, record["notes"])
    if "whole" in case:
        assert (record["score"] == record["max_score"] > 0) is case["whole"], (about, record)
        assert not (case["whole"] and record.get("misconceptions")), (about, record)
    parts = record["parts"]
    parts = parts if isinstance(parts, dict) else {one["part"]: one for one in parts}
    for part, is_right in case.get("parts", {}).items():
        assert parts[part]["ok"] is is_right, (about, parts[part])
    if "named" in case:
        fits = {one["id"] for one in record["misconceptions"] if one["fit"] == 1}
        assert case["named"] in fits | {*record["indistinguishable"]}, (about, record)
