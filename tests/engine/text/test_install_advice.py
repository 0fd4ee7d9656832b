"""Advice on installing an extra fits the way plytrace was installed."""

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from engine import text as extras
from engine.text import install_command

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ADVISED = ("chess", "figures", "openspiel")


def canonical(requirement):
    return "".join(requirement.partition(";")[0].split()).replace("_", "-").lower()


@pytest.fixture
def metadata(monkeypatch):
    """The metadata of a plytrace, as builds write it."""

    class Installed:
        requires = (
            "click>=8.2",
            "chess>=1.11; extra == 'chess'",
            'one >= 2 ; (sys_platform != "win32") and extra == "two-things"',
            "two; extra == 'two-things'",
            "three; extra == 'two'",
        )

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed)


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """An environment whose Python no shell finds."""
    folder = tmp_path / "plytrace"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "bin/python"))
    return folder


@pytest.mark.parametrize("extra", ADVISED)
def test_the_advice_names_the_packages_of_the_extra(extra, monkeypatch):
    monkeypatch.setattr(extras, "_installer", lambda: ["install"])
    assert [canonical(one) for one in shlex.split(install_command(extra))[1:]] == [
        canonical(one) for one in PROJECT["optional-dependencies"][extra]
    ]


def test_advised_python_is_the_running_one():
    words = shlex.split(install_command("chess"))
    program = words[0] if words[1] == "-m" else words[4]
    code = "import sys; print(sys.prefix)"
    done = subprocess.run([program, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == sys.prefix


def test_python_found_by_the_shell_is_named_briefly(metadata, environment, monkeypatch):
    assert shlex.split(install_command("chess"))[:4] == [sys.executable, "-m", "pip", "install"]
    monkeypatch.setattr(extras.shutil, "which", lambda name: str(environment / "bin/python"))
    assert install_command("chess") == "python -m pip install 'chess>=1.11'"


def test_all_packages_of_an_extra_are_named(metadata, environment):
    assert shlex.split(install_command("two-things"))[4:] == ["one>=2", "two"]
    assert shlex.split(install_command("two"))[4:] == ["three"]


def test_pipx_injects_packages_into_the_environment_of_plytrace(metadata, environment):
    (environment / "pipx_metadata.json").touch()
    assert install_command("chess") == "pipx inject plytrace 'chess>=1.11'"


def test_uv_installs_into_an_environment_without_pip(metadata, environment, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    words = ["uv", "pip", "install", "--python", sys.executable, "chess>=1.11"]
    assert shlex.split(install_command("chess")) == words


def test_uninstalled_clone_is_named_by_its_folder(environment, monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", missing)
    assert shlex.split(install_command("chess"))[4:] == ["-e", f"{ROOT}[chess]"]


def test_windows_shells_get_double_quotes(metadata, environment, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert install_command("chess").endswith(' -m pip install "chess>=1.11"')


def test_plytrace_is_never_installed_from_a_registry():
    for folder in ("engine", "trees", "tracer", "tui", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".yaml") and path != ROOT / "engine" / "text.py":
                assert not re.search(r"plytrace\[", path.read_text(encoding="utf-8")), path
