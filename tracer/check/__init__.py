"""Check homework: find mistakes, locate them, and name the likely misconceptions.

The folders are in the order of the work: `reading` and `keys`, `parts` and `facts`, `grading`,
`results`, `report`. The misconceptions are in `tracer.misconceptions`, students' programs in
`tracer.programs`.
"""
