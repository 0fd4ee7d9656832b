"""Names in usual programs: functions by shape and search, parameters, members of nodes, calls.

The table `usual_names.csv` has them, the most usual ones first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

#: The names by group and meaning. Those of parameters and members are compared with `normalize`.
NAMES: Final[dict[str, dict[str, tuple[str, ...]]]] = {}
for _row in Path(__file__).with_name("usual_names.csv").read_text("utf-8").splitlines()[1:]:
    _group, _meaning, _names = _row.split(",")
    NAMES.setdefault(_group, {})[_meaning] = (*_names.split(),)
