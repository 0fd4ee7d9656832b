"""A seccomp filter: the Linux kernel refuses system calls that no search needs.

The table `refused_calls.csv` has the numbers of the calls in `asm/unistd_64.h` (x86_64) and
`asm-generic/unistd.h` (aarch64). The filter's language is that of seccomp(2).
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from pathlib import Path
from typing import Final

#: Rows of the table: a call, its number on each machine if it has one, and its subject.
_CALLS: Final = [
    row.split(",")
    for row in Path(__file__).with_name("refused_calls.csv").read_text("utf-8").splitlines()[1:]
]
#: Calls that are refused depending on their arguments.
_CLONE: Final = (56, 220)
_CLONE3: Final = (435, 435)
_KILLS: Final = ((62, 129), (234, 131))
_PRLIMIT: Final = (302, 261)

#: Machines: `AUDIT_ARCH_…` of `linux/audit.h`, and the index in the pairs above.
_MACHINES: Final = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
#: Larger numbers belong to the x32 interface to the same calls.
_X32: Final = 0x40000000

_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_ERROR: Final = 0x00050000
_KILL: Final = 0x80000000

_THREAD: Final = 0x00010000

_SECCOMP_SET: Final = 22
_FILTER: Final = 2
_NO_NEW_PRIVILEGES: Final = 38

_Step = tuple[int, int, int, int]


def restrict() -> bool:
    """Make the kernel refuse calls that no search needs, permanently."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    steps = b"".join(struct.pack("=HBBI", *step) for step in _steps(*machine))
    room = ctypes.create_string_buffer(steps, len(steps))
    given = struct.pack("@HP", len(steps) // 8, ctypes.addressof(room))
    c = ctypes.CDLL(None, use_errno=True)
    long = ctypes.c_ulong  # the C function is variadic
    if c.prctl(_NO_NEW_PRIVILEGES, long(1), long(0), long(0), long(0)):
        return False
    return not c.prctl(_SECCOMP_SET, long(_FILTER), given, long(0), long(0))


def _steps(architecture: int, column: int) -> list[_Step]:
    """Return the filter, which compares the call's number with each refused one."""
    no = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    yes = (_RETURN, 0, 0, _ALLOW)
    steps: list[_Step] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _X32),
        no,
    ]
    numbers = [int(row[1 + column]) for row in _CALLS if row[1 + column]]
    for number in numbers:
        steps += [(_EQUAL, 0, 1, number), no]
    # Threads are not processes. clone3 hides its arguments: without it, the C library falls back to
    # clone.
    steps += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    clone = [(_LOAD, 0, 0, _argument(0)), (_ANY_BIT, 1, 0, _THREAD), no, yes]
    steps += [(_EQUAL, 0, len(clone), _CLONE[column]), *clone]
    for kill in _KILLS:
        own = [(_LOAD, 0, 0, _argument(0)), (_EQUAL, 1, 0, os.getpid()), no, yes]
        steps += [(_EQUAL, 0, len(own), kill[column]), *own]
    # Reading limits is allowed: the argument for new limits is null.
    limits = [
        (_LOAD, 0, 0, _argument(2)),
        (_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _argument(2) + 4),
        (_EQUAL, 1, 0, 0),
        no,
        yes,
    ]
    steps += [(_EQUAL, 0, len(limits), _PRLIMIT[column]), *limits]
    return [*steps, yes]


def _argument(place: int) -> int:
    """Return the offset of an argument's lower half; both machines are little-endian."""
    return 16 + 8 * place
