"""The answer sheets that a person names on the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import InvalidInput, UsageError

if TYPE_CHECKING:
    from tracer.check.sheet import Sheet

__all__ = ["is_single_file", "may_be_many", "sheets_of"]


def is_single_file(answers: Sequence[str]) -> bool:
    """Whether the answers are one file, or standard input: what one student hands in."""
    return len(answers) == 1 and not _is_there(Path(answers[0]), Path.is_dir)


def may_be_many(answers: Sequence[str]) -> bool:
    """Whether the answers are more than one sheet, as far as their names say."""
    return not is_single_file(answers) or Path(answers[0]).suffix.lower() in (".csv", ".jsonl")


def _is_there(path: Path, test: Callable[[Path], bool]) -> bool:
    """Whether a path passes a test; what can be no name of a file does not."""
    try:
        return test(path)
    except OSError:
        return False


def sheets_of(
    answers: Sequence[str],
    *,
    written: Collection[str | Path] = (),
    besides: Collection[str | Path] = (),
    note: Callable[[str], object] = str,
) -> Iterator[Sheet]:
    """All sheets that are named; none is read before it is needed.

    Args:
        answers: files, folders, or `-` for one on standard input.
        written: files that are written to meanwhile.
        besides: further files that are no sheets where they lie in one of the folders.
        note: takes what a person ought to know of the folders.

    Raises:
        InvalidInput: there is no such file or folder, or nothing in it.
        UsageError: a file that is named is one that is written to.
    """
    from tracer.check.handed_in import handed_in
    from tracer.check.sheets import sheet_of_text, sheets_in
    from trees.files import printable, read_standard_input

    outputs = {Path(one).resolve() for one in written}
    others = outputs | {Path(one).resolve() for one in besides}
    files: list[Path | None] = []  # None is standard input
    for answer in answers:  # all are looked for before anything is marked, or written over
        path = Path(answer)
        if answer == "-":
            files.append(None)
            continue
        if not _is_there(path, Path.exists):
            raise InvalidInput(
                "there is no such file or folder", where=printable(path), expected="sheets"
            )
        if path.resolve() in outputs:
            raise UsageError(
                "it would be written over while it is marked",
                where=answer,
                expected="another file to write to",
            )
        found = handed_in(path, besides=others)
        files += found.files
        if found.links:
            what = "1 link was" if found.links == 1 else f"{found.links:,} links were"
            note(f"{printable(path)}: {what} left out; links of a folder are not followed")

    def of(path: Path | None) -> Iterator[Sheet]:
        if path is None:
            yield sheet_of_text(read_standard_input(), "stdin")
        else:
            yield from sheets_in(path)

    return chain.from_iterable(map(of, files))
