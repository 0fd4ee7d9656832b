"""How the kernel is built, and what happens if it cannot be."""

import importlib.util
import mmap
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.tables import table

ROOT = Path(__file__).parents[3]


@pytest.fixture
def building(tmp_path, monkeypatch):
    """The build's program, with a checkout of its own."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    (tmp_path / "engine").mkdir()
    monkeypatch.setattr(program, "ROOT", tmp_path)
    monkeypatch.delenv(program.CHOICE, raising=False)
    return program


@pytest.fixture
def built(tmp_path):
    module = tmp_path / "work" / "_kernel.so"
    module.parent.mkdir()
    module.write_bytes(b"new")
    return module


def install(program, version="editable"):
    """Run the hook; what it warned of, and what it put into the wheel."""
    warned = []

    class Hook(program.KernelHook):
        app = SimpleNamespace(display_warning=warned.append)
        target_name = "wheel"

        def __init__(self):
            pass

    into = {"force_include": {}}
    hook = Hook()
    hook.initialize(version, into)
    hook.finalize(version, into, "")
    return warned, into


def test_kernel_loaded_by_a_running_program_is_not_overwritten(building, built):
    place = building.ROOT / "engine" / built.name
    place.write_bytes(b"old")
    with (
        place.open("rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as running,
    ):
        assert building.put_beside_its_sources(built) == place
        assert running[:] == b"old"
    assert place.read_bytes() == b"new"
    assert [path.name for path in place.parent.iterdir()] == [built.name]


@pytest.mark.parametrize("at", ["build", "put_beside_its_sources"])
def test_installation_continues_if_the_kernel_cannot_be_built_or_copied(
    building, built, monkeypatch, at
):
    def fails(*_):
        raise PermissionError("the disk is full of ice")

    monkeypatch.setattr(building, "build", lambda work, level: built)
    monkeypatch.setattr(building, at, fails)
    warned, _ = install(building)
    assert warned == ["plytrace is built without its compiled kernel: the disk is full of ice"]
    monkeypatch.setenv(building.CHOICE, "require")
    with pytest.raises(PermissionError, match="ice"):
        install(building)


def test_set_up_from_source_is_compiled_in_less_time_than_a_wheel(building, built, monkeypatch):
    levels = []
    monkeypatch.setattr(building, "build", lambda work, level: levels.append(level) or built)
    for version in ("editable", "standard"):
        install(building, version)
    assert levels == ["-O1", "-O3"]


def test_wheel_contains_the_kernel_and_is_tagged_for_the_machine(building, built, monkeypatch):
    glossary = {str(building.ROOT / "docs/glossary.md"): "tracer/glossary.md"}
    monkeypatch.setattr(building, "build", lambda work, level: built)
    warned, into = install(building, "standard")
    assert not warned
    assert into["force_include"] == {str(built): "engine/_kernel.so", **glossary}
    assert (into["pure_python"], into["infer_tag"]) == (False, True)
    assert not [*(building.ROOT / "engine").iterdir()]
    monkeypatch.setenv(building.CHOICE, "skip")
    assert install(building, "standard")[1] == {"force_include": glossary}
    monkeypatch.setenv(building.CHOICE, "perhaps")
    with pytest.raises(ValueError, match="require, skip or nothing"):
        install(building)


@pytest.mark.parametrize(("system", "platform", "machine", "expected"), table(__file__, "building"))
def test_compiler_gets_the_expected_arguments(
    building, monkeypatch, system, platform, machine, expected
):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sysconfig, "get_platform", lambda: platform)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert " ".join(building._flags("-O3")) == expected
