"""A seccomp filter: the Linux kernel refuses system calls that no search needs.

The numbers of the calls are those of `asm/unistd_64.h` (x86_64) and `asm-generic/unistd.h`
(aarch64). The filter's language is that of seccomp(2).
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from typing import Final

#: Refused calls by their numbers on x86_64 and aarch64; None if there is none.
CALLS: Final[dict[str, tuple[int | None, int | None]]] = {
    # other processes
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "unshare": (272, 97),
    "setns": (308, 268),
    "setrlimit": (160, 164),
    # scheduling, also of other processes of the same user
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "migrate_pages": (256, 238),
    # the network
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    # memory that no limit counts, and calls that bypass this filter
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # owners and permissions of files, which Landlock does not cover
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # the system
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "userfaultfd": (323, 282),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "personality": (135, 92),
}
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
    for numbers in CALLS.values():
        number = numbers[column]
        if number is not None:
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
