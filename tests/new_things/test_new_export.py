"""A new export format is one row and appears wherever formats do."""

import pytest

from engine.errors import UsageError
from tests.cli.conftest import call  # noqa: F401
from tracer import trace
from tracer.export.format import FORMATS, Format


def write_names(trace, out, options):
    names = [place.name for place in trace.walk()]
    out.write(" ".join(names[:1] if options.summary else names) + "\n")


@pytest.fixture(autouse=True)
def new_format(monkeypatch):
    """The row is there, and gone again afterwards."""
    row = Format(
        "names", write_names, "the visited nodes", (".nm",), takes=("summary",), printed=True
    )
    monkeypatch.setitem(FORMATS, row.name, row)


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
