"""The files of a folder or of a zip archive, read one at a time."""

from __future__ import annotations

import stat
import tempfile
import zipfile
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from engine.errors import InvalidInput
from tracer.check.reading.documents import DAMAGED_ZIP, LARGEST_DOCUMENT
from tracer.check.reading.submitted_files import handed_in, is_litter
from trees.files import printable_name


#: The most files of an archive.
_MOST_FILES: Final = 100_000


class Container:
    """A file alone, or the files of a folder and its subfolders."""

    def __init__(self, path: Path, extra: Collection[Path] = ()) -> None:
        found = handed_in(path, extra=extra)
        self.label = str(path)
        self._folder = path if path.is_dir() else path.parent
        #: The names of the files in it, with slashes, sorted.
        self.files = [one.relative_to(self._folder).as_posix() for one in found.files]
        #: The number of links, which are not followed.
        self.links = found.links

    def path(self, file: str) -> Generator[Path, None, None]:
        """Yield the path of a file, which exists until the next step."""
        yield self._folder / file


class _Archive(Container):
    """The files of a zip archive; each is unpacked while it is read."""

    def __init__(self, path: Path) -> None:
        self.label = str(path)
        self._path = path
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self.links = 0
        with self._opened() as opened:
            for one in opened.infolist():
                parts = [part for part in one.filename.split("/") if part not in ("", ".", "..")]
                if one.is_dir() or any(map(is_litter, parts)):
                    continue
                if stat.S_ISLNK(one.external_attr >> 16):
                    self.links += 1
                else:
                    self._infos["/".join(parts)] = one
        self.files = sorted(self._infos)
        if not self.files or len(self.files) > _MOST_FILES:
            raise InvalidInput(
                "there is no file in this archive" if not self.files else "it has too many files",
                where=printable_name(path),
                expected="answer sheets",
            )

    def path(self, file: str) -> Generator[Path, None, None]:
        """Yield the path of a file, unpacked under a name that the archive does not choose."""
        with tempfile.TemporaryDirectory(prefix="plytrace-sheet-") as folder:
            made = Path(folder) / f"sheet{PurePosixPath(file).suffix}"
            with self._opened() as opened, opened.open(self._infos[file]) as packed:
                made.write_bytes(packed.read(LARGEST_DOCUMENT + 1))
            yield made

    @contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(self._path) as opened:
                yield opened
        except DAMAGED_ZIP as error:
            raise InvalidInput(
                f"this zip archive cannot be read: {error}", where=printable_name(self._path)
            ) from error


def container_of(path: Path, extra: Collection[Path] = ()) -> Container:
    """Return a file, or the files of a folder or zip archive."""
    return _Archive(path) if is_zip(path) else Container(path, extra)


def is_zip(path: Path) -> bool:
    """Return whether a path is a zip archive, by its name; documents are archives too."""
    return path.suffix.lower() == ".zip" and path.is_file()
