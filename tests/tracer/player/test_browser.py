"""In a browser the page steps, follows links, asks and judges, and fetches nothing."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape

import pytest

from tests.support.programs import CHROMIUM
from tracer import trace
from tracer.player import Opening, page_of
from tracer.predict import judge, next_question

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

#: What drives the page from within: keys pressed, and what is then to be seen.
DRIVER = """
const press = (key) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const one = (selector) => document.querySelector(selector);
const seen = () => ({
  place: one(".place").textContent, sentence: one(".sentence").textContent,
  line: [...one(".code").children].findIndex((line) => line.hasAttribute("aria-current")),
  hash: location.hash, rows: one(".stack tbody").children.length,
  asks: one(".ask").hidden ? "" : one(".ask p").textContent,
  verdict: one(".verdict").hidden ? "" : one(".verdict").textContent,
  score: one(".score").textContent, open: one(".tables").checkVisibility(),
});
const found = [];
const note = () => found.push(seen());
"""


def driven(text, script, tmp_path, link="", size="1200,800"):
    """What a page shows after a script has driven it."""
    watch = "<script>window.refused=[];document.addEventListener('securitypolicyviolation',"
    watch += "(e)=>window.refused.push(e.blockedURI));</script>"
    done = "found.push(performance.getEntriesByType('resource').length, window.refused);"
    show = "const out=document.createElement('pre');out.className='found';"
    show += "out.textContent=JSON.stringify(found);document.body.append(out);"
    page = tmp_path / "page.html"
    text = text.replace("<title>", f"{watch}<title>", 1)
    later = f"setTimeout(() => {{{DRIVER}{script};{done}{show}}}, 200)"  # frames are laid out
    last = f"<script>addEventListener('load', () => {later})</script></body>"
    before, end, after = text.rpartition("</body>")  # pages in frames have others
    assert end
    page.write_text(before + last + after, encoding="utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--disable-dev-shm-usage", "--no-first-run"]
    command += [f"--window-size={size}"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=3000"]
    ran = subprocess.run(
        [*command, f"{page.as_uri()}{link}"], capture_output=True, check=True, timeout=120
    )
    dom = ran.stdout.decode()
    out = re.search(r'<pre class="found">(.*?)</pre>', dom, re.DOTALL)
    assert out, dom[-2000:]
    *found, fetched, refused = json.loads(unescape(out[1]))
    assert (fetched, refused) == (0, [])
    return found


def test_keys_step_to_what_the_trace_says(tmp_path):
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


def test_a_link_opens_a_step(tmp_path):
    t = trace("lecture")
    (shown,) = driven(t.export("html"), "note()", tmp_path, link="#step=12")
    assert shown["sentence"] == t.at(12).sentence


def test_predict_mode_asks_and_judges_as_the_library_does(tmp_path):
    t = trace("lecture")
    asked = next(
        step
        for step in range(len(t.replay))
        if (question := next_question(t, t.replay, step)) and question.right == "α"
    )
    question = next_question(t, t.replay, asked)
    script = """press("i"); note();
    one("[data-answer='no']").click(); note();
    press("ArrowLeft"); one("[data-answer='α']").click(); note()"""
    found = driven(t.export("html"), script, tmp_path, link=f"#step={asked}")
    assert found[0]["asks"] == question.text
    assert not found[0]["open"]
    wrong, right = (judge(t, question, answer) for answer in ("no", "α"))
    assert wrong.told in found[1]["verdict"]
    assert f"({wrong.kind})" in found[1]["verdict"]
    assert "0 of 1 right" in found[1]["score"]
    assert found[1]["sentence"] == t.at(asked + 1).sentence
    assert found[2]["verdict"] == f"Right. {right.told}"
    assert "1 of 1 right" in found[2]["score"]


def test_a_typed_answer_is_judged(tmp_path):
    t = trace("lecture")
    asked = next(
        step
        for step in range(len(t.replay))
        if (question := next_question(t, t.replay, step)) and question.asks == "window"
    )
    question = next_question(t, t.replay, asked)
    alpha, beta = ("-oo" if n == float("-inf") else "∞" if n == float("inf") else str(n)
                   for n in question.numbers)  # fmt: skip
    script = """press("i");
    const type = (...texts) => {
      document.querySelectorAll(".ask input").forEach((input, i) => { input.value = texts[i]; });
      one(".ask").requestSubmit();
    };
    type("x", "1"); found.push(one(".unread").textContent);
    type("777", "888"); note(); press("ArrowLeft");
    """
    script += f"type({json.dumps(alpha)}, {json.dumps(beta)}); note()"
    unread, wrong, right = driven(t.export("html"), script, tmp_path, link=f"#step={asked}")
    assert question.hint in unread
    assert judge(t, question, "777 888").told in wrong["verdict"]
    assert right["verdict"] == f"Right. {judge(t, question, question.right).told}"


def test_two_on_a_page_step_by_themselves(tmp_path):
    one, other = trace("lecture"), trace("dice")
    both = "".join(t.export("html", fragment=True) for t in (one, other))
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body>{both}</body></html>"
    script = "found.push(...[...document.querySelectorAll('.sentence')].map((p)=>p.textContent))"
    assert driven(page, script, tmp_path, link="#step=3&step2=4") == [
        one.at(3).sentence,
        other.at(4).sentence,
    ]


def wide_tree():
    return trace([[[k, n, k + n] for n in range(6)] for k in range(9)], search="minimax")


@pytest.mark.parametrize("size", ["1200,800", "500,800"])
def test_a_key_brings_the_whole_tree_into_view_and_back(size, tmp_path):
    script = """
    const button = [...document.querySelectorAll(".controls button")].at(-1);
    const tell = () => {
      const figure = one(".figure"), drawing = one(".scene svg").getBoundingClientRect();
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


def test_a_small_tree_has_no_button_for_that(tmp_path):
    script = """press("0"); found.push([...document.querySelectorAll(".controls button")]
      .filter((button) => !button.hidden).map((button) => button.textContent))"""
    (buttons,) = driven(trace("lecture").export("html"), script, tmp_path)
    assert buttons == ["⇤", "⇠ cut", "←", "→", "cut ⇢", "⇥", "▶", "Predict"]


def test_keys_go_from_iteration_to_iteration_and_the_stack_counts_visits(tmp_path):
    t = trace("lecture", search="mcts", iterations=5)
    script = """
    const tell = () => found.push([seen().place,
      [...one(".stack thead tr").children].map((cell) => cell.textContent).join(" "),
      [...document.querySelectorAll(".stack tbody tr")].map((row) =>
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


def test_it_opens_at_a_step_in_predict_mode_and_a_link_goes_before_that(tmp_path):
    t = trace("lecture")
    page = page_of(t, Opening(-10, predict=True))
    script = "found.push(one('.place').textContent, one('.result').hidden)"
    assert driven(page, script, tmp_path) == ["step 12 of 21", True]
    assert driven(page, script, tmp_path, link="#step=3") == ["step 3 of 21", True]
    assert driven(t.export("html", step=7), script, tmp_path) == ["step 7 of 21", False]


def test_players_of_a_notebook_are_as_high_as_their_pages_and_step_apart(tmp_path):
    t, u = trace("lecture"), trace("lecture", search="mcts", iterations=4)
    cells = [t.player(), u.player(step=5), t.player(step=-1, height=300)]
    body = "<p>between</p>".join(one._repr_html_() for one in cells)
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>"
    script = """
    const frames = [...document.querySelectorAll("iframe")];
    const inside = frames.map((frame) => frame.contentDocument);
    const places = () => inside.map((page) => page.querySelector(".place").textContent);
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
