"""Pages have no finding of axe, in light and dark, on a screen and on a phone."""

from importlib import resources

import pytest

from tests.support.browser import TORN, driven, page_script
from tests.support.cases import over
from tests.support.programs import CHROMIUM
from tests.tracer.worksheet.made import PROBLEMS, set_of
from tracer import trace
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats.writers import write_html
from tracer.worksheet.ready import ready_text
from tracer.worksheet.spec import read_spec

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

#: A screen in light colours, and a phone in dark ones.
VIEWS = [((1200, 800), False), ((390, 800), True)]

PLAYERS = {
    "tree": lambda: trace("lecture"),
    "board": lambda: trace("tic-tac-toe@xox|xxo|o.."),
    "chance": lambda: trace("dice"),
    "passes": lambda: trace("tic-tac-toe@xox|xxo|o..", search="deepening", depth=2),
    "mcts": lambda: trace("lecture", search="mcts", iterations=4),
}

#: The findings of axe in a page, each with its place.
FINDINGS = page_script("findings")

#: Step through a player and answer a question of each kind, with a look at every stage.
STAGES = page_script("stages")


def with_axe(text):
    package = pytest.importorskip("axe_core_python")
    script = resources.files(package).joinpath("axe.min.js").read_text(encoding="utf-8")
    return text.replace("</head>", f"<script>{script}</script></head>", 1)


@over(("size", "dark"), VIEWS, ms=45)
@over("name", PLAYERS)
def test_player_has_no_finding_at_any_stage(name, size, dark, tmp_path):
    text = with_axe(PLAYERS[name]().export("html"))
    *findings, kinds = driven(text, f"{TORN}{FINDINGS}{STAGES}", tmp_path, size=size, dark=dark)
    assert findings == []
    assert kinds >= 1


LONG_TITLE = "title: A long title with many words, more than a phone shows on one line"
SHEETS = {
    "every problem": lambda: set_of(*PROBLEMS.values(), head=LONG_TITLE),
    "ready": lambda: WorksheetMaker(read_spec(ready_text("mp520"), "mp520.yaml")).make(),
}


@over(("size", "dark"), VIEWS, ms=45)
@over("is_key", [False, True])
@over("name", SHEETS)
def test_worksheet_has_no_finding(name, is_key, size, dark, tmp_path):
    made = SHEETS[name]()
    text = with_axe(write_html(made.worksheet, made.solutions if is_key else None))
    script = f"""{TORN}{FINDINGS}found.push(...await findings(), ...torn());
    found.push(document.documentElement.scrollWidth);"""
    *found, width = driven(text, script, tmp_path, size=size, dark=dark)
    assert found == []
    assert width <= size[0]
