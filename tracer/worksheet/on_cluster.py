"""Make the variants of a spec on the computers of a Dask cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeAlias

from engine.errors import InvalidInput, PlytraceError
from tracer.files.packed_files import (
    PlacedFiles,
    imported_files,
    pack_files,
    place_files,
)
from tracer.jobs import ENDED_WORKERS, Cluster, SharedTask, results_in_order
from tracer.worksheet.bundle import MadeFiles, WorksheetMaker
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.keys import Sources
from tracer.worksheet.formats.writers import WorksheetFormat
from tracer.worksheet.spec import Spec, read_spec
from trees.files import printable_name

_Prepared: TypeAlias = tuple[WorksheetMaker, list[WorksheetFormat], bool, PlacedFiles]


def variants_on(
    cluster: Cluster,
    spec: Spec,
    formats: Sequence[WorksheetFormat],
    variants: Sequence[Variant | None],
    *,
    asks: bool = False,
) -> Iterator[MadeFiles]:
    """Yield the files of each variant, in order."""
    sources = Sources(Path(spec.name).parent)
    named = {file: None for one in spec.problems for file in sources.files_of(one.node)}
    files = {file: None for one in named for file in (one, *imported_files(one))}
    packed = pack_files(files, (spec.text, spec.name, spec.seed, [*formats], asks))
    task = SharedTask(packed, _prepare_there, _make_there, _felled)
    yield from results_in_order(partial(cluster.submit, task), variants, cluster.ahead, deque())


def _felled(variant: Variant | None) -> NoReturn:
    """Report a variant that ended every worker that had it."""
    raise InvalidInput(f"variant {variant.name if variant else 1}: {ENDED_WORKERS}")


def _prepare_there(packed: bytes, stack: ExitStack) -> _Prepared:
    """Return the maker of a packed spec, made once in each worker."""
    placed, (text, name, seed, formats, asks) = place_files(packed, stack)
    spec = replace(read_spec(text, printable_name(placed.path(name))), seed=seed)
    return WorksheetMaker(spec), formats, asks, placed


def _make_there(prepared: _Prepared, variant: Variant | None) -> MadeFiles:
    """Make a variant in a worker."""
    maker, formats, asks, placed = prepared
    try:
        return maker.made_files(variant, formats, asks=asks)
    except PlytraceError as error:
        raise _as_written(error, placed) from None


def _as_written(error: PlytraceError, placed: PlacedFiles) -> PlytraceError:
    """Return an error with the names of files as the user wrote them."""
    parts = ("found", "where", "expected", "hint")
    return type(error)(**{one: placed.restore_names(getattr(error, one)) for one in parts})
