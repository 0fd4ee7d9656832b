"""Read documents and spreadsheets with the libraries of the extra `office`, and web pages.

The libraries are imported only if a sheet needs them.
"""

from __future__ import annotations

import logging
import zipfile
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from engine.text import install_command

try:
    from lzma import LZMAError
except ImportError:  # Python was built without it, and so unpacks none
    LZMAError = zlib.error  # type: ignore[assignment, misc]

#: What reading a zip archive raises if it is cut short, damaged, encrypted or packed otherwise.
DAMAGED_ZIP: Final = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, EOFError),
    *(OSError, RuntimeError, ValueError),
)
#: The largest document, and the largest that one may be when it is unpacked, in bytes.
LARGEST_DOCUMENT: Final = 32 * 1024 * 1024
_LARGEST_UNPACKED: Final = 8 * LARGEST_DOCUMENT
_MOST_PAGES: Final = 200
_PERSON: Final = "A person must read it"
#: What is in the text for a picture, which may hold an answer.
_PICTURE: Final = "![picture](not read)"

#: How the names of spreadsheets end.
WORKBOOKS: Final = (".xlsx", ".xlsm", ".xls", ".ods")


def rows_of_workbook(path: Path, name: str) -> tuple[Iterator[list[str]], tuple[str, ...]]:
    """Return the rows of a spreadsheet's first filled table, and notes about the others."""
    _refuse_large(path, name)
    calamine = _library("python_calamine", "a spreadsheet", name)
    try:
        book = calamine.CalamineWorkbook.from_path(str(path))
        tables = {one: book.get_sheet_by_name(one).to_python() for one in book.sheet_names}
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise InvalidInput(f"this spreadsheet cannot be read: {error}", where=name) from error
    filled = [one for one, rows in tables.items() if any(map(any, rows))]
    if not filled:
        raise InvalidInput("this spreadsheet is empty", where=name)
    notes = (f"not read: the tables {', '.join(filled[1:])}",) if len(filled) > 1 else ()
    return ([*map(_cell, row)] for row in tables[filled[0]]), notes


def _cell(value: Any) -> str:
    """Return a cell as a person sees it: 3 and not 3.0."""
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if whole else str(value)


def _docx_text(path: Path, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a Word document, and notes about its pictures."""
    docx = _library("docx", "a Word document", name)
    try:
        body = docx.Document(str(path)).element.body
    except Exception as error:  # what the library raises is its own affair
        raise InvalidInput(f"this Word document cannot be read: {error}", where=name) from error
    lines: list[str] = []
    found = {"pictures": 0, "numbers": False}
    _add_blocks(body, lines, found)
    notes = [*_note_pictures(found["pictures"], "document")]
    if found["numbers"]:
        notes.append("the document numbers its paragraphs; these numbers are not read")
    return "\n".join(lines), tuple(notes)


def _add_blocks(parent: Any, lines: list[str], found: dict[str, int]) -> None:
    """Add the lines of paragraphs and tables in an element of a Word document."""
    for one in parent.iterchildren("{*}p", "{*}tbl", "{*}sdt", "{*}sdtContent"):
        kind = _tag(one)
        if kind == "p":
            lines += _inline(one, found).split("\n")
            found["numbers"] |= one.find("{*}pPr/{*}numPr") is not None
        elif kind == "tbl":
            for place, row in enumerate(one.iterchildren("{*}tr")):
                texts = (
                    " ".join(_inline(one, found) for one in cell.iter("{*}p"))
                    for cell in row.iter("{*}tc")
                )
                cells = [" ".join(text.split()) for text in texts]
                lines.append(f"| {' | '.join(cells)} |")
                if not place:
                    lines.append("|" + " --- |" * len(cells))
            lines.append("")
        else:
            _add_blocks(one, lines, found)


def _inline(element: Any, found: dict[str, int]) -> str:
    """Return the text of a paragraph, also of its formulas and of tracked insertions."""
    text = ""
    for one in element.iterchildren():
        kind = _tag(one)
        if kind == "t":
            text += one.text or ""
        elif kind in ("tab", "br", "cr"):
            text += "\t" if kind == "tab" else "\n"
        elif kind == "noBreakHyphen":
            text += "-"
        elif kind in ("blip", "imagedata"):
            found["pictures"] += 1
            text += f" {_PICTURE} "
        elif kind == "p":  # in a text box
            text += f"\n{_inline(one, found)}\n"
        elif kind not in ("Fallback", "del", "instrText", "pPr", "rPr"):
            text += _inline(one, found)
    return text


def _tag(element: Any) -> str:
    """Return an element's name without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _pdf_text(path: Path, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a PDF document, and notes about pages without text."""
    pypdf = _library("pypdf", "a PDF document", name)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it prints each doubt
    try:
        pages = pypdf.PdfReader(path).pages
        if len(pages) > _MOST_PAGES:
            raise InvalidInput(f"this PDF document has {len(pages):,} pages", where=name)
        texts = [page.extract_text() for page in pages]
    except InvalidInput:
        raise
    except Exception as error:  # what the library raises is its own affair
        raise InvalidInput(f"this PDF document cannot be read: {error}", where=name) from error
    scanned = [str(number) for number, text in enumerate(texts, 1) if not text.strip()]
    if len(scanned) == len(texts):
        return "", ()
    notes = (f"no text was found on page {', '.join(scanned)}; a person must look",)
    filled = (text if text.strip() else _PICTURE for text in texts)
    return "\n".join(filled), notes if scanned else ()


class _Page(HTMLParser):
    """The text of a web page, a line for each of its blocks."""

    _BLOCKS: Final = frozenset(
        {*("p", "div", "br", "li", "tr", "table", "ul", "ol", "pre"), *(f"h{n}" for n in "123456r")}
    )
    #: Elements without text for a reader; deleted text is not an answer.
    _SILENT: Final = frozenset({"script", "style", "head", "title", "del", "s", "strike"})

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._silent = 0
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Begin a line with a block, and a cell with a bar."""
        self._silent += tag in self._SILENT
        if tag == "img" and not self._silent:
            self.pictures += 1
            self.text += f" {_PICTURE} "
        if tag in ("td", "th"):
            self.text += "| " if not self.text or self.text.endswith("\n") else " | "
        elif tag in self._BLOCKS and self.text and not self.text.endswith("\n"):
            self.text += "\n"

    def handle_endtag(self, tag: str) -> None:
        """End a line with a block."""
        self._silent -= tag in self._SILENT and self._silent > 0
        if tag == "tr" and self.text.rpartition("\n")[2].startswith("|"):
            self.text += " |"
        if tag in self._BLOCKS and not self.text.endswith("\n"):
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        """Add a text; its line breaks count as spaces."""
        if not self._silent:
            words = " ".join(data.replace("\n", " ").split("\t"))
            self.text += words.lstrip() if self.text.endswith("\n") or not self.text else words


def html_text(page: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a web page, a line for each of its blocks, and a note on its pictures."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return reader.text, _note_pictures(reader.pictures, "page")


def _note_pictures(number: int, place: str) -> tuple[str, ...]:
    what = "a picture, which is" if number == 1 else f"{number} pictures, which are"
    return (f"the {place} has {what} not read; a person must look",) if number else ()


_TEXT_OF: Final = {".docx": _docx_text, ".docm": _docx_text, ".pdf": _pdf_text}
#: How the names of documents end.
DOCUMENTS: Final = tuple(_TEXT_OF)


def document_text(path: Path, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a document, and notes about content that is not text."""
    _refuse_large(path, name)
    text, notes = _TEXT_OF[path.suffix.lower()](path, name)
    if not text.replace(_PICTURE, "").strip():
        raise InvalidInput("there is no text in this document", where=name, hint=_PERSON)
    return text, notes


def _refuse_large(path: Path, name: str) -> None:
    """Refuse a document that would fill the memory."""
    size = path.stat().st_size
    if zipfile.is_zipfile(path):
        try:
            with zipfile.ZipFile(path) as opened:
                unpacked = sum(one.file_size for one in opened.infolist())
        except DAMAGED_ZIP as error:
            raise InvalidInput(f"this document is damaged: {error}", where=name) from error
        size = LARGEST_DOCUMENT + 1 if unpacked > _LARGEST_UNPACKED else size
    if size > LARGEST_DOCUMENT:
        raise InvalidInput("this document is too large", where=name, hint=_PERSON)


def _library(module: str, kind: str, name: str) -> Any:
    """Import a library."""
    try:
        return import_module(module)
    except ImportError:
        raise InvalidInput(
            f"{kind} needs the extra office, which is not installed",
            where=name,
            hint=f"Try: {install_command('office')}",
        ) from None
