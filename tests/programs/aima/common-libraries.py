import collections, copy, functools, heapq, itertools, json, math, os, random, sys, time
import pathlib, pickle, tempfile, threading, typing
import numpy as np
assert (np.linalg.inv(np.eye(3)) @ np.ones(3)).sum() == 3
time.localtime(), time.sleep(0), random.random(), os.cpu_count(), os.getcwd()
pathlib.Path('notes.txt').write_text('mine')
assert pathlib.Path(__file__).read_text() and open('notes.txt').read() == 'mine'
os.makedirs('a/b'); os.rename('notes.txt', 'a/b/c'); os.remove('a/b/c'); os.rmdir('a/b')
with tempfile.TemporaryFile() as file: file.write(b'x')
assert os.listdir('.') and os.path.exists(os.devnull)
open(os.devnull, 'w').write('x')
one = threading.Thread(target=print, args=('said',)); one.start(); one.join()
