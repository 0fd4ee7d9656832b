def wins(heap, mine):
    if heap == 0:
        return not mine
    return (any if mine else all)(wins(heap - taken, not mine) for taken in range(1, heap + 1))


def best_take(heap):
    return next((taken for taken in range(1, heap + 1) if wins(heap - taken, False)), 1)
