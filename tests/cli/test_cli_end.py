"""A command ends its process at once, and nothing that was to be done at its end is lost."""

from __future__ import annotations

import os
import subprocess
import sys

ENDS = "import atexit, sys, {more}; atexit.register(print, 'at the end'); sys.argv = ['pbem', {words}]; {begin}\n"


def ended(words: str, begin: str = "", more: str = "os") -> subprocess.CompletedProcess[str]:
    """A process that runs a command and has something to do at its end."""
    script = ENDS.format(more=more, words=words, begin=begin) + "from pbem.cli import program; program()"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


def test_all_output_and_the_exit_code_come_through() -> None:
    done = ended("'games'")
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "at the end", "")
    assert len(done.stdout.splitlines()) > 5
    assert ended("'open', 'no-such-file'").returncode == 1


def test_a_thread_that_is_at_work_is_waited_for() -> None:
    late = "threading.Timer(0.3, print, ['the thread']).start()"
    assert "the thread" in ended("'games'", late, "threading").stdout


#: A command that has something to do at its end, in a process where nobody had before it; its memory would say so if it
#: were taken apart.
WITHIN = """
import sys; sys.argv = ["pbem", "games"]
import pbem.cli

class Last:
    def __del__(self):
        print("taken apart")

def command(own=pbem.cli.main):
    import atexit, threading
    atexit.register(print, "at the end")
    threading.Timer(0.3, print, ["the thread"]).start()
    own()

last, pbem.cli.main = Last(), command
pbem.cli.program()
"""


def test_what_a_command_leaves_to_be_done_is_done_and_its_memory_is_not_taken_apart() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # no hooks of an installation
    begin = [sys.executable, "-S", "-c", WITHIN]
    done = subprocess.run(begin, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert (lines[-1], "the thread" in lines, "taken apart" in lines) == ("at the end", True, False)
