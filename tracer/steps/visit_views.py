"""Visits and cutoffs as light views of the log's rows, created on access."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, overload

from engine.errors import InvalidInput
from engine.game import Number, Player
from engine.log.visit_log import NO_PARENT, Flag
from engine.text import html_table
from tracer.recording.fold import fold, fold_at_cut
from tracer.recording.recording import Recording
from tracer.steps.cutoff_reason import cutoff_reason
from tracer.steps.visit_values import Bound, VisitKind, bound_name, bound_of, kind_of, shown_value
from tracer.text.numbers import show_number

#: The fields of every visit in JSON and CSV; then a fraction and a bound, if any.
VISIT_FIELDS: Final = (
    *("order", "id", "parent", "move", "player", "kind", "depth", "alpha", "beta", "value"),
)


@dataclass(frozen=True, repr=False, eq=False)
class _Row:
    """A row of a trace; two are equal if they are the same row of the same trace."""

    __slots__ = ("row", "trace")

    #: The names of its properties that tables have as columns.
    fields: ClassVar[tuple[str, ...]] = ()

    trace: Recording
    row: int

    def __rich_repr__(self) -> Iterator[Any]:
        """Yield what `repr` shows, for Rich."""
        raise NotImplementedError

    def __repr__(self) -> str:
        parts = [
            repr(part) if not isinstance(part, tuple) else f"{part[0]}={part[1]!r}"
            for part in self.__rich_repr__()
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.trace, self.row)

    # Written out, so that type checkers let a name be looked up among visits.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (self.trace, self.row) == (other.trace, other.row)

    def __hash__(self) -> int:
        return hash((self.trace, self.row))


class Visit(_Row):
    """One visit."""

    __slots__ = ()
    fields = (*VISIT_FIELDS, "exact", "bound")

    def __rich_repr__(self) -> Iterator[Any]:
        """Yield what `repr` shows: its number, the node's name, its value, its window if any."""
        yield self.order
        yield self.id
        yield "value", _plain(self.value) if self.shares is None else self.shares
        if self.trace.has_window:
            yield "window", (_plain(self.alpha), _plain(self.beta))

    @property
    def order(self) -> int:
        """Its place in the order of visits, from 1."""
        return self.row + 1

    @property
    def id(self) -> str:
        """The node's name."""
        return self.trace.name(self.row)

    @property
    def parent(self) -> str | None:
        """The parent's name; None at a root."""
        parent = self.trace.log.parent[self.row]
        return None if parent == NO_PARENT else self.trace.name(parent)

    @property
    def move(self) -> str | None:
        """The name of the move that led here; None at a root."""
        return self.trace.move_name(self.row)

    @property
    def player(self) -> Player:
        """The player to move; at a leaf, the player whose turn it would be."""
        return Player(self.trace.log.player[self.row])

    @property
    def kind(self) -> VisitKind:
        """The node's kind."""
        return kind_of(self.player, self.trace.log.flags[self.row])

    @property
    def depth(self) -> int:
        """Plies below the root."""
        return self.trace.log.depth[self.row]

    @property
    def alpha(self) -> float:
        """α when the node was entered."""
        return self.trace.log.alpha[self.row]

    @property
    def beta(self) -> float:
        """β when the node was entered."""
        return self.trace.log.beta[self.row]

    @property
    def value(self) -> float:
        """The returned value; NaN if the node did not return."""
        return self.trace.log.value[self.row]

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction; None if it is not rational."""
        return self.trace.exact(self.row)

    @property
    def shares(self) -> tuple[Number, ...] | None:
        """The returned vector, if leaves have one; see `Recording.shares`."""
        return self.trace.shares(self.row)

    @property
    def bound(self) -> Bound:
        """Whether the value is exact, a lower bound or an upper bound."""
        return bound_of(self.trace.log.flags[self.row])

    @property
    def shown_value(self) -> str:
        """The value for people; a bound is written ≤ 2 or ≥ 2."""
        return shown_value(self.trace, self.row)


class Cutoff(_Row):
    """One early return. `alpha` and `beta` are those before its last child's value."""

    __slots__ = ()
    fields = (
        *("at", "after", "value", "alpha", "beta", "alpha_after", "beta_after", "skipped"),
        "because",
    )

    def __rich_repr__(self) -> Iterator[Any]:
        """Yield what `repr` shows: the node, the child, v, the window and what was skipped."""
        yield self.at
        yield "after", self.after
        yield "value", _plain(self.value)
        yield "window", (_plain(self.alpha), _plain(self.beta))
        yield "skipped", self.skipped

    @property
    def at(self) -> str:
        """The name of the node that returned early."""
        return self.trace.name(self.row)

    @property
    def player(self) -> Player:
        """The player to move there."""
        return Player(self.trace.log.player[self.row])

    @property
    def last_row(self) -> int:
        """The row of the child after which the test succeeded."""
        return list(self.trace.log.children(self.row))[-1]

    @property
    def after(self) -> str:
        """The name of the child after which the test succeeded."""
        return self.trace.name(self.last_row)

    @property
    def value(self) -> float:
        """The node's v when the test succeeded; at a chance node the end of its interval."""
        if self.player is Player.CHANCE:
            return self.trace.log.value[self.row]
        return fold(self.trace, self.row).v

    @property
    def alpha(self) -> float:
        """α before the last child's value."""
        return self.window[0]

    @property
    def beta(self) -> float:
        """β before the last child's value."""
        return self.window[1]

    @property
    def alpha_after(self) -> float:
        """α updated with the last child's value, even if the convention's program skips that."""
        return self.window_after[0]

    @property
    def beta_after(self) -> float:
        """β updated with the last child's value, even if the convention's program skips that."""
        return self.window_after[1]

    @property
    def window_after(self) -> tuple[float, float]:
        """(α, β) updated with the last child's value, even if the program skips that."""
        alpha, beta = self.window
        if self.player is Player.MAX:
            return max(alpha, self.value), beta
        return (alpha, min(beta, self.value)) if self.player is Player.MIN else (alpha, beta)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the skipped children; empty if the last child was visited."""
        return self.trace.skipped(self.row)

    @property
    def because(self) -> str:
        """The reason, in one sentence."""
        return cutoff_reason(self.trace, self.row)

    @property
    def window(self) -> tuple[float, float]:
        """(α, β) before the last child's value."""
        before, _ = fold_at_cut(self.trace, self.row)
        return before.alpha, before.beta


_View = TypeVar("_View", Visit, Cutoff)

#: The types of numbers in a data frame, by the annotation of the field: a selection without rows
#: has them too.
_NUMBERS = {"int": "int64", "float": "float64"}

#: Rows that a notebook shows at the beginning and at the end of a longer table.
_SHOWN_ROWS = 30


def _plain(value: float) -> float | None:
    """Return a number as `repr` shows it: whole numbers whole, and None if it is not known."""
    if math.isnan(value):
        return None
    return int(value) if value.is_integer() else value


def _cell(view: Visit | Cutoff, name: str) -> Any:
    """Return a field as a cell of a table, as exports write it; None if it is not known."""
    if isinstance(view, Visit) and name == "exact":
        exact = view.trace.exact_if_fractional(view.row)
        return None if exact is None else str(exact)
    if isinstance(view, Visit) and name == "bound":
        return bound_name(view.trace.log.flags[view.row]) or None
    value = getattr(view, name)
    if isinstance(value, Player):
        return value.name.lower()
    if isinstance(value, VisitKind):
        return value.value
    if isinstance(value, float) and math.isnan(value):
        return None
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> str:
    """Return a cell as a notebook's table shows it."""
    if isinstance(value, float):
        return show_number(value)
    if isinstance(value, list):
        return ", ".join(value)
    return "" if value is None else str(value)


class _Views(Sequence[_View], Generic[_View]):
    """Views of some rows of a trace, which are made when they are needed."""

    _kind: type[_View]

    def __init__(self, trace: Recording, rows: Sequence[int] | None = None) -> None:
        self._trace = trace
        self._rows = self._all_rows(trace) if rows is None else rows

    @classmethod
    def _all_rows(cls, trace: Recording) -> Sequence[int]:
        raise NotImplementedError

    def _view(self, row: int) -> _View:
        return self._kind(self._trace, row)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> _View: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> _View | Self:
        if isinstance(index, slice):
            return type(self)(self._trace, self._rows[index])
        try:
            return self._view(self._rows[index])
        except IndexError:
            known = f"its indexes are 0 to {len(self) - 1}" if len(self) else "it is empty"
            raise IndexError(f"{self!r} has no index {index}: {known}") from None
        except TypeError:
            raise TypeError(self._describe_index(index)) from None

    def _describe_index(self, index: object) -> str:
        """Return an error message for an index that is not a number."""
        field = "id" if self._kind is Visit else "at"
        return (
            f"{type(self).__name__.lower()} are indexed by whole numbers and slices, "
            f"not by {index!r}. To find those of a node, use "
            f".filter(lambda one: one.{field} == {str(index)!r})"
        )

    def __contains__(self, one: object) -> bool:
        """Return whether a view, or one of the node with this name, is among them."""
        if isinstance(one, str):
            return any(self._trace.name(row) == one for row in self._rows)
        return super().__contains__(one)

    def __iter__(self) -> Iterator[_View]:
        return map(self._view, self._rows)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return list(self._rows) == list(other._rows) and self._trace == other._trace

    def __hash__(self) -> int:
        return hash((self._trace, len(self)))

    def filter(self, predicate: Callable[[_View], object] | None = None, **named: object) -> Self:
        """Return those for which a function returns true, in order.

        Args:
            predicate: the function, such as `lambda visit: visit.depth == 2`.
            named: none; a field is refused with the function to write.

        Raises:
            TypeError: it is not a function.
        """
        if named or not callable(predicate):
            given = ", ".join(f"{name}={value!r}" for name, value in named.items())
            test = " and ".join(f"one.{name} == {value!r}" for name, value in named.items())
            raise TypeError(
                f"filter takes a function, not {given or repr(predicate)}: "
                f".filter(lambda one: {test or 'one.depth == 1'})"
            )
        return type(self)(self._trace, [row for row in self._rows if predicate(self._view(row))])

    def rows(self) -> list[dict[str, Any]]:
        """Return each as a dictionary of its fields, with cells as exports write them."""
        return [{name: _cell(view, name) for name in view.fields} for view in self]

    def to_pandas(self) -> Any:
        """Return them as a `pandas.DataFrame`, one row each.

        Raises:
            InvalidInput: pandas is not installed.
        """
        types = self._types()
        frame = _import_package("pandas").DataFrame(self.rows(), columns=list(types))
        return frame.astype(
            {name: _NUMBERS[kind] for name, kind in types.items() if kind in _NUMBERS}
        )

    def to_polars(self) -> Any:
        """Return them as a `polars.DataFrame`, one row each.

        Raises:
            InvalidInput: Polars is not installed.
        """
        polars = _import_package("polars")
        kinds = {"int": polars.Int64, "float": polars.Float64}
        kinds["tuple[str, ...]"] = polars.List(polars.String)
        schema = {name: kinds.get(kind, polars.String) for name, kind in self._types().items()}
        return polars.DataFrame(self.rows(), schema=schema)

    def _types(self) -> dict[str, str]:
        """Return the types of the columns, as their properties annotate them."""
        kinds = ((name, getattr(self._kind, name)) for name in self._kind.fields)
        return {name: kind.fget.__annotations__["return"] for name, kind in kinds}

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows; of a long one, its start and end."""
        names = self._kind.fields
        rows = [[_text(_cell(view, name)) for name in names] for view in self._ends()]
        if len(rows) < len(self):
            rows.insert(_SHOWN_ROWS, ["…"] * len(names))
        return html_table(names, rows, repr(self)[1:-1])

    def _ends(self) -> Iterator[_View]:
        """Yield all of them, or of many the first and the last."""
        if len(self) <= 2 * _SHOWN_ROWS:
            yield from self
        else:
            yield from self[:_SHOWN_ROWS]
            yield from self[-_SHOWN_ROWS:]

    def __repr__(self) -> str:
        name = type(self).__name__.lower()
        counted = name.removesuffix("s") if len(self) == 1 else name
        return f"<{len(self)} {counted} of {self._trace.source}>"


class Visits(_Views[Visit]):
    """The visits of a trace in order."""

    _kind = Visit

    @classmethod
    def _all_rows(cls, trace: Recording) -> Sequence[int]:
        return range(len(trace.log))


class Cutoffs(_Views[Cutoff]):
    """The early returns of a trace in the order in which their tests succeeded."""

    _kind = Cutoff

    @classmethod
    def _all_rows(cls, trace: Recording) -> Sequence[int]:
        return sorted(trace.log.find_rows(Flag.EARLY_RETURN), key=trace.tour.left_at)


def _import_package(name: str) -> Any:
    """Import a package that plytrace does not require."""
    try:
        return import_module(name)
    except ImportError as error:
        from engine.text import package_command  # late: slow to import

        raise InvalidInput(
            f"this needs the package {name}, which is not installed",
            hint=f"Install it with: {package_command(name)}",
        ) from error
