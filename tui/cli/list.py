"""`plytrace list WHAT`: what there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from tui.cli.output import output_option, writing

__all__ = ["command"]

#: A row for people and programs: a name, and what is said of it.
_Row = dict[str, Any]


def _trees() -> list[_Row]:
    from trees.library import library_entry, library_names

    entries = (library_entry(name) for name in library_names())
    return [
        {
            "name": entry.name,
            "title": entry.title,
            "description": entry.description,
            "citation": entry.citation,
        }
        for entry in entries
    ]


def _games() -> list[_Row]:
    from engine.games import GAMES

    return [
        {"name": name, "description": entry.summary, "example": entry.example}
        for name, entry in GAMES.items()
    ]


def _evaluations() -> list[_Row]:
    from engine.errors import PlytraceError
    from engine.games import GAMES, make_game

    rows = []
    for name in GAMES:
        try:
            game = make_game(name)
        except PlytraceError:  # a game that needs more than its name, or a package that is missing
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
    from engine.ordering import ORDERS

    return [{"name": name, "description": order.summary} for name, order in ORDERS.items()]


def _formats() -> list[_Row]:
    from tracer.export import FORMATS

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
    from engine.conventions import COURSES, PRESETS

    return [
        {
            "name": name,
            "course": COURSES[name].course,
            "cutoff": convention.cutoff,
            "update": convention.update,
            "returns": convention.returns,
            "ties": convention.ties,
            "count": list(convention.count),
            "counted_as": COURSES[name].counted_as,
            "written_as": COURSES[name].written_as,
        }
        for name, convention in PRESETS.items()
    ]


def _counts() -> list[_Row]:
    from engine.counts import COUNT_MEANINGS

    return [{"name": name, "description": meaning} for name, meaning in COUNT_MEANINGS.items()]


def _lessons() -> list[_Row]:
    from tui.course import lesson_names, open_lesson

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
    from tracer.programs.shapes import SHAPES, searches_of

    return [
        {
            "name": name,
            "description": shape.about,
            "starter": shape.starter,
            "searches": list(searches_of(name)),
        }
        for name, shape in SHAPES.items()
    ]


_LISTS: dict[str, Callable[[], list[_Row]]] = {
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
}

_WHICH_IS_MINE = """\
Which is my course's? Look at its pseudocode:
  1. Does a node stop when v ≥ β (v ≤ α), or only when v > β (v < α)?
     Only when strictly beyond: cs188.
  2. Is α = max(α, v) before the test, or after it?
     After the test: comp341, or with strict tests cs188.
     Before the test, written v ≥ β: aima; written α ≥ β: mit; written β ≤ α: lab3.
  3. What is counted? Terminals and early returns too: rutgers. The root not: comp341.
Another mixture: name the nearest and change it, as in -c 'aima,cutoff=>,returns=fail-hard'.
"""


@click.command("list")
@click.argument("what", type=click.Choice(list(_LISTS)), default="trees")
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
@output_option
def command(what: str, format_name: str, output: str | None) -> None:
    """List WHAT there is: trees, games, evaluations, searches, conventions, lessons and so on."""
    rows = _LISTS[what]()
    with writing(output, for_people=format_name == "text") as out:
        if format_name == "json":
            out.write(json.dumps({what: rows}, ensure_ascii=False, indent=1) + "\n")
        elif what == "conventions":
            out.write(_conventions_text(rows))
        else:
            out.write(_text(rows))


def _text(rows: list[_Row]) -> str:
    formatter = click.HelpFormatter(width=88)
    formatter.write_dl([(row["name"], _said(row)) for row in rows], col_max=28)
    return formatter.getvalue()


def _said(row: _Row) -> str:
    said = [row.get("title", ""), row["description"]]
    text = ": ".join(part for part in said if part)
    if "commands" in row:
        text += f" ({', '.join(row['commands'])} -f; {row['suffix']})"
    if "searches" in row:
        text += f" ({', '.join(row['searches'])})"
    return f"{text} ({row['example']})" if "example" in row else text


def _conventions_text(rows: list[_Row]) -> str:
    formatter = click.HelpFormatter(width=88)
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
    formatter.write("\n" + _WHICH_IS_MINE)
    return formatter.getvalue()
