"""The answers to questions about a search, recorded or worked by hand.

`HandWorker` works a tree step by step, so that any step can be done wrongly. The mistakes of
students are in `tracer.misconceptions`; `tracer.check` reads what they write.
"""
