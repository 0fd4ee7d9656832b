def minimax(node, mx):
    match node:
        case int(): return node
        case [first]: return minimax(first, not mx)
        case [first, *rest]:
            found = minimax(first, not mx)
            for one in rest:
                found = (max if mx else min)(found, minimax(one, not mx))
            return found
