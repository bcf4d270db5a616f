"""pbem roll: explains and proves one roll."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import completion
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.trust.dice.explain import Explanation, Step
    from pbem.trust.one_roll import Throw


@click.command(name="roll")
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("label")
@click.argument("spec", required=False, default="")
@click.option("--phase", default="", shell_complete=completion.phases, help="Phase, if several have this label.")
@click.option("--lane", default="", help="Lane, if several have this label: pub, mod or side:<seat>.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(path: Path, label: str, spec: str, phase: str, lane: str, as_json: bool) -> None:
    """Prove one roll: show what was hashed, which bytes count, and shell lines that recompute it without pbem.

    PATH is a public folder, a .zip of one, or a seed file. LABEL names the roll. Give SPEC, such as '2d6', if no log
    lists it. Exit code 4 means that the log shows another result than the key gives.
    """
    from pbem.match.folder.kinds import expect_record
    from pbem.trust.one_roll import find_throw
    from pbem.trust.shell_lines import promise_lines, roll_lines

    expect_record(path)
    throw = find_throw(path, label, spec, phase, lane)
    shell, promise = roll_lines(throw), promise_lines(throw)
    if as_json:
        say_json({**facts(throw), "shell": shell, "promise": promise}, ascii_only=True, indent=2)
        return
    say("\n".join(told(throw)))
    say("\nThe same in a shell (bash, openssl):\n")
    say("\n".join(f"    {line}" for line in shell))
    if throw.folder:
        say("\nThe moderator's part of the seed, against what all signed before the game:\n")
        say("\n".join(f"    {line}" for line in promise))
    if not throw.logged:
        say("no log lists this roll: it has a value, but it has decided nothing", err=True)


def facts(throw: Throw) -> dict[str, Any]:
    """Returns the roll as data for programs."""
    made = throw.explanation
    return {
        "label": made.label, "spec": made.spec, "values": list(made.values), "phase": throw.occasion.phase,
        "attempt": throw.occasion.attempt, "lane": throw.lane, "file": throw.seed_file, "log": throw.log_file,
        "key": throw.seed.key.hex(), "blocks": [{"message": b.message, "hex": b.hex} for b in made.blocks],
        "steps": [
            {"below": s.size, "limit": s.limit, "read": s.read, "skipped": list(s.skipped), "result": s.number}
            for s in made.steps
        ],
    }  # fmt: skip


def told(throw: Throw) -> list[str]:
    """Describes the roll for people."""
    made = throw.explanation
    lines = [f"{made.label} {made.spec}: {','.join(map(str, made.values))}", ""]
    lines += [f"  seed     {throw.seed_file}", f"  key      {throw.seed.key.hex()}  (SHA-256 of the seed)"]
    if throw.lane != "pub":
        lines.append(f"  lane     {throw.lane}, opened by {throw.secret_file}; its key follows from the one above")
    for block in made.blocks:
        lines += [f"  hashed   {block.message}", f"  gives    {block.hex}"]
    return [*lines, "", *steps(made)]


def steps(made: Explanation) -> list[str]:
    """Describes every number that was read."""
    lines = [f"  {step_words(step)}{meaning(made, number, step)}" for number, step in enumerate(made.steps)]
    if made.spec.startswith("draw:"):
        lines.append(
            "  A draw lays the cards out in the order of the list, counted from 0. For i = 0, 1, 2 ... it takes a\n"
            "  number below what is left and swaps card i with the card that many places further on; the first stand."
        )
    return lines


def step_words(step: Step) -> str:
    """Says which bytes were read for one number."""
    if step.kept is None:
        return "nothing is read: one is left"
    width = len(step.read) // 2 // (len(step.skipped) + 1)
    skipped = f"; {', '.join(map(str, step.skipped))} skipped, not below {step.limit}" if step.skipped else ""
    words = f"byte {step.start}" if width == 1 else f"bytes {step.start} and on, by twos"
    return f"{words}: {step.kept}{skipped}; {step.kept} mod {step.size} = {step.number}"


def meaning(made: Explanation, number: int, step: Step) -> str:
    """Says what the number means."""
    if not made.spec.startswith("draw:"):
        return f": the die shows {step.number + 1}"
    swap = f"swap cards {number} and {number + step.number}" if step.number else f"card {number} stays"
    return f": {swap}"
