"""Submitted files: those of a folder, those that cannot be sheets, and the encoding of a text."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from tracer.marking.reading.documents import DOCUMENTS, WORKBOOKS
from trees.files import LARGEST_FILE, printable_name, read_text

#: How the names of sheets end; what has another ending, or none, is read as plain text.
SUFFIXES: Final = (".yaml", ".yml", ".json", ".jsonl", ".csv", ".tsv", ".txt", ".md", ".html")

#: What systems and programs leave in folders by themselves, in small letters.
_LITTER: Final = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"})
#: Hidden files, what macOS puts into archives, and the locks of Office.
_LITTER_BEGINS: Final = (".", "__MACOSX", "~$")
#: What editors keep of a file as it was.
_LITTER_END: Final = "~"

#: How the names of files end that do not contain text, or not answers.
_KINDS: Final = {
    suffix: kind
    for kind, suffixes in {
        "a Word document": ".doc",
        "an OpenDocument text": ".odt",
        "a Pages document": ".pages",
        "an RTF document": ".rtf",
        "a spreadsheet": ".numbers",
        "a presentation": ".ppt .pptx .odp",
        "a picture": ".png .jpg .jpeg .gif .bmp .webp .heic .heif .tif .tiff .svg",
        "a film": ".mp4 .mov",
        "an archive": ".zip .gz .tgz .tar .7z .rar",
        "a notebook": ".ipynb",
        "a program": ".py .java .c .cpp .js .exe",
        "a saved trace": ".trace",
    }.items()
    for suffix in suffixes.split()
}
#: What files begin with, whatever they are called.
_BEGINNINGS: Final = (
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Office"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"RIFF", "a WebP picture or a sound"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
)
#: A zip file is also what several programs keep their documents in.
_ZIP: Final = b"PK\x03\x04"
#: HEIC, MP4 and the like say so behind the length of their first box.
_BOX: Final = b"ftyp"
_ENOUGH: Final = 16

_UTF_8: Final = "utf-8-sig"
_BEGINNING: Final = 4096
#: Characters of no text: the encoding is another one.
_UNPRINTED: Final = re.compile("[\0-\x08\x0e-\x1f\ufffe\uffff]")


class HandedIn(NamedTuple):
    """The files of a path."""

    files: list[Path]
    links: int = 0


def handed_in(path: Path, *, extra: Collection[Path] = ()) -> HandedIn:
    """Return the files of a path: the file itself, or all files in a folder and its subfolders.

    Hidden files, and those that systems leave in folders by themselves, are nobody's sheets. All
    others are read: whoever hands in a document is not to be missing without a word.
    """
    if not path.is_dir():
        return HandedIn([path])
    names = {one.name for one in extra}
    files: list[Path] = []
    links = 0

    def note(error: OSError) -> None:
        if Path(error.filename) == path:
            raise InvalidInput(
                f"it cannot be read: {error.strerror}", where=printable_name(path)
            ) from error
        files.append(Path(error.filename))  # a folder: why it cannot be read, its record says

    for place, folders, found in os.walk(path, onerror=note):
        at = Path(place)
        folders[:] = [one for one in folders if not is_litter(one)]
        links += sum((at / one).is_symlink() for one in folders)
        for name in found:
            file = at / name
            if is_litter(name) or (name in names and file.resolve() in extra):
                continue
            try:
                if file.is_symlink():
                    links += 1
                elif file.is_file():
                    files.append(file)
            except OSError:  # a folder that may be listed and not entered
                files.append(file)
    if not files:
        raise InvalidInput(
            "there is no sheet in this folder",
            where=printable_name(path),
            expected=f"files that end in {', '.join(SUFFIXES)}",
            hint="Links are not followed: name the files themselves" if links else "",
        )
    return HandedIn(sorted(files), links)


def is_litter(name: str) -> bool:
    """Return whether a file is hidden or left by the operating system."""
    return (
        name.startswith(_LITTER_BEGINS) or name.endswith(_LITTER_END) or name.casefold() in _LITTER
    )


def refuse_other_files(path: Path, name: str) -> None:
    """Refuse a file that is not text, by its first bytes or its suffix."""
    if not path.is_file():  # of a pipe, what is read is gone
        return
    suffix = path.suffix.lower()
    if suffix in (*DOCUMENTS, *WORKBOOKS):  # libraries say what is wrong with these
        return
    by_name = _KINDS.get(suffix, "")
    with path.open("rb") as file:
        kind = _begun_as(file.read(_ENOUGH), by_name)
    if not kind and not by_name:
        return
    raise InvalidInput(
        f"this is {kind}" if kind else f"by its name this is {by_name}",
        where=name,
        expected=f"a text file that ends in {', '.join(SUFFIXES)}",
        hint="Write the answers into a text file, such as the form of the problem",
    )


def _begun_as(first: bytes, by_name: str) -> str:
    """Return the kind of a file by its first bytes; empty if unknown."""
    if first.startswith(_ZIP):
        return by_name or "a zip archive"
    if first[4:8] == _BOX:
        return by_name or "a picture or film"
    return next((kind for begin, kind in _BEGINNINGS if first.startswith(begin)), "")


def text_of_file(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the text of a sheet's file, and a note if its encoding is a guess."""
    try:
        return read_text(path), ()
    except InvalidInput:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise
        encoding = encoding_of(path)
        if encoding == _UTF_8:
            raise
    text = path.read_text(encoding=encoding)
    return text.removeprefix("\ufeff"), (f"this text is not in UTF-8; it was read as {encoding}",)


def encoding_of(path: Path) -> str:
    """Return the encoding of a text: UTF-8, or UTF-16 or Windows-1252 as spreadsheets write it."""
    if not path.is_file():
        return _UTF_8
    with path.open("rb") as file:
        first = file.read(_BEGINNING)
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for encoding in (_UTF_8, "utf-16-le", "utf-16-be", "cp1252"):
        if encoding.startswith("utf-16") and 3 * first.count(0) < len(first):
            continue
        try:
            with path.open(encoding=encoding, newline="") as text:
                while part := text.read(2**16):
                    if encoding != _UTF_8 and _UNPRINTED.search(part):
                        raise UnicodeError
        except UnicodeError:
            continue
        return encoding
    return _UTF_8
