"""Engines of others in the same run: what their rules do in a second, beside the answers that ours replay.

They are measured where they are installed: `pip install diplomacy pokerkit chess`, here or for a Python of its own that
PBEM_PEERS names. Where they are not, there are no such figures.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from measure import Effort, Figure, per_second
from rules import of_phases

PYTHON = os.environ.get("PBEM_PEERS", sys.executable)
#: Each program does moves by a seeded chance and prints how many, and the seconds of the processor.
DIPLOMACY = """
from diplomacy import Game
count, taken = 0, 0.0
while count < 12 * share:
    game = Game()
    while count < 12 * share and not game.is_game_done:
        for power in game.powers:
            options = game.get_all_possible_orders()
            places = game.get_orderable_locations(power)
            game.set_orders(power, [chance.choice(options[place]) for place in places if options[place]])
        began = clock()
        game.process()
        taken += clock() - began
        count += 1
print(count, taken)
"""
POKERKIT = """
from pokerkit import Automation, NoLimitTexasHoldem
count, began = 0, clock()
while count < 1500 * share:
    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * 6, 6)
    while state.status:
        state.check_or_call()
        count += 1
print(count, clock() - began)
"""
CHESS = """
import chess
count, began = 0, clock()
while count < 6000 * share:
    board = chess.Board()
    while not board.is_game_over() and count < 6000 * share:
        board.push(chance.choice(list(board.legal_moves)))
        count += 1
print(count, clock() - began)
"""
HEAD = """
import random, sys
from time import process_time as clock
chance, share = random.Random(1), float(sys.argv[1])
"""


def peer(program: str, what: str, title: str, bound: str, effort: Effort) -> Figure:
    """Our answers a second, replayed with the full rules, to what another engine does in a second."""
    times = of_phases(title, effort.share)
    ours = sum(time.replayed for time in times) / sum(time.answers for time in times)
    command = [PYTHON, "-c", HEAD + program, str(effort.share)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True)
    count, seconds = done.stdout.split()
    theirs = float(seconds) / int(count)
    return Figure(theirs / ours, f"{title}: answers to one of theirs", f"{what}: {per_second(theirs)}",
                  per_second(ours), bound)  # fmt: skip


BENCHMARKS: dict[str, Callable[[Effort], Figure]] = {}
if "PBEM_PEERS" in os.environ or find_spec("pokerkit"):
    BENCHMARKS |= {
        "peer_diplomacy": partial(peer, DIPLOMACY, "diplomacy, phases processed", "jenkins", ">= 3"),
        "peer_pokerkit": partial(peer, POKERKIT, "pokerkit, actions", "jenkins", ">= 1"),
        "peer_chess": partial(peer, CHESS, "python-chess, random plies", "lions", ">= 0.1"),
    }
