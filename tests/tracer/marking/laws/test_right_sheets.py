"""A right sheet has full marks and no remark, under any search, source and convention."""

from engine.conventions import parse_convention
from engine.errors import PlytraceError
from engine.search import SEARCHES
from tests.support.cases import over
from tracer import trace
from tracer.answers.answers import answers_of_trace
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text
from tracer.questions import PARTS
from trees.library import library_names

ASKED = ("visits", "values", "windows", "cutoffs", "move", "line", "utility", "counts")
SOURCES = {
    **{name: {} for name in library_names()},
    "tic-tac-toe@xox|xxo|o..": {},
    "tic-tac-toe@xo.|.x.|..o": {},
    "connect-four:4,4@22332": {"depth": 3},
    "reversi:4": {"depth": 2},
    "nim:2,3": {},
    "race": {"depth": 3},
    "navigation": {"depth": 3},
    "mnk:3,3,3": {"depth": 2},
    "[[1/3, 0.5], [2/3, -1]]": {},
    "[[0, 0], [0, 0]]": {},
    "[[-1, -2], [3], [4, [5, 6]]]": {},
    "5": {},
}
CONVENTIONS = (
    *("any", "aima", "comp341", "mit", "lab3", "rutgers", "cs188"),
    *("aima,ties=last,cutoff=>", "aima,returns=fail-hard"),
)


@over("convention", CONVENTIONS, ms=45)
@over("search", sorted(SEARCHES))
@over("source", SOURCES)
def test_right_sheet_in_canonical_form_has_full_marks(source, search, convention):
    options = dict(SOURCES[source])
    if SEARCHES[search].deepens:
        options.setdefault("depth", 2)
    if SEARCHES[search].uses_playouts:
        options = {"iterations": 6, "seed": 0}
    rules = parse_convention("aima" if convention == "any" else convention)
    try:
        right = answers_of_trace(trace(source, search, rules, **options))
    except PlytraceError:
        return  # the search does not take this source or this convention
    accept = ANY if convention == "any" else (rules,)
    points = dict.fromkeys(ASKED, 1)
    grader = Grader(Problem("t", source, SearchRules(search, options), parts=points, accept=accept))
    written = {part: PARTS[part].wrote(right, grader.preferred.rules) for part in ASKED}
    text = "\n".join(f"{part}: {PARTS[part].show(one)}" for part, one in written.items())
    marked = grader.mark(sheet_of_text(text, "sheet", ".txt"))
    assert marked.error == ""
    assert [f"{one.part}: {one.message}" for one in marked.parts if not one.ok] == []
    assert marked.unread == ()
    assert marked.findings == ()
