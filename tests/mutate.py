"""Mutation testing of a title's rules: `python tests/mutate.py TITLE`.

It draws small changes of the rule chapters (a `<` becomes `<=`, an `and` an `or`, a number one more, a call is left
out) and puts each to the tests that run the changed line. A mutant that no test notices is a rule that no test holds.
It wants a test; if the change means nothing, it is listed in `tests/mutation/TITLE.yaml` with the reason.

    python tests/mutate.py jenkins                      200 mutants, the same ones every time
    python tests/mutate.py lions --count 500 --seed 7   others
    python tests/mutate.py lions --chapter ch17_naval   every mutant of one chapter

The score is the share of killed mutants among those that mean something; it ends with 1 below 95 %.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

TESTS = Path(__file__).resolve().parent
TOP = TESTS.parent
sys.path[:0] = [str(TOP), str(TESTS), str(TESTS / "kits")]

import hypothesis  # noqa: E402, F401 - what every child would load for itself
import jinja2  # noqa: E402, F401
import yaml  # noqa: E402
from mutation.mutants import Mutant, mutants, sampled  # noqa: E402
from mutation.traced import Traced, traced  # noqa: E402
from mutation.trial import Fate, put_to  # noqa: E402

from pbem.base import clock, errors  # noqa: E402, F401
from pbem.trust import verify  # noqa: E402, F401

#: A mutant has so many times as long as its tests take by themselves, and this many seconds besides.
PATIENCE, AT_LEAST = 10.0, 20.0
#: The quick tests come first; a mutant that outlives this many is put to all tests of the title at once.
FIRST = 40
LEAST_SCORE = 95.0


def tests_of(title: str) -> list[str]:
    """The tests that hold a title's rules."""
    return [str(TESTS / "rules" / title), str(TESTS / "cases_run" / f"test_cases_{title}.py")]


def traced_in_child(title: str, rules: Path) -> Traced:
    """Runs the tests once and takes what they ran; in a child, so that no rule is loaded here."""
    with tempfile.NamedTemporaryFile() as kept:
        child = os.fork()
        if child == 0:
            found = traced(rules, tests_of(title))
            Path(kept.name).write_bytes(pickle.dumps(found))
            os._exit(0)
        os.waitpid(child, 0)
        found = pickle.loads(Path(kept.name).read_bytes())  # noqa: S301 - written a moment ago, by our own child
    assert isinstance(found, Traced)
    return found


def fate_of(mutant: Mutant, title: str, known: Traced) -> Fate:
    """Puts a mutant to the tests that run its line, the quick ones first, then to all."""
    module = f"pbem.adjudicator.{title}.rules.{mutant.path.stem}"
    tests = known.tests_of(mutant.path, mutant.line)
    for some in (tests[:FIRST], tests_of(title)):
        if not some:
            continue
        seconds = sum(known.seconds.get(test, 0.0) for test in some) or sum(known.seconds.values())
        fate = put_to(mutant, module, some, AT_LEAST + PATIENCE * seconds)
        if fate is not Fate.SURVIVED:
            return fate
    return Fate.SURVIVED


def excused(title: str) -> dict[str, str]:
    """The mutants that mean nothing, each with its reason."""
    path = TESTS / "mutation" / f"{title}.yaml"
    listed = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None
    return {entry["mutant"]: entry["why"] for entry in listed or ()}


def chosen(args: argparse.Namespace, rules: Path) -> list[Mutant]:
    """The mutants to try: a sample of all chapters, or all of the chapters that are named."""
    paths = sorted(path for path in rules.glob("*.py") if path.stem != "__init__")
    if args.chapter:
        paths = [path for path in paths if path.stem in args.chapter]
        return [mutant for path in paths for mutant in mutants(path)][:: args.every]
    return sampled(paths, args.count, args.seed)


def tell(title: str, fates: Sequence[tuple[Mutant, Fate]], seconds: float) -> float:
    """Prints the survivors and the score."""
    known = excused(title)
    lived = [mutant for mutant, fate in fates if fate is Fate.SURVIVED]
    bare = [mutant for mutant in lived if mutant.name not in known]
    for mutant in bare:
        print(f"survived: {mutant.path.relative_to(TOP)}:{mutant.line}: {mutant.name}")
    meant = len(fates) - (len(lived) - len(bare))
    score = 100.0 * (meant - len(bare)) / max(1, meant)
    endless = sum(fate is Fate.ENDLESS for _, fate in fates)
    print(f"{title}: {len(fates)} mutants, {len(fates) - len(lived)} killed ({endless} without end), "
          f"{len(lived) - len(bare)} mean nothing, {len(bare)} survived: {score:.1f} %; {seconds:.0f} s")  # fmt: skip
    return score


def main(words: Sequence[str] | None = None) -> int:
    """Reads the options, tries the mutants and tells what became of them."""
    reader = argparse.ArgumentParser(prog="python tests/mutate.py", description="Mutation testing of a title's rules.")
    reader.add_argument("title")
    reader.add_argument("--count", type=int, default=200, help="How many mutants to draw (200).")
    reader.add_argument("--seed", type=int, default=1, help="The draw (1).")
    reader.add_argument("--chapter", action="append", help="All mutants of this module instead; may be repeated.")
    reader.add_argument("--every", type=int, default=1, help="With --chapter: only each n-th.")
    reader.add_argument("--jobs", type=int, default=2, help="How many at a time (2).")
    args = reader.parse_args(words)
    rules = TOP / "pbem" / "adjudicator" / args.title / "rules"
    if not rules.is_dir():
        reader.error(f"'{args.title}' is not a title with rules")
    began = time.monotonic()
    os.chdir(TOP)
    known = traced_in_child(args.title, rules)
    if known.failed:
        print("these tests fail without any mutant:", *known.failed, sep="\n  ")
        return 2
    tried = chosen(args, rules)
    with multiprocessing.get_context("fork").Pool(args.jobs) as pool:
        fates = pool.map(partial(fate_of, title=args.title, known=known), tried, chunksize=1)
    return 0 if tell(args.title, list(zip(tried, fates, strict=True)), time.monotonic() - began) >= LEAST_SCORE else 1


if __name__ == "__main__":
    sys.exit(main())
