"""Tables of positions."""

#: The initial size of a table.
cdef u64 FIRST_SLOTS = 1 << 10
#: Bytes from which a table asks before it grows.
cdef u64 LEAST_ASKED = 1 << 20


cdef inline u64 hash_of(u64 x, u64 o, u64 rest) noexcept nogil:
    """The hash of a position."""
    cdef u64 key = x * <u64> 0x9E3779B97F4A7C15 ^ o * <u64> 0xC2B2AE3D27D4EB4F ^ (
        rest * <u64> 0x165667B19E3779F9
    )
    key ^= key >> 32
    key *= <u64> 0xD6E8FEB86659FD93
    return key ^ key >> 32


cdef inline Entry *entry_of(const Table *table, u64 x, u64 o, int64_t rest) noexcept nogil:
    """The entry of a position in the table, or a free one."""
    cdef u64 at = hash_of(x, o, <u64> rest) & (table.slots - 1)
    cdef Entry *entry
    while True:
        entry = &table.entries[at]
        if entry.rest < 0 or (entry.x == x and entry.o == o and entry.rest == rest):
            return entry
        at = (at + 1) & (table.slots - 1)


cdef int make_table(Table *table, u64 slots) noexcept nogil:
    """Give a table this size and copy the old entries; −1 if out of memory."""
    cdef Entry *before = table.entries
    cdef u64 slots_before = table.slots, at
    table.entries = <Entry *> table_memory(slots * sizeof(Entry))
    if table.entries == NULL:
        table.entries = before
        return -1
    table.slots = slots
    for at in range(slots):
        table.entries[at].rest = -1
    for at in range(slots_before):
        if before[at].rest >= 0:
            entry_of(table, before[at].x, before[at].o, before[at].rest)[0] = before[at]
    free(before)
    return 0


cdef Entry *new_entry(Search *s, Table *table, u64 x, u64 o, int64_t rest) noexcept nogil:
    """The entry of a position, made if there is none; NULL if there is no memory for it."""
    cdef Entry *entry
    if 2 * table.filled >= table.slots:
        if not may_take(s, 2 * table.slots * sizeof(Entry)) or make_table(table, 2 * table.slots):
            return NULL
    entry = entry_of(table, x, o, rest)
    if entry.rest < 0:
        table.filled += 1
        entry.x = x
        entry.o = o
        entry.rest = rest
        entry.row = 0
    return entry


cdef inline bint may_take(Search *s, u64 more) noexcept nogil:
    """Whether a table may take more memory at once; if not, the search stops at its next visit."""
    return more < LEAST_ASKED or ask_for(s, more)


cdef bint ask_for(Search *s, u64 more) noexcept with gil:
    """Do as `may_take` for any amount."""
    run = <Run> s.run
    if run.reserve is None:
        return True
    try:
        run.reserve(more)
    except BaseException as error:
        run.refused = error
        s.pause = s.rows
        return False
    return True


cdef void stop_refused(Search *s) noexcept with gil:
    """Stop at once where more work would follow before the next visit."""
    (<Run> s.run).error = (<Run> s.run).error or (<Run> s.run).refused
    s.stopped = True


cdef int fail_memory(Search *s) noexcept with gil:
    """Stop because memory ran out: at once, or at the next visit if it was refused."""
    if (<Run> s.run).refused is None:
        (<Run> s.run).error = MemoryError()
        s.stopped = True
    return -1


cdef void remember(
    Search *s, u64 x, u64 o, int64_t rest, Py_ssize_t row, int depth, double value, int flags
) noexcept nogil:
    """Store the result of a row for a position."""
    cdef Entry *entry = new_entry(s, &s.table, x, o, rest)
    if entry == NULL:
        fail_memory(s)
        return
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
