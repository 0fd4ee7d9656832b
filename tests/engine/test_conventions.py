"""Conventions as data: presets, changes, and contradictory pairs."""

from typing import get_args

import pytest

from engine.conventions import COURSES, PRESETS, Convention, Count, parse_convention
from engine.errors import UsageError
from engine.log.counts import COUNT_MEANINGS
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace


@over("name, cutoff, update, count", table(__file__, "presets"))
def test_presets_have_their_documented_settings(name, cutoff, update, count):
    preset = PRESETS[name]
    assert (preset.cutoff, preset.update, preset.count) == (cutoff, update, tuple(count))
    assert (preset.returns, preset.ties) == ("fail-soft", "first")
    assert COURSES[name].course


def test_every_preset_has_a_course_and_aima_is_the_default():
    assert list(PRESETS) == list(COURSES)
    assert next(iter(PRESETS)) == "aima"
    assert Convention("mine") == Convention("mine", ">=", "before-test", "fail-soft", "first")


@over("text, name", table(__file__, "changes"))
def test_changes_are_parsed_and_named_in_one_order(text, name):
    convention = parse_convention(text)
    assert convention.name == name
    assert parse_convention(name) == convention
    assert parse_convention(convention) is convention


@over("text, found", table(__file__, "change_refusals"))
def test_invalid_changes_are_refused_with_the_reason(text, found):
    with pytest.raises(UsageError, match=found):
        parse_convention(text)


def test_every_count_has_a_meaning_and_can_be_the_headline():
    counts = trace("lecture").counts
    assert set(get_args(Count)) == set(COUNT_MEANINGS) == {*counts.as_dict(), "below_root"}
    for name in COUNT_MEANINGS:
        assert parse_convention(f"aima,count={name}").count == (name,)
