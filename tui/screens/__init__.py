"""The screens: a folder for each screen with parts of its own, else a file.

A folder holds the screen, its keys as mixins, and the dialogs that only it opens. Shared boxes are
in `tui.dialogs`, shared widgets in `tui.widgets`.
"""
