# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=False, auto_pickle=False, binding=False
"""The depth-first searches of the built-in games, compiled; they write the same log row by row.

The plain searches in `engine.searches` are the reference; `engine.compiled` chooses between them. A
search runs without the interpreter's lock. It takes the lock from time to time to call the log's
checkpoint, at the same rows as a plain search, and to lengthen the columns. It writes into the log's
arrays beyond their ends as Python sees them. At every check the ends are moved up, so that another
thread always sees a valid beginning of the log.
"""

from cpython.buffer cimport PyBUF_CONTIG_RO, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc

cdef extern from *:
    ctypedef struct arrayobject:
        void *ob_item "data.ob_item"
        Py_ssize_t allocated
        int ob_exports

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

cdef extern from "Python.h":
    void Py_SET_SIZE(object held, Py_ssize_t size)
    Py_ssize_t Py_REFCNT(object held)

include "kernel/memory.pxi"
include "kernel/run.pxi"
include "kernel/counting.pxi"
include "kernel/windows.pxi"

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
