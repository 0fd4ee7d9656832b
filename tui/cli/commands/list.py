"""`plytrace list WHAT`: the trees, games, searches and so on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from engine.conventions import COURSES, PRESETS, Convention, Count
from engine.errors import PlytraceError, UsageError, did_you_mean
from engine.game import AnyGame, Player
from engine.games import GAMES, GameEntry, make_game
from tui.cli.shared import HelpFormatter
from tui.cli.shared.options import Arguments, add_options
from tui.lessons import lesson_names, open_lesson
from tui.terminal.output import open_text_output

#: A row of a list: a name, a description and other fields.
_Row = dict[str, Any]


def _rows(things: Mapping[str, Any], **fields: str) -> list[_Row]:
    """Return a row for each thing, with some of its attributes."""
    return [
        {"name": name, **{field: getattr(thing, one) for field, one in fields.items()}}
        for name, thing in things.items()
    ]


def _trees() -> list[_Row]:
    from trees.library import library_names, library_tree

    trees = {name: library_tree(name) for name in library_names()}
    return _rows(trees, title="name", description="description", citation="citation")


def _make_games() -> Iterator[tuple[str, GameEntry, AnyGame | None]]:
    """Yield the games; None for one that needs more than its name, or a missing package."""
    for name, entry in GAMES.items():
        try:
            yield name, entry, make_game(name)
        except PlytraceError:
            yield name, entry, None


def _games() -> list[_Row]:
    facts = ("rules", "move_naming", "given_order")
    return [
        {"name": name, "description": entry.summary, "example": entry.example}
        | {fact: getattr(game, fact, "") for fact in facts}
        for name, entry, game in _make_games()
    ]


def _evaluations() -> list[_Row]:
    return [
        {"name": f"{name} {label}", "game": name, "eval": label, "description": one.summary}
        for name, _, game in _make_games()
        for label, one in getattr(game, "evaluations", {}).items()
    ]


def _searches() -> list[_Row]:
    from engine.search import SEARCHES

    return _rows(SEARCHES, description="summary")


def _orders() -> list[_Row]:
    from engine.searches.ordering import ORDERS

    return _rows(ORDERS, description="summary")


def _formats() -> list[_Row]:
    from tracer.export.format import FORMATS

    return [
        {
            "name": name,
            "description": format_.summary,
            "kind": "figure" if format_.figure else "table",
            "suffix": format_.endings[0],
            "binary": format_.binary,
            "commands": list(format_.commands),
        }
        for name, format_ in FORMATS.items()
    ]


def _conventions() -> list[_Row]:
    fields = ("cutoff", "update", "returns", "ties", "count")
    return [
        {"name": name, "course": one.course}
        | {field: getattr(one.convention, field) for field in fields}
        | {"counted_as": one.counted_as, "written_as": one.written_as}
        for name, one in COURSES.items()
    ]


def _counts() -> list[_Row]:
    from engine.log.counts import COUNT_MEANINGS

    return [{"name": name, "description": meaning} for name, meaning in COUNT_MEANINGS.items()]


def _lessons() -> list[_Row]:
    lessons = {name: open_lesson(name) for name in lesson_names()}
    rows = _rows(lessons, title="title", description="summary", minutes="minutes", goals="goals")
    return [row | {"pages": len(lessons[row["name"]].pages)} for row in rows]


def _shapes() -> list[_Row]:
    from tracer.programs.adapters import ADAPTERS
    from tracer.programs.shapes import SHAPES, searches_of

    shapes = [
        {
            "name": name,
            "description": shape.driver.about,
            "starter": shape.starter,
            "searches": list(searches_of(name)),
        }
        for name, shape in SHAPES.items()
    ]
    adapters = {f"adapter: {name}": adapter for name, adapter in ADAPTERS.items()}
    return shapes + _rows(adapters, description="about", starter="name")


def _terms() -> list[_Row]:
    from tracer.text.glossary import read_glossary

    terms = {term.name: term for term in read_glossary()}
    return _rows(terms, description="description", also="also")


LISTS: dict[str, Callable[[], list[_Row]]] = {
    "trees": _trees,
    "games": _games,
    "evaluations": _evaluations,
    "searches": _searches,
    "conventions": _conventions,
    "counts": _counts,
    "orders": _orders,
    "formats": _formats,
    "lessons": _lessons,
    "shapes": _shapes,
    "terms": _terms,
}


@click.command("list")
@click.argument("what", metavar="[WHAT]", type=click.Choice(list(LISTS)), default="trees")
@click.argument("name", metavar="[NAME]", nargs=-1)
@add_options("list")
def command(args: Arguments) -> None:
    """List trees, games, evaluations, searches, conventions, lessons and so on.

    WHAT is trees (the default), games, evaluations, searches, conventions, counts, orders,
    formats, lessons, shapes or terms (the glossary). With NAME, show only that one.
    """
    rows = LISTS[args.what]()
    if args.name:
        rows = [_named(rows, " ".join(args.name), args.what)]
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        if args.format_name == "json":
            out.write(json.dumps({args.what: rows}, ensure_ascii=False, indent=1) + "\n")
        elif args.what == "conventions":
            out.write(_conventions_text(rows))
            if not args.name:
                out.write("\n" + _course_questions())
        else:
            out.write(_text(rows))


def _named(rows: list[_Row], name: str, what: str) -> _Row:
    """Return the row of a name, or of another word for a term."""
    known = {
        word.strip(" .").casefold(): row for row in rows for word in row.get("also", "").split(",")
    }
    known |= {row["name"].casefold(): row for row in rows}
    word = name.casefold()
    if word in known:
        return known[word]
    raise UsageError(
        f"{what} has no {name!r}",
        hint=did_you_mean(name, [row["name"] for row in rows]) or f"Try: plytrace list {what}",
    )


def _text(rows: list[_Row]) -> str:
    formatter = HelpFormatter(width=88)
    lines = []
    for row in rows:
        lines.append((row["name"], _description(row)))
        rules = " ".join(filter(None, (row.get("rules"), row.get("move_naming"))))
        lines += [("", rules)] if rules else []
    formatter.write_dl(lines, col_max=28)
    return formatter.getvalue()


def _description(row: _Row) -> str:
    said = [row.get("title", ""), row["description"]]
    text = ": ".join(part for part in said if part)
    if row.get("also"):
        text += f" Also: {row['also']}"
    if "commands" in row:
        text += f" ({', '.join(row['commands'])} -f; {row['suffix']})"
    if row.get("searches"):
        text += f" ({', '.join(row['searches'])})"
    if "example" in row:
        text += f" ({row['example']})"
    return text


def _conventions_text(rows: list[_Row]) -> str:
    formatter = HelpFormatter(width=88)
    for row in rows:
        stop = "v ≥ β, v ≤ α" if row["cutoff"] == ">=" else "v > β, v < α"
        formatter.write_dl(
            [
                (row["name"], row["course"]),
                ("", f"stops at {stop}; updates its bound {row['update'].replace('-', ' the ')}"),
                ("", f"counts {row['counted_as']}; written as {row['written_as']}"),
            ],
            col_max=12,
        )
    return formatter.getvalue()


def _course_questions() -> str:
    """Return the questions that identify the convention of a course."""
    strict = [name for name, one in PRESETS.items() if one.cutoff == ">"]
    after, before, seen = list[str](), dict[str, list[str]](), set[str]()
    for name, one in PRESETS.items():
        # Conventions with the same pseudocode differ in their counts.
        if name not in strict and COURSES[name].listing not in seen:
            if one.update == "after-test":
                after.append(name)
            else:
                before.setdefault(_test_of(one), []).append(name)
        seen.add(COURSES[name].listing)
    strict_after = [name for name in strict if PRESETS[name].update == "after-test"]
    written = "; ".join(f"written {test}: {', '.join(names)}" for test, names in before.items())
    return f"""\
Which convention does my course use? Check its pseudocode:
  1. Does a node stop when v ≥ β (v ≤ α), or only when v > β (v < α)?
     Only if strictly greater or less: {", ".join(strict)}.
  2. Is α = max(α, v) before the test, or after it?
     After the test: {", ".join(after)}, or with strict tests {", ".join(strict_after)}.
     Before the test, {written}.
  3. What is counted? {" ".join(_odd_counts())}
For another mixture, change the nearest one, as in -c 'aima,cutoff=>,returns=fail-hard'.
"""


def _test_of(convention: Convention) -> str:
    """Return MAX's cutoff test in the notation of a course, such as `v ≥ β`."""
    from tracer.steps.pseudocode import listing_for

    words = listing_for("alphabeta", convention).text_of(Player.MAX, "test").split()
    return " ".join(words[1:4]).rstrip(":")


def _odd_counts() -> Iterator[str]:
    """Yield a sentence for each count other than the visits."""
    of_counts: dict[tuple[Count, ...], list[str]] = {}
    for name, one in PRESETS.items():
        of_counts.setdefault(one.count, []).append(name)
    for counts, names in sorted(of_counts.items(), key=lambda one: "below_root" in one[0]):
        others = [one.replace("_", " ") for one in counts if one not in ("visited", "below_root")]
        if others:
            yield f"{' and '.join(others).capitalize()} too: {', '.join(names)}."
        if "below_root" in counts:
            yield f"All but the root: {', '.join(names)}."
