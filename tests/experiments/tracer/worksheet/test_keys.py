"""Worksheets that take seconds to mark."""

import pytest

from tests.tracer.worksheet.test_keys import LONG, mark_markdown_worksheet


@pytest.mark.parametrize("name", LONG)
def test_markdown_worksheet_with_the_answers_earns_full_marks(name, tmp_path):
    mark_markdown_worksheet(name, tmp_path)
