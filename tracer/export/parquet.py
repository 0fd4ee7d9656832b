"""Parquet: the visits as typed columns, for data frames and databases; an extra.

A visit is named by its row, from 0: `node` is the row and `parent` the parent's row, −1 at a root;
`order` counts from 1, as everywhere else.
The rest is as in the JSON's visits, with infinities as they are and null for what is not known, and
with `size`, the visits of the subtree. What the JSON says of the whole search stands in the file's
metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from tracer.export.options import ExportOptions
from tracer.export.records import summary_record
from tracer.recording import Place, Recording
from tracer.views import bound_name, kind_of

__all__ = ["write"]

#: Visits that are held in memory and written at once.
_ROWS: Final = 2**18

_LEVEL: Final = 3  # of zstd

#: Bytes of a page, and its most rows: zstd finds more to save in large ones.
_PAGE: Final = 2**24
_PAGE_ROWS: Final = _ROWS

#: Names share their beginnings with the one before, and numbers grow by little.
_ENCODINGS: Final = {
    "node": "DELTA_BINARY_PACKED",
    "order": "DELTA_BINARY_PACKED",
    "parent": "DELTA_BINARY_PACKED",
    "id": "DELTA_BYTE_ARRAY",
}
_PLAYERS: Final = tuple(player.name.lower() for player in Player)


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the visits of a trace, some hundred thousand at a time.

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
        use_dictionary=[name for name in schema.names if name not in _ENCODINGS],
        column_encoding=_ENCODINGS,
        data_page_size=_PAGE,
        max_rows_per_page=_PAGE_ROWS,
    ) as writer:
        places = trace.walk()
        for start in range(0, len(trace.log), _ROWS):
            columns = _columns(trace, start, islice(places, _ROWS), options)
            writer.write_table(arrow.table(columns, schema=schema))


def _schema(arrow: Any, trace: Recording) -> Any:
    """The columns and their types, with what is said of the whole search."""
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
    fields.append(arrow.field("bound", arrow.string()))
    metadata = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in summary_record(trace).items()
    }
    return arrow.schema(fields, metadata=metadata)


def _columns(
    trace: Recording, start: int, places: Iterator[Place], options: ExportOptions
) -> dict[str, list[Any]]:
    """The columns of the visits from a row on."""
    log = trace.log
    ids, moves = [], []
    for place in places:
        options.progress(place.row)
        ids.append(place.name)
        moves.append(place.move)
    rows = range(start, start + len(ids))
    part = slice(rows.start, rows.stop)
    exact = (trace.exact_if_broken(row) for row in rows)
    columns: dict[str, list[Any]] = {
        "node": list(rows),
        "parent": log.parent[part].tolist(),
        "size": log.size[part].tolist(),
        "order": [row + 1 for row in rows],
        "id": ids,
        "move": moves,
        "player": [_PLAYERS[player] for player in log.player[part]],
        "kind": [
            str(kind_of(player, flags))
            for player, flags in zip(log.player[part], log.flags[part], strict=True)
        ],
        "depth": log.depth[part].tolist(),
        "alpha": log.alpha[part].tolist(),
        "beta": log.beta[part].tolist(),
        "value": [value if value == value else None for value in log.value[part]],  # NaN is unknown
        "bound": [bound_name(flags) or None for flags in log.flags[part]],
        "exact": [None if one is None else str(one) for one in exact],
    }
    if trace.has_passes:
        columns["pass"] = [trace.pass_at(row) for row in rows]
    return columns


def _pyarrow() -> tuple[Any, Any]:
    """The package, imported where a file is written: nothing else needs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InvalidInput(
            "the format parquet needs the package pyarrow, which is not installed",
            hint="Install it with pip install 'plytrace[parquet]'",
        ) from error
    return pyarrow, pyarrow.parquet
