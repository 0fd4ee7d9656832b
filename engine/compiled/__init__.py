"""The choice between compiled and plain searches, and the data that the kernel needs.

The plain searches are in `engine.searches`. The kernel itself and how it is loaded are in
`engine.kernel`.
"""
