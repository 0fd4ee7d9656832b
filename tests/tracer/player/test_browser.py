"""In a browser the page steps, follows links, asks and judges, and fetches nothing."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape

import pytest

from tests.support.programs import CHROMIUM
from tracer import trace
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


def driven(text, script, tmp_path, link=""):
    """What a page shows after a script has driven it."""
    watch = "<script>window.refused=[];document.addEventListener('securitypolicyviolation',"
    watch += "(e)=>window.refused.push(e.blockedURI));</script>"
    done = "found.push(performance.getEntriesByType('resource').length, window.refused);"
    show = "const out=document.createElement('pre');out.className='found';"
    show += "out.textContent=JSON.stringify(found);document.body.append(out);"
    page = tmp_path / "page.html"
    text = text.replace("<title>", f"{watch}<title>", 1)
    last = f"<script>{{{DRIVER}{script};{done}{show}}}</script></body>"
    page.write_text(text.replace("</body>", last), encoding="utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--disable-dev-shm-usage", "--no-first-run"]
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
