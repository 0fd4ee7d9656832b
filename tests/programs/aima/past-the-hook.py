import os, resource, signal, socket, subprocess, sys, pathlib
outside = "@OUTSIDE@"
def one(name, do):
    try:
        do()
    except OSError as error:
        print(name, type(error).__name__)
    except ValueError as error:
        print(name, type(error).__name__)
    else:
        print(name, "DONE")
one("fork", os.fork)
one("spawn", lambda: subprocess.run(["/bin/true"]))
one("exec", lambda: os.execv("/bin/true", ["true"]))
one("kill", lambda: os.kill(os.getppid(), 0))
one("socket", socket.socket)
one("limit", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
up = os.getppid()
one("others-limit", lambda: resource.prlimit(up, resource.RLIMIT_CPU, (9999999, 9999999)))
one("priority", lambda: os.setpriority(0, up, os.getpriority(0, up)))
one("affinity", lambda: os.sched_setaffinity(up, os.sched_getaffinity(up)))
one("scheduler", lambda: os.sched_setscheduler(up, os.sched_getscheduler(up), os.sched_param(0)))
one("parameter", lambda: os.sched_setparam(up, os.sched_param(0)))
one("read", lambda: open(outside + "/key").read())
one("passwd", lambda: open("/etc/passwd").read())
one("write", lambda: open(outside + "/new", "w"))
one("remove", lambda: os.remove(outside + "/key"))
one("rename", lambda: os.rename(outside + "/key", "mine"))
one("list", lambda: os.listdir(outside))
one("mkdir", lambda: os.mkdir(outside + "/made"))
one("chmod", lambda: os.chmod(outside + "/key", 0))
one("chown", lambda: os.chown(outside + "/key", 1, 1))
one("utime", lambda: os.utime(outside + "/key", (0, 0)))
one("link", lambda: os.link(outside + "/key", "mine"))
one("symlink", lambda: (os.symlink(outside, "out"), open("out/key").read()))
one("truncate", lambda: os.truncate(outside + "/key", 0))
one("environ", lambda: open(f"/proc/{os.getppid()}/environ").read())
one("memory", lambda: os.memfd_create("x"))
one("grader", lambda: open("@GRADER@").read())
