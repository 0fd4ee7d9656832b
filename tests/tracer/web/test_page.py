"""The page agrees with the trace, is complete, and loads nothing else."""

import re
from importlib import resources

import pytest
from hypothesis import given

from engine.errors import UsageError
from engine.game import Player
from tests.support.cases import examples, over
from tests.support.contrast import contrast
from tests.support.html_reader import Page
from tests.support.page_scripts import NODE, judged_by_player
from tests.support.processes import run_python
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.diagram_model import heading
from tracer.questions.forms import NumbersAndName
from tracer.questions.question import judge
from tracer.questions.single_entries import read_move
from tracer.questions.steps import ask_step
from tracer.steps.pseudocode import executed_lines, listing
from tracer.text.numbers import show_number
from tracer.web.page import page_of
from trees.building import TreeEdge, TreeNode, build

SEARCHES = table(__file__, "page_searches")


def traced(source, options):
    return trace([[7]] if source == "7" else source, **options)


def nasty_names():
    names = ["</script>", "<!--", "]]>", '"', "'", "&amp;", "<b>", "\\", "`${1}`", "é"]
    leaves = [TreeEdge(TreeNode(id=name, value=number)) for number, name in enumerate(names)]
    inner = [TreeEdge(TreeNode(edges=leaves[n : n + 4])) for n in range(0, len(leaves), 4)]
    tree = build(TreeNode(edges=inner), players=(Player.MAX, Player.MIN), name="</title><script>x")
    return names, tree


@over(("source", "options"), SEARCHES, ms=45)
@over("fragment", [False, True])
def test_page_is_well_formed_without_external_resources(source, options, fragment):
    text = traced(source, options).export("html", fragment=fragment)
    page = Page(text)
    for _, attributes in page.elements:
        assert not {"src", "href", "action", "srcset", "id", "poster"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    # The name of SVG is the one address in it, and nothing is fetched by a name.
    assert set(re.findall(r"https?:[^\s\"'<>)]*", text)) == {"http://www.w3.org/2000/svg"}
    for word in ("url(", "@import", "@font-face", "fetch(", "XMLHttpRequest", "import("):
        assert word not in text
    assert not page.all("section")  # in a slide deck a section is a slide
    roots = [one for one in page.all("div") if one.get("class") == "plytrace-player"]
    assert [one["role"] for one in roots] == ["region"]
    assert bool(page.all("html")) is not fragment


@over(("source", "options"), SEARCHES, ms=45)
def test_every_step_equals_that_of_the_trace(source, options):
    t = traced(source, options)
    (data,) = Page(t.export("html")).players
    assert data["schema"] == "plytrace.player/1"
    assert data["lines"] == list(listing(t).lines)
    assert len(data["steps"]) == len(t.replay)
    for step, found in enumerate(data["steps"]):
        now = t.at(step)
        assert found["sentence"] == now.sentence
        assert (found["kind"], found["node"]) == (now.event.kind, now.event.name)
        assert (found["line"], tuple(found["run"])) == (
            now.line,
            executed_lines(t, listing(t), now),
        )
        names = [*data["frame"], "cut"]
        frames = [dict(zip(names, frame, strict=True)) for frame in found["stack"]]
        assert [(one["node"], one["cut"]) for one in frames] == [
            (f.name, f.cut and not t.uses_playouts) for f in now.stack
        ]
        attributes = {"v": "v", "α": "alpha", "β": "beta"}
        assert ("v" in names, "α" in names) == (not t.uses_playouts, t.has_window)
        for one, frame in zip(frames, now.stack, strict=True):
            for name in attributes.keys() & one.keys():
                assert one[name] == show_number(getattr(frame, attributes[name]))


def state_at(data, step):
    """The states of all nodes after a step, by going through the changes one by one."""
    scene = [one for one in data["scenes"] if one["first"] <= step][-1]
    now = {}
    for changes in scene["changes"][: step - scene["first"] + 1]:
        now.update(zip(changes[::2], changes[1::2], strict=True))
    return [scene["states"][place][now[place]] for place in range(len(scene["states"]))]


def written(svg):
    """The classes, with the player's prefix, and the texts of a figure."""
    nodes = re.findall(r'<g class="(node[^"]*)">(.*?)</g>', svg.replace("\n", ""))
    return [
        (prefixed(look), sorted(re.findall(r"<text.*?>(.*?)</text>", body))) for look, body in nodes
    ]


def prefixed(classes):
    return " ".join(f"plytrace-{name}" for name in classes.split())


@over(("source", "options"), SEARCHES, ms=45)
def test_tree_of_every_step_is_the_figure_of_that_step(source, options):
    t = traced(source, options)
    page = t.export("html")
    (data,) = Page(page).players
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    starts = [one["first"] for one in data["scenes"]]
    for step in range(len(t.replay)):
        figure = t.export("svg", show="windows" if t.has_window else "key", step=step)
        drawing = drawings[sum(start <= step for start in starts) - 1].replace("\n", "")
        fixed = re.findall(
            r'<g class="plytrace-node[^"]*">(.*?)<g class="plytrace-changing">', drawing
        )
        states = state_at(data, step)
        shown = [
            (look, sorted(re.findall(r"<text.*?>(.*?)</text>", rest + texts)))
            for (look, _, _, texts), rest in zip(states, fixed, strict=True)
        ]
        assert shown == written(figure)
        edges = sorted(map(prefixed, re.findall(r'<polyline class="(edge[^"]*)"', figure)))
        assert sorted(edge for _, edge, _, _ in states[1:]) == edges
        assert sum(cut for _, _, cut, _ in states) == figure.count('<path class="cut"')


@examples(10)
@given(trees(4), conventions, windows)
def test_page_of_any_search_has_its_steps(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    (data,) = Page(t.export("html", fragment=True)).players
    assert [one["sentence"] for one in data["steps"]] == [
        t.at(step).sentence for step in range(len(t.replay))
    ]


def test_page_is_readable_without_the_script():
    t = trace("lecture")
    page = Page(t.export("html"))
    assert "A B B1 B2 B3 C C1 D D1 D2 D3" in page.texts["p"]
    cells = page.texts["td"][-6 * 11 :]
    rows = [cells[n : n + 6] for n in range(0, len(cells), 6)]
    values = ["3", "3", "3", "12", "8", "≤ 2", "2", "2", "14", "5", "2"]  # as in the drawing
    assert rows == [
        [f"{v.order}", v.id, v.player.name, *map(show_number, (v.alpha, v.beta)), value]
        for v, value in zip(t.visits, values, strict=True)
    ]
    assert t.cutoffs[0].because in page.texts["td"]
    assert page.texts["title"][1].endswith(heading_of(t))
    assert "hidden" not in page.all("details")[0]
    scenes = [one for one in page.all("div") if one.get("class") == "plytrace-scene"]
    assert scenes == [{"class": "plytrace-scene"}]


def heading_of(t):
    from tracer.drawing.print.diagrams import diagram_of

    return heading(diagram_of(t)).removeprefix("Answer key: ")


def test_names_that_look_like_markup_stay_names():
    names, tree = nasty_names()
    page = Page(trace(tree).export("html"))
    assert len(page.all("script")) == 2
    (data,) = page.players
    named = {step["node"] for step in data["steps"]}
    assert {name for name in names if name in named} >= {"</script>", "<!--", "<b>"}
    assert "</script>" in page.texts["td"]
    assert page.texts["h1"] == ["</title><script>x"] or "</title><script>x" in page.texts["h1"][0]


def test_two_players_on_a_page_share_no_ids_or_styles():
    two = trace("lecture").export("html", fragment=True) * 2
    page = Page(f"<div>{two}</div>")
    assert not [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    styles = re.sub(r"/\*.*?\*/", "", page.texts["style"][0], flags=re.DOTALL)
    for selector in re.findall(r"(?:^|[{}])\s*([^{}@]+?)\s*\{", styles):
        if ":" in selector and selector.startswith("--"):
            continue
        for one in re.split(r",(?![^()]*\))", selector):
            start = (":where(.plytrace-player)", ":is(#plytrace, .plytrace-player)")
            assert one.strip().startswith(start), one


@over(("source", "options"), SEARCHES, ms=45)
def test_names_that_a_host_page_may_use_have_the_prefix(source, options):
    text = traced(source, options).export("html", fragment=True)
    page = Page(text)
    names = []
    for _, attributes in page.elements:
        names += attributes.get("class", "").split()
        names += [name for name in attributes if name.startswith("data-")]
        assert not {"id", "for", "name"} & set(attributes)
    (data,) = page.players
    for scene in data["scenes"]:
        for look, edge, _, texts in (state for states in scene["states"] for state in states):
            classes = re.findall(r'<[a-z]+ class="([^"]*)"', texts)
            names += [name for one in (look, edge, *classes) for name in one.split()]
    for style in page.texts["style"]:
        style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
        names += re.findall(r"[.#]([a-z][\w-]*)(?=[^{}]*\{)", style)
        names += re.findall(r"--([\w-]+)", style)
    script = page.texts["script"][-1]
    names += re.findall(r'class: "([^"]*)"', script) + re.findall(r"data-[a-z-]+", script)
    for quoted in re.findall(r'(?:querySelector|querySelectorAll|matches)\("([^"]*)"', script):
        names += re.findall(r"\.([a-z][\w-]*)", quoted)
    assert len(set(names)) > 40
    for name in set(names):
        assert name.removeprefix("data-").startswith("plytrace"), name
    # Nothing of the script is global.
    assert script.startswith("(() => {")
    assert script.endswith("})();")


def test_name_that_looks_like_a_class_is_unchanged():
    name = '<g_class="cut"'
    tree = build(
        TreeNode(edges=[TreeEdge(TreeNode(id=name, value=3)), TreeEdge(TreeNode(value=4))])
    )
    page = Page(trace(tree).export("html", fragment=True))
    assert name in page.texts["td"]
    shown = [text for text in (*page.texts["text"], *page.texts["desc"]) if "class=" in text]
    assert shown
    assert not [text for text in shown if "plytrace" in text]


def test_page_is_the_same_in_every_process():
    script = (
        "import sys\nfrom tracer import trace\n"
        "sys.stdout.buffer.write(trace('lecture', search='pvs').export('html').encode())\n"
    )
    made = run_python(script, PYTHONHASHSEED="1")
    assert made == trace("lecture", search="pvs").export("html")  # of another hash seed


def test_a_trace_of_two_hundred_leaves_stays_small():
    tree = [[[[(7 * i * j + 3 * k * m) % 23 for m in range(5)] for k in range(5)] for j in range(3)]
            for i in range(3)]  # fmt: skip
    t = trace(tree, search="minimax")
    assert t.counts.terminals == 225
    assert len(t.export("html").encode()) < 1_000_000


@over(("source", "options", "message"), table(__file__, "too_large"))
def test_too_large_a_trace_is_refused_with_advice(source, options, message):
    with pytest.raises(UsageError, match="too many for a page") as caught:
        trace(source, **options).export("html")
    assert message in caught.value.hint


def test_a_summary_is_refused():
    with pytest.raises(UsageError, match="does not support summary"):
        trace("lecture").export("html", summary=True)


def nodes_asked(t):
    """Each question of a page beside the library's own, and the step before it."""
    (data,) = Page(t.export("html", fragment=True)).players
    for step, record in enumerate(data["steps"]):
        yield step, record.get("ask"), ask_step(t, t.replay, step)


@over(("source", "options"), SEARCHES, ms=45)
def test_every_question_is_asked_with_its_correct_answer(source, options):
    t = traced(source, options)
    for step, asked, question in nodes_asked(t):
        if question is None:
            assert asked is None, step
            continue
        assert (asked["text"], asked["right"]) == (question.text, question.answer)
        right = [explanation for _, (is_right, explanation, _) in asked["answers"] if is_right]
        verdict = judge(question, question.answer)
        assert verdict.is_right
        # The page shows the sentence of the step beside the verdict.
        said = "" if verdict.reason == t.at(step + 1).sentence else verdict.reason
        assert set(right) == {said}
        if asked["field"] != "choice":
            key, (is_right, _, _) = asked["answers"][-1]
            assert key is None
            assert not is_right  # what is not known apart is wrong


@over(("source", "options"), [*SEARCHES, ("tic-tac-toe@xox|oox|...", {"cells": "row-col"})], ms=45)
def test_every_spelling_of_a_move_on_the_page_is_read_so_by_the_library(source, options):
    t = traced(source, options)
    (data,) = Page(t.export("html", fragment=True)).players
    assert {*t.names()} <= {*data["names"]}
    for _, asked, question in nodes_asked(t):
        if asked is None or "at" not in asked:
            continue
        rules = (question.form.names if asked["field"] == "result" else question.form).rules
        moves = data["moves"][asked["at"]]
        spelled = {**moves["exact"], **moves["folded"], **moves["parted"]}
        for text, node in spelled.items():
            assert not node or read_move(rules.names.mark(text), rules) == node, text
        if asked["field"] == "name":
            right, is_right = asked["answers"][0]
            assert (right, is_right[0]) == (question.right[0][0], 1)


def test_case_alone_never_means_another_move():
    tree = build(
        TreeNode(
            id="A",
            edges=[
                TreeEdge(TreeNode(id="b", edges=[TreeEdge(TreeNode(value=1))])),
                TreeEdge(TreeNode(id="B", edges=[TreeEdge(TreeNode(value=2))])),
                TreeEdge(TreeNode(id="C", value=3)),
            ],
        )
    )
    (data,) = Page(trace(tree, search="minimax").export("html", fragment=True)).players
    moves = data["moves"]["A"]
    assert (moves["exact"]["b"], moves["exact"]["B"], moves["exact"]["C"]) == ("b", "B", "C")
    assert (moves["folded"]["b"], moves["folded"]["c"]) == ("", "C")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@over(
    ("source", "options"),
    [
        *SEARCHES,
        ("tic-tac-toe@xox|oox|...", {"cells": "row-col"}),
        ("three-players", {}),
        ("nasty", {}),
    ],
    ms=90,
)
def test_right_answers_are_right_on_the_page_and_strange_ones_are_not_counted(source, options):
    t = trace(nasty_names()[1]) if source == "nasty" else traced(source, options)
    questions = [
        (step, typed_in_fields(question))
        for step, asked, question in nodes_asked(t)
        if asked and asked["field"] != "choice"
    ]
    assert judged_by_player(t, questions) == ["right"] * len(questions)
    strange = [(step, ["no such node"] * len(texts)) for step, texts in questions]
    assert judged_by_player(t, strange) == ["refused"] * len(questions)


def typed_in_fields(question):
    """The right answer as the texts of the page's fields."""
    right = question.right[0]
    if isinstance(question.form, NumbersAndName):
        return [*map(show_number, right[0]), question.form.names.show(right[1])]
    return [entry if isinstance(entry, str) else show_number(entry) for entry in right]


def test_page_generation_reports_progress():
    t = trace([[k, n] for k, n in zip(range(40), range(40), strict=True)], search="minimax")
    progress = []
    page_of(t, on_progress=progress.append)
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == (0, t.counts.visited)


def test_page_of_a_game_has_its_rules_and_that_of_a_tree_none():
    one = trace("tic-tac-toe@xox|xxo|o..", win=10)
    text = one.export("html")
    assert 'class="plytrace-rules">X and O take turns; a move puts' in text
    assert "Here, a win of MAX is worth 10 − depth" in text
    assert one.game.move_naming in text
    assert 'class="plytrace-rules"' not in trace("lecture").export("html")


def test_text_has_contrast_in_light_and_dark():
    style = resources.files("tracer.web").joinpath("player.css").read_text(encoding="utf-8")
    palettes = [
        dict(re.findall(r"--plytrace-player-(\w+): (#\w{6})", block))
        for block in re.findall(r":where\(\.plytrace-player\) \{([^}]*)\}", style)
    ]
    assert [len(one) for one in palettes] == [9, 9]
    for colours in palettes:
        for ground in ("paper", "soft", "mark"):
            assert contrast(colours["ink"], colours[ground]) >= 7
        for ink in ("dim", "right", "wrong", "link"):
            assert contrast(colours[ink], colours["paper"]) >= 4.5
