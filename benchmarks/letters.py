"""Counts the letters that `novice` has to write against `steady`, and prints a table.

    python benchmarks/letters.py                      200 games of each title
    python benchmarks/letters.py --games 20 lions     fewer, of one title
    python benchmarks/letters.py --scenario campaign glory
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from pbem.adjudicator.titles import GAMES
from pbem.trial.letter_count import measured, table


def main() -> None:
    """Measure the titles that are named, all if none is."""
    parser = argparse.ArgumentParser(description="Count the letters of novice bots.")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=200, help="games of each title")
    parser.add_argument("--scenario", default="", help="a scenario of all titles named (default: the first of each)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same games")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measures = (measured(name, given.games, given.seed, Path(folder), given.jobs, given.scenario)
                    for name in given.titles or GAMES)
        for line in table(measures):
            print(line, flush=True)


if __name__ == "__main__":
    main()
