"""The transposition table."""


cdef inline Entry *entry_of(Search *s, u64 x, u64 o, int64_t rest) noexcept nogil:
    """The entry of a position in the table, or a free one."""
    cdef u64 key = x * <u64> 0x9E3779B97F4A7C15 ^ o * <u64> 0xC2B2AE3D27D4EB4F ^ (
        <u64> rest * <u64> 0x165667B19E3779F9
    )
    cdef u64 at
    cdef Entry *entry
    key ^= key >> 32
    key *= <u64> 0xD6E8FEB86659FD93
    key ^= key >> 32
    at = key & (s.slots - 1)
    while True:
        entry = &s.table[at]
        if entry.rest < 0 or (entry.x == x and entry.o == o and entry.rest == rest):
            return entry
        at = (at + 1) & (s.slots - 1)


cdef int make_table(Search *s, u64 slots) noexcept nogil:
    """Allocate a table of this size and copy the old entries; −1 if out of memory."""
    cdef Entry *before = s.table
    cdef u64 slots_before = s.slots, at
    s.table = <Entry *> malloc(slots * sizeof(Entry))
    if s.table == NULL:
        s.table = before
        return -1
    s.slots = slots
    for at in range(slots):
        s.table[at].rest = -1
    for at in range(slots_before):
        if before[at].rest >= 0:
            entry_of(s, before[at].x, before[at].o, before[at].rest)[0] = before[at]
    free(before)
    return 0


cdef int fail_memory(Search *s) noexcept with gil:
    """Stop because memory ran out."""
    (<Run> s.run).error = MemoryError()
    s.stopped = True
    return -1


cdef void remember(
    Search *s, u64 x, u64 o, int64_t rest, Py_ssize_t row, int depth, double value, int flags
) noexcept nogil:
    """Store the result of a row for a position."""
    cdef Entry *entry
    if 2 * s.filled >= s.slots:
        if make_table(s, 2 * s.slots):
            fail_memory(s)
            return
    entry = entry_of(s, x, o, rest)
    s.filled += entry.rest < 0
    entry.x = x
    entry.o = o
    entry.rest = rest
    entry.row = <int32_t> row
    entry.value = value
    entry.bound = flags & (LOWER | UPPER)
    if not s.records:
        entry.line = keep_line(s, depth)
        if entry.line < 0:
            fail_memory(s)


cdef void repeat(Search *s, Py_ssize_t row, Py_ssize_t known) noexcept nogil:
    """Do as `VisitLog.repeat`; the pairs go to the log at the next check."""
    cdef Py_ssize_t room
    cdef int32_t *pairs
    if s.repeated + 2 > s.repeats_room:
        room = 2 * s.repeats_room + 256
        pairs = <int32_t *> realloc(s.repeats, room * sizeof(int32_t))
        if pairs == NULL:
            fail_memory(s)
            return
        s.repeats = pairs
        s.repeats_room = room
    s.repeats[s.repeated] = <int32_t> row
    s.repeats[s.repeated + 1] = <int32_t> known
    s.repeated += 2
