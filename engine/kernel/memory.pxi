"""The memory of dropped logs, which later searches use again.

A system gives a process memory page by page and clears each page at its first use. For the rows of
a search that takes longer than the search itself.
"""

#: Most bytes kept of a dropped log.
cdef Py_ssize_t MOST_KEPT = 1 << 26

ctypedef struct Kept:
    # The memory of each of `_COLUMNS`, or NULL, and the rows that it has room for.
    void *items[12]
    Py_ssize_t rows

cdef Kept kept
memset(&kept, 0, sizeof(Kept))


def keep_memory(log):
    """Keep the memory of a log that is dropped, unless more is kept or something else uses it.

    Args:
        log: only `VisitLog.__del__` refers to it.
    """
    cdef tuple columns = columns_of(log)
    cdef arrayobject *column
    cdef Py_ssize_t rows = MOST_ROWS, a_row = 0
    cdef int at
    for held in columns:
        if held is None:
            continue
        column = <arrayobject *> <void *> held
        # Only the log, this tuple and this loop may refer to it.
        if type(held) is not c_array.array or Py_REFCNT(held) > 3 or column.ob_exports:
            return
        rows = min(rows, column.allocated)
        a_row += held.itemsize
    if rows <= kept.rows or rows * a_row > MOST_KEPT:
        return
    for at, held in enumerate(columns):
        PyMem_Free(kept.items[at])
        kept.items[at] = NULL
        if held is None:
            continue
        column = <arrayobject *> <void *> held
        kept.items[at] = column.ob_item
        column.ob_item = NULL
        column.allocated = 0
        Py_SET_SIZE(held, 0)
    kept.rows = rows


cdef int move_to_kept(tuple columns, Py_ssize_t rows) except -1:
    """Move the first rows of the columns to the memory that is kept, which is then theirs."""
    cdef arrayobject *column
    cdef int at
    for at, held in enumerate(columns):
        if held is None or kept.items[at] != NULL:
            continue
        kept.items[at] = PyMem_Malloc(kept.rows * <Py_ssize_t> held.itemsize)
        if kept.items[at] == NULL:
            raise MemoryError
    for at, held in enumerate(columns):
        if held is not None:
            column = <arrayobject *> <void *> held
            memcpy(kept.items[at], column.ob_item, rows * <Py_ssize_t> held.itemsize)
            PyMem_Free(column.ob_item)
            column.ob_item = kept.items[at]
            column.allocated = kept.rows
            kept.items[at] = NULL
        PyMem_Free(kept.items[at])
        kept.items[at] = NULL
    kept.rows = 0
    return 0
