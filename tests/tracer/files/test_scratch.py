"""Scratch folders: removed after use or if abandoned, kept while in use."""

import sys
from threading import Thread

import pytest

from tracer.files import atomic_files
from tracer.files.scratch import scratch_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is swept there")


def test_temporary_folder_is_removed_after_use(tmp_path):
    with scratch_folder("made-", tmp_path) as made:
        (made / "deep").mkdir()
    assert [*tmp_path.iterdir()] == []


def test_abandoned_folder_is_removed_and_one_in_use_is_kept(tmp_path):
    left = tmp_path / "made-left"
    left.mkdir()
    (left / ".in-use").touch()
    removed = []
    with (
        scratch_folder("made-", tmp_path, removed.append) as first,
        scratch_folder("made-", tmp_path, removed.append) as second,
    ):
        assert first.is_dir()
        assert second.is_dir()
    assert removed == [left]


def test_cleanup_keeps_a_folder_that_is_not_locked_yet(tmp_path, monkeypatch):
    is_locked, sweeps = atomic_files._is_locked, []

    def swept_first(held, *, without):
        if without and not sweeps:  # the first lock of the folder that is being made
            sweeps.append(Thread(target=lambda: scratch_folder("made-", tmp_path).__enter__()))
            sweeps[0].start()
            sweeps[0].join()
        return is_locked(held, without=without)

    monkeypatch.setattr(atomic_files, "_is_locked", swept_first)
    with scratch_folder("made-", tmp_path) as made:
        (made / "a").write_text("as it was")
        assert len(sweeps) == 1
        assert (made / "a").read_text() == "as it was"
