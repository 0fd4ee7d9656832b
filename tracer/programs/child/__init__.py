"""What runs beside a student's program, in a process of its own.

It is loaded by path under another name, imports nothing but the standard library, and knows the
game only as far as the program has asked: neither the key nor the right answers are in the process.
"""
