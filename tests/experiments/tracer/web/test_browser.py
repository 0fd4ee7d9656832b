"""In a browser the page steps, follows links, asks and grades, and fetches nothing."""

import json

import pytest

from tests.support.browser import driven
from tests.support.cases import over
from tests.support.programs import CHROMIUM
from tracer import trace
from tracer.questions.question import judge
from tracer.questions.steps import ask_step
from tracer.web.page import Opening, page_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


def next_question(t, **fields):
    """The first step that asks a question with these fields, and the question."""
    for step in range(len(t.replay)):
        question = ask_step(t, t.replay, step)
        if question and all(getattr(question, name) == one for name, one in fields.items()):
            return step, question
    raise LookupError(fields)


def test_keys_show_the_steps_of_the_trace(tmp_path):
    t = trace("lecture")
    script = "note();"
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "n", "p", "End", "p"):
        script += f"press('{key}');note();"
    found = driven(t.export("html"), script, tmp_path)
    steps = [0, 1, 2, 1, 21, 0, 11, 11, 21, 20]
    cuts = [step for step in range(len(t.replay)) if t.at(step).event.kind == "cut"]
    steps[6] = steps[7] = cuts[0]
    steps[9] = cuts[-1]
    for step, shown in zip(steps, found, strict=True):
        now = t.at(step)
        assert shown["place"] == f"step {step} of {len(t.replay) - 1}"
        assert (shown["sentence"], shown["line"]) == (now.sentence, now.line)
        assert shown["rows"] == len(now.stack)
    assert [one["hash"] for one in found[1:3]] == ["#step=1", "#step=2"]


def test_n_and_p_go_where_the_stepper_goes(tmp_path):
    t = trace("deep-cutoff")
    script = "const buttons = [...document.querySelectorAll('.plytrace-controls button')];"
    script += "found.push(buttons.map((b) => b.title));"
    script += "press('n');note();" * 6 + "press('End');" + "press('p');note();" * 6
    titles, *found = driven(t.export("html"), script, tmp_path)
    assert {"Previous early return (p)", "Next early return (n)"} <= set(titles)
    steps, ways = [0], (t.replay.next_cut, t.replay.previous_cut)
    for way, start in zip(ways, (0, len(t.replay) - 1), strict=True):
        steps.append(start)
        for _ in range(6):
            steps.append(way(steps[-1]) or steps[-1])
    steps = [*steps[2:8], *steps[9:]]
    assert len(set(steps)) == t.counts.early_returns == 5 > t.counts.cutoffs
    assert [one["place"] for one in found] == [f"step {n} of {len(t.replay) - 1}" for n in steps]


def test_a_link_opens_a_step(tmp_path):
    t = trace("lecture")
    (shown,) = driven(t.export("html"), "note()", tmp_path, link="#step=12")
    assert shown["sentence"] == t.at(12).sentence


def test_predict_mode_asks_and_grades_as_the_library_does(tmp_path):
    t = trace("lecture")
    asked, question = next_question(t, answer="α")
    script = """press("i"); note();
    one("[data-plytrace-answer='no']").click(); note();
    press("ArrowLeft"); one("[data-plytrace-answer='α']").click(); note()"""
    found = driven(t.export("html"), script, tmp_path, link=f"#step={asked}")
    assert found[0]["asks"] == question.text
    assert not found[0]["open"]
    wrong, right = (judge(question, answer) for answer in ("no", "α"))
    assert wrong.reason in found[1]["verdict"]
    assert found[1]["verdict"].startswith("Wrong. The answer is α.")
    assert "0 of 1 right" in found[1]["score"]
    assert found[1]["sentence"] == t.at(asked + 1).sentence
    assert found[2]["verdict"] == f"Right. {right.reason}"
    assert "1 of 1 right" in found[2]["score"]


def test_typed_answer_is_graded(tmp_path):
    t = trace("lecture")
    asked, question = next_question(t, item="window")
    alpha, beta = ("-oo" if n == float("-inf") else "∞" if n == float("inf") else str(n)
                   for n in question.right[0])  # fmt: skip
    script = """press("i");
    const type = (...texts) => {
      const inputs = document.querySelectorAll(".plytrace-ask input");
      inputs.forEach((input, i) => { input.value = texts[i]; });
      one(".plytrace-ask").requestSubmit();
    };
    type("x", "1"); found.push(one(".plytrace-unread").textContent);
    type("777", "888"); note(); press("ArrowLeft");
    """
    script += f"type({json.dumps(alpha)}, {json.dumps(beta)}); note()"
    unread, wrong, right = driven(t.export("html"), script, tmp_path, link=f"#step={asked}")
    assert question.hint in unread
    assert judge(question, "777 888").reason in wrong["verdict"]
    assert right["verdict"] == f"Right. {judge(question, question.answer).reason}"


def test_no_choice_continues_after_the_last_child(tmp_path):
    t = trace("deep-cutoff")
    script = """press("i"); const choices = () => found.push(
      [...document.querySelectorAll("[data-plytrace-answer]")].map((one) => one.textContent));
    choices(); one("[data-plytrace-answer='no']").click(); note();
    press("Home"); location.hash = "#step=36"; dispatchEvent(new Event("hashchange")); choices();
    """
    last, seen, before = driven(t.export("html"), script, tmp_path, link="#step=24")
    assert last == ["no", "yes, by α", "yes, by β"]
    assert before == ["no, it continues", "yes, by α", "yes, by β"]
    assert seen["verdict"].startswith("Right.")
    assert "continues" not in seen["verdict"]


def test_two_players_on_a_page_step_independently(tmp_path):
    one, other = trace("lecture"), trace("dice")
    both = "".join(t.export("html", fragment=True) for t in (one, other))
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body>{both}</body></html>"
    script = """found.push(...[...document.querySelectorAll('.plytrace-sentence')]
      .map((p) => p.textContent))"""
    assert driven(page, script, tmp_path, link="#step=3&step2=4") == [
        one.at(3).sentence,
        other.at(4).sentence,
    ]


def wide_tree():
    return trace([[[k, n, k + n] for n in range(6)] for k in range(9)], search="minimax")


@over("size", [(1200, 800), (500, 800)], ms=45)
def test_key_shows_the_whole_tree_and_returns(size, tmp_path):
    script = """
    const button = [...document.querySelectorAll(".plytrace-controls button")].at(-1);
    const tell = () => {
      const figure = one(".plytrace-figure");
      const drawing = one(".plytrace-scene svg").getBoundingClientRect();
      found.push([button.hidden, button.getAttribute("aria-pressed"),
        figure.scrollWidth > figure.clientWidth, drawing.width <= figure.clientWidth,
        Math.floor(drawing.height) <= figure.clientHeight]);
    };
    tell(); press("0"); tell(); press("End"); tell(); button.click(); tell();
    """
    before, whole, later, after = driven(wide_tree().export("html"), script, tmp_path, size=size)
    assert before == after
    assert before[:4] == [False, "false", True, False]
    assert whole == later == [False, "true", False, True, True]


def test_small_tree_has_no_button_for_the_whole_tree(tmp_path):
    script = """press("0"); found.push([...document.querySelectorAll(".plytrace-controls button")]
      .filter((button) => !button.hidden).map((button) => button.textContent))"""
    (buttons,) = driven(trace("lecture").export("html"), script, tmp_path)
    assert buttons == ["⇤", "⇠ return", "←", "→", "return ⇢", "⇥", "▶", "Predict"]


def test_keys_move_by_iteration_and_the_stack_counts_visits(tmp_path):
    t = trace("lecture", search="mcts", iterations=5)
    script = """
    const tell = () => found.push([seen().place,
      [...one(".plytrace-stack thead tr").children].map((cell) => cell.textContent).join(" "),
      [...document.querySelectorAll(".plytrace-stack tbody tr")].map((row) =>
        [...row.children].map((cell) => cell.textContent).join(" "))]);
    for (const key of ["]", "]", "]", "ArrowRight", "[", "[", "End", "]"]) { press(key); tell(); }
    """
    found = driven(t.export("html"), script, tmp_path)
    last = len(t.replay) - 1
    firsts = [t.tour.entered_at(root) for root in t.roots]
    steps = [*firsts[1:4], firsts[3] + 1, firsts[3], firsts[2], last, last]
    passes = [2, 3, 4, 4, 4, 3, 5, 5]
    for (place, head, stack), step, number in zip(found, steps, passes, strict=True):
        assert place == f"step {step} of {last}, iteration {number} of 5"
        assert head == "node player visits mean"
        # Every iteration before this one has brought the root one reward: its leaf's.
        done = number - (step != last)
        rewards = [t.log.value[root] for root in t.roots[:done]]
        if stack:
            assert stack[0].split()[:3] == ["A", "MAX", str(done)]
            assert float(stack[0].split()[3]) == pytest.approx(sum(rewards) / done, abs=0.005)


def test_page_opens_at_a_step_in_predict_mode_and_a_link_overrides_it(tmp_path):
    t = trace("lecture")
    page = page_of(t, Opening(-10, predict=True))
    script = "found.push(one('.plytrace-place').textContent, one('.plytrace-result').hidden)"
    assert driven(page, script, tmp_path) == ["step 12 of 21", True]
    assert driven(page, script, tmp_path, link="#step=3") == ["step 3 of 21", True]
    # The result is not shown before the search has found it.
    assert driven(t.export("html", step=7), script, tmp_path) == ["step 7 of 21", True]
    assert driven(t.export("html", step=-1), script, tmp_path) == ["step 21 of 21", False]


def test_title_names_the_page_and_the_player(tmp_path):
    script = "found.push(document.title, one('h1').textContent, one('.plytrace-player').ariaLabel)"
    title = "Week 3 <i>& more</i>"
    found = driven(trace("lecture").export("html", title=title), script, tmp_path)
    assert found == [f"{title} · plytrace", title, title]


def test_notebook_players_have_the_height_of_their_pages_and_step_independently(tmp_path):
    t, u = trace("lecture"), trace("lecture", search="mcts", iterations=4)
    cells = [t.player(), u.player(step=5), t.player(step=-1, height=300)]
    body = "<p>between</p>".join(one._repr_html_() for one in cells)
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>"
    script = """
    const frames = [...document.querySelectorAll("iframe")];
    const inside = frames.map((frame) => frame.contentDocument);
    const places = () => inside.map((page) => page.querySelector(".plytrace-place").textContent);
    found.push(frames.map((frame) => frame.offsetHeight));
    found.push(inside.map((page) => page.documentElement.scrollHeight), places());
    inside[0].body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    found.push(places(), location.hash);
    """
    high, needed, before, after, link = driven(page, script, tmp_path)
    assert high[:2] == needed[:2]
    assert high[2] == 300 < needed[2]
    last = len(u.replay) - 1
    assert before == ["step 0 of 21", f"step 5 of {last}, iteration 2 of 4", "step 21 of 21"]
    assert after == ["step 11 of 21", *before[1:]]
    assert link == ""
