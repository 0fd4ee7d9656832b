"""The functions, classes and methods that a file defines, and which of them call which."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Final

_INIT: Final = "__init__"


@dataclass(frozen=True)
class Definition:
    """A function, a method or a class in a file."""

    name: str
    #: Names of a function's parameters, of a method's without the object; empty for a class.
    parameters: tuple[str, ...]
    line: int
    #: The methods of a class, those that it inherits from classes of the file among them.
    methods: Mapping[str, Definition] = field(default_factory=dict, hash=False)
    code: ast.FunctionDef | None = field(default=None, compare=False, repr=False)
    #: The class of a method.
    owner: str = ""

    @property
    def path(self) -> str:
        """The name by which a key names it: that of a method begins with its class."""
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def open_parameters(self) -> list[str]:
        """The parameters, without those that are a function of Python by default, such as `max`."""
        defaults = self.code.args.defaults if self.code else []
        values = [None] * (len(self.parameters) - len(defaults)) + defaults
        return [
            name
            for name, value in zip(self.parameters, values[-len(self.parameters) :], strict=False)
            if not (isinstance(value, ast.Name) and hasattr(builtins, value.id))
        ]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every part of its code."""
        return [*ast.walk(self.code)] if self.code else []


class Definitions:
    """The functions and classes of a file."""

    def __init__(self, statements: Iterable[ast.stmt]) -> None:
        self.functions: dict[str, Definition] = {}
        self.classes: dict[str, Definition] = {}
        bases: set[str] = set()
        for node in statements:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = _define(node)
            elif isinstance(node, ast.ClassDef):
                bases |= {base.id for base in node.bases if isinstance(base, ast.Name)}
                self.classes[node.name] = self._define_class(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                self._assign(node)
        #: Functions, and the methods of each class, by their paths. A class that others extend is
        #: the last one, since its own objects may lack a part of the search.
        self.callables = dict(self.functions)
        for kind in sorted(self.classes.values(), key=lambda each: each.name in bases):
            self.callables |= {each.path: each for each in kind.methods.values()}
        self._calls: dict[str, set[str]] = {}
        self._reached: dict[str, set[str]] = {}

    @property
    def names(self) -> list[str]:
        """The names of the functions and classes."""
        return [*self.functions, *self.classes]

    def function_named(self, *names: str) -> Definition | None:
        """Return the function with the first known one of several names; see `normalize`."""
        by_plain = {normalize(name): each for name, each in self.functions.items()}
        known = (by_plain.get(normalize(name)) for name in names)
        return next(filter(None, known), None)

    def reach(self, path: str) -> set[str]:
        """Return the functions and methods that one calls, itself if it calls itself."""
        if path not in self._reached:
            reached: set[str] = set()
            waiting = [path]
            while waiting:
                caller = waiting.pop()
                if caller not in self._calls:
                    self._calls[caller] = {*self._list_calls(self.callables[caller])}
                waiting += self._calls[caller] - reached
                reached |= self._calls[caller]
            self._reached[path] = reached
        return self._reached[path]

    def list_nodes(self, path: str) -> Iterator[ast.AST]:
        """Yield every part of the code of a function, and of those that it calls."""
        return chain.from_iterable(self.callables[name].nodes for name in {path, *self.reach(path)})

    def returns_pair(self, path: str) -> bool:
        """Return whether a function, or one that it calls, returns several things."""
        return any(
            isinstance(node, ast.Return) and len(getattr(node.value, "elts", ())) > 1
            for node in self.list_nodes(path)
        )

    def _list_calls(self, caller: Definition) -> Iterator[str]:
        """Yield what a function names: functions, classes that it makes objects of, and methods."""
        arguments = caller.code.args.args if caller.code else []
        itself = arguments[0].arg if caller.owner and arguments else ""
        own = {  # its parameters and variables
            getattr(node, "arg", "") or getattr(node, "id", "")
            for node in caller.nodes
            if isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        }
        for node in caller.nodes:
            if isinstance(node, ast.Name) and node.id not in own:
                path = f"{node.id}.{_INIT}" if node.id in self.classes else node.id
                yield from [path] if path in self.callables else []
            elif isinstance(node, ast.Attribute):
                receiver = node.value.id if isinstance(node.value, ast.Name) else ""
                kind = caller.owner if receiver == itself else receiver
                path = f"{kind}.{node.attr}"
                paths = [path] if path in self.callables else self._list_methods(node.attr)
                is_super = isinstance(node.value, ast.Call) and ast.unparse(node.value) == "super()"
                yield from (path for path in paths if not (is_super and path == caller.path))

    def _list_methods(self, name: str) -> list[str]:
        """Return the methods with a name, of any class."""
        return [each.methods[name].path for each in self.classes.values() if name in each.methods]

    def _define_class(self, node: ast.ClassDef) -> Definition:
        """Return the definition of a class, with the methods of the classes that it extends."""
        methods: dict[str, Definition] = {}
        for base in reversed(node.bases):
            if isinstance(base, ast.Name) and base.id in self.classes:
                methods |= self.classes[base.id].methods
        own = [
            _define(each, is_method=True) for each in node.body if isinstance(each, ast.FunctionDef)
        ]
        methods |= {each.name: each for each in own}
        methods = {name: replace(each, owner=node.name) for name, each in methods.items()}
        return Definition(node.name, (), node.lineno, methods)

    def _assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Record the other names of a function, `search = find = _mm`, and those of a lambda."""
        definition: Definition | None = None
        if isinstance(node.value, ast.Name):
            definition = self.functions.get(node.value.id)
        elif isinstance(node.value, ast.Lambda):
            body: list[ast.stmt] = [ast.Return(node.value.body)]
            code = ast.FunctionDef("lambda", node.value.args, body, [], lineno=node.lineno)
            definition = _define(code)
        if definition is None:
            return
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                self.functions[target.id] = replace(definition, name=target.id, line=node.lineno)


def normalize(name: str) -> str:
    """Return a name in lowercase without underscores, for comparison."""
    return name.replace("_", "").casefold()


def _define(node: ast.FunctionDef, *, is_method: bool = False) -> Definition:
    """Return the definition of a function, or of a method without the parameter of its object."""
    is_static = any(getattr(each, "id", "") == "staticmethod" for each in node.decorator_list)
    parameters = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    return Definition(
        node.name, (*parameters[is_method and not is_static :],), node.lineno, code=node
    )
