"""The options of commands, read from `options.txt`, and the search options as one argument."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from engine.errors import InvalidInput, UsageError
from tui.terminal.output import speaks_unicode

if TYPE_CHECKING:
    from engine.game import AnyGame, Number
    from tracer.jobs import Cluster
    from tracer.text.document import Layout
    from trees.sources import Source


#: The arguments of `tracer.trace` that differ from their defaults.
SearchOptions: TypeAlias = dict[str, Any]


class Arguments(SimpleNamespace):
    """What was typed after a command: the values of its arguments and options, by name."""


_Command: TypeAlias = Callable[[Arguments], None]


class NewFile(click.Path):
    """The name of an output file or folder; an empty name is refused."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the name unchanged."""
        if value == "":
            self.fail("the file name is empty; expected a file name", param, ctx)
        return super().convert(value, param, ctx)


class _Output(NewFile):
    """The name of an output file, or None for `-` and `/dev/stdout`."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return None if value in ("-", "/dev/stdout") else super().convert(value, param, ctx)


class _Value(click.ParamType[Any]):
    """A value that a function reads; it raises a `ValueError`, with its message if it has one."""

    name = "value"

    def __init__(self, read: Callable[[str], Any], wrong: str) -> None:
        self._read = read
        self._wrong = wrong

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        try:
            return self._read(value) if isinstance(value, str) else value
        except InvalidInput as error:
            self.fail(str(error), param, ctx)
        except ValueError as error:
            special = error.args[0] if type(error) is _WrongValue else self._wrong
            self.fail(f"{value!r} {special}", param, ctx)


class _WrongValue(ValueError):
    """A value that is wrong in a special way."""


def _read_number(text: str) -> float:
    return float(text.replace("−", "-").replace("∞", "inf"))


def _read_ends(text: str) -> tuple[float, float]:
    low, high = map(_read_number, text.split(","))
    return low, high


def _read_window(text: str) -> tuple[float, float]:
    ends = _read_ends(text)
    if any(map(math.isnan, ends)):
        raise _WrongValue("is not a window: NaN cannot be a bound")
    return ends


def _read_size(text: str) -> int:
    read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kKmMgGtT]?)(?:i?[bB])?", text.strip())
    size = int(float(read[1]) * 1024 ** " kmgt".index(read[2].lower() or " ")) if read else 0
    if size < 1:
        raise ValueError
    return size


def _read_win(text: str) -> int:
    number, _, depth = text.partition("-")
    if depth != "depth" or not number.isdecimal():
        raise ValueError
    return int(number)


def _read_letter(text: str) -> tuple[str, Number]:
    from trees.text import UNSEEN, is_letter, number_from_text

    letter, equals, number = (part.strip() for part in text.partition("="))
    if not equals or not is_letter(letter) or letter == UNSEEN:
        raise ValueError
    return letter, number_from_text(number.replace("−", "-"))


def _by_letter(
    _: click.Context, param: click.Parameter, pairs: tuple[tuple[str, Number], ...]
) -> dict[str, Number]:
    """Return the numbers of letters; each letter may have one."""
    numbers: dict[str, Number] = {}
    for letter, number in pairs:
        if letter in numbers:
            raise click.BadParameter(f"{letter} has two numbers; expected one", param=param)
        numbers[letter] = number
    return numbers


_KINDS: Final[dict[str, Any]] = {
    "text": str,
    "int": int,
    "number": float,
    "folder": click.Path(file_okay=False, path_type=Path),
    "old file": click.Path(exists=True, dir_okay=False),
    "yaml file": click.Path(path_type=Path, dir_okay=False),
    "new file": NewFile(),
    "new folder": NewFile(file_okay=False, path_type=Path),
    "output": _Output(dir_okay=False),
    "output or folder": _Output(),
    "value": _Value(_read_number, "is not a value; expected a number, inf or -inf"),
    "window": _Value(_read_window, "is not a window; expected α,β such as -2,2 or -inf,3"),
    "bounds": _Value(_read_ends, "are not bounds; expected L,U such as 0,10"),
    "plies": _Value(
        lambda text: math.inf if text in ("inf", "∞") else int(text),
        "is not a depth; expected a whole number, or inf",
    ),
    "size": _Value(_read_size, "is not a size of memory; expected 500M or 2G"),
    "win": _Value(_read_win, "is not a value of wins; expected N-depth such as 10-depth"),
    "letter": _Value(_read_letter, "is not a letter and a number; expected x=3"),
}


def _find_type(kind: str) -> Any:
    """Return the type of a kind: a choice has commas, and a range of numbers two dots."""
    if "," in kind:
        return click.Choice(kind.split(", "))
    number, _, limits = kind.rpartition(" ")
    if ".." not in limits:
        return _KINDS[kind]
    read = _KINDS[number]
    low, high = (read(limit) if limit else None for limit in limits.split(".."))
    return (click.IntRange if number == "int" else click.FloatRange)(low, high)


@cache
def _read_table() -> dict[str, list[str]]:
    """Return the lines of `options.txt` under each heading."""
    table: dict[str, list[str]] = {}
    text = Path(__file__).parent.with_name("options.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            lines = table.setdefault(line[1:].partition("]")[0], [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return table


def _list_options(heading: str) -> Iterator[dict[str, Any]]:
    """Yield the arguments of `click.option` for the options under a heading."""
    for line in _read_table()[heading]:
        if line.startswith("+"):
            for group in line[1:].split():
                yield from _list_options(group)
            continue
        names, metavar, kind, default, text = (cell.strip() for cell in line.split(" | "))
        option: dict[str, Any] = {
            "param_decls": [name.removeprefix("=") for name in names.split()],
            "help": text,
        }
        if kind == "flag":
            option["is_flag"] = True
        else:
            option |= {
                "type": _find_type(kind.removeprefix("several ")),
                "metavar": metavar or None,
            }
            option["multiple"] = kind.startswith("several ")
        if kind == "several letter":
            option["callback"] = _by_letter
        if default:
            option |= {"default": default, "show_default": True}
        yield option


def add_options(heading: str) -> Callable[[_Command], Callable[..., None]]:
    """Return a decorator that adds the options under a heading of `options.txt` to a command."""

    def add(command: _Command) -> Callable[..., None]:
        @wraps(command)  # options of other decorators are stored in the function's attributes
        def call(**arguments: Any) -> None:
            command(Arguments(**arguments))

        result: Callable[..., None] = call
        for option in reversed([*_list_options(heading)]):
            result = click.option(*option.pop("param_decls"), **option)(result)
        return result

    return add


@cache
def _search_defaults() -> dict[str, Any]:
    """Return the search options by the names of `tracer.trace`, with their defaults."""
    parameters = [click.Option(**option) for option in _list_options("search")]
    return {str(one.name): one.get_default(click.Context(click.Command(""))) for one in parameters}


def take_search(command: _Command) -> _Command:
    """Give a command its search options as one `options`."""

    @wraps(command)
    def call(args: Arguments) -> None:
        args.options = {
            name: value
            for name, default in _search_defaults().items()
            if name != "numbers" and (value := getattr(args, name)) not in (None, default)
        }
        command(args)

    return call


def take_source(command: _Command, *, is_optional: bool = False) -> _Command:
    """Add the argument SOURCE to a command, and give it with `--game` and `--set` as `source`.

    With `--game`, SOURCE is a position of that game. With `--set`, `source` is an opened tree.
    """

    @wraps(command)
    def call(args: Arguments) -> None:
        if args.game is not None:
            args.source = args.game if args.source is None else f"{args.game}@{args.source}"
        elif args.source is None and not is_optional:
            raise UsageError(
                "SOURCE is missing",
                expected="a tree, a file or a game, or --game FILE:CLASS",
                hint="Try: plytrace list trees",
            )
        if args.numbers:
            from trees.sources import set_letters

            if args.source is None:
                raise UsageError("--set needs a tree with a letter", expected="SOURCE")
            args.source = set_letters(args.source, args.numbers)
        command(args)

    return click.argument("source", required=False)(call)


def record_for(record: str | None, game: AnyGame, search: str | None) -> str:
    """Return what to record if it was not given: every visit, or only counts."""
    if record is not None:
        return record
    from engine.search import find_search

    counts_only = search is not None and find_search(search).counts_only
    return "counts" if counts_only and game.named_by_path else "rows"


def needs_visits(option: str) -> UsageError:
    """Return the refusal of an option together with `--record counts`."""
    fault = f"{option} needs the visits, which --record counts does not keep"
    return UsageError(fault, expected="only one of the two")


def with_usual_depth(options: SearchOptions, game: AnyGame | None = None) -> SearchOptions:
    """Return the options with the game's usual depth limit if the user chose no limit at all."""
    if options.get("depth") == math.inf:
        return {**options, "depth": None}
    limits = {"depth", "rounds", "max_visits", "seconds"}
    if game is None or game.usual_depth is None or limits & {*options}:
        return options
    from engine.search import default_search, find_search

    names = options.get("search", default_search(game)).split(",")  # compare takes several
    if not any("depth" in find_search(name.strip()).takes for name in names if name.strip()):
        return options
    return {**options, "depth": game.usual_depth}


def with_own_convention(options: SearchOptions, source: Source) -> SearchOptions:
    """Return the options with the convention of the source's course, unless one was typed."""
    if is_typed("convention"):
        return options
    return {"convention": source.convention or "aima", **options}


def refuse_search_options(options: object, what: str) -> None:
    """Refuse the options of a search for what has none."""
    if options:
        raise UsageError(what, expected="no search options")


def is_typed(option: str) -> bool:
    """Return whether an option of the current command was typed."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def layout_of(args: Arguments) -> Layout:
    """Return the layout of what is printed, from `--width`, `--ascii` and the terminal."""
    from tracer.text.document import Layout

    values = vars(args)
    width = values.get("width") or shutil.get_terminal_size((80, 24)).columns
    is_ascii = values.get("ascii_only") or not speaks_unicode(args.output)
    return Layout(width=width, ascii=is_ascii)


# The option --on: work on the computers of a Dask cluster.


def cluster_at(address: str | None, jobs: int | None) -> Cluster | None:
    """Return the cluster that was named, until the command ends; None if none was."""
    if address is None:
        return None
    if jobs is not None:
        raise UsageError(
            "--on cannot be combined with --jobs", hint="The workers decide how many run at once"
        )
    from tracer.jobs import Cluster

    return click.get_current_context().with_resource(Cluster(address))
