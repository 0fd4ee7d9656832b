"""The courses' tables: the published figures, in every format."""

from io import StringIO

from tests.tracer.reports.test_reports import reports
from tracer.reports.report import write_report
from tracer.text.document import DOCUMENT_FORMATS


def test_mit_counts_states_and_shows_the_boards(reports):
    report = reports("mit")
    found = [(row["visited"], row["exact"], row["line"]) for row in report.rows]
    assert found == [
        (549_946, "0", "1 5 2 3 7 4 6 8 9"),
        (18_297, "0", "1 5 2 3 7 4 6 8 9"),
        (549_946, "191/192", "1 2 4 3 5 6 7"),
    ]
    # The notebook's own last digit, which is not that of the double nearest to 191/192.
    assert [row["value"] for row in report.rows] == [0, 0, 0.9947916666666667]
    assert report.rows[2]["value"] != 191 / 192
    for format_name in DOCUMENT_FORMATS:
        out = StringIO()
        write_report(report, out, format_name)
        assert "0.9947916666666667" in out.getvalue()
    assert [board.count("--+---+--") for board in report.boards.values()] == [20, 20, 16]


def test_mit_boards_are_drawn_as_on_the_sheet(reports):
    play = reports("mit").boards["MiniMax: play"].split("\n\n")
    rule = "--+---+--"
    assert play[0] == f"  |   |  \n{rule}\n  |   |  \n{rule}\n  |   |  "
    assert play[-1] == f"x | x | o\n{rule}\no | o | x\n{rule}\nx | o | x"
