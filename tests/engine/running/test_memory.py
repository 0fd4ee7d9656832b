"""The memory that is free, with the files of Linux made up."""

import mmap
import sys

import pytest

from engine.running import control
from tests.support.cases import over
from tests.support.tables import table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads files of Linux")

MEMINFO = "MemTotal: 900 kB\nMemFree: 1 kB\nMemAvailable: 600 kB\n"
KB = 1024


@over("cgroup, files, free", table(__file__, "memory"))
def test_limits_of_containers_count(monkeypatch, tmp_path, cgroup, files, free):
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    for path, text in {
        proc / "meminfo": MEMINFO,
        proc / "self/cgroup": cgroup,
        **{groups / name: text for name, text in files.items()},
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(text * KB if isinstance(text, int) else text))
    monkeypatch.setattr(control, "_PROC", proc)
    monkeypatch.setattr(control, "_CGROUPS", groups)
    assert control.free_memory() == free * KB


def test_address_limit_counts(monkeypatch):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda which: (2**62, 2**62))
    assert 0 < control.free_memory() < 2**62
    addresses, _resident = control._linux_pages()
    monkeypatch.setattr(resource, "getrlimit", lambda which: (addresses + 2**20, 2**62))
    assert control.free_memory() <= 2**20


@pytest.mark.parametrize("platform", ["darwin", "freebsd14"])
def test_other_systems_have_a_fallback(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    assert control.used_memory() > 10_000
    assert control.free_memory() > 1 << 20


def test_used_memory_follows_what_is_taken():
    # Anonymous pages: an object could fit into memory that is free but counted already.
    with mmap.mmap(-1, 64 << 20) as pages:
        before = control.used_memory()
        pages.write(b"x" * (64 << 20))
        assert control.used_memory() - before >= 32 << 20
