"""One search: its log, its checkpoints and its results."""

#: Rows allocated for small searches, and for all others at first. Unwritten rows take no memory;
#: moving rows takes time.
cdef Py_ssize_t SMALL_ROOM[4]
SMALL_ROOM[:] = [1 << 10, 1 << 12, 1 << 14, 1 << 16]
cdef Py_ssize_t FIRST_ROOM = 1 << 21
#: Rows written before the rest is put into large pages.
cdef Py_ssize_t IN_SMALL_PAGES = 1 << 17
#: Rows from which memory that is kept is used.
cdef Py_ssize_t FROM_KEPT = 1 << 14
cdef Py_ssize_t MOST_ROWS = 0x7FFFFFFF
#: Visits between two checks for Ctrl-C without a checkpoint: a few milliseconds.
cdef Py_ssize_t UNWATCHED = 1 << 16

#: The columns that a log can have, and their type codes in `array`.
_COLUMNS = (
    "parent", "size", "depth", "action", "player", "value", "actions", "tried", "flags", "bound",
    "alpha", "beta",
)
cdef bytes _CODES = b"iiHHBdHHHddd"
_COUNTED = (
    "visited", "moves", "terminals", "evaluated", "repeats", "early_returns", "cutoffs", "skipped",
)


#: The orders of moves, as `engine.searches.ordering` names them.
_ORDERS = {
    "given": GIVEN, "right-to-left": RIGHT_TO_LEFT, "static": STATIC, "evaluation": EVALUATION,
    "best-first": BEST_FIRST, "killer": KILLER, "history": HISTORY, "perfect": PERFECT,
    "worst": WORST, "promising": PROMISING,
}


cdef class Chances:
    """The weights of chance nodes, laid out.

    Args:
        known: for each number of moves (in a tree, each node) the whole weights of the moves and
            their sum; None if there is nothing to look up.
    """

    cdef int64_t *weights
    cdef Py_ssize_t *first_weight
    cdef int64_t *common

    def __dealloc__(self):
        free(self.weights)
        free(self.first_weight)
        free(self.common)

    def __init__(self, list known):
        cdef Py_ssize_t at = 0, key, keys = len(known)
        self.weights = <int64_t *> calloc(
            sum([len(pair[0]) for pair in known if pair]) + 1, sizeof(int64_t)
        )
        self.first_weight = <Py_ssize_t *> calloc(keys + 1, sizeof(Py_ssize_t))
        self.common = <int64_t *> calloc(keys + 1, sizeof(int64_t))
        if self.weights == NULL or self.first_weight == NULL or self.common == NULL:
            raise MemoryError
        for key in range(keys):
            pair = known[key]
            if pair is not None:
                weights, self.common[key] = pair
                self.first_weight[key] = at
                for weight in weights:
                    self.weights[at] = weight
                    at += 1


cdef class Solving:
    """The settings that only the search `solve` needs.

    Args:
        low: the smallest value.
        high: the largest value.
        guess: the first guess.
        gap: the width of a null window.
        half: the most positions in a half of the table.
        symmetries: for each symmetry, the image of each bit; None outside the board.
    """

    cdef double low
    cdef double high
    cdef double guess
    cdef double gap
    cdef u64 half
    cdef int symmetries
    cdef u64 *images
    cdef uint8_t *cell_images
    cdef uint8_t *cells_before

    def __dealloc__(self):
        free(self.images)
        free(self.cell_images)
        free(self.cells_before)

    def __init__(
        self, double low, double high, double guess, double gap, u64 half, list symmetries
    ):
        cdef int at, bit, value
        cdef u64 cells
        cdef u64 *table
        self.low, self.high, self.guess, self.gap, self.half = low, high, guess, gap, half
        self.symmetries = len(symmetries)
        self.images = <u64 *> calloc(2048 * self.symmetries + 1, sizeof(u64))
        self.cell_images = <uint8_t *> calloc(64 * self.symmetries + 1, 1)
        self.cells_before = <uint8_t *> calloc(64 * self.symmetries + 1, 1)
        if self.images == NULL or self.cell_images == NULL or self.cells_before == NULL:
            raise MemoryError
        for at, images in enumerate(symmetries):
            table = self.images + 2048 * at
            for bit, image in enumerate(images):
                if image is None:
                    continue
                self.cell_images[64 * at + bit] = image
                self.cells_before[64 * at + <int> image] = bit
                table[256 * (bit >> 3) + (1 << (bit & 7))] = <u64> 1 << <int> image
            for bit in range(0, 2048, 256):
                for value in range(256):
                    cells = value & (value - 1)
                    if cells:
                        table[bit + value] = table[bit + <int> cells] | table[bit + (value & -value)]


cdef class Run:
    """A search of a position that writes a log, or only counts.

    Args:
        board: the game and position.
        log: the log to write, which is empty; None to count only.
        checkpoint: the log's, or None.
        reserve: the log's, or None.
        limit: plies, or None.
        order: the name of an order of moves.
        windowed: whether it cuts by a window.
        strict: whether a cutoff test needs more than equality.
        fail_hard: whether values outside the window are clipped.
        ties_last: whether the line takes the last of several best moves.
        scouts: whether later moves are first searched with a null window.
        keeps: whether it keeps a table of positions.
        most_solved: positions that the orders `perfect` and `worst` may value.
        window: the root's.
        turns: whose turn it is in the log when MAX, MIN or chance moves on the board.
        turned: whether values are the other side's.
        win: value of a win at the root; None for the game's.
        exacts: whether values are compared exactly, as in games with chance nodes.
        chances: weights of chance nodes, by number of moves or (in a tree) by node; None if there
            are none.
        solving: what `solve` needs; None for other searches.
    """

    cdef Search s
    #: The passes of `solve`: value, flags, line and visits of each.
    cdef readonly list passes
    cdef Solving solving
    cdef readonly BoardGame board
    cdef object log
    cdef object checkpoint
    cdef object reserve
    cdef object refused  # the exception of a `reserve`, raised at the next visit
    cdef Chances chances
    cdef tuple columns  # of `_COLUMNS`; None for those that the log does not have
    cdef void *items[12]  # their memory
    cdef Py_ssize_t look_at
    cdef Py_ssize_t room  # rows that may be written before the next check
    cdef Py_ssize_t reserved  # rows with allocated memory
    cdef bint has_kept  # whether it is that of a dropped log
    cdef object error
    cdef int deepest

    def __cinit__(self):
        memset(&self.s, 0, sizeof(Search))
        self.s.run = <void *> self

    def __dealloc__(self):
        free(self.s.tallies)
        free(self.s.line)
        free(self.s.line_ends)
        free(self.s.kept)
        free(self.s.table.entries)
        free_order(&self.s.order)
        free(self.s.repeats)
        free(self.s.newer.entries)
        free(self.s.older.entries)
        free(self.s.newer_fours.entries)
        free(self.s.older_fours.entries)
        free(self.s.found_line)

    def __init__(
        self, BoardGame board, object log, object checkpoint, object reserve, *, object limit,
        str order, bint windowed, bint strict, bint fail_hard, bint ties_last, bint scouts,
        bint keeps, Py_ssize_t most_solved, tuple window, tuple turns, bint turned, object win,
        bint exacts, Chances chances, Solving solving=None
    ):
        cdef Search *s = &self.s
        cdef int at
        self.board = board
        self.log = log
        self.checkpoint = checkpoint
        self.reserve = reserve
        self.columns = columns_of(log)
        for at, held in enumerate(self.columns):
            if held is None:
                continue
            if type(held) is not c_array.array or (
                (<c_array.array> held).ob_descr.typecode != <char> _CODES[at]
            ):
                raise Unsupported
            self.items[at] = items_of(held)
        s.records = log is not None
        s.limit = -1 if limit is None else min(limit, 1 << 30)
        s.windowed = windowed
        s.strict = strict
        s.fail_hard = fail_hard
        s.ties_last = ties_last
        s.scouts = scouts
        s.exacts = exacts
        s.turn = turns
        s.turned = turned
        s.adjusted = win is not None
        s.win = 0 if win is None else win
        s.depth_counts = limit is not None or s.adjusted
        s.no_estimate = -1
        board.alpha, board.beta = window
        if keeps and make_table(&s.table, FIRST_SLOTS):
            raise MemoryError
        if make_order(&s.order, _ORDERS[order], board.keys, most_solved):
            raise MemoryError
        if not s.records and make_lines(s):
            raise MemoryError
        self.passes = []
        if solving is not None:
            self.solving = solving
            s.solves = True
            s.low, s.high, s.guess, s.gap = solving.low, solving.high, solving.guess, solving.gap
            s.half, s.symmetries = solving.half, solving.symmetries
            s.images = solving.images
            s.cell_images = solving.cell_images
            s.cells_before = solving.cells_before
            s.found_line = <uint16_t *> calloc(LINE, sizeof(uint16_t))
            if s.found_line == NULL or grow_half(&s.newer, FIRST_SLOTS):
                raise MemoryError
        if chances is not None:
            self.chances = chances
            s.weights = chances.weights
            s.first_weight = chances.first_weight
            s.common = chances.common

    def search(self):
        """Search from the position once, and record it as another root of the log.

        Returns:
            Whether the limit was reached anywhere, so that a deeper pass would see more.

        Raises:
            SearchStopped: raised by the checkpoint, which may also raise other exceptions.
        """
        cdef Search *s = &self.s
        s.limited = False
        try:
            self.board.search(s)
        finally:
            if s.records:
                self.show()
        if self.error is not None and not (s.extends and isinstance(self.error, SearchStopped)):
            raise self.error
        return s.limited and not s.stopped

    @property
    def value(self):
        """The value that the last search returned."""
        return self.board.found

    def set_limit(self, int limit):
        """Set another limit, for the next pass."""
        self.s.limit = limit

    @property
    def no_estimate(self):
        """The node of a tree at the limit that has no estimate; or None."""
        return None if self.s.no_estimate < 0 else self.s.no_estimate

    @property
    def too_many(self):
        """Whether an order had to value too many positions."""
        return self.s.order.too_many

    @property
    def visited(self):
        """The nodes entered in all searches so far."""
        return self.s.rows

    @property
    def flags(self):
        """The flags of the root after the last search."""
        return self.s.back

    @property
    def line(self):
        """The best line of the last search, by places, if no rows were written."""
        return tuple([self.s.line[at] for at in range(self.s.line_ends[0])])

    @property
    def found_line(self):
        """The best line that `solve` has proved; empty if it has not proved the value."""
        return () if not self.s.extends else tuple([self.s.found_line[at] for at in range(self.s.found_length)])

    def levels(self):
        """Return the counts of each depth, by name, if no rows were written."""
        found = []
        for depth in range(LINE):
            tally = self.s.tallies[depth]
            if not tally.visited:
                break
            found.append(dict(zip(_COUNTED, (
                tally.visited, tally.moves, tally.terminals, tally.evaluated, tally.repeats,
                tally.early_returns, tally.cutoffs, tally.skipped,
            ))))
        return found

    cdef int go_on(self) except -1:
        """Check whether the search may continue, and make room."""
        cdef Search *s = &self.s
        if s.records:
            self.show()
        if self.refused is not None:
            raise self.refused
        if s.rows == self.look_at:
            if self.checkpoint is None:
                PyErr_CheckSignals()
                self.look_at = s.rows + UNWATCHED
            else:
                self.look_at = self.checkpoint(s.rows)
                self.check_columns()
                if self.look_at <= s.rows:
                    raise ValueError(f"a checkpoint at row {s.rows} asks for row {self.look_at}")
        if s.records and s.rows >= self.room:
            self.make_room()
        s.pause = min(self.look_at, self.room) if s.records else self.look_at
        return 0

    cdef int check_columns(self) except -1:
        """Check that a checkpoint has not changed the columns, which are written without Python.

        Raises:
            BufferError: it has changed them.
        """
        cdef int at
        for at, held in enumerate(self.columns):
            if held is None:
                continue
            if items_of(held) != self.items[at] or len(held) != self.s.rows:
                raise BufferError("a checkpoint has changed the columns of a log that is written")
        return 0

    cdef int show(self) except -1:
        """Let Python see the rows written so far."""
        cdef Search *s = &self.s
        cdef c_array.array pairs
        for column in self.columns:
            if column is not None:
                Py_SET_SIZE(column, s.rows)
        if s.repeated:
            pairs = self.log.repeats
            if (<arrayobject *> <void *> pairs).ob_exports:
                raise BufferError("cannot resize an array that is exporting buffers")
            c_array.extend_buffer(pairs, <char *> s.repeats, s.repeated)
            s.repeated = 0
        return 0

    cdef int make_room(self) except -1:
        """Lengthen the columns, unless their memory is in use."""
        cdef Search *s = &self.s
        cdef Py_ssize_t room = max(FIRST_ROOM, s.rows + s.rows // 2)
        if self.room < self.reserved:
            self.room = self.reserved
            for held in self.columns:
                if held is not None:
                    in_large_pages(items_of(held), self.reserved * <Py_ssize_t> held.itemsize)
            return 0
        for small in SMALL_ROOM:
            if s.rows < small:
                room = small
                break
        room = min(room, MOST_ROWS)
        if room <= s.rows:
            raise OverflowError(f"a log holds at most {MOST_ROWS:,} visits")
        if FROM_KEPT <= s.rows < kept.rows and not self.is_held():
            room = kept.rows
            move_to_kept(self.columns, s.rows)
            self.write_to(room)
            self.has_kept = True
            return 0
        try:
            self.resize(room)
        except MemoryError:  # try a smaller size
            self.resize(s.rows + s.rows // 16 + 1)
        if s.rows < IN_SMALL_PAGES:
            self.room = min(self.room, IN_SMALL_PAGES)
        return 0

    cdef int resize(self, Py_ssize_t room) except -1:
        cdef arrayobject *column
        cdef void *items
        if self.is_held():
            raise BufferError("cannot resize an array that is exporting buffers")
        self.room = 0
        self.has_kept = False
        for held in self.columns:
            if held is None:
                continue
            column = <arrayobject *> <void *> held
            items = PyMem_Realloc(column.ob_item, room * <Py_ssize_t> held.itemsize)
            if items == NULL:
                raise MemoryError
            column.ob_item = items
            column.allocated = room
            if room > FIRST_ROOM:
                in_large_pages(items, room * <Py_ssize_t> held.itemsize)
        self.write_to(room)
        return 0

    cdef int write_to(self, Py_ssize_t room) except -1:
        """Write to the columns, which have memory for `room` rows."""
        cdef Search *s = &self.s
        cdef int at
        for at, held in enumerate(self.columns):
            self.items[at] = NULL if held is None else items_of(held)
        self.room = self.reserved = room
        s.parent = <int32_t *> self.items[0]
        s.size = <int32_t *> self.items[1]
        s.depth = <uint16_t *> self.items[2]
        s.action = <uint16_t *> self.items[3]
        s.player = <uint8_t *> self.items[4]
        s.value = <double *> self.items[5]
        s.actions = <uint16_t *> self.items[6]
        s.tried = <uint16_t *> self.items[7]
        s.flags = <uint16_t *> self.items[8]
        s.bound = <double *> self.items[9]
        s.alpha = <double *> self.items[10]
        s.beta = <double *> self.items[11]
        return 0

    def close(self):
        """Cut the columns to the rows written, unless their memory is in use.

        Memory that was kept stays whole for the next search.
        """
        if self.s.records and self.s.rows and not self.has_kept and not self.is_held():
            self.resize(self.s.rows)
        if self.s.records and self.reserved > FROM_KEPT:
            self.log.on_drop = keep_memory

    cdef bint is_held(self):
        for held in self.columns:
            if held is not None and (<arrayobject *> <void *> held).ob_exports:
                return True
        return False


cdef tuple columns_of(object log):
    """The columns of a log in the order of `_COLUMNS`; None for those that it does not have."""
    if log is None:
        return ()
    cdef dict columns = log.columns()
    return tuple([columns.get(name) for name in _COLUMNS])


cdef void *items_of(object column):
    return (<arrayobject *> <void *> column).ob_item
