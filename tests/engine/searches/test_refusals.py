"""What no search can do is refused in words that name it."""

import pytest

from engine.errors import PlytraceError
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace


@over(("error", "source", "options", "message"), table(__file__, "refused"))
def test_search_that_makes_no_sense_is_refused_with_its_reason(error, source, options, message):
    with pytest.raises(PlytraceError) as refused:
        trace(source, **options)
    assert message in str(refused.value)
    assert type(refused.value).__name__ == error
