"""Landlock: the Linux kernel restricts a process to certain files.

The numbers are from landlock(7) and `linux/landlock.h`.
"""

from __future__ import annotations

import ctypes
import os
import struct
from typing import Any, Final

from .allowed_paths import AllowedPaths

_CREATE: Final = 444
_ADD: Final = 445
_RESTRICT: Final = 446
_NO_NEW_PRIVILEGES: Final = 38

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


def restrict(paths: AllowedPaths) -> int:
    """Restrict this process and its children to the allowed paths, permanently."""
    c = ctypes.CDLL(None, use_errno=True)
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
