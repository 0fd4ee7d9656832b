"""`plytrace ask SOURCE QUESTION`: for which numbers a node is pruned, and like questions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from engine.running.control import BUDGETS
from tui.cli.shared.options import Arguments, add_options, take_search, with_usual_depth
from tui.terminal.output import open_text_output

if TYPE_CHECKING:
    from tracer.ask.bands import Answer


@click.command("ask")
@click.argument("source", required=False)
@click.argument("question", nargs=-1)
@add_options("ask")
@take_search
def command(args: Arguments) -> None:
    """Answer an exam question about the tree SOURCE, which may have letters at its leaves.

    \b
      plytrace ask '[[3,12,8],[x,4,6]]' pruned C2     numbers that prune C2
      plytrace ask '[[3,12,8],[x,4,6]]' visited C2    numbers with a visit to C2
      plytrace ask '[[3,12,8],[x,4,6]]' move B        numbers with the move B
      plytrace ask '[[3,12,8],[x,4,6]]' value C=3     where C returns 3
      plytrace ask lecture possible C2                whether any values prune C2

    The exit code is 0 for every answer.
    """  # noqa: D301 - Click reads the character \b
    typed = " ".join(args.question)
    asked = [typed] * bool(args.question) + ["bands"] * args.bands + ["orders"] * args.orders
    if args.fewest is not None:
        others = args.source, asked, args.whole, args.true, args.numbers, args.options
        if any(others):
            raise UsageError("--fewest stands alone", expected="plytrace ask --fewest B,D")
        from tracer.ask.orders import fewest_leaves

        answer: Answer = fewest_leaves(args.fewest)
    else:
        answer = _answer(args, asked)
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        if args.format_name == "json":
            out.write(json.dumps(answer.as_json(), ensure_ascii=False) + "\n")
        else:
            out.write(answer.text + "\n")


def _answer(args: Arguments, asked: list[str]) -> Answer:
    """Return the answer to the one question about a tree."""
    from tracer.ask.questions import QUESTIONS, ask

    if args.source is None:
        raise UsageError("SOURCE is missing", expected="a tree with a letter, or --fewest B,D")
    if len(asked) != 1:
        raise UsageError(
            "several questions cannot be combined" if asked else "the question is missing",
            expected=f"one of {', '.join(QUESTIONS.values())}",
        )
    given = {**with_usual_depth(args.options)}
    for name in BUDGETS:
        if given.pop(name, None) is not None:
            raise UsageError(
                f"--{name.replace('_', '-')} cannot be used: an answer needs the whole search",
                expected="a smaller tree, or --depth",
            )
    return ask(
        args.source, asked[0], whole=args.whole, true=args.true, letters=args.numbers, **given
    )
