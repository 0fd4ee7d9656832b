"""Games that are known only by their methods, which are called in Python.

x is a state, as the address of a Python object that the search holds a reference to. Such a search
holds the interpreter's lock throughout; taking it again in each function costs little. An exception
of a method is stored in the `Run` and ends the search at the same row as a plain one. Lists belong
to the game and may have become shorter, so they are indexed with `boundscheck`.
"""

cimport cython
from cpython.ref cimport Py_DECREF, Py_INCREF

from engine.game import Player

cdef object OF_MAX = Player.MAX
cdef object OF_MIN = Player.MIN
cdef object OF_CHANCE = Player.CHANCE

ctypedef struct Called:
    void *board
    bint orders  # whether a move order is called at every node
    bint learns  # whether it is notified of each node that returns
    bint passes  # whether moves can be passes


cdef class Ordered:
    """The moves of a node, and the order in which they are tried."""

    cdef object moves
    cdef object places


cdef class CalledBoard(BoardGame):
    """A game, and the plain search whose move order and checks are used.

    Args:
        search: an `engine.searches.depth_first.DepthFirst` that is not run.
        orders: whether its order is another than the game's own or the reverse.
        keeps: whether positions are looked up in a table.
        checked_moves: checks the moves of a node, as a plain search does.
        finite: checks the value of a leaf in the same way.
    """

    cdef Called game
    cdef Search *s
    cdef object plain
    cdef object asked
    cdef object to_move
    cdef object actions
    cdef object result
    cdef object is_terminal
    cdef object utility
    cdef object evaluate
    cdef object is_pass
    cdef object checked_moves
    cdef object finite
    cdef dict table

    def __init__(
        self, object search, bint orders, bint keeps, object checked_moves, object finite
    ):
        self.calls = True
        self.plain = search
        self.asked = asked = search.game
        self.to_move = asked.to_move
        self.actions = asked.actions
        self.result = asked.result
        self.is_terminal = asked.is_terminal
        self.utility = asked.utility
        self.evaluate = asked.evaluate
        self.is_pass = asked.is_pass
        self.checked_moves = checked_moves
        self.finite = finite
        self.table = {} if keeps else None
        self.game.board = <void *> self
        self.game.orders = orders
        self.game.learns = search.learn is not None
        self.game.passes = getattr(search, "passes", False)

    cdef void search(self, Search *s) noexcept:
        cdef object initial = self.asked.initial
        self.s = s
        self.found = start(
            s, &self.game, <u64> <void *> initial, 0, 0, self.alpha, self.beta
        )

    cdef int fail(self, object error) except -1:
        """End the search with the first error."""
        if not self.s.stopped:
            (<Run> self.s.run).error = error
            self.s.stopped = True
        return 0

    cdef double number(self, object value, object state) except? -1.0:
        """The value of a leaf."""
        cdef double found
        if type(value) is float:
            found = <double> value + 0.0  # -0.0 becomes 0.0
            if isfinite(found):
                return found
        return self.finite(self.asked, value, state)

    cdef object moves_of(self, object state, Py_ssize_t row, int depth):
        """The moves of a node where a player is to move, recorded."""
        cdef Ordered ordered
        moves = self.checked_moves(self.asked, self.actions(state), state)
        if self.s.records:
            self.s.actions[row] = <uint16_t> len(moves)
        if not self.game.orders:
            return moves
        ordered = Ordered()
        ordered.moves = moves
        ordered.places = self.plain.order.places(state, moves, depth)
        return ordered


cdef inline object state_of(u64 x):
    return <object> <void *> x


cdef int mover(const Called *g, u64 x, int depth) noexcept with gil:
    """Whose turn it is."""
    board = <CalledBoard> g.board
    try:
        if depth > DEEPEST:
            raise Unsupported
        player = board.to_move(state_of(x))
        if player is OF_MAX:
            return MAX
        if player is OF_MIN:
            return MIN
        if player is OF_CHANCE:
            return CHANCE
        raise Unsupported
    except BaseException as error:
        board.fail(error)
        return 0


cdef bint over_called(const Called *g, u64 x, double *value) noexcept with gil:
    """Whether the game is over, or a method has failed."""
    board = <CalledBoard> g.board
    try:
        state = state_of(x)
        if not board.is_terminal(state):
            return False
        value[0] = board.number(board.utility(state, OF_MAX), state)
    except BaseException as error:
        board.fail(error)
    return True


cdef double estimate_called(const Called *g, u64 x) noexcept with gil:
    board = <CalledBoard> g.board
    try:
        state = state_of(x)
        return board.number(board.evaluate(state), state)
    except BaseException as error:
        board.fail(error)
        return 0


cdef double below_called(
    Search *s, const Called *g, u64 x, int turn, Py_ssize_t row, int depth, double alpha,
    double beta
) noexcept with gil:
    """Search below a node that is neither terminal nor at the limit."""
    board = <CalledBoard> g.board
    cdef int bound
    cdef double value
    try:
        state = state_of(x)
        if turn == CHANCE:
            raise board.plain.chance_error(board.asked)
        if board.table is not None:
            key = (state, None if s.limit < 0 else s.limit - depth)
            known = board.table.get(key)
            if known is not None:
                value, bound = known[1], known[2]
                if is_enough(s, value, bound, alpha, beta):
                    repeat(s, row, known[0])
                    bound = clipped(s, &value, bound, alpha, beta)
                    return leave(s, row, depth, value, 0, 0, REPEAT | bound)
        moves = board.moves_of(state, row, depth)
        if not s.windowed:
            return best_of_all(
                s, g, x, 0, 0, turn, <u64> <void *> moves, row, depth, alpha, beta
            )
        value = best_within(s, g, x, 0, 0, turn, <u64> <void *> moves, row, depth, alpha, beta)
        if board.table is not None and not s.stopped:
            board.table[key] = row, value, s.back & (LOWER | UPPER)
        return value
    except BaseException as error:
        board.fail(error)
        return 0


cdef object bare_moves(const Called *g, u64 moves):
    return (<Ordered> <void *> moves).moves if g.orders else <object> <void *> moves


cdef int moves_in_called(const Called *g, u64 moves) noexcept with gil:
    """The number of moves."""
    board = <CalledBoard> g.board
    try:
        return <int> len(bare_moves(g, moves))
    except BaseException as error:
        board.fail(error)
        return 0


@cython.boundscheck(True)
cdef int ordered_place(const Called *g, u64 moves, int tried) noexcept with gil:
    """The place of the next move in an order."""
    board = <CalledBoard> g.board
    try:
        return (<Ordered> <void *> moves).places[tried]
    except BaseException as error:
        board.fail(error)
        return 0


@cython.boundscheck(True)
cdef u64 play_called(const Called *g, u64 x, u64 moves, int place) noexcept with gil:
    """The state after a move, to be given to `drop`; 0 if a method has failed."""
    board = <CalledBoard> g.board
    try:
        child = board.result(state_of(x), bare_moves(g, moves)[place])
    except BaseException as error:
        board.fail(error)
        return 0
    Py_INCREF(child)
    return <u64> <void *> child


cdef void drop(u64 x) noexcept with gil:
    """Release a state."""
    Py_DECREF(state_of(x))


@cython.boundscheck(True)
cdef bint passed_called(const Called *g, u64 moves, int place) noexcept with gil:
    """Whether a move is a pass, or a method has failed."""
    board = <CalledBoard> g.board
    try:
        return bool(board.is_pass(bare_moves(g, moves)[place]))
    except BaseException as error:
        board.fail(error)
        return True


cdef void learn_called(const Called *g, u64 x, u64 moves, Py_ssize_t row) noexcept with gil:
    """Notify the order of a node that has returned; it reads the log."""
    board = <CalledBoard> g.board
    try:
        (<Run> board.s.run).show()
        board.plain.learn(board.plain.log, row, state_of(x), bare_moves(g, moves))
    except BaseException as error:
        board.fail(error)
