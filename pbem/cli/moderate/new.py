"""pbem new: opens a game and writes its invitations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.base.errors import bad
from pbem.cli import completion
from pbem.cli.person import PRESETS, ask_for_rest, asked_for_person, at_a_terminal, at_pace
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.club.settings import Club
    from pbem.match.folder.office import Office


@click.command(name="new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--game", default="", shell_complete=completion.games, help="Game to play; 'pbem games' lists them.")
@click.option("--scenario", default="", shell_complete=completion.scenarios,
              help="Scenario (default: the game's first).")  # fmt: skip
@click.option("--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
              help="How the dice are protected; README, Moderate.")
@click.option("--seat", "seats", multiple=True, metavar="SIDE=ADDRESS",
              help="Player to invite; give one for each seat. In a club, SIDE=open lets people ask for it.")
@click.option("--member", "members", multiple=True, metavar="SIDE=ADDRESS",
              help="Another player for a seat, beside its captain.")
@click.option("--member-needs", multiple=True, metavar="SIDE=N",
              help="How many members of a team must support its orders.")
@click.option("--title", default="", help="Title that players see.")
@click.option("--house", multiple=True, metavar="NAME=VALUE", help="Set a house rule; 'pbem games --json' lists them.")
@click.option("--edition", type=click.Path(path_type=Path), help="Edition file that replaces figures of the data.")
@click.option("--preset", type=click.Choice(list(PRESETS)),
              help="Pace: a week a phase, two days, or two weeks; options of time below go before it.")
@click.option("--deadline-hours", type=click.IntRange(0, 8760),
              help="Hours a phase stays open (default: 168, or --days).")
@click.option("--question-hours", type=int, help="Hours a question stays open (default: as long as a phase).")
@click.option("--calendar", type=click.Path(path_type=Path),
              help="Calendar file (calendar/1) that says when phases close.")
@click.option("--zone", help="Time zone of the game, such as Europe/Madrid.")
@click.option("--days", type=int, help="Days a phase stays open.")
@click.option("--hour", help="Time at which a phase closes, such as 20:00.")
@click.option("--weekdays", help="Days on which a phase may close, such as mon,thu.")
@click.option("--rest", multiple=True, metavar="DATE", help="Holiday on which nothing closes.")
@click.option("--grace-hours", type=int, help="Hours after the deadline in which late orders count (default: 12).")
@click.option("--hold-minutes", type=int, help="Pause between the last orders and an early run.")
@click.option("--reminder-hours", type=int,
              help="Remind missing players this many hours before the deadline (default: 24).")
@click.option("--no-early", is_flag=True, help="Never run a phase before its deadline.")
@click.option("--press", type=click.Choice(["none", "signed", "grey", "both"]), default="none", show_default=True,
              help="Letters between players: none, signed, unsigned (grey), or both.")
@click.option("--press-when", type=click.Choice(["at_once", "with_report"]), default="with_report", show_default=True,
              help="When letters between players are delivered.")
@click.option("--press-chars", type=click.IntRange(1, 20_000), default=4000, show_default=True,
              help="Longest such letter.")
@click.option("--press-letters", type=click.IntRange(1, 1000), default=10, show_default=True,
              help="Most such letters a seat may write in a phase.")
@click.option("--silence", type=click.Choice(["standing", "default_orders", "wait", "free_pass"]), default="standing",
              show_default=True, help="What happens if a seat sends nothing; docs/moderate.md, People.")
@click.option("--default-orders", multiple=True, metavar="SIDE=FILE", help="Order file to use if a seat is silent.")
@click.option("--abandoned-after", type=click.IntRange(1, 99),
              help="Stop waiting for a seat after this many silent phases.")
@click.option("--disorder", metavar="HOW", help="Who plays an abandoned seat: standing, or a bot such as bot:steady.")
@click.option("--show-late", is_flag=True, help="Let a club's page name players who are late.")
@click.option("--observer", "observers", multiple=True, metavar="NAME=ADDRESS",
              help="Observer who gets the public reports.")
@click.option("--guardian", "guardians", multiple=True, metavar="NAME:ADDRESS=AGE",
              help="Guardian who keeps a share of the escrow key.")
@click.option("--guardians-needed", type=click.IntRange(1, 16), default=2, show_default=True,
              help="How many guardians together can save the game.")
@click.option("--plain", "plain", multiple=True, metavar="SIDE",
              help="Seat whose player sends plain order files (tier moderated; it adds nothing to the dice).")
@click.option("--unopened", type=click.Choice(["wait", "without"]),
              help="Tier two-step: wait for a missing opening, or make the dice once more without that seat "
              "(default: wait if there are two seats).")
@click.option("--no-alone", is_flag=True,
              help="Tiers two-step, beacon: all seats send letters in every phase.")
@click.option("--margin-hours", default=12, show_default=True,
              help="Tier beacon: hours from the deadline to the round.")
@click.option("--beacon", default="quicknet", show_default=True, help="Tier beacon: quicknet, demo, or a chain hash.")
@click.option("--address", help="Address that players write to (default in a club: the club's).")
@click.option("--moderator", "person", metavar="ADDRESS",
              help="Your own address: you are told there when the game needs you.")
@click.option("--rehearsal", is_flag=True, envvar="PBEM_REHEARSAL", show_envvar=True,
              help="For tests: exact times alone, without reminder, grace and guard; any address.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(**given: Any) -> None:
    """Open a game in DIR and invite its players; the invitations are in DIR/outbox.

    On a terminal you are asked for the game, its players and its pace, as far as you do not name them.

    A phase closes a fixed number of hours after it opens, unless you give a calendar, with --calendar or with any of
    the options from --zone to --no-early. docs/formats.md lists the defaults of a calendar. Unless you say otherwise,
    missing players are reminded a day before the deadline, late orders count for 12 hours more, and nothing is run
    without you when most seats, or all, have sent nothing.
    """
    from pbem.club.settings import club_around

    club = club_around(given["folder"])
    lacking = not given["game"] or not given["seats"] or not (given["address"] or club)
    if lacking and at_a_terminal() and not given["rehearsal"]:
        ask_for_rest(given, club is not None, lambda address: check_reachable([mail_address(address)]))
    if not given["game"]:
        raise click.UsageError("Missing option '--game'.")
    at_pace(given.pop("preset"), given)
    open_game(club=club, **given)


def mail_address(text: str) -> str:
    """An e-mail address that somebody typed."""
    from pbem.mail.compose import address

    return address(text)


def open_game(
    *, folder: Path, game: str, scenario: str, tier: str, seats: tuple[str, ...], title: str, house: tuple[str, ...],
    edition: Path | None, deadline_hours: int | None, question_hours: int | None, margin_hours: int, beacon: str,
    address: str | None, keyring: Path | None, now: str | None, press: str, press_when: str, press_chars: int,
    press_letters: int, silence: str, default_orders: tuple[str, ...], abandoned_after: int | None,
    disorder: str | None, show_late: bool, observers: tuple[str, ...], guardians: tuple[str, ...],
    guardians_needed: int, members: tuple[str, ...], member_needs: tuple[str, ...], no_alone: bool,
    plain: tuple[str, ...], unopened: str | None, person: str | None, rehearsal: bool, club: Club | None,
    as_json: bool, **times: Any,
) -> None:  # fmt: skip
    """Opens the game that the options describe."""
    from pbem.base import clock
    from pbem.base.files import read_file
    from pbem.club.index import known_games
    from pbem.match.people.enrolment import HOURS, NOWHERE, OPEN_SEAT, Plan, new_game
    from pbem.match.post.alarms import PERSON, check_person, keep_person
    from pbem.trust.keyring import Keyring

    lengths = {"hours": deadline_hours, "question_hours": question_hours}
    given = address or (club.address if club else NOWHERE)
    if OPEN_SEAT in pairs(seats, "SIDE=ADDRESS").values() and not club:
        hint = "make one with 'pbem club new CLUB', and the game with 'pbem new CLUB/games/NAME'"
        raise bad("only a club answers letters that ask for a seat", hint=hint)
    block = calendar({**lengths, **times})
    if not rehearsal:
        check_reachable([given, *(each for each in pairs(seats, "SIDE=ADDRESS").values() if each != OPEN_SEAT)])
        check_times(deadline_hours, question_hours)
        block = guarded(block, deadline_hours, question_hours, times, margin_hours if tier == "beacon" else None)
    person = person or ("" if rehearsal or (club and club.fields.get(PERSON)) else asked_for_person())
    person = check_person(person, given) if person else ""
    limits = {"when": press_when, "most_chars": press_chars, "most_per_phase": press_letters}
    plan = Plan(
        game=game, seats=pairs(seats, "SIDE=ADDRESS"), scenario=scenario, tier=tier, title=title,
        house=pairs(house, "NAME=VALUE"), edition=read_file(edition) if edition else None,
        hours=HOURS if deadline_hours is None else deadline_hours, question_hours=question_hours or 0,
        calendar=block, margin_hours=margin_hours, address=given,
        plain=plain, unopened=unopened or "", alone=not no_alone,
        beacon=chain_of(beacon) if tier == "beacon" else "",
        press={} if press == "none" else {"kind": press, **limits},
        members=tuple(pair for each in members for pair in pairs((each,), "SIDE=ADDRESS").items()),
        member_needs={seat: number(text) for seat, text in pairs(member_needs, "SIDE=N").items()},
        guardians=appointed(guardians), guardians_needed=guardians_needed,
        people=people(silence, abandoned_after, disorder, observers, show_late=show_late),
        defaults={seat: read_file(Path(name)) for seat, name in pairs(default_orders, "SIDE=FILE").items()},
    )  # fmt: skip
    taken = known_games(club.private) if club else ()
    office = new_game(folder, plan, Keyring.open(keyring), clock.now(now), taken=taken)
    if person:
        keep_person(folder, person)
    tell_of(office, folder, club, as_json=as_json)


def tell_of(office: Office, folder: Path, club: Club | None, *, as_json: bool) -> None:
    """Prints the game that was opened, and what to do next."""
    notes = list(advice(office, folder, club))
    if as_json:
        invited = sorted(str(path) for path in (folder / "outbox").glob("*.eml"))
        say_json({"game": office.book.draft["game"], "folder": str(folder), "invitations": invited, "notes": notes})
        return
    say(office.book.draft["game"])
    for note in notes:
        say(note, err=True)


def advice(office: Office, folder: Path, club: Club | None) -> Iterator[str]:
    """Says what to do next, and what to know of the chosen terms."""
    from pbem.match.people.enrolment import NOWHERE
    from pbem.match.post.alarms import person_of
    from pbem.match.post.transports import SETTINGS
    from pbem.match.wording import STRONGER
    from pbem.trust.people.charter import MODERATOR

    draft = office.book.draft
    sends = f"pbem club tick {club.root}" if club else f"pbem out {folder} --to FOLDER"
    yield f"invitations are in {folder / 'outbox'}; '{sends}' delivers them"
    if office.book.addresses[MODERATOR] == NOWHERE:
        yield f"players are told to write to {NOWHERE}, where nobody is; --address names your own"
    if not person_of(folder):
        yield f"nobody is told when the game needs you: write 'moderator: ADDRESS' into {folder / SETTINGS}"
    if draft["tier"] == "beacon" and "zone" in draft["calendar"]:
        yield "tier beacon keeps its deadlines: no phase runs early"
    if draft["tier"] == "moderated":
        yield STRONGER


#: Names that the standards keep out of the mail (RFC 2606, RFC 6761).
UNREACHABLE = ("example", "invalid", "test")
#: Options whose words a calendar file has as numbers.
LENGTHS = ("hours", "question_hours", "days", "grace_hours", "hold_minutes", "reminder_hours")


def calendar(given: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the charter's calendar, or None if only exact hours were given."""
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


def check_reachable(addresses: list[str]) -> None:
    """Refuses addresses that the standards keep for examples: no letter ever reaches them."""
    from pbem.match.people.enrolment import NOWHERE

    for address in addresses:
        if address == NOWHERE:
            raise bad("the game has no address for its players' letters", hint="--address ADDRESS")
        if address.rpartition(".")[2].lower() in UNREACHABLE:
            raise bad(f"no letter reaches '{address}': the standards keep such names for examples",
                      hint="name a real address; 'pbem demo' plays without mail")


def check_times(hours: int | None, question_hours: int | None) -> None:
    """Refuses a phase that nobody has time to play."""
    for name, given in (("--deadline-hours", hours), ("--question-hours", question_hours)):
        if given is not None and given < 1:
            raise bad(f"'{name} {given}' leaves nobody time to answer", hint=f"{name} 48")


def guarded(
    block: dict[str, Any] | None, hours: int | None, question_hours: int | None, given: dict[str, Any],
    margin_hours: int | None,
) -> dict[str, Any]:  # fmt: skip
    """Returns the calendar with a reminder, a grace and the guard against silence, as far as nothing else was said."""
    from pbem.match.people.enrolment import HOURS
    from pbem.match.terms.calendar_terms import guarded_block

    length = HOURS if hours is None else hours
    exact = {"hours": length, "question_hours": question_hours or length}
    said = {name for name in ("grace_hours", "reminder_hours") if given.get(name) is not None}
    return guarded_block(block, exact, said, margin_hours)


def appointed(given: tuple[str, ...]) -> dict[str, Any]:
    """Reads the guardians, by name."""
    from pbem.match.record.guardians import Guardian

    found = {}
    for who, age in pairs(given, "NAME:ADDRESS=AGE").items():
        name, colon, address = who.partition(":")
        if not (name and colon and address) or name in found:
            raise bad(f"'{who}' is not a guardian, or is one twice", hint="NAME:ADDRESS=AGE")
        found[name] = Guardian(address, age)
    return found


def people(
    silence: str, abandoned_after: int | None, disorder: str | None, observers: tuple[str, ...], *, show_late: bool
) -> dict[str, Any]:
    """Returns the charter's block on people, with what differs from the defaults."""
    watching = [{"name": name, "address": address} for name, address in pairs(observers, "NAME=ADDRESS").items()]
    given = {"silence": "" if silence == "standing" else silence, "abandoned_after": abandoned_after,
             "disorder": disorder, "show_late": show_late, "observers": watching}  # fmt: skip
    return {name: value for name, value in given.items() if value}


def pairs(given: tuple[str, ...], form: str) -> dict[str, str]:
    """Reads NAME=VALUE options; each name may come once."""
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
    """Reads a whole number in an option."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise bad(f"'{text}' is no whole number")
    return int(text)


def chain_of(name: str) -> str:
    """Returns the chain hash for a beacon's name."""
    from pbem.trust.beacon.drand import DEMO_NETWORK, QUICKNET

    return {"quicknet": QUICKNET.chain, "demo": DEMO_NETWORK.chain}.get(name, name)
