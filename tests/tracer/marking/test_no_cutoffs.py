"""Where nothing is cut, that can be said in every form, and is no other part's answer."""

from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import table
from tests.tracer.worksheet.made import set_of
from tracer.marking.blank_forms import FORMS, form
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of_text
from tracer.worksheet.formats.writers import write_markdown as write

#: A tree of which nothing is cut, and its worksheet.
MADE = set_of(
    "{tree: [[3, 12], [4, 6]], search: alphabeta, parts: {values: 3, cutoffs: 3, windows: 3}}"
)
(GRADER,) = MADE.graders
BLANK = write(MADE.worksheet, None)
ROW = "|  |  |  |  |"
#: Rows that say that nothing is cut.
ROWS = """\
| none | | | |
| none | none | none | none |
| - | - | - | - |
| – | – | – | – |
| None. |  |  | - |
| --- | --- | --- | --- |
| no cutoffs | | | |
| nothing |
""".splitlines()


def cutoffs(text):
    """The points of the cutoffs, and what is said of them."""
    marked = GRADER.mark(sheet_of_text(text, "s.md", ".md"))
    part = next(one for one in marked.parts if one.part == "cutoffs")
    return part.score, part.message, marked.notes


def test_cutoffs_are_unanswered_if_their_table_is_empty():
    assert ROW in BLANK
    assert cutoffs(BLANK) == (0, "not answered", ())


@over("row", ROWS)
def test_row_is_an_answer_if_it_says_that_nothing_is_cut(row):
    assert cutoffs(BLANK.replace(ROW, row, 1)) == (3, "the search makes no cutoffs", ())


@over("said", ["none", "None.", "no cutoffs", "nothing"])
@over("below", ["cutoffs:", "**c)**"])
def test_no_cutoffs_is_an_answer_above_and_below_the_table(said, below):
    at = BLANK.index(below)
    assert cutoffs(f"{BLANK[:at]}{said}\n\n{BLANK[at:]}") == (3, "the search makes no cutoffs", ())


@over(("row", "message"), [("| - | - | - | - |", "no cutoff at B"), ("| none | | | |", "pending")])
def test_cutoff_is_kept_beside_dashes_and_left_to_a_person_beside_a_none(row, message):
    text = BLANK.replace(ROW, "| B | -inf | 3 | B2 |", 1).replace(ROW, row, 1)
    score, said, _ = cutoffs(text)
    assert score == 0
    assert message in said


def test_worksheets_and_forms_say_how_to_write_no_cutoffs():
    assert "if nothing is pruned, write none" in BLANK
    for name in ("text", "yaml", "md"):
        assert name in FORMS
        assert "none if nothing is" in form(GRADER, name)


@over(("search", "part", "words", "is_said"), table(__file__, "no-cutoffs-forms"))
def test_form_says_what_a_search_leaves_blank_and_in_which_view_it_has_its_values(
    search, part, words, is_said
):
    key = {"tree": [[3, 12], [2, 4]], "search": search, "parts": [part]}
    grader = grader_of(key_of(key))
    for name in ("text", "yaml", "md"):
        assert (words in form(grader, name)) is is_said, name
