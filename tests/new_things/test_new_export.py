"""A new export format is one file and appears wherever formats do."""

from __future__ import annotations

import sys

import pytest

from engine.errors import UsageError
from tests.cli.conftest import call  # noqa: F401
from tracer import trace
from tracer.export import formats
from tracer.export.registry import all_formats

#: All of it: ten lines in a folder where formats are found.
_FILE = """
from tracer.export.format import Format

def write(trace, out, options):
    names = [place.name for place in trace.walk()]
    out.write(" ".join(names[:1] if options.summary else names) + "\\n")

FORMAT = Format(
    "names", write, "the visited nodes", (".nm",), takes=("summary",), printed=True
)
"""


@pytest.fixture(autouse=True)
def new_format(tmp_path, monkeypatch):
    """The file is there, and gone again afterwards."""
    folder = tmp_path / "formats"
    folder.mkdir()
    (folder / "names.py").write_text(_FILE, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    all_formats.cache_clear()
    yield
    all_formats.cache_clear()
    sys.modules.pop("tracer.export.formats.names", None)


def test_new_format_is_listed_with_its_commands_and_its_suffix(call):  # noqa: F811
    listed = call("list", "formats")[1]
    assert "names   the visited nodes (trace, export -f; .nm)" in listed


def test_new_format_is_written_by_name_and_by_suffix(call, tmp_path):  # noqa: F811
    text = "A B B1 B2 B3 C C1 D D1 D2 D3\n"
    assert call("trace", "lecture", "-f", "names") == (0, text, "")
    assert call("export", "lecture", "-f", "names") == (0, text, "")
    assert call("export", "lecture", "-f", "names", "--summary") == (0, "A\n", "")
    path = tmp_path / "x.nm"
    assert call("export", "lecture", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == text
    assert trace("lecture").export("names") == text


def test_new_format_refuses_unsupported_options_and_suggests_supported_ones(call):  # noqa: F811
    code, out, err = call("export", "lecture", "-f", "names", "--dpi", "100")
    assert (code, out) == (2, "")
    assert "the format names does not support dpi; expected dpi with png" in err
    with pytest.raises(UsageError, match=r"expected summary with .*latex, names"):
        trace("lecture").export("svg", summary=True)
    code, out, err = call("trace", "lecture", "-f", "svg")
    assert "md, names" in " ".join(err.split())
    code, out, err = call("export", "lecture", "-f", "nmes")
    assert "Did you mean names" in err
    code, out, err = call("export", "lecture", "-o", "x.unknown")
    assert ".html, .nm" in " ".join(err.split())


def test_finding_one_format_imports_no_other():
    import subprocess

    code = (
        "import sys; from tracer.export.registry import find_format; find_format('json')\n"
        "print(*(name for name in sys.modules if name.startswith('tracer.export.formats.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tracer.export.formats.json"]


def test_listing_formats_imports_none_of_their_packages():
    import subprocess

    code = (
        "import sys; from tracer.export.registry import all_formats; all_formats()\n"
        "print({'typst'} & sys.modules.keys())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
