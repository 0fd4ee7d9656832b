"""Work in several threads, processes or computers, with results in order."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import count
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.errors import InvalidInput, PlytraceError
from engine.text import install_command
from engine.version import __version__

# Results of work that is done several at once, in the order of its items.

_Item = TypeVar("_Item")
_Done = TypeVar("_Done", covariant=True)


class Result(Protocol[_Done]):
    """The result of one item, once it is there; futures of the standard library are such."""

    def done(self) -> bool:
        """Return whether the result is there."""

    def result(self) -> _Done:
        """Wait for the result and return it."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def results_in_order(
    submit: Callable[[_Item], Result[_Done]],
    items: Iterable[_Item],
    ahead: Callable[[], int],
    under_way: deque[Result[_Done]],
) -> Iterator[_Done]:
    """Yield the results of items in order; only a limited number of items is read in advance."""
    for item in items:
        under_way.append(submit(item))
        while under_way and (len(under_way) >= ahead() or under_way[0].done()):
            yield _first(under_way)
    while under_way:
        yield _first(under_way)


def _first(under_way: deque[Result[_Done]]) -> _Done:
    found = under_way[0].result()
    under_way.popleft()
    return found


# Work on the computers of a Dask cluster; nothing is lost when some of them fail.
#
# The scheduler knows which worker does what. This side keeps every item until its result is here.
# So it can send an item again, whatever is lost: a worker, a result, or the scheduler with all
# its work.

#: The error of an item that no worker survived.
ENDED_WORKERS: Final = "every worker of the cluster that had it has ended"

_Result = TypeVar("_Result")

#: Seconds to wait for a scheduler at first, for one that is restarted, and for any worker.
_FIRST: Final = 10.0
_PATIENCE: Final = 600.0
#: Seconds between two looks at results, and at the scheduler.
_TICK: Final = 0.1
_LOOK: Final = 2.0
#: Seconds for one message to the scheduler.
_ANSWER: Final = 15.0
#: Lots per thread of a worker that are sent in advance, and the fewest.
_LOTS: Final = 4
_FEWEST: Final = 8
#: How often an item is tried alone: once could be an accident that ended a worker.
_ALONE: Final = 2
#: Packages that must have the same version everywhere, since they write what the others read.
_SAME: Final = ("dask", "distributed", "cloudpickle", "msgpack")
#: Largest digits of Python's version that must be the same.
_MINOR: Final = 2


class SharedTask(Generic[_Item, _Result]):
    """A function for lots of items, with data that all lots share."""

    def __init__(
        self,
        run: Callable[[bytes, Sequence[_Item]], list[_Result]],
        shared: bytes,
        felled: Callable[[_Item], _Result],
    ) -> None:
        self.run = run
        self.shared = shared
        self.felled = felled


class _Lot(Generic[_Item, _Result]):
    """Items that are sent together, until their results are here."""

    def __init__(
        self, cluster: Cluster, task: SharedTask[_Item, _Result], items: Sequence[_Item]
    ) -> None:
        self._cluster = cluster
        self.task = task
        self.items = items
        self.future: Any = None
        #: How often too many workers ended while they had it; more than 0 makes it a suspect.
        self.blamed = 0
        self.found: list[_Result] | None = None
        self.error: BaseException | None = None

    @property
    def is_suspect(self) -> bool:
        """Whether it may be what ended workers."""
        return self.blamed > 0

    @property
    def is_sent(self) -> bool:
        """Whether the scheduler has it."""
        return self.future is not None and not isinstance(self.future, _Joined)

    def done(self) -> bool:
        """Return whether the results are here."""
        self._cluster.look()
        return self.found is not None or self.error is not None

    def result(self) -> list[_Result]:
        """Wait for the results and return them."""
        while not self.done():
            self._cluster.wait()
        if self.error is not None:
            raise self.error
        assert self.found is not None
        return self.found


class Cluster:
    """The connection to a Dask scheduler."""

    def __init__(self, address: str, says: Callable[[str], object] = str) -> None:
        self.says = says
        #: An event that ends all work when set.
        self.stop = threading.Event()
        self._address = address
        self._numbers = count()
        self._lots: list[_Lot[Any, Any]] = []
        self._threads = 0
        self._id = ""
        self._shared: dict[bytes, Any] = {}
        self._changed = threading.Event()
        self._looked = self._had_workers = time.monotonic()
        _refuse_if_missing()
        self._client: Any = None
        try:
            self._connect(_FIRST)
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ahead(self) -> int:
        """Return how many lots are sent in advance."""
        return max(_FEWEST, _LOTS * self._threads)

    def submit(
        self, task: SharedTask[_Item, _Result], items: Sequence[_Item]
    ) -> _Lot[_Item, _Result]:
        """Send a lot of items to the workers."""
        lot = _Lot(self, task, items)
        self._lots.append(lot)
        self.look()
        return lot

    def close(self) -> None:
        """End the work that is not finished, and the connection."""
        if self._client is None:
            return
        with suppress(Exception):
            futures = [lot.future for lot in self._lots if lot.is_sent]
            if futures and self._client.status == "running":
                self._client.sync(
                    self._client.cancel, futures, force=True, callback_timeout=_ANSWER
                )
        self._lots.clear()
        self._disconnect()

    # What happens to lots ----------------------------------------------------------------------

    def wait(self) -> None:
        """Wait until something may have changed."""
        self._changed.wait(_TICK)
        self._changed.clear()

    def look(self) -> None:
        """Take the results that are here, and send again what was lost."""
        if self.stop.is_set():
            raise CancelledError
        if time.monotonic() - self._looked > _LOOK:
            self._look_at_scheduler()
        if self._client.status != "running":
            self._connect(_PATIENCE)
        for lot in self._lots:
            if lot.future is not None and lot.future.status not in ("pending", "lost"):
                self._take(lot)
        self._lots = [lot for lot in self._lots if lot.found is None and lot.error is None]
        self._send()

    def _send(self) -> None:
        """Send the lots that wait; suspects alone, so that no other lot is blamed for them."""
        sent = any(lot.is_sent for lot in self._lots)
        suspects = [
            lot for lot in self._lots if lot.is_suspect and (lot.future is None or lot.is_sent)
        ]
        for lot in self._lots:
            if lot.future is not None or (suspects and (sent or lot is not suspects[0])):
                continue
            try:
                self._send_one(lot)
            except (OSError, TimeoutError, RuntimeError):  # the scheduler has just gone
                return
            sent = True

    def _send_one(self, lot: _Lot[Any, Any]) -> None:
        task = lot.task
        digest = hashlib.sha256(task.shared).digest()
        shared = self._shared.get(digest)
        if shared is None or shared.status in ("cancelled", "lost", "error"):
            # A task whose result is the data: the scheduler can make it again.
            shared = self._client.submit(bytes, task.shared, key=self._key("shared"), pure=False)
            self._shared[digest] = shared
        lot.future = self._client.submit(
            _work, __version__, task.run, shared, lot.items, key=self._key("lot"), pure=False
        )
        lot.future.add_done_callback(lambda _: self._changed.set())

    def _key(self, kind: str) -> str:
        return f"plytrace-{kind}-{self._client.id}-{next(self._numbers)}"

    def _take(self, lot: _Lot[Any, Any]) -> None:
        """Take the results of a lot whose future has ended in some way."""
        from distributed import KilledWorker

        future = lot.future
        if future.status == "cancelled":
            lot.future = None  # lost with the scheduler: it is sent again
        elif future.status == "error":
            error = future.exception(timeout=_ANSWER)
            if isinstance(error, KilledWorker):
                self._blame(lot)
            else:
                lot.error = error if isinstance(error, PlytraceError) else _failed(error)
        else:
            # If the worker with the results has gone, this waits until they are made again.
            with suppress(TimeoutError, CancelledError, OSError):
                lot.found = future.result(timeout=_ANSWER)

    def _blame(self, lot: _Lot[Any, Any]) -> None:
        """Handle a lot with which too many workers ended: it, or another one, ended them."""
        lot.future = None
        lot.blamed += 1
        if lot.blamed > 1 and len(lot.items) > 1:
            parts = [_Lot(self, lot.task, [item]) for item in lot.items]
            for part in parts:
                part.blamed = 1
            self._lots += parts
            lot.future = _Joined(parts)
        elif lot.blamed > _ALONE:
            lot.found = [lot.task.felled(lot.items[0])]

    # The scheduler -----------------------------------------------------------------------------

    def _look_at_scheduler(self) -> None:
        """Note a scheduler that was restarted, and count the threads of the workers."""
        try:
            is_same = self._ask(self._client.scheduler.identity)["id"] == self._id
            self._threads = sum(self._ask(self._client.scheduler.ncores).values())
        except Exception:
            is_same = False
        self._looked = now = time.monotonic()
        if not is_same:
            self._connect(_PATIENCE)
        elif self._threads or not self._lots:
            self._had_workers = now
            self.says(f"{self._threads:,} at once on {self._address}")
        elif now - self._had_workers > _PATIENCE:
            raise InvalidInput(
                "the cluster has had no worker for ten minutes",
                where=self._address,
                expected="a running dask worker",
                hint="With -f jsonl -o FILE, --resume continues",
            )
        else:
            self.says(f"waiting for a worker of {self._address}")

    def _ask(self, method: Callable[..., Any]) -> Any:
        return self._client.sync(method, callback_timeout=_ANSWER)

    def _connect(self, patience: float) -> None:
        """Connect to the scheduler, again if needed; all lots must be sent again."""
        from distributed import Client

        is_first = self._client is None
        self._disconnect()
        end = time.monotonic() + patience
        while True:
            try:
                self._client = Client(
                    self._address, timeout=min(_ANSWER, patience), set_as_default=False
                )
                self._id = self._ask(self._client.scheduler.identity)["id"]
                break
            except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
                self._disconnect()
                if isinstance(error, (ValueError, TypeError)) or time.monotonic() > end or is_first:
                    raise InvalidInput(
                        f"no scheduler answers: {_short(error)}",
                        where=self._address,
                        expected="the address that dask scheduler prints, as tcp://HOST:8786",
                        hint="" if is_first else "With -f jsonl -o FILE, --resume continues",
                    ) from error
            self.says(f"waiting for the scheduler {self._address}")
            if self.stop.wait(1.0):
                raise CancelledError
        with suppress(Exception):
            self._threads = sum(self._ask(self._client.scheduler.ncores).values())
        self._looked = self._had_workers = time.monotonic()

    def _disconnect(self) -> None:
        self._shared.clear()
        for lot in self._lots:
            if lot.is_sent:
                lot.future = None
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=_TICK)

    def _check_versions(self) -> None:
        """Refuse a cluster whose programs differ from ours."""
        there = self._client.get_versions()
        sides = {"the scheduler": there["scheduler"], **there["workers"]}
        ours = there["client"]["packages"]
        for name, side in sides.items():
            theirs = side["packages"] if side else {}
            minor = _minor(theirs.get("python", "")), _minor(ours["python"])
            pairs = [("Python", *minor), *((one, theirs.get(one), ours[one]) for one in _SAME)]
            for package, their_version, our_version in pairs:
                if their_version != our_version:
                    raise _differs(self._address, name, package, their_version, our_version)
        found = self._client.run(_plytrace_there()) | {
            "the scheduler": self._client.run_on_scheduler(_plytrace_there())
        }
        for name, version in found.items():
            if version != __version__:
                raise _differs(self._address, name, "plytrace", version, __version__)


class _Joined:
    """The results of a lot that was split, in the form of a future."""

    def __init__(self, parts: list[_Lot[Any, Any]]) -> None:
        self._parts = parts

    @property
    def status(self) -> str:
        if any(part.error is not None for part in self._parts):
            return "error"
        return "pending" if any(part.found is None for part in self._parts) else "finished"

    def exception(self, timeout: float) -> BaseException | None:
        return next((part.error for part in self._parts if part.error is not None), None)

    def result(self, timeout: float) -> list[Any]:
        return [one for part in self._parts for one in part.found or ()]


# On the worker ---------------------------------------------------------------------------------


def _work(
    version: str, run: Callable[[bytes, Any], list[Any]], shared: bytes, items: Any
) -> list[Any]:
    """Do the work on a lot, in a worker."""
    if version != __version__:  # it has come after the check
        raise _differs("", "a worker", "plytrace", __version__, version)
    return run(shared, items)


def is_wanted() -> bool:
    """Return whether the client still waits for the task that runs in this thread of a worker."""
    from distributed.worker import thread_state

    worker = thread_state.execution_state["worker"]
    found = worker.state.tasks.get(thread_state.key)
    return found is not None and found.state == "executing"


def _plytrace_there() -> Callable[[], str | None]:
    """Return a function that asks for plytrace's version where it may not be installed."""

    def version() -> str | None:
        try:
            from engine.version import __version__ as found
        except ImportError:
            return None
        return found

    return version


# Messages --------------------------------------------------------------------------------------


def _refuse_if_missing() -> None:
    try:
        import distributed
    except ImportError as error:
        raise InvalidInput(
            "--on needs Dask's distributed, which is not installed",
            hint=f"Install it with: {install_command('cluster')}",
        ) from error
    del distributed
    for name in ("distributed", "distributed.client"):  # what it logs, we say in our own words
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _minor(version: Any) -> str:
    return ".".join(str(version).split(".")[:_MINOR])


def _differs(address: str, side: str, package: str, there: str | None, here: str) -> InvalidInput:
    return InvalidInput(
        f"{side} has {f'{package} {there}' if there else f'no {package}'}, but here it is {here}",
        where=address,
        expected=f"the same version of {package} on all computers",
    )


def _failed(error: BaseException) -> InvalidInput:
    if isinstance(error, ModuleNotFoundError):
        return InvalidInput(
            f"a worker has no module {error.name}",
            expected=f"plytrace {__version__} and its extras on all computers",
        )
    return InvalidInput(f"a worker failed: {type(error).__name__}: {_short(error)}")


def _short(error: BaseException) -> str:
    return str(error).split("\n")[0][:200] or type(error).__name__
