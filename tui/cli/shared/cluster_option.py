"""The option --on: work on the computers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from engine.errors import UsageError

if TYPE_CHECKING:
    from tracer.jobs.cluster import Cluster


def on_option(work: str) -> Callable[[Any], Any]:
    """Return the option, whose value is the parameter `address`."""
    text = f"{work} on the computers of the Dask scheduler at ADDRESS."
    return click.option("--on", "address", metavar="ADDRESS", help=text)


def cluster_at(address: str | None, jobs: int | None) -> Cluster | None:
    """Return the cluster that was named, until the command ends; None if none was."""
    if address is None:
        return None
    if jobs is not None:
        raise UsageError(
            "--on cannot be combined with --jobs", hint="The workers decide how many run at once"
        )
    from tracer.jobs.cluster import Cluster

    return click.get_current_context().with_resource(Cluster(address))
