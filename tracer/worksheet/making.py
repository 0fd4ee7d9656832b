"""A problem of a spec with its tree: what is given, before anything is searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from tracer.check.problem import Problem
from tracer.generate.making import NotFound, Tally, generate
from tracer.generate.writers import options_of, yaml_text
from tracer.worksheet.spec import ProblemSpec
from trees.plain import PlainFile, plain_map
from trees.yaml_nodes import YamlMap
from trees.yaml_text import read_yaml

__all__ = ["Made", "make_problem", "placed"]

#: Options of the command line that a problem of a spec has as keys, with those of another name.
_OPTION: Final = re.compile(
    r"--(depth|rounds|eval|order|window|win|cells|iterations|exploration|opponent|seed)\b:?"
)
_KEYS_OF: Final = {"eval": "evaluation", "window": "root-window"}
#: The keys of a generated tree's file that a problem takes over.
_OF_THE_TREE: Final = ("root", "players", "tree")


@dataclass(frozen=True, slots=True)
class Made:
    """A problem that can be worked.

    Args:
        spec: what the spec says of it.
        file: what it says as a problem file of `plytrace check`, with its tree.
        problem: the same as it is read.
        remark: the line that makes its tree again; empty where it was not made to order.
    """

    spec: ProblemSpec
    file: PlainFile
    problem: Problem
    remark: str = ""

    @property
    def node(self) -> YamlMap:
        """What it says, as it was written."""
        assert self.file.node is not None, "a map that was read"
        return self.file.node


def make_problem(
    spec: ProblemSpec, seed: str, on_try: Callable[[Tally], bool] | None = None
) -> Made:
    """The problem with its tree, which is made where the spec has an order.

    Args:
        spec: the problem of the spec.
        seed: what a tree is drawn from.
        on_try: called after every try to make one; False stops it.

    Raises:
        PlytraceError: it cannot be made, with the problem's place.
        NotFound: it was stopped.
    """
    if spec.order is None:
        return Made(spec, spec.file, spec.problem())
    try:
        found = generate(spec.order, seed, on_try=on_try)
    except InvalidInput as error:
        raise placed(error, spec) from error
    except NotFound as error:
        if error.stopped:
            raise
        raise placed(error, spec) from error
    document = read_yaml(yaml_text(found), spec.file.name)
    assert isinstance(document, YamlMap), "that is how trees are written"
    whole = YamlMap(False, spec.node.mark)
    for key, entry in spec.node.entries.items():
        if key == "tree":
            drawn = document.entries
            whole.entries |= {one: drawn[one] for one in _OF_THE_TREE if one in drawn}
        else:
            whole.entries[key] = entry
    file = plain_map(whole, spec.file.name, "", spec.where)
    return Made(spec, file, spec.problem(file), f"plytrace generate {' '.join(options_of(found))}")


def placed(error: PlytraceError, spec: ProblemSpec) -> PlytraceError:
    """An error of a problem with the problem's place, unless it has a place in the spec's file."""
    if error.where.startswith(f"{spec.file.name}:"):
        return error
    found: Any = f"{error.where}: {error.found}" if error.where else error.found
    if error.where in (spec.label, spec.where):
        found = error.found
    return InvalidInput(
        f"problem {spec.number}: {_as_keys(found)}",
        where=spec.where,
        expected=_as_keys(error.expected),
        hint=_as_keys(error.hint),
    )


def _as_keys(text: str) -> str:
    """Advice about options of the command line as advice about the keys of a spec."""
    return _OPTION.sub(lambda found: f"{_KEYS_OF.get(found[1], found[1])}:", text)
