"""`plytrace list WHAT`: the trees, games, searches and so on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from tui.cli.shared import HelpFormatter
from tui.cli.shared.options import add_options
from tui.terminal.output import open_text_output

if TYPE_CHECKING:
    from engine.conventions import Convention, Count

__all__ = ["LISTS", "command"]

#: A row of a list: a name, a description and other fields.
_Row = dict[str, Any]


def _trees() -> list[_Row]:
    from trees.library import library_names, library_tree

    trees = {name: library_tree(name) for name in library_names()}
    return [
        {
            "name": name,
            "title": tree.name,
            "description": tree.description,
            "citation": tree.citation,
        }
        for name, tree in trees.items()
    ]


def _games() -> list[_Row]:
    from engine.errors import PlytraceError
    from engine.games import GAMES, make_game

    rows = []
    for name, entry in GAMES.items():
        row = {"name": name, "description": entry.summary, "example": entry.example}
        try:
            game = make_game(name)
        except PlytraceError:  # a package is missing
            row |= {"rules": "", "move_naming": "", "given_order": ""}
        else:
            row |= {
                "rules": game.rules,
                "move_naming": game.move_naming,
                "given_order": game.given_order,
            }
        rows.append(row)
    return rows


def _evaluations() -> list[_Row]:
    from engine.errors import PlytraceError
    from engine.games import GAMES, make_game

    rows = []
    for name in GAMES:
        try:
            game = make_game(name)
        except PlytraceError:  # the game needs more than its name, or a package is missing
            continue
        rows += [
            {"name": f"{name} {label}", "game": name, "eval": label, "description": one.summary}
            for label, one in game.evaluations.items()
        ]
    return rows


def _searches() -> list[_Row]:
    from engine.search import SEARCHES

    return [{"name": name, "description": search.summary} for name, search in SEARCHES.items()]


def _orders() -> list[_Row]:
    from engine.searches.ordering import ORDERS

    return [{"name": name, "description": order.summary} for name, order in ORDERS.items()]


def _formats() -> list[_Row]:
    from tracer.export.registry import FORMATS

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
    from engine.conventions import COURSES

    return [
        {
            "name": name,
            "course": one.course,
            "cutoff": one.convention.cutoff,
            "update": one.convention.update,
            "returns": one.convention.returns,
            "ties": one.convention.ties,
            "count": list(one.convention.count),
            "counted_as": one.counted_as,
            "written_as": one.written_as,
        }
        for name, one in COURSES.items()
    ]


def _counts() -> list[_Row]:
    from engine.log.counts import COUNT_MEANINGS

    return [{"name": name, "description": meaning} for name, meaning in COUNT_MEANINGS.items()]


def _lessons() -> list[_Row]:
    from tui.lessons import lesson_names, open_lesson

    lessons = (open_lesson(name) for name in lesson_names())
    return [
        {
            "name": lesson.name,
            "title": lesson.title,
            "description": lesson.summary,
            "minutes": lesson.minutes,
            "goals": list(lesson.goals),
            "pages": len(lesson.pages),
        }
        for lesson in lessons
    ]


def _shapes() -> list[_Row]:
    from tracer.programs.adapters import ADAPTERS
    from tracer.programs.shapes import SHAPES, searches_of

    return [
        {
            "name": name,
            "description": shape.driver.about,
            "starter": shape.starter,
            "searches": list(searches_of(name)),
        }
        for name, shape in SHAPES.items()
    ] + [
        {
            "name": f"adapter: {name}",
            "description": adapter.about,
            "starter": adapter.name,
        }
        for name, adapter in ADAPTERS.items()
    ]


def _terms() -> list[_Row]:
    from tracer.text.glossary import read_glossary

    return [
        {"name": term.name, "description": term.description, "also": term.also}
        for term in read_glossary()
    ]


#: The lists, by name.
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
def command(what: str, name: tuple[str, ...], format_name: str, output: str | None) -> None:
    """List trees, games, evaluations, searches, conventions, lessons and so on.

    WHAT is trees (the default), games, evaluations, searches, conventions, counts, orders,
    formats, lessons, shapes or terms (the glossary). With NAME, show only that one.
    """
    rows = LISTS[what]()
    if name:
        rows = [_named(rows, " ".join(name), what)]
    with open_text_output(output, for_people=format_name == "text") as out:
        if format_name == "json":
            out.write(json.dumps({what: rows}, ensure_ascii=False, indent=1) + "\n")
        elif what == "conventions":
            out.write(_conventions_text(rows))
            if not name:
                out.write("\n" + _course_questions())
        else:
            out.write(_text(rows))


def _named(rows: list[_Row], name: str, what: str) -> _Row:
    """Return the row of a name, or of another word for a term."""
    from engine.errors import UsageError, did_you_mean

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
    from engine.conventions import COURSES, PRESETS

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
    from engine.game import Player
    from tracer.steps.pseudocode import listing_for

    words = listing_for("alphabeta", convention).text_of(Player.MAX, "test").split()
    return " ".join(words[1:4]).rstrip(":")


def _odd_counts() -> Iterator[str]:
    """Yield a sentence for each count other than the visits."""
    from engine.conventions import PRESETS

    of_counts: dict[tuple[Count, ...], list[str]] = {}
    for name, one in PRESETS.items():
        of_counts.setdefault(one.count, []).append(name)
    for counts, names in sorted(of_counts.items(), key=lambda one: "below_root" in one[0]):
        others = [one.replace("_", " ") for one in counts if one not in ("visited", "below_root")]
        if others:
            yield f"{' and '.join(others).capitalize()} too: {', '.join(names)}."
        if "below_root" in counts:
            yield f"All but the root: {', '.join(names)}."
