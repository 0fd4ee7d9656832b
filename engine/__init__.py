"""Games, searches, conventions and the visit log; nothing of files, screens or text layout."""
