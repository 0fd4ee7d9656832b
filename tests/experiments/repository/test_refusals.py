"""Refusals of files: each is one clear error that names the file and the line."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.support.malformed import KINDS, malformed
from tests.test_refusals import names_its_line


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@over("kind", KINDS, ms=150)
def test_every_malformed_file_is_read_or_refused_with_a_line(kind, tmp_path):
    assert sum(names_its_line(kind, text, tmp_path) for _, text in malformed(kind))
