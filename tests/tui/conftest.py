"""Fixtures for every test of a screen."""

import threading

import pytest
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

from tests.support import cases
from tests.support.screens import at_rest
from tui.background import SEARCH_THREAD

_RENDER_UPDATE = Compositor.render_update


class StylesOfParts(dict):
    """The styles of a widget's parts by name, found on their first use."""

    def __init__(self, sheet, widget):
        super().__init__()
        self.sheet, self.widget = sheet, widget

    def __contains__(self, name):
        return name in self.widget._get_component_classes()

    def __missing__(self, name):
        part = DOMNode(classes=name)
        part._attach(self.widget)
        self.sheet.apply(part)
        self[name] = part.styles
        return part.styles


def find_no_styles_yet(sheet, widget):
    """Stand in for what finds the styles of all parts at every change of any style."""
    if widget._get_component_classes():
        if widget._component_styles:
            widget.refresh()
        widget._component_styles = StylesOfParts(sheet, widget)


@pytest.fixture(autouse=True, scope="session")
def style_sheets_are_parsed_once():
    """Parse each source once for all applications with the same colours, not once for each."""
    parse, parsed = Stylesheet._parse_rules, {}
    put_together, whole = Stylesheet.parse, {}

    def parse_once(sheet, css, read_from, *others, **options):
        place = (frozenset(sheet._variables.items()), css, read_from)
        key = (*place, others, tuple(options.items()))
        if key not in parsed:
            parsed[key] = parse(sheet, css, read_from, *others, **options)
        return parsed[key]

    def put_together_once(sheet):
        """Share the rules and where they are as well: each new kind of widget asks for them."""
        key = (frozenset(sheet._variables.items()), tuple(sheet.source.items()))
        if key not in whole:
            put_together(sheet)
            whole[key] = sheet._rules, sheet.rules_map
        sheet._rules, sheet._rules_map = whole[key]
        sheet._require_parse = False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        patch.setattr(Stylesheet, "parse", put_together_once)
        patch.setattr(Stylesheet, "_process_component_classes", find_no_styles_yet)
        # The same identity, without a call of Python for each rule and widget.
        patch.setattr(RuleSet, "__hash__", object.__hash__)
        yield


@pytest.fixture(autouse=True, scope="session")
def screens_are_painted_when_they_are_looked_at():
    """A test has no terminal: what Textual paints for it after each change nobody sees.

    `screen_text` paints, and a session does so at its end. With a larger budget, as each night, all
    changes are painted.
    """
    if cases.settings["budget"] > 1:
        yield
        return

    def forget_changes(compositor, full=False, screen_stack=None, simplify=False):
        compositor._dirty_regions.clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", forget_changes)
        yield


@pytest.fixture
def all_changes_are_painted(monkeypatch):
    """Paint as in a terminal, for tests of what is painted."""
    monkeypatch.setattr(Compositor, "render_update", _RENDER_UPDATE)


async def no_message_is_left(pilot, timeout=30.0):
    """Stand in for what sends a message to every widget after each key, to wait for its answer."""
    await at_rest()
    return True


@pytest.fixture(autouse=True)
def keys_are_waited_for_by_what_they_do(monkeypatch):
    """A pilot waits until all is done, and neither by the clock nor for an animation."""
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.pilot.Pilot._wait_for_screen", no_message_is_left)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def no_search_outlives_its_screen():
    """A search that nobody waits for takes half of a core from all that follows."""
    yield
    left = [one for one in threading.enumerate() if one.name == SEARCH_THREAD]
    for one in left:
        one.join(60)
    assert not any(one.is_alive() for one in left)


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """A side of a match moves at once, and keys find the page of a lesson that they ask for."""
    monkeypatch.setattr("tui.screens.play.play_screen._PAUSE", 0.0)
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._AT_ONCE", 60)
