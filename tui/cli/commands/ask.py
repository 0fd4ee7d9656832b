"""`plytrace ask SOURCE QUESTION`: for which numbers a node is pruned, and like questions."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from engine.running.control import BUDGETS
from tui.cli.shared.options import SearchOptions, search_options, with_usual_depth
from tui.terminal.output import format_option, open_text_output, output_option

if TYPE_CHECKING:
    from engine.game import Number
    from tracer.ask.answer import Answer


@click.command("ask")
@click.argument("source", required=False)
@click.argument("question", nargs=-1)
@click.option("--bands", is_flag=True, help="List the bands of the letter.")
@click.option(
    "--orders",
    is_flag=True,
    help="Find the fewest and most leaves, and the pruned nodes, over all orders of children.",
)
@click.option(
    "--fewest",
    metavar="B,D",
    help="Count the fewest leaves of a tree with B children and D plies; needs no SOURCE.",
)
@click.option("--whole", is_flag=True, help="Use only whole numbers for the letter.")
@click.option(
    "--true", "true", is_flag=True, help="With value: use minimax values, not returned bounds."
)
@search_options
@format_option(["text", "json"])
@output_option
def command(
    source: str | None,
    question: tuple[str, ...],
    bands: bool,
    orders: bool,
    fewest: str | None,
    whole: bool,
    true: bool,
    numbers: dict[str, Number],
    options: SearchOptions,
    format_name: str,
    output: str | None,
) -> None:
    """Answer an exam question about the tree SOURCE, which may have letters at its leaves.

    \b
      plytrace ask '[[3,12,8],[x,4,6]]' pruned C2     numbers that prune C2
      plytrace ask '[[3,12,8],[x,4,6]]' visited C2    numbers with a visit to C2
      plytrace ask '[[3,12,8],[x,4,6]]' move B        numbers with the move B
      plytrace ask '[[3,12,8],[x,4,6]]' value C=3     where C returns 3
      plytrace ask lecture possible C2                whether any values prune C2

    The exit code is 0 for every answer.
    """  # noqa: D301 - Click reads the character \b
    typed = " ".join(question)
    asked = [typed] * bool(question) + ["bands"] * bands + ["orders"] * orders
    if fewest is not None:
        if source is not None or asked or whole or true or numbers or options != SearchOptions():
            raise UsageError("--fewest stands alone", expected="plytrace ask --fewest B,D")
        from tracer.ask.orders import fewest_leaves

        answer: Answer = fewest_leaves(fewest)
    else:
        answer = _answer(source, asked, options, whole, true, numbers)
    with open_text_output(output, for_people=format_name == "text") as out:
        if format_name == "json":
            out.write(json.dumps(answer.as_json(), ensure_ascii=False) + "\n")
        else:
            out.write(answer.text + "\n")


def _answer(
    source: str | None,
    asked: list[str],
    options: SearchOptions,
    whole: bool,
    true: bool,
    numbers: dict[str, Number],
) -> Answer:
    """Return the answer to the one question about a tree."""
    from tracer.ask.questions import QUESTIONS, ask

    if source is None:
        raise UsageError("SOURCE is missing", expected="a tree with a letter, or --fewest B,D")
    if len(asked) != 1:
        raise UsageError(
            "several questions cannot be combined" if asked else "the question is missing",
            expected=f"one of {', '.join(QUESTIONS.values())}",
        )
    given = asdict(with_usual_depth(options))
    for name in BUDGETS:
        if given.pop(name) is not None:
            raise UsageError(
                f"--{name.replace('_', '-')} cannot be used: an answer needs the whole search",
                expected="a smaller tree, or --depth",
            )
    return ask(source, asked[0], whole=whole, true=true, letters=numbers, **given)
