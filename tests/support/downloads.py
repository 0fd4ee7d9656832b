"""Downloads and gradebooks of a small class, laid out as each platform lays them out.

Jane is right, and handed in twice where a platform keeps attempts. John is late, and wrong in the
move. Mia handed in two files. Omar handed in a picture. Ann handed in nothing.
"""

import zipfile
from pathlib import Path
from typing import NamedTuple

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


def canvas():
    return {
        f"{JANE.canvas}_101_9001_sheet.txt": RIGHT,
        f"{JOHN.canvas}_LATE_102_9002_my_sheet-1.txt": WRONG,
        f"{MIA.canvas}_103_9003_sheet.txt": RIGHT,
        f"{MIA.canvas}_103_text.html": b"<p>move: B</p>",
        f"{OMAR.canvas}_104_9005_photo.png": PICTURE,
        f"{OMAR.canvas}_104_link.html": b"<a href='https://example.edu'>here</a>",
    }


def moodle(kind="assignsubmission_file_/"):
    return {
        f"Jane Doe_101_{kind}sheet.txt": RIGHT,
        f"John Smith_102_{kind}sheet.txt": WRONG,
        f"Mia Müller_103_{kind}answers/sheet.txt": RIGHT,
        "Mia Müller_103_assignsubmission_onlinetext_/onlinetext.html": b"<p>move: B</p>",
        f"Omar El-Sayed_104_{kind}photo.png": PICTURE,
    }


def moodle_flat():
    return {
        name.replace("_/answers/", "_/").replace("/", ""): data
        for name, data in moodle("assignsubmission_file_/").items()
    }


def gradescope():
    def student(person):
        return (
            f"  - :name: {person.name}\n    :sid: '{person.number}'\n    :email: {person.email}\n"
        )

    def submission(number, *people):
        return f"submission_{number}:\n  :submitters:\n{''.join(map(student, people))}" + (
            "  :created_at: 2026-11-01 12:00:00.000000000 Z\n  :score: 0.0\n"
        )

    top = "assignment_7_export"
    metadata = "---\n" + submission(1, JANE) + submission(2, JOHN) + submission(3, MIA)
    return {
        f"{top}/submission_metadata.yml": (metadata + submission(4, OMAR)).encode(),
        f"{top}/submission_1/sheet.txt": RIGHT,
        f"{top}/submission_2/sheet.txt": WRONG,
        f"{top}/submission_3/sheet.txt": RIGHT,
        f"{top}/submission_3/other.txt": RIGHT,
        f"{top}/submission_4/photo.png": PICTURE,
    }


def brightspace(between="/"):
    def at(person, day, time):
        return f"{person.number}-351765 - {person.name} - May {day}, 2025 {time}{between}"

    return {
        "index.html": b"<html><body><table>Jane Doe</table></body></html>",
        f"{at(JANE, 9, '924 AM')}sheet.txt": EMPTY,
        f"{at(JANE, 18, '1224 PM')}sheet.txt": RIGHT,
        f"{at(JOHN, 18, '1230 PM')}sheet.txt": WRONG,
        f"{at(MIA, 18, '1230 PM')}sheet.txt": RIGHT,
        f"{at(MIA, 18, '1230 PM')}other.txt": RIGHT,
        f"{at(OMAR, 18, '1231 PM')}photo.png": PICTURE,
    }


def brightspace_flat():
    return brightspace(" - ")


def receipt(person, text="", files=()):
    text = text or "There is no student submission text data for this assignment."
    listed = "".join(f"\tOriginal filename: {name}\n\tFilename: {made}\n\n" for name, made in files)
    return (
        f"Name: {person.name} ({person.login})\nAssignment: HW 3\n"
        "Date Submitted: Sunday, November 1, 2026 11:59:00 PM CST\nCurrent Grade: Needs Grading\n\n"
        f"Submission Field:\n{text}\n\nComments:\n"
        f"There are no student comments for this assignment.\n\nFiles:\n{listed}"
    ).encode()


def blackboard():
    files = {}
    for person, day, name, data in (
        (JANE, "01", "sheet.txt", EMPTY),
        (JANE, "02", "sheet.txt", RIGHT),
        (MIA, "02", "sheet.txt", RIGHT),
        (MIA, "02", "other.txt", RIGHT),
        (OMAR, "02", "photo.png", PICTURE),
    ):
        start = f"HW 3_{person.login}_attempt_2026-11-{day}-23-59-00"
        files[f"{start}_{name}"] = data
        files[f"{start}.txt"] = receipt(person, files=[(name, f"{start}_{name}")])
    typed = "<p>" + WRONG.decode().replace("\n", "</p><p>") + "</p>"
    files[f"HW 3_{JOHN.login}_attempt_2026-11-02-23-59-00.txt"] = receipt(JOHN, typed)
    return files


def google_forms():
    rows = [
        (JANE, "A B", "D"),
        (JOHN, "A B B1 B2 B3 C C1 D D1 D2 D3", "C"),
        (JANE, "A B B1 B2 B3 C C1 D D1 D2 D3", "B"),
        (OMAR, "see my photo", "see my photo"),
    ]
    text = "Timestamp,Email Address,Score,Visits,Move\n" + "".join(
        f'2026/11/{day:02} 10:00:00,{person.email},0 / 5,"{visits}",{move}\n'
        for day, (person, visits, move) in enumerate(rows, 1)
    )
    return {"HW 3 (Responses).csv": text.encode()}


LAYOUTS = {
    "canvas": canvas,
    "moodle": moodle,
    "moodle-new": lambda: moodle("assignsubmission_file/"),
    "moodle-flat": moodle_flat,
    "gradescope": gradescope,
    "brightspace": brightspace,
    "brightspace-flat": brightspace_flat,
    "blackboard": blackboard,
    "google-forms": google_forms,
}


def write_download(
    layout: str, place: Path, *, zipped: bool, wrapper: str = "", suffix: str = ".txt"
) -> Path:
    """Write a download; return its folder or archive."""
    files = {
        f"{wrapper}{name.replace('sheet.txt', f'sheet{suffix}')}": data
        for name, data in LAYOUTS[layout]().items()
    }
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


def _canvas_gradebook(marks):
    lines = [
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 2 (4710),HW 3 (4711),Final Score\r\n",
        "    Points Possible,,,,,10,5,(read only)\r\n",
    ]
    for one in PEOPLE:
        lines.append(
            f'"{one.last}, {one.first}",{one.number},s{one.number},{one.login},"CS, 1",7,'
            f"{marks.get(one, '')},70\r\n"
        )
    return ("".join(lines) + '"Student, Test",999,,x,"CS, 1",,,0\r\n').encode()


def _moodle_gradebook(marks):
    head = "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,"
    head += '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    lines = [head + "Feedback comments\n"]
    for one in PEOPLE:
        lines.append(
            f'"Participant {one.number}","{one.name}",,{one.email},"Submitted for grading, Not '
            f'marked",{marks.get(one, "")},5.00,Yes,"Sunday, 1 November 2026",-,""\n'
        )
    return b"\xef\xbb\xbf" + "".join(lines).encode()


def _brightspace_gradebook(marks):
    head = "OrgDefinedId,Username,Last Name,First Name,Email,HW 3 Points Grade "
    lines = [head + "<Numeric MaxPoints:5 Weight:10>,End-of-Line Indicator\r\n"]
    for one in PEOPLE:
        lines.append(
            f"#{one.number},#{one.login},{one.last},{one.first},{one.email},"
            f"{marks.get(one, '')},#\r\n"
        )
    return "".join(lines).encode()


def _blackboard_gradebook(marks):
    head = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    head += ["Weighted Total [Total Pts: up to 5 Percentage] |123"]
    head += ["HW 3 [Total Pts: 5 Score] |1281892"]
    rows = [head]
    for one in PEOPLE:
        rows.append(
            [
                one.last,
                one.first,
                one.login,
                str(one.number),
                "2026-11-01",
                "Yes",
                "",
                str(marks.get(one, "")),
            ]
        )
    text = "".join("\t".join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    return b"\xff\xfe" + text.encode("utf-16-le")


#: Exported gradebooks with some marks, by the platform's name.
GRADEBOOKS = {
    "canvas": _canvas_gradebook,
    "moodle": _moodle_gradebook,
    "brightspace": _brightspace_gradebook,
    "blackboard": _blackboard_gradebook,
}
