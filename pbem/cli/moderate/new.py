"""pbem new: a game opened, its invitations written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.base.errors import bad

if TYPE_CHECKING:
    from pbem.club.settings import Club
    from pbem.match.folder.office import Office


@click.command(name="new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="Which rules; 'pbem games' lists them.")
@click.option("--scenario", default="", help="Which scenario; else the game's first.")
@click.option("--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
              help="How the dice are made safe; docs/protocol.md, section 15.")
@click.option("--seat", "seats", multiple=True, metavar="SIDE=ADDRESS", help="Who is asked to play; one for each seat.")
@click.option("--member", "members", multiple=True, metavar="SIDE=ADDRESS", help="Who plays a seat beside its captain.")
@click.option("--member-needs", multiple=True, metavar="SIDE=N", help="How many of a team have to agree to its orders.")
@click.option("--title", default="", help="What the players call this game.")
@click.option("--house", multiple=True, metavar="NAME=VALUE", help="A house rule, as 'pbem games --json' lists them.")
@click.option("--edition", type=click.Path(path_type=Path), help="A file that replaces figures of the data.")
@click.option("--deadline-hours", type=int, help="How long a phase stays open, to the hour; else 168, or --days.")
@click.option("--question-hours", type=int, help="How long a question does; else as long as a phase.")
@click.option("--calendar", type=click.Path(path_type=Path), help="When phases close: a calendar/1 file.")
@click.option("--zone", help="The time zone the game goes by, like Europe/Madrid.")
@click.option("--days", type=int, help="How many days a phase stays open.")
@click.option("--hour", help="When on its last day it closes, like 20:00.")
@click.option("--weekdays", help="On which days it may close, like mon,thu.")
@click.option("--rest", multiple=True, metavar="DATE", help="A holiday on which nothing closes.")
@click.option("--grace-hours", type=int, help="How long orders are still taken after the deadline.")
@click.option("--hold-minutes", type=int, help="The pause between the last orders and an early run.")
@click.option("--reminder-hours", type=int, help="How long before the deadline whoever is missing is reminded.")
@click.option("--no-early", is_flag=True, help="Never run before the deadline.")
@click.option("--press", type=click.Choice(["none", "signed", "grey", "both"]), default="none", show_default=True,
              help="Letters between players through you: none, signed, unsigned (grey), or both.")
@click.option("--press-when", type=click.Choice(["at_once", "with_report"]), default="with_report", show_default=True,
              help="When they are delivered.")
@click.option("--press-chars", type=click.IntRange(1, 20_000), default=4000, show_default=True, help="A letter's most.")
@click.option("--press-letters", type=click.IntRange(1, 1000), default=10, show_default=True,
              help="How many a seat may write in a phase.")
@click.option("--silence", type=click.Choice(["standing", "default_orders", "wait", "free_pass"]), default="standing",
              show_default=True, help="What becomes of a seat that sends nothing; docs/moderate.md, People.")
@click.option("--default-orders", multiple=True, metavar="SIDE=FILE", help="An order file for a seat that is silent.")
@click.option("--abandoned-after", type=click.IntRange(1, 99), help="Silences in a row after which none is waited for.")
@click.option("--disorder", metavar="HOW", help="How an abandoned seat is played: standing, or a bot as bot:steady.")
@click.option("--show-late", is_flag=True, help="A club's page may name who is late once a deadline has passed.")
@click.option("--observer", "observers", multiple=True, metavar="NAME=ADDRESS", help="Who gets the public reports.")
@click.option("--guardian", "guardians", multiple=True, metavar="NAME:ADDRESS=AGE",
              help="Who keeps a share of the escrow key: name, address, age key.")
@click.option("--guardians-needed", type=click.IntRange(1, 16), default=2, show_default=True,
              help="How many of them together can save the game.")
@click.option("--no-alone", is_flag=True,
              help="Tiers two-step, beacon: others send letters too in a phase that is one seat's alone.")
@click.option("--margin-hours", default=12, show_default=True, help="Tier beacon: from the deadline to the round.")
@click.option("--beacon", default="quicknet", show_default=True, help="Tier beacon: quicknet, demo, or a chain hash.")
@click.option("--address", help="Where players write to; in a club's folder, if left out, to the club.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folder: Path, game: str, scenario: str, tier: str, seats: tuple[str, ...], title: str, house: tuple[str, ...],
    edition: Path | None, deadline_hours: int | None, question_hours: int | None, margin_hours: int, beacon: str,
    address: str | None, keyring: Path | None, now: str | None, press: str, press_when: str, press_chars: int,
    press_letters: int, silence: str, default_orders: tuple[str, ...], abandoned_after: int | None,
    disorder: str | None, show_late: bool, observers: tuple[str, ...], guardians: tuple[str, ...],
    guardians_needed: int, members: tuple[str, ...], member_needs: tuple[str, ...], no_alone: bool,
    **times: Any,
) -> None:  # fmt: skip
    """Open a game in DIR: keys for its log, dice and secrets, and an invitation to every seat in DIR/outbox.

    Phases close so many hours after they open, unless a calendar is given: by --calendar, or by any of the options from
    --zone to --no-early. Whatever these leave out is as 'calendar' in docs/formats.md says.
    """
    from pbem.base import clock
    from pbem.base.files import read_file
    from pbem.club.index import known_games
    from pbem.club.settings import club_around
    from pbem.match.people.enrolment import HOURS, NOWHERE, Plan, new_game
    from pbem.trust.keyring import Keyring

    lengths = {"hours": deadline_hours, "question_hours": question_hours}
    club = club_around(folder)
    limits = {"when": press_when, "most_chars": press_chars, "most_per_phase": press_letters}
    plan = Plan(
        game=game, seats=pairs(seats, "SIDE=ADDRESS"), scenario=scenario, tier=tier, title=title,
        house=pairs(house, "NAME=VALUE"), edition=read_file(edition) if edition else None,
        hours=HOURS if deadline_hours is None else deadline_hours, question_hours=question_hours or 0,
        calendar=calendar({**lengths, **times}), margin_hours=margin_hours,
        address=address or (club.address if club else NOWHERE),
        alone=not no_alone, beacon=chain_of(beacon) if tier == "beacon" else "",
        press={} if press == "none" else {"kind": press, **limits},
        members=tuple(pair for each in members for pair in pairs((each,), "SIDE=ADDRESS").items()),
        member_needs={seat: number(text) for seat, text in pairs(member_needs, "SIDE=N").items()},
        guardians=appointed(guardians), guardians_needed=guardians_needed,
        people=people(silence, abandoned_after, disorder, observers, show_late=show_late),
        defaults={seat: read_file(Path(name)) for seat, name in pairs(default_orders, "SIDE=FILE").items()},
    )  # fmt: skip
    taken = known_games(club.private) if club else ()
    office = new_game(folder, plan, Keyring.open(keyring), clock.now(now), taken=taken)
    click.echo(office.book.draft["game"])
    advise(office, folder, club)


def advise(office: Office, folder: Path, club: Club | None) -> None:
    """What the moderator does next, and what he should know of the terms he has chosen."""
    from pbem.match.people.enrolment import NOWHERE
    from pbem.match.wording import STRONGER
    from pbem.trust.people.charter import MODERATOR

    draft = office.book.draft
    sends = f"pbem club tick {club.root}" if club else f"pbem out {folder} --to FOLDER"
    click.echo(f"invitations are in {folder / 'outbox'}; '{sends}' delivers them", err=True)
    if office.book.addresses[MODERATOR] == NOWHERE:
        click.echo(f"players are told to write to {NOWHERE}, where nobody is; --address names your own", err=True)
    if draft["tier"] == "beacon" and "zone" in draft["calendar"]:
        click.echo("tier beacon keeps its deadlines: no phase runs early", err=True)
    if draft["tier"] == "moderated":
        click.echo(STRONGER, err=True)


#: Options whose words a calendar file has as numbers.
LENGTHS = ("hours", "question_hours", "days", "grace_hours", "hold_minutes", "reminder_hours")


def calendar(given: dict[str, Any]) -> dict[str, Any] | None:
    """The charter's calendar; nothing where all that was given are exact hours."""
    from pbem.base.files import read_file
    from pbem.match.terms.calendar_terms import calendar_block

    file = given.pop("calendar")
    options = {name: given[name] for name in ("zone", "hour", *LENGTHS) if given[name] is not None}
    if given["weekdays"]:
        options["weekdays"] = given["weekdays"].split(",")
    if given["rest"]:
        options["rest"] = list(given["rest"])
    if given["no_early"]:
        options["early"] = False
    if "hours" in options and "days" in options:
        raise bad("'--deadline-hours' and '--days' both say how long a phase stays open", hint="give one of them")
    if file is None and options.keys() <= {"hours", "question_hours"}:
        return None
    return calendar_block(read_file(file) if file else None, str(file or ""), options)


def appointed(given: tuple[str, ...]) -> dict[str, Any]:
    """Guardians by name."""
    from pbem.match.record.guardians import Guardian

    found = {}
    for who, age in pairs(given, "NAME:ADDRESS=AGE").items():
        name, colon, address = who.partition(":")
        if not (name and colon and address) or name in found:
            raise bad(f"'{who}' is no guardian, or is one twice", hint="NAME:ADDRESS=AGE")
        found[name] = Guardian(address, age)
    return found


def people(
    silence: str, abandoned_after: int | None, disorder: str | None, observers: tuple[str, ...], *, show_late: bool
) -> dict[str, Any]:
    """The charter's block on people, as far as it says more than the usual."""
    watching = [{"name": name, "address": address} for name, address in pairs(observers, "NAME=ADDRESS").items()]
    given = {"silence": "" if silence == "standing" else silence, "abandoned_after": abandoned_after,
             "disorder": disorder, "show_late": show_late, "observers": watching}  # fmt: skip
    return {name: value for name, value in given.items() if value}


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


def number(text: str) -> int:
    """A whole number in an option."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise bad(f"'{text}' is no whole number")
    return int(text)


def chain_of(name: str) -> str:
    """The chain hash that a beacon's name stands for."""
    from pbem.trust.beacon.drand import DEMO_NETWORK, QUICKNET

    return {"quicknet": QUICKNET.chain, "demo": DEMO_NETWORK.chain}.get(name, name)
