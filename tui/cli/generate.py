"""`plytrace generate`: random trees to order."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import InvalidInput, UsageError
from trees.quoting import quoted, shortened
from tui.cli.interrupts import STOPPED, cancelled_by_ctrl_c
from tui.cli.output import Output, quiet_option, writing
from tui.cli.progress import Progress

if TYPE_CHECKING:
    from tracer.generate.making import Generated, Tally
    from tracer.generate.order import Order

__all__ = ["command"]

_SUFFIXES = {"yaml": ".yaml", "json": ".json", "inline": ".txt"}
#: Signs of a seed that stay as they are in a file's name.
_NOT_IN_A_NAME = re.compile(r"[^\w.-]+")


@click.command("generate")
@click.argument("file", required=False)
@click.option("--plies", metavar="N", help="Moves from the root to every leaf; 3 by default.")
@click.option(
    "--branching",
    metavar="N|A..B|…,…",
    help="Children of a node: 3, 2..3, or one of these for each ply: 3,2..3,2. 3 by default.",
)
@click.option("--root", metavar="max|min", help="Who moves first; max by default.")
@click.option("--values", metavar="A..B", help="The leaves' values, such as -9..9.")
@click.option("--distinct", is_flag=True, default=None, help="No two leaves have the same value.")
@click.option("--ties", metavar="N", help="At least N leaves have the value of one before them.")
@click.option(
    "-a",
    "--search",
    metavar="NAME",
    help="The search that cutoffs and skipped leaves are counted in.",
)
@click.option("-c", "--convention", metavar="NAME[,FIELD=VALUE…]", help="Its convention.")
@click.option("--cutoffs", metavar="N|A..B", help="Early returns that skip at least one child.")
@click.option(
    "--deep",
    is_flag=False,
    flag_value="true",
    metavar="[N]",
    help="At least one deep cutoff, or N: by a bound from three plies above the node or more.",
)
@click.option("--unique", is_flag=True, default=None, help="One move at the root is best.")
@click.option(
    "--skipped",
    metavar="N|A..B|P%|P%..Q%",
    help="The leaves that are never visited: 5 or 30%..50%.",
)
@click.option("--chance", metavar="D,…", help="The depths at which chance moves; the root's is 0.")
@click.option("--fractions", metavar="N,…", help="Denominators of its probabilities, among 2 to 6.")
@click.option(
    "--whole/--no-whole", default=None, help="Whether chance nodes have whole values; they have."
)
@click.option("--apart", metavar="SLUG,…", help="Misconceptions that the tree tells apart.")
@click.option("--apart-in", metavar="PART,…", help="In which parts of a sheet; visits by default.")
@click.option(
    "--children", metavar="best-first|worst-first", help="How the children of every node stand."
)
@click.option("--seed", metavar="TEXT", help="What the tree is drawn from; a new one by default.")
@click.option(
    "--count", type=click.IntRange(min=1), metavar="N", help="N trees, from TEXT-1 to TEXT-N."
)
@click.option(
    "--tries", type=click.IntRange(min=1), metavar="N", help="Trees to look at before giving up."
)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(list(_SUFFIXES)),
    default="yaml",
    show_default=True,
    help="A file in YAML or JSON, or a SOURCE on one line.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    type=Output(),
    help="Write to a file, or a file for each tree to a folder.",
)
@quiet_option
def command(
    file: str | None,
    seed: str | None,
    count: int | None,
    tries: int | None,
    format_name: str,
    output: str | None,
    quiet: bool,
    **asked: Any,
) -> None:
    """Make random trees to order, the same for the same order and seed.

    FILE may hold the order as a map under generate:, with the options' names as keys; options stand
    instead of what it says. What is promised is checked by the real search. An order that no tree
    can meet is refused; Ctrl-C stops a hard one.
    """
    from tracer.generate.making import variant_seed
    from tracer.generate.writers import WRITERS

    order, seed = _order(file, asked, seed)
    if seed is None:
        seed = secrets.token_hex(4)
    folder = _folder(output, several=count is not None and count > 1)
    if count is not None and count > 1 and folder is None:
        _check_several(count, format_name, output)
    seeds = [variant_seed(seed, one + 1) for one in range(count)] if count else [seed]
    made = _made(order, seeds, tries, quiet=quiet)
    write = WRITERS[format_name]
    if folder is not None:
        _make_folder(folder)
        for one in made:
            with writing(str(folder / (_file_name(one.seed) + _SUFFIXES[format_name]))) as out:
                out.write(write(one))
    elif output is None:
        with writing(None) as out:
            for one in made:
                out.write(write(one))
    else:
        texts: list[str] = []
        try:
            texts.extend(write(one) for one in made)
        finally:  # what was made before one was not found, or it was stopped, is kept
            if texts:
                with writing(output) as out:
                    out.write("".join(texts))


def _check_several(count: int, format_name: str, output: str | None) -> None:
    """Refuse several trees in a file that holds one.

    Raises:
        UsageError: it is YAML, or JSON that is not called JSON lines.
    """
    if format_name == "yaml":
        raise UsageError(
            f"{count} trees in one YAML file",
            expected="-o FOLDER, or -f inline or json, which write a tree a line",
        )
    if format_name == "json" and output and Path(output).suffix.lower() == ".json":
        raise UsageError(
            f"{count} trees in {shortened(output)}, which holds one JSON document",
            where="--output",
            expected="-o FOLDER/, or a name that ends in .jsonl for a tree a line",
        )


def _make_folder(folder: Path) -> None:
    """Make the folder that trees go to.

    Raises:
        InvalidInput: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InvalidInput(
            f"this folder cannot be made: {why}", where=str(folder), hint="Choose another"
        ) from error


def _file_name(seed: str) -> str:
    """A file's name of a seed; never a hidden one, which `plytrace check` passes over."""
    return _NOT_IN_A_NAME.sub("-", seed).lstrip(".-") or "tree"


def _order(file: str | None, asked: dict[str, Any], seed: str | None) -> tuple[Order, str | None]:
    """The order that file and options make, and the seed."""
    from tracer.generate.impossible import ImpossibleOrder
    from tracer.generate.making import check_seed
    from tracer.generate.reading import ORDER_KEYS, open_order, read_order

    given = {key.replace("_", "-"): value for key, value in asked.items() if value is not None}
    if seed is not None:
        try:
            check_seed(seed)
        except InvalidInput as error:
            raise UsageError(error.found, where="--seed", expected=error.expected) from error
    if file is None:
        try:
            return read_order(given, "--{}".format), seed
        except ImpossibleOrder:
            raise
        except InvalidInput as error:
            raise UsageError(
                error.found, where=error.where, expected=error.expected, hint=error.hint
            ) from error
    entries, files_seed, place = open_order(file)
    if seed is None and files_seed is not None:
        check_seed(files_seed, f"{file}: seed")
    both = {**entries, **given} if isinstance(entries, dict) else entries

    def where(key: str) -> str:
        return f"--{key}" if key in given and key in ORDER_KEYS else place(key)

    return read_order(both, where), files_seed if seed is None else seed


def _folder(output: str | None, *, several: bool) -> Path | None:
    """The folder that is meant, if it is one.

    Raises:
        UsageError: it has no name.
    """
    if output is None:
        return None
    if not output.strip():
        raise UsageError(
            f"{quoted(output)} as a name", where="--output", expected="a file or a folder"
        )
    path = Path(output)
    if path.is_dir() or output.endswith(("/", "\\")):
        return path
    if several and not path.suffix:
        return path
    return None


def _made(order: Order, seeds: list[str], tries: int | None, *, quiet: bool) -> Iterator[Generated]:
    """The trees, with word of a hard one's progress; Ctrl-C ends it with those that there are.

    Raises:
        NotFound: a tree was not found, or the search for it stopped.
    """
    from tracer.generate.making import NotFound, generate

    stopped = False
    tried = 0
    progress = Progress("looking for a tree", None, shown=not quiet, unit="tries")

    def stop() -> None:
        nonlocal stopped
        stopped = True

    def on_try(tally: Tally) -> bool:
        if tally.tries % 16 == 0:
            progress(tried + tally.tries, tally.worst())
        return not stopped

    for place, seed in enumerate(seeds):
        try:
            with cancelled_by_ctrl_c(stop):
                one = generate(order, seed, tries=tries, on_try=on_try)
        except NotFound as error:
            progress.clear()
            if len(seeds) > 1:
                error.where = f"seed {shortened(seed)}"
                made = f"{place} of {len(seeds)} trees were made before" if place else ""
                error.hint = ". ".join(filter(None, (error.hint, made)))
            if error.stopped:
                click.echo(f"plytrace: {error}", err=True)
                raise SystemExit(STOPPED) from None
            raise
        tried += one.tries
        progress.clear()
        yield one
