"""Cases of one test: all of them, or as many as its budget of time allows.

    @over("name, expected", TABLE)              every case, in each run
    @over("seed", range(2000), ms=60)           in the order of the seed, for 60 milliseconds
    for random in cases(ms=45): ...             new random cases, for 45 milliseconds
    @given(...) @examples(15)                   15 examples of Hypothesis, more each night

The order and the random cases depend on the seed, which is always the same: a change does not fail
for a case that another day would bring. `--seed TEXT` brings others, as each night does with its
date. `--budget 60` gives each test sixty times these milliseconds, and `--budget inf` runs every
case of `over`. A test reports all cases that fail, not only the first.
"""

from __future__ import annotations

import inspect
import os
import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from itertools import product
from math import inf
from random import Random
from time import perf_counter
from typing import Any

import hypothesis
import pytest

#: The seed and the factor of budgets, which conftest.py takes from the command line.
settings: dict[str, Any] = {"seed": "plytrace", "budget": 1.0}
#: Most failing cases that are reported in full.
_MOST = 10
#: Most cases of random searches with `--budget inf`, as a factor.
_LONGEST = 100.0


def cases(*, ms: float, name: str = "") -> Iterator[Random]:
    """Yield sources of random numbers until the milliseconds are used, one at least."""
    named = name or sys._getframe(1).f_code.co_name
    end = perf_counter() + ms / 1000 * min(settings["budget"], _LONGEST)
    number = 0
    while number == 0 or perf_counter() < end:
        yield Random(f"{settings['seed']}:{named}:{number}")
        number += 1


def scaled(count: int, most: int) -> int:
    """Return how many cases a test needs that cannot stop anywhere: more with a larger budget."""
    return int(min(most, count * max(1, settings["budget"])))


def examples(count: int) -> hypothesis.settings:
    """Let Hypothesis make at least this number of examples; its profile of the night makes more."""
    return hypothesis.settings(max_examples=max(count, hypothesis.settings().max_examples))


def over(
    names: str | Sequence[str],
    values: Iterable[Any] | Callable[[], Iterable[Any]],
    *,
    ms: float = inf,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a test over cases as one test; several of these run over all combinations.

    A function that makes the cases is called when the test runs.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    axis = _Axis(keys, values if callable(values) else [*values])

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        inner, axes, least = getattr(test, "over", (test, [], inf))
        return _wrapped(inner, [axis, *axes], min(ms, least))

    return decorate


@dataclass(frozen=True)
class _Axis:
    """The cases that one `over` adds."""

    keys: list[str]
    values: list[Any] | Callable[[], Iterable[Any]]

    def make_cases(self) -> list[dict[str, Any] | None]:
        values = self.values() if callable(self.values) else self.values
        cases = [_case(self.keys, value) for value in values]
        if not cases:
            raise ValueError(f"there are no cases of {self.keys}")  # not a test that is skipped
        return cases


def _case(keys: Sequence[str], value: Any) -> dict[str, Any] | None:
    """Return the arguments of a case; None if it is marked to be skipped."""
    if isinstance(value, type(pytest.param())):
        if any(_skips(mark) for mark in value.marks):
            return None
        value = value.values if len(keys) > 1 else value.values[0]
    return dict(zip(keys, value, strict=True)) if len(keys) > 1 else {keys[0]: value}


def _skips(mark: Any) -> bool:
    mark = getattr(mark, "mark", mark)
    return mark.name == "skip" or (mark.name == "skipif" and bool(mark.args[0]))


def _wrapped(inner: Callable[..., Any], axes: list[_Axis], ms: float) -> Callable[..., Any]:
    """Return the test that runs over all combinations of cases."""
    parameters = inspect.signature(inner).parameters
    keys = {key for axis in axes for key in axis.keys}
    fixtures = [parameter for name, parameter in parameters.items() if name not in keys]

    if inspect.iscoroutinefunction(inner):

        @wraps(inner)
        async def test(**given: Any) -> None:
            run = _Run(inner, axes, ms, given)
            for case in run:
                with run.case(case) as arguments:
                    await inner(**arguments)
            run.report()

    else:

        @wraps(inner)
        def test(**given: Any) -> None:
            run = _Run(inner, axes, ms, given)
            for case in run:
                with run.case(case) as arguments:
                    inner(**arguments)
            run.report()

    test.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined]
    test.over = (inner, axes, ms)  # type: ignore[attr-defined]
    return test


class _Run:
    """One run of a test over its cases."""

    def __init__(
        self,
        inner: Callable[..., Any],
        axes: list[_Axis],
        ms: float,
        given: dict[str, Any],
    ) -> None:
        self.name, self.given = inner.__name__, given
        self.cases = [
            {key: value for part in parts if part for key, value in part.items()}
            for parts in product(*(axis.make_cases() for axis in axes))
            if None not in parts
        ]
        self.seconds = ms / 1000 * settings["budget"]
        if self.seconds < inf:
            Random(f"{settings['seed']}:{self.name}").shuffle(self.cases)
        self.started = self.skipped = 0
        self.failures: list[BaseException] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        end = perf_counter() + self.seconds
        for case in self.cases:
            if self.started and perf_counter() >= end:
                return
            self.started += 1
            yield case

    def case(self, case: dict[str, Any]) -> _Case:
        return _Case(self, case)

    def report(self) -> None:
        """Raise what failed, or skip if nothing else was there to be done."""
        if not self.failures:
            if self.skipped == self.started:
                pytest.skip("there is no case that can run here")
            return
        if len(self.failures) == 1:
            raise self.failures[0]
        shown = self.failures[:_MOST]
        message = f"{len(self.failures)} of {self.started} cases fail; the first {len(shown)}"
        raise BaseExceptionGroup(message, shown)


class _Case:
    """One case: it has its own folder and its own changes of the surroundings."""

    def __init__(self, run: _Run, case: dict[str, Any]) -> None:
        self.run, self.arguments, self.stack = run, case, ExitStack()

    def __enter__(self) -> dict[str, Any]:
        given = dict(self.run.given)
        patch = self.stack.enter_context(pytest.MonkeyPatch.context())
        for name in ("PLYTRACE_CONFIG_DIR", "PLYTRACE_STATE_DIR"):
            patch.setenv(name, os.path.join(os.environ[name], str(self.run.started)))  # noqa: PTH118
        if "tmp_path" in given:
            given["tmp_path"] = given["tmp_path"] / str(self.run.started)
            given["tmp_path"].mkdir()
        if "monkeypatch" in given:
            given["monkeypatch"] = self.stack.enter_context(given["monkeypatch"].context())
        for name in ("capsys", "caplog", "recwarn"):
            if name in given:
                getattr(given[name], "readouterr", getattr(given[name], "clear", None))()
        return given | self.arguments

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        self.stack.close()
        if error is None:
            return False
        if isinstance(error, pytest.skip.Exception):
            self.run.skipped += 1
            return True
        if not isinstance(error, (Exception, pytest.fail.Exception)):
            return False
        text = ", ".join(f"{key}={_short(value)}" for key, value in self.arguments.items())
        error.add_note(f"case {self.run.started} with --seed {settings['seed']}: {text}")
        self.run.failures.append(error)
        return True


def _short(value: Any) -> str:
    try:
        text = getattr(value, "__name__", None) or repr(value)
    except RecursionError:  # a chain of lists
        text = reprlib.repr(value)
    return text if len(text) <= 300 else text[:300] + "…"
