"""The state of a search while it runs without the interpreter, and the writing of rows."""

ctypedef struct Tally:
    # The counts of the nodes of one depth if no rows are written.
    int64_t visited
    int64_t moves
    int64_t terminals
    int64_t evaluated
    int64_t repeats
    int64_t early_returns
    int64_t cutoffs
    int64_t skipped

ctypedef struct Entry:
    # The table's entry of a position.
    u64 x
    u64 o
    int64_t rest  # the side to move, and the depth if it matters; -1: empty
    double value
    int32_t row
    int32_t bound
    Py_ssize_t line  # the start of its stored line, if no rows are written

ctypedef struct Table:
    # Entries by position.
    Entry *entries
    u64 slots  # a power of two; 0 for no table
    u64 filled

ctypedef struct Proof:
    # What the table of `solve` keeps of a position.
    u64 x
    u64 o
    double lower
    double upper
    int32_t lower_row
    int32_t upper_row
    int32_t rest  # the side to move, and the depth if it matters; -1: empty
    int16_t known  # which bounds there are
    int16_t cell  # the cell of the move, or its place

ctypedef struct Proofs:
    # A half of that table.
    Proof *entries
    u64 slots
    u64 filled

ctypedef struct Fours:
    # A half of the table for Connect Four without rows.
    u64 *entries
    u64 slots
    u64 filled
    int shift

ctypedef struct Listed:
    # A move of an open node.
    u64 move  # as `play` takes it
    double rank  # lower is earlier; after the visit, for best-first, the child's value
    int32_t place
    int32_t at  # where it was before sorting, which decides between equal ranks

ctypedef struct Order:
    int kind
    bint lists  # whether moves are listed and ranked
    Listed *listed
    Py_ssize_t end
    Py_ssize_t room
    # Killer and history: moves by their keys, see `key_of`.
    int32_t *killers  # two for each depth, the latest first; -1 for none
    int64_t *cuts  # for each player, by key
    int keys
    # Best-first: where the places of a node's children begin, by position and depth.
    Table seen
    uint16_t *places
    Py_ssize_t places_end
    Py_ssize_t places_room
    # Perfect and worst: the values of positions, by the plies left.
    Table solved
    Py_ssize_t most_solved
    bint too_many  # whether there were more
    int first  # promising: the place of the table's move; -1 for none

ctypedef struct Search:
    # The log's columns, with room for `room` rows.
    int32_t *parent
    int32_t *size
    uint16_t *depth
    uint16_t *action
    uint8_t *player
    double *value
    uint16_t *actions
    uint16_t *tried
    uint16_t *flags
    # What is kept of the windows; the others are NULL.
    double *bound
    double *alpha
    double *beta
    Py_ssize_t rows
    Py_ssize_t pause  # the row at which to call the checkpoint
    bint records  # whether rows are written, and not only counted
    # If not: the counts of each depth, and the line below the open node at each depth.
    Tally *tallies
    uint16_t *line  # for each depth, one place per ply
    int *line_ends  # how many of them are in use
    uint16_t *kept  # the lines of the positions in the table, each preceded by its length
    Py_ssize_t kept_end
    Py_ssize_t kept_room
    # How to search.
    int limit  # plies; -1 for none
    bint windowed
    bint strict
    bint fail_hard
    bint scouts
    bint ties_last  # which of several best moves the line takes
    # The effects of the game's wrappers.
    int turn[3]  # whose turn it is in the log, by the side to move
    bint turned  # values are the other side's
    bint adjusted  # whether a quicker win is worth more
    int64_t win  # the value of a win at the root
    # Chance: weights side by side, by the number of moves, or in a tree by node.
    const int64_t *weights
    const Py_ssize_t *first_weight
    const int64_t *common
    bint exacts  # whether values are compared exactly
    Order order
    Table table  # the positions searched before, if the search keeps them
    bint depth_counts  # whether the same position at another depth is another key
    int32_t *repeats
    Py_ssize_t repeated
    Py_ssize_t repeats_room
    # For `solve`: the range of values, the windows, the table and the symmetries.
    bint solves
    double low
    double high
    double guess
    double gap
    Proofs newer
    Proofs older
    u64 half  # the most positions of a half
    int symmetries
    u64 *images  # for each symmetry, byte and its value, the image of those cells
    uint8_t *cell_images  # for each symmetry, the image of each cell
    uint8_t *cells_before  # for each symmetry, the cell of which each is the image
    int best  # the place of the best move of the node left last
    bint only_end  # whether that node visited one move, which ended the game
    Fours newer_fours
    Fours older_fours
    u64 best_move
    Py_ssize_t pass_began
    uint16_t *found_line
    int found_length
    bint extends  # whether the value is proved, and only the line is sought
    # Results so far.
    int back  # the flags of the visit that returned last
    Exact exact  # its exact value, where those are compared
    bint limited  # whether a limit has stopped at a node
    bint stopped
    int64_t no_estimate  # a tree's node at the limit without an estimate; -1 for none
    void *run  # the `Run` that this belongs to


cdef int look(Search *s) noexcept with gil:
    """Call the checkpoint and make room; 0 if the search may continue."""
    run = <Run> s.run
    try:
        run.go_on()
    except BaseException as error:  # raised again when the search has returned
        run.error = error
        s.stopped = True
        return -1
    return 0


cdef inline void keep_window(
    Search *s, Py_ssize_t row, Py_ssize_t parent, double alpha, double beta
) noexcept nogil:
    """Write what the log keeps of a window; see `engine.log.windows`."""
    if s.bound != NULL:
        s.bound[row] = beta if parent >= 0 and s.player[parent] == MIN else alpha
    elif s.alpha != NULL:
        s.alpha[row] = alpha
        s.beta[row] = beta


cdef inline void enter(
    Search *s, Py_ssize_t row, Py_ssize_t parent, int depth, int action, int turn,
    double alpha, double beta
) noexcept nogil:
    """Do as `VisitLog.enter`; `size` stays 0 until the node is left."""
    s.parent[row] = <int32_t> parent
    s.depth[row] = <uint16_t> depth
    s.action[row] = <uint16_t> action
    s.player[row] = <uint8_t> turn
    keep_window(s, row, parent, alpha, beta)
    s.size[row] = 0
    s.actions[row] = 0
    s.flags[row] = 0


cdef inline void expand(Search *s, Py_ssize_t row, int depth, int moves) noexcept nogil:
    """Do as `VisitLog.expand`."""
    if s.records:
        s.actions[row] = <uint16_t> moves
    else:
        s.tallies[depth].moves += moves


cdef inline double leave(
    Search *s, Py_ssize_t row, int depth, double value, int moves, int tried, int flags
) noexcept nogil:
    """Do as `VisitLog.leave`."""
    cdef Tally *tally
    s.back = flags
    if s.records:
        s.value[row] = value
        s.tried[row] = <uint16_t> tried
        s.flags[row] = <uint16_t> flags
        publish(&s.size[row], <int32_t> (s.rows - row))  # last: a row with a size is a whole row
    else:
        tally = &s.tallies[depth]
        tally.repeats += (flags & REPEAT) != 0
        tally.early_returns += (flags & EARLY_RETURN) != 0
        if flags & CUTOFF:
            tally.cutoffs += 1
            tally.skipped += moves - tried
    return value


cdef inline double leaf(
    Search *s, Py_ssize_t row, Py_ssize_t parent, int depth, int action, int turn,
    double alpha, double beta, double value, int flags
) noexcept nogil:
    """Enter and leave a node without children."""
    s.back = flags
    if s.records:
        s.parent[row] = <int32_t> parent
        s.depth[row] = <uint16_t> depth
        s.action[row] = <uint16_t> action
        s.player[row] = <uint8_t> turn
        keep_window(s, row, parent, alpha, beta)
        s.value[row] = value
        s.actions[row] = 0
        s.tried[row] = 0
        s.flags[row] = <uint16_t> flags
        publish(&s.size[row], 1)
    elif flags & TERMINAL:
        s.tallies[depth].terminals += 1
    else:
        s.tallies[depth].evaluated += 1
    return value
