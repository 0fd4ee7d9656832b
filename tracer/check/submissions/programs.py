"""Whose the programs of a download are."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from tracer.check.submissions.containers import Container, is_zip
from tracer.check.submissions.download import Submission, submissions_of
from tracer.check.submissions.platforms import PLATFORMS
from tracer.files.scratch import scratch_folder
from trees.files import printable_name


#: Largest size of a download, in bytes.
_LARGEST: Final = 2_000_000_000


class Place(NamedTuple):
    """A place with programs."""

    path: str
    label: str
    named: str


@contextmanager
def unpacked(named: Sequence[str]) -> Iterator[list[Place]]:
    """Yield the places that the user named; downloads in zip archives are unpacked.

    Other archives are programs.
    """
    with ExitStack() as stack:
        places: list[Place] = []
        for name in named:
            container = _download_in(Path(name))
            if container is None:
                places.append(Place(name, name, name))
                continue
            folder = stack.enter_context(scratch_folder("plytrace-download-")) / "files"
            _unpack(container, folder)
            inner = _without_wrappers(folder)
            label = printable_name(Path(name) / inner.relative_to(folder))
            places.append(Place(str(inner), label, name))
        yield places


def _download_in(path: Path) -> Container | None:
    """Return the files of a download in an archive; None if a path is anything else."""
    if not is_zip(path):
        return None
    try:
        found, _ = submissions_of(path)
    except InvalidInput:
        return None  # as a program, it is reported
    return next((one.container for one in found if one.students and one.container), None)


def _without_wrappers(folder: Path) -> Path:
    """Return the folder with the students' files or folders, below folders around all of them."""
    inside = [*folder.iterdir()]
    is_wrapped = len(inside) == 1 and inside[0].is_dir()
    if is_wrapped and not any(one.match(inside[0].name) for one in PLATFORMS):
        return _without_wrappers(inside[0])
    return folder


def _unpack(container: Container, folder: Path) -> None:
    """Unpack a download."""
    size = 0
    try:
        for file in container.files:
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            with closing(container.path(file)) as paths:
                shutil.copyfile(next(paths), target)
            size += target.stat().st_size
            if size > _LARGEST:
                raise InvalidInput("this download is too large", where=container.label)
    except OSError as error:
        raise InvalidInput(
            f"this archive cannot be unpacked: {error.strerror}", where=container.label
        ) from error


def owners_of(
    places: Iterable[Place], programs: Iterable[str], extra: Collection[Path] = ()
) -> dict[str, Submission]:
    """Return the submissions of programs by their names, without older attempts and receipts."""
    below: dict[str, list[Submission]] = {}
    recognised: list[str] = []
    for place in places:
        path = Path(place.named)
        if not path.is_dir() and place.path == place.named:
            continue
        found, _ = submissions_of(path, extra)
        if any(one.students for one in found):
            recognised.append(printable_name(path))
        for one in found:
            for name in (one.name, *map(str, PurePath(one.name).parents)):
                below.setdefault(name, []).append(one)
    owners: dict[str, Submission] = {}
    for name in programs:
        found = below.get(name, [])
        students = {one.students for one in found}
        if len(students) == 1:
            notes = dict.fromkeys(note for one in found for note in one.notes)
            if found[0].name != name:  # a folder is one program
                notes = {note: None for note in notes if not note.startswith("one of ")}
            owners[name] = replace(found[0], notes=tuple(notes))
        elif found or not any(name.startswith(one) for one in recognised):
            owners[name] = Submission(name)
    return owners
