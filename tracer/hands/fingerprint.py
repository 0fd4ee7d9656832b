"""The key that distinguishes a search by hand from others of the same name."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from tracer.drawing.tree.game_tree import game_tree
from tracer.hands.suitable import MOST_NODES
from tracer.recording.recording import Recording


def search_key(task: Recording) -> str:
    """Return the key of a search: its source, its settings and a fingerprint of its tree.

    Files can have the same name, be rewritten, or have an edited leaf, visited or not, or another
    evaluation. The fingerprint distinguishes them.
    """
    game, settings = task.game, task.settings
    options = {name: str(value) for name, value in settings.non_defaults().items()}
    # A file is the same one from any folder.
    path = Path(task.source)
    how = [path.name if path.suffix else task.source, task.search, settings.convention.name]
    named = [f"{name} {value}" for name, value in sorted(options.items())]
    digest = blake2b(digest_size=6)
    nodes = game_tree(game, settings.depth_limit(game), most=MOST_NODES)
    for node in nodes or ():
        shape = node.name, node.edge, node.parent, str(node.sign), node.value
        digest.update(repr(shape).encode("utf-8", "replace"))
    return " · ".join([*how, *named, digest.hexdigest()])
