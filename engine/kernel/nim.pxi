"""Nim: x holds the heaps side by side, each with enough bits for its first number of objects."""

ctypedef struct Nim:
    int heaps
    int shift[20]
    u64 mask[20]
    bint misere


cdef inline int moves_of_nim(const Nim *g, u64 x) noexcept nogil:
    """The number of objects, which is the number of moves."""
    cdef int at, found = 0
    for at in range(g.heaps):
        found += <int> (x >> g.shift[at] & g.mask[at])
    return found


cdef inline u64 take(const Nim *g, u64 x, int place) noexcept nogil:
    """The heaps after the move at that place: the first heap first, and the smallest amount."""
    cdef int at, objects
    for at in range(g.heaps):
        objects = <int> (x >> g.shift[at] & g.mask[at])
        if place < objects:
            return x - (<u64> (place + 1) << g.shift[at])
        place -= objects
    return x


cdef inline int key_of_nim(const Nim *g, u64 x, int place) noexcept nogil:
    """The number of the move at that place among all moves of full heaps."""
    cdef int at, objects, key = 0
    for at in range(g.heaps):
        objects = <int> (x >> g.shift[at] & g.mask[at])
        if place < objects:
            return key + place
        place -= objects
        key += <int> g.mask[at]
    return key


cdef class NimBoard(BoardGame):
    """An `engine.games.nim.Nim`, and a position."""

    cdef Nim game

    def __init__(self, object game, object state, object formula):
        heaps, side = state
        if formula is not None or len(heaps) > 20 or sum(map(int.bit_length, heaps)) > 64:
            raise Unsupported
        packed = shift = 0
        self.game.heaps = 0
        for heap in heaps:
            if heap:  # an empty heap has no moves, and stays empty
                self.game.shift[self.game.heaps] = shift
                self.game.mask[self.game.heaps] = (1 << heap.bit_length()) - 1
                self.game.heaps += 1
                packed |= heap << shift
                shift += heap.bit_length()
        self.game.misere = game.misere
        self.begin(packed, 0, side)
        self.plies = sum(heaps)
        self.widest = sum(heaps)
        self.keys = sum([<int> self.game.mask[at] for at in range(self.game.heaps)])

    cdef void search(self, Search *s) noexcept:
        start(s, &self.game, self)
