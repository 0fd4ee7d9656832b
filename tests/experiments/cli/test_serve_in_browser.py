"""A visitor opens `plytrace serve` in a browser and plays a lesson, without any other host."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.experiments.cli.test_serve import served
from tests.support.browser import browser
from tests.support.processes import wait_until
from tests.support.programs import CHROMIUM
from tracer.lesson.session import LessonSession
from tui.lessons import lesson_names, open_lesson

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]


def visit(page, address):
    """Open the home screen."""
    page.shown = ""
    page.open(address)
    page.sees("Tutorial")


def press(page, key, *texts):
    """Press a key, and wait for what it shows."""
    page.shown = ""
    page.press(key)
    for text in texts:
        page.sees(text)


def open_offer(page, name, preview):
    """Filter the home screen, and open the first offer and the first choice about it."""
    for letter in name:
        page.press(letter)
    page.sees(preview)
    press(page, "Enter", "to choose")
    press(page, "Enter")


def status_of(address):
    """Return the status and the text of a page that is only fetched."""
    try:
        with urlopen(address, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


def test_lesson_is_played_from_the_first_byte(served):
    server = served("--sessions", "1")
    with browser() as page:
        visit(page, server.address)
        token = page.run("location.pathname").strip("/")
        assert page.run("document.body.classList.contains('-first-byte')")
        assert page.run("document.fonts.check(\"16px 'Roboto Mono'\")")
        press(page, "Enter", "adversarial")  # the list, with the first lesson selected
        press(page, "Enter", "page 1 of")
        page.press("F6")  # skips the question
        lesson = "why-search"
        wait_until(lambda: server.progress(token).get(lesson, {}).get("page", 0) >= 1, "a page")
        assert [one.name for one in server.visitors.iterdir()] == [token]
        code, text = status_of(server.address)  # one place, which is taken
        assert code == 503
        assert "All places are taken" in text
        addresses = [one for one in map(urlsplit, page.requests) if one.scheme != "data"]
        assert {one.netloc for one in addresses} == {urlsplit(server.address).netloc}
        assert "ws" in {one.scheme for one in addresses}
        page.open("about:blank")
        wait_until(lambda: len(server.processes()) == 1, "the session ended with its page")
        wait_until(lambda: status_of(f"{server.address}{token}/")[0] == 200, "a free place")
        visit(page, f"{server.address}{token}/")  # the bookmark
        assert server.progress(token)[lesson]["page"] >= 1


def test_two_people_learn_step_and_play_at_once(served):
    server = served()
    with ThreadPoolExecutor(2) as people:
        list(people.map(lambda cell: learn_step_and_play(server, cell), "91"))
    assert len(list(server.visitors.iterdir())) == 2


def learn_step_and_play(server, cell):
    """Answer the first question of the first lesson, step through a tree, and play a move."""
    name = next(iter(lesson_names()))
    session = LessonSession(open_lesson(name), "")
    pages = 0
    while not session.view.question:
        assert session.skip()
        pages += 1
    with browser() as page:
        visit(page, server.address)
        address = page.run("location.href")
        token = urlsplit(address).path.strip("/")
        press(page, "Enter", "adversarial")
        press(page, "Enter", "page 1 of")
        for number in range(pages):
            press(page, "n", f"page {number + 2} of")
        press(page, session.view.choices[0][0])
        wait_until(lambda: page.run("1") and re.search("[✓✗]|You play", page.shown), "feedback")

        visit(page, address)
        assert server.progress(token)[name]["page"] == pages
        open_offer(page, "lecture", "13 nodes, 9 leaves")
        page.sees("step 0 of 21")
        for step in (1, 2, 3):
            press(page, "l", f"step {step}")
        page.sees("B1 returns 3 to B")

        visit(page, address)
        open_offer(page, "tic", "cells 1 to 9")
        page.sees("X to move.")
        press(page, cell, "O plays 5. X to move.")
        assert list((server.visitors / token / "matches").iterdir())
