"""Every benchmark, each a ratio to a raw primitive measured in the same run.

    python benchmarks/run.py            a table; ends with 1 if a bound is broken
    python benchmarks/run.py --json     one object: name -> ratio, unit, raw, here, bound, ok
    python benchmarks/run.py --quick    runs everything once, too briefly to judge; ends with 0
    python benchmarks/run.py --shows    what was asked for, and what of it is reached; some minutes; ends with 0
    python benchmarks/run.py NAME ...   only these
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator

import audit
import club_folder
import game_folder
import intake
import peers
import report_pages
import rules
import start_up
import trust_core
import waiting
from measure import FULL, QUICK, Effort, Figure

#: A figure that misses its bound is taken again: a busy machine only ever makes it worse.
CHANCES = 3

BENCHMARKS: dict[str, Callable[[Effort], Figure]] = {
    **trust_core.BENCHMARKS, **audit.BENCHMARKS, **game_folder.BENCHMARKS, **intake.BENCHMARKS, **rules.BENCHMARKS,
    **report_pages.BENCHMARKS, **start_up.BENCHMARKS, **club_folder.BENCHMARKS, **waiting.BENCHMARKS,
    **peers.BENCHMARKS,
}  # fmt: skip


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Measure pbem against raw primitives.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="run everything briefly; judge nothing")
    parser.add_argument("--shows", action="store_true",
                        help="what was asked for, and what of it is reached: all rows, or those with one of the words")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in BENCHMARKS and not given.shows]:
        parser.error(f"no benchmark '{unknown[0]}'; one of {', '.join(BENCHMARKS)}")
    return given


def measured(names: list[str], effort: Effort) -> Iterator[tuple[str, Figure]]:
    """The figures, one after another."""
    for name in names or BENCHMARKS:
        figure = BENCHMARKS[name](effort)
        for _ in range(CHANCES - 1):
            if effort is FULL and not figure.ok:
                figure = BENCHMARKS[name](effort)
        yield name, figure


def table_line(name: str, figure: Figure) -> str:
    """One line of the table."""
    verdict = "" if figure.ok else "  BROKEN"
    return f"{name:14} {figure.ratio:8.3f}  {figure.bound:8} {figure.unit:26} here {figure.here}; {figure.raw}{verdict}"


def main() -> int:
    """Measure, print, judge."""
    given = arguments()
    if given.shows:
        import shows  # which asks for the memory and time of children, as Windows does not know them

        return shows.main(given.names)
    figures: dict[str, Figure] = {}
    for name, figure in measured(given.names, QUICK if given.quick else FULL):
        figures[name] = figure
        if not given.json:
            sys.stdout.write(table_line(name, figure) + "\n")
            sys.stdout.flush()
    if given.json:
        sys.stdout.write(json.dumps({name: figure.as_json() for name, figure in figures.items()}, indent=2) + "\n")
    return 0 if given.quick or all(figure.ok for figure in figures.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
