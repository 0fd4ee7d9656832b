"""The formats of hand trees, one file each; each creates loose nodes for `trees.building`.

Other sources are read in `trees.other_inputs`.
"""
