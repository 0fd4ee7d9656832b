"""`plytrace generate`: random trees that meet an order."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import click

from engine.errors import InvalidInput, UsageError
from tracer.files.atomic_files import make_folder
from tracer.generate.order import Order
from tracer.generate.order_keys import ORDER_KEYS
from tracer.generate.order_reading import open_order, read_order
from tracer.generate.tree_search import (
    Generated,
    NotFound,
    Tally,
    check_seed,
    generate,
    variant_seed,
)
from tracer.generate.tree_writers import WRITERS
from trees.text import quote, shorten
from tui.cli.shared.options import Arguments, add_options
from tui.terminal.interrupts import STOPPED, cancel_on_ctrl_c
from tui.terminal.output import Progress, open_text_output, report

_SUFFIXES = {"yaml": ".yaml", "json": ".json", "inline": ".txt"}
#: Characters of a seed that a file's name cannot have.
_NOT_IN_A_NAME = re.compile(r"[^\w.-]+")


def _order_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each key of an order."""
    for key in reversed([*ORDER_KEYS.values()]):
        names = key.options
        if not key.metavar:
            option = click.option(*names, is_flag=True, default=None, help=key.help)
        elif key.bare:
            option = click.option(
                *names,
                is_flag=False,
                flag_value=key.bare,
                metavar=key.metavar,
                help=key.help,
            )
        else:
            option = click.option(*names, metavar=key.metavar, help=key.help)
        command = option(command)
    return command


@click.command("generate")
@click.argument("file", required=False)
@_order_options
@add_options("generate")
def command(args: Arguments) -> None:
    """Make random trees with chosen properties; the same options and seed give the same trees.

    FILE may set the properties: under generate:, with the options' names as keys. Options override
    it. The actual search checks every tree. What no tree can be drawn for is refused. Ctrl-C
    stops a long search for a tree.
    """
    order, seed = _order(args)
    if seed is None:
        seed = secrets.token_hex(4)
    folder = _folder(args.output, several=args.count is not None and args.count > 1)
    if args.count is not None and args.count > 1 and folder is None:
        _check_several(args.count, args.format_name, args.output)
    numbers = range(1, (args.count or 0) + 1)
    seeds = [variant_seed(seed, number) for number in numbers] or [seed]
    made = _made(order, seeds, args.tries)
    write = WRITERS[args.format_name]
    if folder is not None:
        make_folder(folder, hint="Choose another folder")
        for one in made:
            with open_text_output(
                str(folder / (_file_name(one.seed) + _SUFFIXES[args.format_name]))
            ) as out:
                out.write(write(one))
    elif args.output is None:
        with open_text_output(None) as out:
            for one in made:
                out.write(write(one))
    else:
        texts: list[str] = []
        try:
            texts.extend(write(one) for one in made)
        finally:  # keep the trees made before a failure or a stop
            if texts:
                with open_text_output(args.output) as out:
                    out.write("".join(texts))


def _check_several(count: int, format_name: str, output: str | None) -> None:
    """Refuse several trees in a file format that holds one."""
    if format_name == "yaml":
        raise UsageError(
            f"a YAML file cannot hold {count} trees",
            expected="-o FOLDER, or -f inline or json, which write one tree per line",
        )
    if format_name == "json" and output and Path(output).suffix.lower() == ".json":
        raise UsageError(
            f"{shorten(output)} cannot hold {count} trees: it is one JSON document",
            where="--output",
            expected="-o FOLDER/, or a name that ends in .jsonl for one tree per line",
        )


def _file_name(seed: str) -> str:
    """Return a file's name for a seed; never a hidden one, which `plytrace check` skips."""
    return _NOT_IN_A_NAME.sub("-", seed).lstrip(".-") or "tree"


def _order(args: Arguments) -> tuple[Order, str | None]:
    """Return the order from the file and the options, and the seed."""
    file, seed = args.file, args.seed
    values = {key: getattr(args, key.replace("-", "_")) for key in ORDER_KEYS}
    given = {key: value for key, value in values.items() if value is not None}
    if seed is not None:
        try:
            check_seed(seed)
        except InvalidInput as error:
            raise UsageError(error.found, where="--seed", expected=error.expected) from error
    if file is None:
        try:
            return read_order(given, "--{}".format), seed
        except InvalidInput as error:
            raise error.restate(UsageError) from error
    entries, files_seed, place = open_order(file)
    if seed is None and files_seed is not None:
        check_seed(files_seed, f"{file}: seed")
    both = {**entries, **given} if isinstance(entries, dict) else entries

    def where(key: str) -> str:
        return f"--{key}" if key in given and key in ORDER_KEYS else place(key)

    return read_order(both, where), files_seed if seed is None else seed


def _folder(output: str | None, *, several: bool) -> Path | None:
    """Return the output folder; None if the output is a file or standard output."""
    if output is None:
        return None
    if not output.strip():
        raise UsageError(
            f"{quote(output)} is not a name", where="--output", expected="a file or a folder"
        )
    path = Path(output)
    if path.is_dir() or output.endswith(("/", "\\")):
        return path
    if several and not path.suffix:
        return path
    return None


def _made(order: Order, seeds: list[str], tries: int | None) -> Iterator[Generated]:
    """Yield the trees, with progress of a long search; Ctrl-C keeps those already made."""
    tried, stop = 0, Event()
    progress = Progress("looking for a tree", None, unit="tries")

    def on_try(tally: Tally) -> bool:
        if tally.tries % 16 == 0:
            progress(tried + tally.tries, tally.worst())
        return not stop.is_set()

    for place, seed in enumerate(seeds):
        try:
            with cancel_on_ctrl_c(stop.set):
                one = generate(order, seed, tries=tries, on_try=on_try)
        except NotFound as error:
            progress.clear()
            if len(seeds) > 1:
                error.where = f"seed {shorten(seed)}"
                made = f"The first {place} of {len(seeds)} trees were made" if place else ""
                error.hint = ". ".join(filter(None, (error.hint, made)))
            if error.stopped:
                report(str(error))
                raise SystemExit(STOPPED) from None
            raise
        tried += one.tries
        progress.clear()
        yield one
