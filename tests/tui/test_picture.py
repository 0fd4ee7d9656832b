"""The screen as an SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from tests.support.screens import screen_text
from tracer import trace
from tui.app import PlytraceApp
from tui.appearance.picture import screen_svg
from tui.screens.stepper.stepper_screen import StepperScreen

NAMESPACE = "{http://www.w3.org/2000/svg}"


async def drawn(source="lecture", step=11):
    app = PlytraceApp(StepperScreen(trace(source), step))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return screen_svg(app), screen_text(app)


async def test_picture_has_the_text_of_the_screen():
    svg, screen = await drawn()
    root = ElementTree.fromstring(svg)
    texts = [element.text or "" for element in root.iter(f"{NAMESPACE}text")]
    wanted = re.sub(r"[\s─│┌┐└┘├┤┬┴┼┄┆╳━┃┏┓┗┛┳┻╋╃╀]", "", screen)
    assert sorted("".join(texts)) == sorted(wanted)


async def test_picture_is_the_same_each_time_without_external_resources():
    first, second = (await drawn())[0], (await drawn())[0]
    assert first == second
    assert re.findall(r"https?://[^\"' ]*", first) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in first


async def test_names_with_markup_are_escaped():
    svg, _ = await drawn("{tree: {id: 'A<b>&amp;', children: [1, 2]}}", 0)
    root = ElementTree.fromstring(svg)
    assert "A<b>&amp;" in "".join(element.text or "" for element in root.iter(f"{NAMESPACE}text"))
