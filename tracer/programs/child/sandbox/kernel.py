"""The layers of the sandbox that Linux's kernel enforces: Landlock for files, seccomp for calls.

Landlock restricts a process to certain files; its numbers are from landlock(7) and
`linux/landlock.h`. A seccomp filter refuses system calls that no search needs; its language is that
of seccomp(2). The table `refused_calls.csv` has the numbers of the calls in `asm/unistd_64.h`
(x86_64) and `asm-generic/unistd.h` (aarch64).
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from functools import cache
from pathlib import Path
from typing import Any, Final

from .audit_hook import AllowedPaths

_NO_NEW_PRIVILEGES: Final = 38

# Landlock ---------------------------------------------------------------------------------------

_CREATE: Final = 444
_ADD: Final = 445
_RESTRICT: Final = 446

_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_REMOVE_DIR: Final = 1 << 4
_REMOVE_FILE: Final = 1 << 5
_MAKE_DIR: Final = 1 << 7
_MAKE_REG: Final = 1 << 8
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14

_READ: Final = _READ_FILE | _READ_DIR
_IN_THE_FOLDER: Final = (
    *(_READ, _WRITE_FILE, _REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG, _REFER, _TRUNCATE),
)
#: File rights by the interface version that added them; version 1 has those up to bit 12.
_SINCE: Final = ((2, 13), (3, 14), (5, 15))
#: Binding and connecting sockets, since version 4; abstract sockets and signals, since version 6.
_NET: Final = 0b11
_SCOPES: Final = 0b11


def restrict_files(paths: AllowedPaths) -> int:
    """Restrict this process and its children to the allowed paths, permanently."""
    c = _library()
    version = int(c.syscall(_CREATE, None, ctypes.c_size_t(0), 1))
    if version < 1:
        return 0
    handled = (1 << 13) - 1
    for since, bit in _SINCE:
        handled |= (1 << bit) if version >= since else 0
    rules = -1
    for scopes in (
        _SCOPES if version >= 6 else 0,
        0,
    ):  # some kernels announce scopes and then reject them
        given = struct.pack("=QQQ", handled, _NET if version >= 4 else 0, scopes)
        size = 24 if version >= 6 and scopes else 16 if version >= 4 else 8
        rules = c.syscall(_CREATE, given, ctypes.c_size_t(size), 0)
        if rules >= 0:
            break
    if rules < 0:
        return 0
    try:
        _allow(c, rules, paths, handled)
        long = ctypes.c_ulong  # the C function is variadic
        if c.prctl(_NO_NEW_PRIVILEGES, long(1), long(0), long(0), long(0)):
            return 0
        if c.syscall(_RESTRICT, rules, 0):
            return 0
    finally:
        os.close(rules)
    return version


def _allow(c: Any, rules: int, paths: AllowedPaths, handled: int) -> None:
    whole, listed = paths.readable_and_listable()
    for path in whole:
        _add(c, rules, path, _READ)
    for path in listed:
        _add(c, rules, path, _READ_DIR)
    _add(c, rules, paths.folder, sum(_IN_THE_FOLDER) & handled)
    _add(c, rules, os.devnull, _READ_FILE | _WRITE_FILE)


def _add(c: Any, rules: int, path: str, rights: int) -> None:
    """Allow rights below a path; ignore a path that does not exist."""
    try:
        place = os.open(path, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):
            rights &= _READ_FILE | _WRITE_FILE | _TRUNCATE
        c.syscall(_ADD, rules, 1, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


# Seccomp ----------------------------------------------------------------------------------------

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

_Step = tuple[int, int, int, int]

_NO: Final = (_RETURN, 0, 0, _ERROR | errno.EPERM)
_YES: Final = (_RETURN, 0, 0, _ALLOW)


def restrict_calls() -> bool:
    """Make the kernel refuse calls that no search needs, permanently."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    steps = _packed_shared_steps(*machine) + _pack(_last_steps(machine[1]))
    room = ctypes.create_string_buffer(steps, len(steps))
    given = struct.pack("@HP", len(steps) // 8, ctypes.addressof(room))
    c = _library()
    long = ctypes.c_ulong  # the C function is variadic
    if c.prctl(_NO_NEW_PRIVILEGES, long(1), long(0), long(0), long(0)):
        return False
    return not c.prctl(_SECCOMP_SET, long(_FILTER), given, long(0), long(0))


def prepare() -> None:
    """Make what is the same for all copies of this process."""
    _library()
    machine = _MACHINES.get(platform.machine())
    if machine is not None:
        _packed_shared_steps(*machine)


@cache
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def forget_library() -> None:
    """Drop what gives access to functions of C."""
    _library.cache_clear()


def _pack(steps: list[_Step]) -> bytes:
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


@cache
def _packed_shared_steps(architecture: int, column: int) -> bytes:
    """Return the filter without its end, which compares the call's number with each refused one."""
    steps: list[_Step] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _X32),
        _NO,
    ]
    numbers = [int(row[1 + column]) for row in _CALLS if row[1 + column]]
    for number in numbers:
        steps += [(_EQUAL, 0, 1, number), _NO]
    # Threads are not processes. clone3 hides its arguments: without it, the C library falls back to
    # clone.
    steps += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    clone = [(_LOAD, 0, 0, _argument(0)), (_ANY_BIT, 1, 0, _THREAD), _NO, _YES]
    steps += [(_EQUAL, 0, len(clone), _CLONE[column]), *clone]
    # Reading limits is allowed: the argument for new limits is null.
    limits = [
        (_LOAD, 0, 0, _argument(2)),
        (_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _argument(2) + 4),
        (_EQUAL, 1, 0, 0),
        _NO,
        _YES,
    ]
    return _pack([*steps, (_EQUAL, 0, len(limits), _PRLIMIT[column]), *limits])


def _last_steps(column: int) -> list[_Step]:
    """Return the end of the filter: this process may send signals to itself alone."""
    steps: list[_Step] = []
    for kill in _KILLS:
        own = [(_LOAD, 0, 0, _argument(0)), (_EQUAL, 1, 0, os.getpid()), _NO, _YES]
        steps += [(_EQUAL, 0, len(own), kill[column]), *own]
    return [*steps, _YES]


def _argument(place: int) -> int:
    """Return the offset of an argument's lower half; both machines are little-endian."""
    return 16 + 8 * place
