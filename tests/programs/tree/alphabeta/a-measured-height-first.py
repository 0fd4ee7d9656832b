def height(t): return 0 if not isinstance(t, list) else 1 + max(height(c) for c in t)
def alpha_beta(root, a=-10**9, b=10**9, player='MAX'):
    if height(root) == 0: return root
    v = -10**9 if player == 'MAX' else 10**9
    for i in range(len(root)):
        x = alpha_beta(root[i], a, b, 'MIN' if player == 'MAX' else 'MAX')
        if player == 'MAX':
            v = max(v, x); a = max(a, v)
        else:
            v = min(v, x); b = min(b, v)
        if b <= a: break
    return v
