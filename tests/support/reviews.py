"""A class to review: sheets that wait for a person, wrong ones and right ones."""

from pathlib import Path

from tracer.classes.review import Review
from tracer.classes.submissions.class_list import ClassList
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.results.overrides import OverridesFile, overrides_file
from tui.cli.shared.answer_sheets import sheets_of

KEY = "source: lecture\naccept: [aima]\nparts: {visits: 4, cutoffs: 4, values: 2, move: 1}\n"
RIGHT = (
    "visits: A B B1 B2 B3 C C1 D D1 D2 D3\nvalues: A=3, B=3, C=2, D=2\n"
    "cutoffs: C (3, inf) skips C2 C3\nmove: B\n"
)
#: In the order of the files: Ann is right; Ben is wrong; Cleo's cutoffs are pending; the sheet of
#: Dora is no text; Emil's remark is not read; Fay is right in spite of one.
SHEETS = {
    "a.txt": "student: Ann\n" + RIGHT,
    "b.txt": "student: Ben\n" + RIGHT.replace("move: B", "move: C"),
    "c.txt": "student: Cleo\n" + RIGHT.replace("C (3, inf) skips C2 C3", "the usual ones"),
    "dora.pdf": "%PDF-1.4\n",
    "e.txt": "student: Emil\n" + RIGHT.replace("D=2", "D=5") + "Werte: siehe oben\n",
    "f.txt": "student: Fay\n" + RIGHT + "I hope this is right.\n",
}
#: Ann and Cy answer the cutoffs alike, Di and Eve answer everything alike.
EQUAL = {
    "a.txt": "student: Ann\n" + RIGHT.replace("C (3, inf) skips C2 C3", "the usual ones"),
    "b.txt": "student: Bo\nCUTOFFS: the usual ones\n" + RIGHT.replace("cutoffs", "notes"),
    "c.txt": "student: Cy\n"
    + RIGHT.replace("C (3, inf) skips C2 C3", "the usual ones").replace("move: B", "move: C"),
    "d.txt": "student: Di\n" + RIGHT,
    "e.txt": "student: Eve\n" + RIGHT.replace("A=3, B=3, C=2, D=2", "D=2, C=2, B=3, A=3"),
}


def write_class(folder: Path, sheets=SHEETS, key=KEY) -> Path:
    """Write the key and the sheets of a class, and return the key's path."""
    (folder / "key.yaml").write_text(key, encoding="utf-8")
    (folder / "sheets").mkdir()
    for name, text in sheets.items():
        (folder / "sheets" / name).write_text(text, encoding="utf-8")
    return folder / "key.yaml"


def opened(key: Path, answers: Path | None = None):
    """Return the review of a class and its sheets, which are not marked yet."""
    read, people = read_key(str(key)), ClassList()
    sheets = sheets_of([str(answers or key.parent / "sheets")], extra=[key], people=people)
    file = OverridesFile(overrides_file(str(key)))
    return Review(grader_of(read, diagnoses=False), read.parts, file, people), sheets
