import time
_real = time.process_time
def waste():
    end = _real() + 0.25
    while _real() < end: pass
