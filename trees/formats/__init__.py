"""The formats of hand trees, one file each; each creates loose nodes for `trees.building`."""
