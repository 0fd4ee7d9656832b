"""Parquet: the visits as typed columns, for data frames and databases; an extra.

A visit is identified by its row, from 0: `node` is the row and `parent` the parent's row, −1 at a
root; `order` counts from 1, as everywhere else.
The other columns are those of the JSON's visits, with infinities as floats and null for unknown
values. Added are `size`, the number of visits in the subtree; `early_return`, whether the cutoff
test succeeded; and `skipped`, the number of children pruned by it. The JSON's summary is in the
file's metadata.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import IO, Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from engine.log.visit_log import Flag
from tracer.export.format import Format
from tracer.export.options import ExportOptions
from tracer.export.records import summary_record
from tracer.recording.recording import NamedVisit, Recording
from tracer.steps.visit_views import bound_name, kind_of

__all__ = ["FORMAT", "write"]

#: Visits of a row group, which is kept in memory and written at once. With half as many, the file
#: of tic-tac-toe is a tenth larger.
_ROWS: Final = 2**18

#: Visits of a batch: their names are Python objects, which take ten times the memory of Arrow's.
_BATCH: Final = 2**14

_LEVEL: Final = 3  # of zstd

#: Bytes of a page, and its largest number of rows: zstd compresses large pages better.
_PAGE: Final = 2**24
_PAGE_ROWS: Final = _ROWS

#: Names share prefixes with the previous name, and numbers grow slowly.
_ENCODINGS: Final = {
    "node": "DELTA_BINARY_PACKED",
    "order": "DELTA_BINARY_PACKED",
    "parent": "DELTA_BINARY_PACKED",
    "id": "DELTA_BYTE_ARRAY",
}
#: Truth values are bits and need no dictionary.
_PLAIN: Final = "early_return"
_PLAYERS: Final = tuple(player.name.lower() for player in Player)


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the visits of a trace, one row group at a time.

    Raises:
        InvalidInput: the package pyarrow is not installed.
    """
    arrow, parquet = _pyarrow()
    schema = _schema(arrow, trace)
    with parquet.ParquetWriter(
        out,
        schema,
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=[name for name in schema.names if name not in (*_ENCODINGS, _PLAIN)],
        column_encoding=_ENCODINGS,
        data_page_size=_PAGE,
        max_rows_per_page=_PAGE_ROWS,
    ) as writer:
        places = trace.walk()
        for start in range(0, len(trace.log), _ROWS):
            stop = min(start + _ROWS, len(trace.log))
            batches = [
                _batch(
                    arrow, schema, trace, range(first, min(first + _BATCH, stop)), places, options
                )
                for first in range(start, stop, _BATCH)
            ]
            writer.write_table(arrow.Table.from_batches(batches, schema))


FORMAT = Format(
    "parquet",
    write,
    "the visits as columns, for data frames; with the extra `parquet`",
    binary=True,
    position=15,
)


def _schema(arrow: Any, trace: Recording) -> Any:
    """Return the columns with their types, and the summary of the search as metadata."""
    fields = [
        arrow.field("node", arrow.int32(), nullable=False),
        arrow.field("parent", arrow.int32(), nullable=False),
        arrow.field("size", arrow.int32(), nullable=False),
        arrow.field("order", arrow.int32(), nullable=False),
        arrow.field("id", arrow.string(), nullable=False),
        arrow.field("move", arrow.string()),
        arrow.field("player", arrow.string(), nullable=False),
        arrow.field("kind", arrow.string(), nullable=False),
        arrow.field("depth", arrow.int32(), nullable=False),
        arrow.field("alpha", arrow.float64(), nullable=False),
        arrow.field("beta", arrow.float64(), nullable=False),
        arrow.field("value", arrow.float64()),
        arrow.field("exact", arrow.string()),
    ]
    if trace.has_passes:
        fields.append(arrow.field("pass", arrow.int32(), nullable=False))
    fields += [
        arrow.field("bound", arrow.string()),
        arrow.field("early_return", arrow.bool_(), nullable=False),
        arrow.field("skipped", arrow.int32(), nullable=False),
    ]
    metadata = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in summary_record(trace).items()
    }
    return arrow.schema(fields, metadata=metadata)


def _batch(
    arrow: Any,
    schema: Any,
    trace: Recording,
    rows: range,
    places: Iterator[NamedVisit],
    options: ExportOptions,
) -> Any:
    """Return the columns of some visits.

    Args:
        arrow: the package pyarrow.
        schema: schema of the columns.
        trace: the trace.
        rows: rows of the visits.
        places: iterator over the named visits, at the first of these rows.
        options: receiver of the progress.
    """
    log = trace.log
    ids, moves = [], []
    for place in islice(places, len(rows)):
        options.progress(place.row)
        ids.append(place.name)
        moves.append(place.move)
    part = slice(rows.start, rows.stop)
    facts = list(map(_visit_facts, log.player[part], log.flags[part]))
    exact = (trace.exact_if_fractional(row) for row in rows)

    def numbers(name: str, values: Any) -> Any:
        """Return a column of numbers that shares their memory."""
        kind = schema.field(name).type
        return arrow.Array.from_buffers(kind, len(rows), [None, arrow.py_buffer(values)])

    value = numbers("value", log.value[part])
    columns: dict[str, Any] = {
        "node": numbers("node", array("i", rows)),
        "parent": numbers("parent", log.parent[part]),
        "size": numbers("size", log.size[part]),
        "order": numbers("order", array("i", range(rows.start + 1, rows.stop + 1))),
        "id": ids,
        "move": moves,
        "player": [_PLAYERS[player] for player in log.player[part]],
        "kind": [kind for kind, _, _, _ in facts],
        "depth": numbers("depth", array("i", log.depth[part])),
        "alpha": numbers("alpha", log.alpha[part]),
        "beta": numbers("beta", log.beta[part]),
        "value": arrow.compute.if_else(arrow.compute.is_nan(value), None, value),  # unknown
        "exact": [None if one is None else str(one) for one in exact],
        "bound": [bound for _, bound, _, _ in facts],
        "early_return": [early for _, _, early, _ in facts],
        "skipped": [
            log.count_skipped(row) if cut else 0
            for row, (_, _, _, cut) in zip(rows, facts, strict=True)
        ],
    }
    if trace.has_passes:
        columns["pass"] = [trace.pass_at(row) for row in rows]
    return arrow.record_batch([columns[name] for name in schema.names], schema=schema)


@cache
def _visit_facts(player: int, flags: int) -> tuple[str, str | None, bool, bool]:
    """Return a visit's kind, its bound, and whether it returned early and pruned children."""
    return (
        str(kind_of(player, flags)),
        bound_name(flags) or None,
        bool(flags & Flag.EARLY_RETURN),
        bool(flags & Flag.CUTOFF),
    )


def _pyarrow() -> tuple[Any, Any]:
    """Import the package only when a file is written."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError as error:
        from engine.text.install_advice import install_command  # late: slow to import

        raise InvalidInput(
            "the format parquet needs the package pyarrow, which is not installed",
            hint=f"Install it with: {install_command('parquet')}",
        ) from error
    return pyarrow, pyarrow.parquet
