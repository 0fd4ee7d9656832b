"""A problem of a spec with its tree, before it is searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidInput, PlytraceError
from tracer.check.keys.problem import Problem
from tracer.generate.tree_search import NotFound, Tally, generate
from tracer.generate.tree_writers import options_of, yaml_text
from tracer.worksheet.spec.spec import ProblemSpec
from trees.yaml.plain_data import PlainFile, plain_map
from trees.yaml.yaml_nodes import YamlMap
from trees.yaml.yaml_text import read_yaml


#: Command-line options that a problem of a spec has as keys, and the keys with other names.
_OPTION: Final = re.compile(
    r"--(depth|rounds|eval|order|window|win|cells|iterations|exploration|opponent|seed|guess|gap"
    r"|margin|research|bounds)\b:?"
)
_KEYS_OF: Final = {"eval": "evaluation", "window": "root-window"}
#: The keys of a generated tree's file that are copied into a problem.
_OF_THE_TREE: Final = ("root", "players", "tree")


@dataclass(frozen=True, slots=True)
class MadeProblem:
    """A problem that can be solved."""

    spec: ProblemSpec
    file: PlainFile
    problem: Problem
    remark: str = ""

    @property
    def node(self) -> YamlMap:
        """The YAML mapping of the problem."""
        assert self.file.node is not None, "a mapping that was read"
        return self.file.node


def make_problem(
    spec: ProblemSpec, seed: str, on_try: Callable[[Tally], bool] | None = None
) -> MadeProblem:
    """Return the problem with its tree; generate the tree if the spec has an order."""
    if spec.order is None:
        return MadeProblem(spec, spec.file, spec.problem())
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
    return MadeProblem(
        spec, file, spec.problem(file), f"plytrace generate {' '.join(options_of(found))}"
    )


def placed(error: PlytraceError, spec: ProblemSpec) -> PlytraceError:
    """Add the problem's number and its place in the spec's file to an error."""
    is_placed = error.where.startswith(f"{spec.file.name}:")
    is_named = not error.where or is_placed or error.where in (spec.label, spec.where)
    found = error.found if is_named else f"{error.where}: {error.found}"
    return InvalidInput(
        f"problem {spec.number}: {_as_keys(found)}",
        where=error.where if is_placed else spec.where,
        expected=_as_keys(error.expected),
        hint=_as_keys(error.hint),
    )


def _as_keys(text: str) -> str:
    """Replace command-line options in advice by the keys of a spec."""
    return _OPTION.sub(lambda found: f"{_KEYS_OF.get(found[1], found[1])}:", text)
