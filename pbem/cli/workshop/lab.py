"""pbem lab: soaks, audits, counts of balance and mutants on many cores or machines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import completion
from pbem.cli.groups import WholeHelp
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.adjudicator.game import Game
    from pbem.lab.kept_parts import Kept
    from pbem.lab.lab_run import Means
    from pbem.lab.many_games import Games

Command = Callable[..., None]


@click.group(cls=WholeHelp, name="lab")
def command() -> None:
    """Do work by the thousand on all cores, or on many machines with Dask. Needs pip install 'pbem[lab]'.

    Results do not depend on the number of workers, on their order, or on how many die. A lab that was stopped goes on
    where it was with the same command.
    """


def means_options(out: str) -> Callable[[Command], Command]:
    """The options that all labs share."""

    def decorated(function: Command) -> Command:
        for option in reversed((
            click.option("--jobs", type=click.IntRange(min=1), help="Number of processes here (default: all cores)."),
            click.option("--cluster", default="", metavar="ADDRESS",
                         help="Scheduler of Dask that runs already, like tcp://head.example:8786."),
            click.option("--batch", type=click.FloatRange(min=0.01), default=10.0, show_default=True,
                         help="Seconds of work that a worker takes at a time."),
            click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=out, show_default=True,
                         help="Folder for the results; with the same folder a lab goes on."),
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        )):  # fmt: skip
            function = option(function)
        return function

    return decorated


@contextmanager
def laboratory(
    out: Path, jobs: int | None, cluster: str, batch: float
) -> Iterator[tuple[Kept, Means, Callable[[int, int], None]]]:
    """The folder of a lab, held; its means; and the line that shows how far it is."""
    from pbem.cli.progress import Pace
    from pbem.lab.kept_parts import Kept
    from pbem.lab.lab_run import Means

    kept, pace = Kept(out), Pace()
    try:
        with kept.held():
            yield kept, Means(jobs or os.cpu_count() or 1, cluster, batch), pace.show
    except KeyboardInterrupt:
        say(f"stopped; what is done lies in {out}, and the same command goes on", err=True)
        raise click.Abort from None
    finally:
        pace.end()


@command.command(name="soak")
@click.argument("game", shell_complete=completion.games)
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option("--seed", default="1", show_default=True, help="Seed; the same seed gives the same games.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", shell_complete=completion.bots,
              help="Bot to use: NAME for all seats, or SEAT=NAME.")  # fmt: skip
@click.option("--scenario", default="", shell_complete=completion.scenarios,
              help="Scenario (default: the game's first).")  # fmt: skip
@click.option("--house", multiple=True, metavar="NAME=VALUE", help="Set a house rule; 'pbem games --json' lists them.")
@click.option("--reports", is_flag=True,
              help="Make every report, page and order desk too; a game takes about ten times as long.")  # fmt: skip
@means_options("lab-soak")
def soak(
    game: str, games: int, seed: str, bots: tuple[str, ...], scenario: str, house: tuple[str, ...], reports: bool,
    **means: Any,
) -> None:  # fmt: skip
    """Play complete games of GAME between bots, as 'pbem soak' does, and check every phase.

    All games are played, whatever fails. Each is named by its seed: 'pbem soak GAME --seed S --first N --games 1' plays
    game S/N alone. OUT gets results.jsonl and results.parquet, and failures/ the transcript of each failed phase. The
    exit code is 4 if a game failed.
    """
    from pbem.adjudicator.titles import load_game
    from pbem.cli.moderate.new import pairs
    from pbem.lab.many_games import soak_of, variant_of

    title = load_game(game)
    plan = soak_of(title, seed, games, variant_of(title, scenario, pairs(house, "NAME=VALUE"), bots), reports=reports)
    play(plan, title, **means)


@command.command(name="balance")
@click.argument("game", shell_complete=completion.games)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Games of each variant.")
@click.option("--seed", default="1", show_default=True, help="Seed; game N of all variants has the same.")
@click.option("--bot", "bots", multiple=True, metavar="NAMES", shell_complete=completion.bots,
              help="Bots of a variant: NAME, or SEAT=NAME,SEAT=NAME (may be repeated).")  # fmt: skip
@click.option("--scenario", "scenarios", multiple=True, shell_complete=completion.scenarios,
              help="Scenario of a variant (default: the game's first).")  # fmt: skip
@click.option("--house", "houses", multiple=True, metavar="RULES",
              help="House rules of a variant, beside one with the title's own: NAME=VALUE,NAME=VALUE.")  # fmt: skip
@means_options("lab-balance")
def balance(
    game: str, games: int, seed: str, bots: tuple[str, ...], scenarios: tuple[str, ...], houses: tuple[str, ...],
    **means: Any,
) -> None:  # fmt: skip
    """Count who wins GAME between bots: every scenario by every set of house rules by every choice of bots.

    Each share of wins has the interval that holds the true share in 19 of 20 such counts. OUT gets balance.html,
    results.jsonl and results.parquet. With more --games a count goes on.
    """
    from pbem.adjudicator.titles import load_game
    from pbem.cli.moderate.new import pairs
    from pbem.lab.many_games import balance_of, grid

    title = load_game(game)
    rules = [{}, *(pairs(tuple(words.split(",")), "NAME=VALUE") for words in houses)]
    plan = balance_of(title, seed, games, grid(title, scenarios, rules, bots))
    play(plan, title, **means)


def play(plan: Games, title: Game, out: Path, as_json: bool, jobs: int | None, cluster: str, batch: float) -> None:
    """Plays the games of a plan, writes its results and tells them."""
    from pbem.lab.balance_page import write_balance
    from pbem.lab.lab_run import results, run, write_results
    from pbem.lab.parquet import GAME, write_parquet
    from pbem.lab.tally import counted_in, in_words, rows

    with laboratory(out, jobs, cluster, batch) as (kept, means, told):
        run(plan, kept, means, told)
        write_results(kept, plan.total)
        write_parquet(out, GAME, results(kept))
        found = rows(counted_in(plan, results(kept)))
        if plan.kind == "balance":
            write_balance(out, title.title, plan, found)
        failures = [record["failed"] for record in results(kept) if "failed" in record]
    failed = [failure["sentence"] for failure in failures]
    if as_json:
        say_json({**plan.as_json(), "variants": found, "failed": failed})
    else:
        say("\n".join(in_words(found)))
        for failure in failures:
            again = f"; to play it again: {failure['again']}" if "again" in failure else ""
            say(f"failed: {failure['sentence']}{again}", err=True)
        say(f"results lie in {out}", err=True)
    click.get_current_context().exit(4 if failed else 0)


@command.command(name="audit")
@click.argument("sources", metavar="PATH...", nargs=-1, required=True)
@means_options("lab-audit")
def audit(sources: tuple[str, ...], out: Path, as_json: bool, jobs: int | None, cluster: str, batch: float) -> None:
    """Audit thousands of games: archives (.zip), public folders, and all that lie in other folders.

    PATH may be an address that fsspec reads, like s3://games/2026; archives are then read by the workers themselves.
    What matched before in OUT is known again by its files and by the version of pbem, and not audited twice. OUT gets
    results.jsonl and results.parquet. The exit code is the gravest, as of 'pbem audit'.
    """
    from pbem.cli.check.audit import GRAVEST_FIRST
    from pbem.lab.archives import found_in
    from pbem.lab.known_games import audit_all
    from pbem.lab.lab_run import results
    from pbem.lab.parquet import AUDIT, write_parquet

    names = found_in(sources)
    codes: dict[int, int] = {}
    with laboratory(out, jobs, cluster, batch) as (kept, means, told):
        audit_all(names, kept, means, told)
        write_parquet(out, AUDIT, results(kept))
        for record in results(kept):
            codes[record["exit_code"]] = codes.get(record["exit_code"], 0) + 1
            if not as_json and not record["ok"]:
                tell_fault(record)
    if as_json:
        say_json({"lab": "audit", "games": len(names), "exit_codes": {str(key): codes[key] for key in sorted(codes)}})
    else:
        good = sum(codes.get(code, 0) for code in (0, 5))
        say(f"{len(names)} games: {good} match, {len(names) - good} do not")
        say(f"results lie in {out}", err=True)
    click.get_current_context().exit(next(code for code in GRAVEST_FIRST if code in codes))


@command.command(name="mutate")
@click.argument("game", shell_complete=completion.games)
@click.option("--count", type=click.IntRange(min=1), default=300, show_default=True, help="Mutants to draw.")
@click.option("--seed", type=int, default=1, show_default=True, help="The draw; the same seed draws the same mutants.")
@click.option("--fast", is_flag=True, help="Leave out the tests that play games or compare positions.")
@means_options("lab-mutate")
def mutate(
    game: str, count: int, seed: int, fast: bool, out: Path, as_json: bool, jobs: int | None, cluster: str, batch: float
) -> None:
    """Put small changes of GAME's rules to its tests, and name those that no test notices.

    It needs a checkout of the project on every machine. OUT gets results.jsonl. The exit code is 4 if a mutant
    survived that is not listed as meaning nothing.
    """
    from pbem.adjudicator.titles import load_game
    from pbem.lab.lab_run import results, run, write_results
    from pbem.lab.many_mutants import mutants_of, score

    plan = mutants_of(load_game(game).name, count, seed, fast=fast)
    with laboratory(out, jobs, cluster, batch) as (kept, means, told):
        run(plan, kept, means, told)
        write_results(kept, plan.total)
        found = score(results(kept))
        failed = [record["failed"]["sentence"] for record in results(kept) if "failed" in record]
    if as_json:
        say_json({**plan.as_json(), "tried": found.tried, "killed": found.killed, "nothing": found.nothing,
                  "survived": list(found.survived), "failed": failed})  # fmt: skip
    else:
        for line in (*(f"survived: {each}" for each in found.survived), found.sentence()):
            say(line)
        for sentence in failed:
            say(f"failed: {sentence}", err=True)
        say(f"results lie in {out}", err=True)
    click.get_current_context().exit(4 if failed or found.survived else 0)


def tell_fault(record: dict[str, Any]) -> None:
    """Names a game that does not match, and the first thing in it that does not."""
    first = record["faults"][0]
    place = f"{first['file']}: " if first.get("file", record["path"]) != record["path"] else ""
    say(f"{record['path']}: {place}{first['message']}")
