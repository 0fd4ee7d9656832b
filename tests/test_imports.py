"""What starts loads no module that it does not need."""

from tests.support.cases import over
from tests.support.processes import run_python
from tests.support.tables import table

COMMAND = """
import tui.cli
sys.argv = {words}
try:
    tui.cli.main()
except SystemExit:
    pass
"""


@over(("started", "unwanted"), table(__file__, "imports"))
def test_start_loads_no_module_that_it_does_not_need(started, unwanted):
    is_command = started.startswith("plytrace ")
    script = COMMAND.format(words=started.split()) if is_command else started
    asked = f"print([name for name in {unwanted} if name in sys.modules])"
    assert run_python(f"import sys\n{script}\n{asked}").splitlines()[-1] == "[]"
