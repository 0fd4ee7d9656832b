# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=False, auto_pickle=False, binding=False
"""The depth-first searches of the built-in games, compiled; they write the same log, row for row.

The plain searches in `engine.searches` say what is right; `engine.kernel` chooses when this is used
instead. A search runs without the interpreter's lock; now and then it takes the lock to ask the
log's checkpoint whether to go on, at the rows at which a plain search would, and to lengthen the
columns. It writes into the log's own arrays, beyond their ends as Python sees them; at every look
the ends are moved up, so that another thread always sees a beginning of the log.
"""

from cpython.buffer cimport PyBUF_CONTIG_RO, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Realloc

cdef extern from *:
    ctypedef struct arrayobject:
        void *ob_item "data.ob_item"
        Py_ssize_t allocated
        int ob_exports

cimport cpython.array as c_array

include "kernel/common.pxi"
include "kernel/rows.pxi"
include "kernel/line.pxi"
include "kernel/table.pxi"
include "kernel/boards.pxi"
include "kernel/search.pxi"

cdef extern from "Python.h":
    void Py_SET_SIZE(object held, Py_ssize_t size)

include "kernel/run.pxi"
include "kernel/counting.pxi"
include "kernel/fitting.pxi"

cdef extern from *:
    """
    #ifndef PLYTRACE_SOURCES
    #define PLYTRACE_SOURCES ""
    #endif
    """
    const char *PLYTRACE_SOURCES

#: Which sources it was compiled from; see `engine.kernel.sources`.
SOURCES = PLYTRACE_SOURCES.decode()

if not machine_suits():
    raise ImportError("the kernel was compiled for a newer processor")
