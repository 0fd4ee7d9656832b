"""Rows of a trace as tables of other packages: pandas, Polars, Arrow. None of them is required."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from engine.errors import InvalidInput

__all__ = ["ColumnType", "Columns", "arrow_stream", "pandas_frame", "polars_frame"]

#: The cells of each column by its name.
Columns: TypeAlias = Mapping[str, Sequence[Any]]


#: The type of a column. It is given, since the cells do not show it if there are none.
ColumnType: TypeAlias = Literal["whole", "number", "text", "texts"]

#: The names of types that differ from pandas' type of text.
_PANDAS_TYPES: Final = {"whole": "int64", "number": "float64", "texts": "object"}


def pandas_frame(columns: Columns, types: Mapping[str, ColumnType]) -> Any:
    """Return a `pandas.DataFrame`.

    Args:
        columns: the columns.
        types: the type of each column.

    Raises:
        InvalidInput: pandas is not installed.
    """
    pandas = _package("pandas")
    text = pandas.Series([""]).dtype  # differs between versions of pandas
    return pandas.DataFrame(
        {
            name: pandas.Series(list(cells), dtype=_PANDAS_TYPES.get(types[name], text))
            for name, cells in columns.items()
        }
    )


def polars_frame(columns: Columns, types: Mapping[str, ColumnType]) -> Any:
    """Return a `polars.DataFrame`.

    Args:
        columns: the columns.
        types: the type of each column.

    Raises:
        InvalidInput: Polars is not installed.
    """
    polars = _package("polars")
    known = {
        "whole": polars.Int64,
        "number": polars.Float64,
        "text": polars.String,
        "texts": polars.List(polars.String),
    }
    return polars.DataFrame(
        dict(columns), schema={name: known[kind] for name, kind in types.items()}
    )


def arrow_stream(
    columns: Columns, types: Mapping[str, ColumnType], requested_schema: object = None
) -> object:
    """Return an Arrow C stream, as the Arrow PyCapsule interface defines it.

    Args:
        columns: the columns.
        types: the type of each column.
        requested_schema: the schema that the caller prefers, as a capsule; None for ours.

    Raises:
        InvalidInput: pyarrow is not installed.
    """
    arrow = _package("pyarrow")
    known = {
        "whole": arrow.int64(),
        "number": arrow.float64(),
        "text": arrow.string(),
        "texts": arrow.list_(arrow.string()),
    }
    schema = arrow.schema([(name, known[kind]) for name, kind in types.items()])
    table = arrow.table(dict(columns), schema=schema)
    return table.__arrow_c_stream__(requested_schema)


def _package(name: str) -> Any:
    """Import a package that plytrace does not require."""
    try:
        return import_module(name)
    except ImportError as error:
        from engine.text.install_advice import package_command  # late: slow to import

        raise InvalidInput(
            f"this needs the package {name}, which is not installed",
            hint=f"Install it with: {package_command(name)}",
        ) from error
