# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=False, auto_pickle=False, binding=False
"""The depth-first searches of the built-in games, compiled; they write the same log row by row.

The plain searches in `engine.searches` are the reference; `engine.compiled` chooses between them. A
search runs without the interpreter's lock. It takes the lock from time to time to call the log's
checkpoint, at the same rows as a plain search, and to let the log make room. At every check the log
gets the number of rows, so that another thread always sees a valid beginning of it.
"""

from cpython.buffer cimport PyBUF_CONTIG, PyBUF_CONTIG_RO, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals

cimport cpython.array as c_array
from array import array

include "kernel/common.pxi"
include "kernel/rows.pxi"
include "kernel/line.pxi"
include "kernel/table.pxi"
include "kernel/boards.pxi"
include "kernel/orders.pxi"
include "kernel/falling_solving.pxi"
include "kernel/solving.pxi"
include "kernel/search.pxi"
include "kernel/columns.pxi"
include "kernel/run.pxi"

cdef extern from *:
    """
    #ifndef PLYTRACE_SOURCES
    #define PLYTRACE_SOURCES ""
    #endif
    """
    const char *PLYTRACE_SOURCES

#: The checksum of its sources; see `engine.kernel.sources`.
SOURCES = PLYTRACE_SOURCES.decode()

if not machine_suits():
    raise ImportError("the kernel was compiled for a newer processor")
