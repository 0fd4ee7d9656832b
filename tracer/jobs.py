"""Work in several threads, processes or computers, with results in order."""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar
from weakref import WeakSet

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
    result = under_way[0].result()
    under_way.popleft()
    return result


# Work on the computers of a Dask cluster. What an ended worker had, Dask gives to others.

#: The error of an item that no worker survived.
ENDED_WORKERS: Final = "every worker of the cluster that had it has ended"

_Prepared = TypeVar("_Prepared")
_Result = TypeVar("_Result")

#: Seconds to wait for the scheduler at first, and for any worker.
_FIRST: Final = 10.0
_PATIENCE: Final = 600.0
#: Seconds between two looks at a result, and at the scheduler.
_TICK: Final = 0.1
_LOOK: Final = 2.0
#: Seconds for one message to the scheduler.
_ANSWER: Final = 15.0
#: Items per thread of a worker that are sent in advance, and the fewest.
_ITEMS: Final = 4
_FEWEST: Final = 8
#: Packages that must have the same version everywhere, since they write what the others read.
_SAME: Final = ("dask", "distributed", "cloudpickle", "msgpack")


@dataclass(frozen=True)
class SharedTask(Generic[_Item, _Prepared, _Result]):
    """A function for items, with data that a worker prepares once for all of them.

    `prepare` registers what has to be removed after the last item; `felled` gives the result of
    an item that ends its workers.
    """

    shared: bytes
    prepare: Callable[[bytes, ExitStack], _Prepared]
    run: Callable[[_Prepared, _Item], _Result]
    felled: Callable[[_Item], _Result]


class Cluster:
    """The connection to a Dask scheduler."""

    def __init__(self, address: str, says: Callable[[str], object] = str) -> None:
        self.says = says
        #: An event that ends all work when set.
        self.stop = threading.Event()
        self._address = address
        self._shared: dict[bytes, Any] = {}
        self._sent: WeakSet[Any] = WeakSet()
        self._threads = 0
        self._looked = self._had_workers = time.monotonic()
        _refuse_if_missing()
        from distributed import Client

        try:
            self._client = Client(address, timeout=_FIRST, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            raise InvalidInput(
                f"no scheduler answers: {_short(error)}",
                where=address,
                expected="the address that dask scheduler prints, as tcp://HOST:8786",
            ) from error
        try:
            self._check_versions()
            self._threads = sum(self._ask(self._client.scheduler.ncores).values())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ahead(self) -> int:
        """Return how many items are sent in advance."""
        return max(_FEWEST, _ITEMS * self._threads)

    def submit(self, task: SharedTask[_Item, Any, _Result], item: _Item) -> Result[_Result]:
        """Send an item to the workers."""
        return _Sent(self, task, item)

    def close(self) -> None:
        """End the work that is not finished, what workers keep for it, and the connection."""
        with suppress(Exception):
            if self._client.status == "running":
                unfinished = [future for future in self._sent if future.status == "pending"]
                self._client.cancel(unfinished, force=True)
                self._client.run(_forget, [*self._shared], on_error="ignore")
        with suppress(Exception):
            self._client.close(timeout=_TICK)

    def send(self, task: SharedTask[_Item, Any, Any], item: _Item) -> Any:
        """Return the future of an item; data that many need is sent once."""
        shared = self._shared.get(task.shared)
        if shared is None or shared.status in ("cancelled", "lost", "error"):
            # A task whose result is the data: Dask makes it again if its worker ends.
            shared = self._client.submit(bytes, task.shared, pure=False)
            self._shared[task.shared] = shared
        future = self._client.submit(
            _work, __version__, task.prepare, shared, task.run, item, pure=False
        )
        self._sent.add(future)
        return future

    def look(self) -> None:
        """Report how it goes.

        Raises:
            CancelledError: if the work was stopped.
            InvalidInput: if the scheduler, or every worker for ten minutes, is gone.
        """
        if self.stop.is_set():
            raise CancelledError
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        try:
            self._threads = sum(self._ask(self._client.scheduler.ncores).values())
        except Exception as error:
            raise self.lost() from error
        self._looked = now
        if self._threads:
            self._had_workers = now
            self.says(f"{self._threads:,} at once on {self._address}")
            return
        if now - self._had_workers > _PATIENCE:
            raise InvalidInput(
                "the cluster has had no worker for ten minutes",
                where=self._address,
                expected="a running dask worker",
                hint="With -f jsonl -o FILE, --resume continues",
            )
        self.says(f"waiting for a worker of {self._address}")

    def lost(self) -> InvalidInput:
        """Return the error for a scheduler that has ended."""
        return InvalidInput(
            "the scheduler has ended",
            where=self._address,
            expected="a running dask scheduler",
            hint="With -f jsonl -o FILE, --resume continues",
        )

    def _ask(self, method: Callable[..., Any]) -> Any:
        return self._client.sync(method, callback_timeout=_ANSWER)

    def _check_versions(self) -> None:
        """Refuse a cluster whose programs differ from ours."""
        there = self._client.get_versions()
        sides = {"the scheduler": there["scheduler"], **there["workers"]}
        ours = there["client"]["packages"]
        for name, side in sides.items():
            theirs = side["packages"] if side else {}
            python = _minor(theirs.get("python", "")), _minor(ours["python"])
            pairs = [("Python", *python), *((one, theirs.get(one), ours[one]) for one in _SAME)]
            for package, their_version, our_version in pairs:
                if their_version != our_version:
                    raise _differs(self._address, name, package, their_version, our_version)
        versions = self._client.run(_plytrace_there()) | {
            "the scheduler": self._client.run_on_scheduler(_plytrace_there())
        }
        for name, version in versions.items():
            if version != __version__:
                raise _differs(self._address, name, "plytrace", version, __version__)


class _Sent(Generic[_Item, _Result]):
    """An item that workers have, until its result is here."""

    def __init__(
        self, cluster: Cluster, task: SharedTask[_Item, Any, _Result], item: _Item
    ) -> None:
        self._cluster, self._task, self._item = cluster, task, item
        self._future = cluster.send(task, item)

    def done(self) -> bool:
        """Return whether the result is here."""
        self._cluster.look()
        return bool(self._future.status == "finished")

    def result(self) -> _Result:
        """Wait for the result and return it."""
        from distributed import KilledWorker

        try:
            return self._wait()
        except KilledWorker:  # it, or what else these workers had, ends workers
            pass
        self._future = self._cluster.send(self._task, self._item)
        try:
            return self._wait()
        except KilledWorker:
            return self._task.felled(self._item)

    def _wait(self) -> _Result:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        while True:
            self._cluster.look()
            try:
                result: _Result = self._future.result(timeout=_TICK)
                return result
            except TimeoutError:
                continue
            except (PlytraceError, KilledWorker):
                raise
            except (CancelledError, CommClosedError) as error:
                raise self._cluster.lost() from error
            except Exception as error:
                raise _failed(error) from error


# On the worker ---------------------------------------------------------------------------------

#: What this worker has prepared from shared data, and what ends it.
_prepared: Final[dict[bytes, tuple[ExitStack, Any]]] = {}
_preparing: Final = threading.Lock()


def _work(
    version: str,
    prepare: Callable[[bytes, ExitStack], _Prepared],
    shared: bytes,
    run: Callable[[_Prepared, _Item], _Result],
    item: _Item,
) -> _Result:
    """Do the work on an item, in a worker."""
    if version != __version__:  # it has come after the check
        raise _differs("", "a worker", "plytrace", __version__, version)
    with _preparing:
        if shared not in _prepared:
            with ExitStack() as started:
                made = prepare(shared, started)
                _prepared[shared] = started.pop_all(), made
        prepared = _prepared[shared][1]
    return run(prepared, item)


def _forget(each: Iterable[bytes]) -> None:
    """Remove what this worker has prepared from shared data."""
    for shared in each:
        kept = _prepared.pop(shared, None)
        if kept is not None:
            kept[0].close()


atexit.register(lambda: _forget([*_prepared]))


def is_wanted() -> bool:
    """Return whether the client still waits for the task that runs in this thread of a worker."""
    from distributed.worker import thread_state

    worker = thread_state.execution_state["worker"]
    task = worker.state.tasks.get(thread_state.key)
    return task is not None and task.state == "executing"


def _plytrace_there() -> Callable[[], str | None]:
    """Return a function that asks for plytrace's version where it may not be installed."""

    def version() -> str | None:
        try:
            from engine.version import __version__ as installed
        except ImportError:
            return None
        return installed

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
    return ".".join(str(version).split(".")[:2])


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
