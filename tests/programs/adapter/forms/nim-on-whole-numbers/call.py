class Heap(int):
    def __eq__(self, other):
        return self.game.is_terminal(self.state) if other == 0 else int(self) == other

    def __sub__(self, taken):
        heap = Heap(int(self) - int(taken))
        heap.game, heap.state = self.game, self.game.result(self.state, f"1-{taken}")
        return heap


def call(program, game):
    heap = Heap(repr(game.initial))
    heap.game, heap.state = game, game.initial
    return f"1-{program.best_take(heap)}"
