"""pbem new: a game opened, its invitations written."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.errors import bad


@click.command(name="new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="Which rules; 'pbem games' lists them.")
@click.option("--scenario", default="", help="Which scenario; else the game's first.")
@click.option("--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
              help="How the dice are made safe; docs/protocol.md, section 15.")
@click.option("--seat", "seats", multiple=True, required=True, metavar="SIDE=ADDRESS", help="Who is asked to play.")
@click.option("--title", default="", help="What the players call this game.")
@click.option("--house", multiple=True, metavar="NAME=VALUE", help="A house rule, as 'pbem games --json' lists them.")
@click.option("--edition", type=click.Path(path_type=Path), help="A file that replaces figures of the data.")
@click.option("--deadline-hours", default=168, show_default=True, help="How long a phase stays open.")
@click.option("--question-hours", default=0, help="How long a question does; else as long as a phase.")
@click.option("--margin-hours", default=12, show_default=True, help="Tier beacon: from the deadline to the round.")
@click.option("--beacon", default="quicknet", show_default=True, help="Tier beacon: quicknet, demo, or a chain hash.")
@click.option("--address", default="moderator@pbem.example", show_default=True, help="Where players write to.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folder: Path, game: str, scenario: str, tier: str, seats: tuple[str, ...], title: str, house: tuple[str, ...],
    edition: Path | None, deadline_hours: int, question_hours: int, margin_hours: int, beacon: str, address: str,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Open a game in DIR: keys for its log, dice and secrets, and an invitation to every seat in DIR/outbox."""
    from pbem import clock
    from pbem.files import read_file
    from pbem.keyring import Keyring
    from pbem.match.opening import Plan, new_game
    from pbem.match.wording import STRONGER

    plan = Plan(
        game=game, seats=pairs(seats, "SIDE=ADDRESS"), scenario=scenario, tier=tier, title=title,
        house=pairs(house, "NAME=VALUE"), edition=read_file(edition) if edition else None, hours=deadline_hours,
        question_hours=question_hours, margin_hours=margin_hours, address=address,
        beacon=chain_of(beacon) if tier == "beacon" else "",
    )  # fmt: skip
    office = new_game(folder, plan, Keyring.open(keyring), clock.now(now))
    click.echo(office.book.draft["game"])
    click.echo(f"invitations are in {folder / 'outbox'}; 'pbem out' delivers them", err=True)
    if tier == "moderated":
        click.echo(STRONGER, err=True)


def pairs(given: tuple[str, ...], form: str) -> dict[str, str]:
    """NAME=VALUE options, each name once."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise bad(f"'{text}' is not of the form {form}")
        if name in found:
            raise bad(f"'{name}' is given twice")
        found[name] = value
    return found


def chain_of(name: str) -> str:
    """The chain hash that a beacon's name stands for."""
    from pbem.trust.demo_chain import DEMO_NETWORK
    from pbem.trust.drand import QUICKNET

    return {"quicknet": QUICKNET.chain, "demo": DEMO_NETWORK.chain}.get(name, name)
