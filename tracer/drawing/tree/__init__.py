"""The model of a drawn tree: the nodes of a game's tree, their shape, and their look at a step."""
