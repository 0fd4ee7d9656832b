"""Downloads and gradebooks of a small class, laid out as each platform lays them out.

Jane is right, and handed in twice where a platform keeps attempts. John is late, and wrong in the
move. Mia handed in two files. Omar handed in a picture. Ann handed in nothing.
"""

import zipfile
from functools import partial
from pathlib import Path
from string import Template
from typing import NamedTuple

from tests.support.tables import table

KEY = "source: lecture\nparts: {visits: 4, move: 1}\nfollow-through: none\n"
RIGHT = b"visits: A B B1 B2 B3 C C1 D D1 D2 D3\nmove: B\n"
WRONG = b"visits: A B B1 B2 B3 C C1 D D1 D2 D3\nmove: C\n"
EMPTY = b"move: D\n"
PICTURE = b"\x89PNG\r\n\x1a\n...."


class Person(NamedTuple):
    first: str
    last: str
    login: str
    number: int

    @property
    def name(self):
        return f"{self.first} {self.last}"

    @property
    def email(self):
        return f"{self.login}@example.edu"

    @property
    def canvas(self):
        return "".join(one for one in f"{self.last}{self.first}".lower() if one.isalnum())


JANE = Person("Jane", "Doe", "jdoe", 101)
JOHN = Person("John", "Smith", "jsmith", 102)
MIA = Person("Mia", "Müller", "mmueller", 103)
OMAR = Person("Omar", "El-Sayed", "oelsayed", 104)
ANN = Person("Ann", "Lee", "alee", 105)
PEOPLE = (JANE, JOHN, MIA, OMAR, ANN)

#: The files of a download by its layout.
LAYOUTS = dict(table(__file__, "downloads"))


def files_of(layout, suffix=".txt"):
    """Return the files of a download by their names; sheets may have another suffix."""
    return {
        name.replace("sheet.txt", f"sheet{suffix}"): _content(name, content)
        for name, content in LAYOUTS[layout].items()
    }


def _content(name, content):
    """Return what a file has by its entry in the table."""
    if isinstance(content, dict):
        return receipt(path=name.removesuffix(".txt"), **content)
    return globals()[content[1:]] if content.startswith("$") else content.encode()


def receipt(name, text="", file="", path=""):
    """Return the text that Blackboard writes beside what was handed in."""
    text = text or "There is no student submission text data for this assignment."
    listed = f"\tOriginal filename: {file}\n\tFilename: {path}_{file}\n\n" if file else ""
    return (
        f"Name: {name}\nAssignment: HW 3\n"
        "Date Submitted: Sunday, November 1, 2026 11:59:00 PM CST\nCurrent Grade: Needs Grading\n\n"
        f"Submission Field:\n{text}\n\nComments:\n"
        f"There are no student comments for this assignment.\n\nFiles:\n{listed}"
    ).encode()


def write_download(
    layout: str, place: Path, *, zipped: bool, wrapper: str = "", suffix: str = ".txt"
) -> Path:
    """Write a download; return its folder or archive."""
    files = {f"{wrapper}{name}": data for name, data in files_of(layout, suffix).items()}
    if zipped:
        path = place / f"{layout}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return path
    path = place / layout
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def _gradebook(book, marks):
    """Return an exported gradebook with marks by students."""
    text = Template(book["text"]).substitute({one.first: marks.get(one, "") for one in PEOPLE})
    return text.replace("⇥", "\t").replace("\n", book.get("ends", "\n")).encode(book["encoding"])


#: Exported gradebooks with some marks, by the platform's name.
GRADEBOOKS = {name: partial(_gradebook, book) for name, book in table(__file__, "gradebooks")}
