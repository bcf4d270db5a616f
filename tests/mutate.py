"""Mutation testing of a title's rules: `python tests/mutate.py TITLE`.

It draws small changes of the rule chapters (a `<` becomes `<=`, an `and` an `or`, a number one more, a call is left
out) and puts each to the tests that run the changed statement. A mutant that no test notices is a rule that no test
holds. It wants a test; if the change means nothing, it is listed in `tests/mutation/TITLE.yaml` with the reason.

    python tests/mutate.py jenkins                      300 mutants, the same ones every time
    python tests/mutate.py lions --count 500 --seed 7   others
    python tests/mutate.py lions --chapter ch17_naval   every mutant of one chapter
    python tests/mutate.py lions --all --table          every mutant, and the score of each chapter
    python tests/mutate.py lions --count 20 --fast      a few mutants, and no test that plays a game
    python tests/mutate.py lions --part 3/30 --json     a thirtieth of the sample, as `pbem lab mutate` asks for it

The score is the share of killed mutants among those that mean something; it ends with 1 below 95 %.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

TESTS = Path(__file__).resolve().parent
TOP = TESTS.parent
sys.path[:0] = [str(TOP), str(TESTS), str(TESTS / "kits")]

import hypothesis  # noqa: E402, F401 - what every child would load for itself
import jinja2  # noqa: E402, F401
import yaml  # noqa: E402
from mutation.mutants import Mutant, mutants, sampled  # noqa: E402
from mutation.trial import Fate, put_to  # noqa: E402
from mutation.warm import Warm, try_warm  # noqa: E402

from pbem.base import clock, errors  # noqa: E402, F401
from pbem.trust import verify  # noqa: E402, F401

#: A mutant that all tests are put to has so many times as long as they take by themselves, and so many seconds besides.
PATIENCE, AT_LEAST = 5.0, 60.0
LEAST_SCORE = 95.0
#: Folders of a title that hold rules.
RULES = ("rules", "base", "ch1", "ch2", "ch3", "turn")
#: Words in the names of test files that --fast leaves out.
SLOW = ("soak", "secrecy", "bots")


def files_of_tests(title: str, *, fast: bool) -> list[str]:
    """The tests that hold a title's rules; in a hurry without those that play games or compare two positions."""
    rules = sorted((TESTS / "rules" / title).glob("test_*.py"))
    kept = [path for path in rules if not fast or not any(word in path.stem for word in SLOW)]
    cases = TESTS / "cases_run" / f"test_cases_{title}.py"
    return [str(path) for path in (*kept, *([cases] if cases.is_file() else []))]


def chapters_of(title: str) -> list[Path]:
    """The modules of a title's rules: one folder, or base rules and chapters in folders of their own."""
    folders = [TOP / "pbem" / "adjudicator" / title / name for name in RULES]
    return sorted(path for folder in folders for path in folder.glob("*.py") if path.stem != "__init__")


def excused(title: str) -> dict[str, str]:
    """The mutants that mean nothing, each with its reason."""
    path = TESTS / "mutation" / f"{title}.yaml"
    listed = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None
    return {entry["mutant"]: entry["why"] for entry in listed or ()}


def chosen(args: argparse.Namespace, paths: Sequence[Path]) -> list[Mutant]:
    """The mutants to try: a sample of all chapters, all of the chapters that are named, or those of an earlier run."""
    if args.again:
        told = Path(args.again).read_text(encoding="utf-8").splitlines()
        every = [mutant for path in paths for mutant in mutants(path)]
        return [mutant for mutant in every if any(line.endswith(f": {mutant.name}") for line in told)]
    if args.chapter or args.all:
        named = [path for path in paths if args.all or path.stem in args.chapter]
        return [mutant for path in named for mutant in mutants(path)][:: args.every]
    drawn = sampled(paths, args.count, args.seed)
    at, parts = map(int, args.part.split("/"))
    return drawn[at * len(drawn) // parts : (at + 1) * len(drawn) // parts]


def put_to_all(mutant: Mutant, title: str, seconds: float) -> Fate:
    """Puts a mutant to all tests of its title, with every module loaded anew."""
    module = f"pbem.adjudicator.{title}.{mutant.path.parent.name}.{mutant.path.stem}"
    return put_to(mutant, module, files_of_tests(title, fast=False), AT_LEAST + PATIENCE * seconds)


def fates_of(args: argparse.Namespace, tried: Sequence[Mutant], warm: Warm) -> dict[Mutant, Fate]:
    """Completes the fates: what the warm process cannot change, and what outlived it, is put to all tests anew.

    With --quick and --fast that is left out, and a change in the body of a class counts as survived.
    """
    known, seconds = excused(args.title), sum(warm.known.seconds.values())
    fates = {}
    for mutant in tried:
        fate = warm.fates.get(mutant, Fate.SURVIVED)
        if fate is Fate.SURVIVED and mutant.name not in known and not (args.quick or args.fast):
            fate = put_to_all(mutant, args.title, seconds)
        fates[mutant] = fate
    return fates


def tell(title: str, fates: Mapping[Mutant, Fate], seconds: float, table: bool) -> float:
    """Prints the survivors and the score."""
    known = excused(title)
    lived = [mutant for mutant, fate in fates.items() if fate is Fate.SURVIVED]
    bare = [mutant for mutant in lived if mutant.name not in known]
    for mutant in bare:
        print(f"survived: {mutant.path.relative_to(TOP)}:{mutant.line}: {mutant.name}")
    for mutant in fates:
        if mutant.name in known and mutant not in lived:
            print(f"listed as meaning nothing, and killed: {mutant.name}")
    if table:
        print("\n".join(rows(fates, lived, bare)))
    endless = sum(fate is Fate.ENDLESS for fate in fates.values())
    meant = len(fates) - (len(lived) - len(bare))
    killed, nothing = len(fates) - len(lived), len(lived) - len(bare)
    print(f"{title}: {len(fates)} mutants, {killed} killed ({endless} without end), {nothing} mean nothing, "
          f"{len(bare)} survived: {score(meant, bare):.1f} %; {seconds:.0f} s")  # fmt: skip
    return score(meant, bare)


def as_json(title: str, fates: Mapping[Mutant, Fate]) -> str:
    """The fates as one line of JSON, for a program."""
    known = excused(title)
    told = [{"mutant": mutant.name, "file": mutant.path.relative_to(TOP).as_posix(), "line": mutant.line,
             "killed": fate is not Fate.SURVIVED, "means_nothing": mutant.name in known}
            for mutant, fate in fates.items()]  # fmt: skip
    return json.dumps(told)


def score(meant: int, bare: Sequence[Mutant]) -> float:
    return 100.0 * (meant - len(bare)) / max(1, meant)


def rows(fates: Mapping[Mutant, Fate], lived: Sequence[Mutant], bare: Sequence[Mutant]) -> list[str]:
    """Makes the table of scores by chapter."""
    lines = ["| chapter | mutants | mean nothing | survived | killed |", "| --- | --- | --- | --- | --- |"]
    for stem in dict.fromkeys(mutant.path.stem for mutant in fates):
        own, own_lived, own_bare = (
            [mutant for mutant in some if mutant.path.stem == stem] for some in (list(fates), lived, bare)
        )
        nothing = len(own_lived) - len(own_bare)
        share = score(len(own) - nothing, own_bare)
        lines.append(f"| {stem} | {len(own)} | {nothing} | {len(own_bare)} | {share:.0f} % |")
    return lines


def main(words: Sequence[str] | None = None) -> int:
    """Reads the options, tries the mutants and tells what became of them."""
    reader = argparse.ArgumentParser(prog="python tests/mutate.py", description="Mutation testing of a title's rules.")
    reader.add_argument("title")
    reader.add_argument("--count", type=int, default=300, help="How many mutants to draw (300).")
    reader.add_argument("--seed", type=int, default=1, help="The draw (1).")
    reader.add_argument("--part", default="0/1", help="Only this part of the draw: N/OF, counted from 0 (0/1).")
    reader.add_argument("--json", action="store_true", help="Print the fates as one line of JSON, and end with 0.")
    reader.add_argument("--chapter", action="append", help="All mutants of this module instead; may be repeated.")
    reader.add_argument("--all", action="store_true", help="All mutants of all modules instead.")
    reader.add_argument("--again", help="Only the mutants that an earlier run printed into this file.")
    reader.add_argument("--every", type=int, default=1, help="With --chapter or --all: only each n-th.")
    reader.add_argument("--jobs", type=int, default=2, help="How many at a time (2).")
    reader.add_argument("--table", action="store_true", help="Print the score of each chapter.")
    reader.add_argument("--quick", action="store_true", help="Put survivors to no test that does not run their line.")
    reader.add_argument("--fast", action="store_true", help="Leave out tests that play games or compare positions.")
    reader.add_argument("--within", type=float, default=float("inf"), help="Leave out tests of more seconds than this.")
    args = reader.parse_args(words)
    paths = chapters_of(args.title)
    if not paths:
        reader.error(f"'{args.title}' is not a title with rules")
    began = time.monotonic()
    args.again = args.again and str(Path(args.again).resolve())
    os.chdir(TOP)
    tried = chosen(args, paths)
    if args.json and not tried:
        print(as_json(args.title, {}))
        return 0
    warm = Warm(args.title, paths, TESTS, [mutant for mutant in tried if not mutant.in_class_body], args.jobs,
                args.within, excused(args.title))  # fmt: skip
    try_warm(warm, files_of_tests(args.title, fast=args.fast))
    if warm.known.failed:
        print("these tests fail without any mutant:", *warm.known.failed, sep="\n  ")
        return 2
    fates = fates_of(args, tried, warm)
    if args.json:
        print(as_json(args.title, fates))
        return 0
    return 0 if tell(args.title, fates, time.monotonic() - began, args.table) >= LEAST_SCORE else 1


if __name__ == "__main__":
    sys.exit(main())
