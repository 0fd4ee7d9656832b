"""Rules of the code: one-way imports, complete packages, and data files in their places."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "trees", "tracer", "tui")


def test_import_contracts_hold():
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None) == 0


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            # What students are handed to write on, and what courses copy and change.
            if path.parent.name in ("starters", "adapters") and path.name != "__init__.py":
                continue
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_typed(package):
    assert (ROOT / package / "py.typed").is_file()


def test_every_module_has_a_docstring():
    for name in modules():
        path = ROOT / Path(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        text = path.read_text(encoding="utf-8")
        assert text.startswith(('"""', 'r"""')), name
