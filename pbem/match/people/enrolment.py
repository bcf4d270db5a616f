"""Opening a game: keys and lanes, invitations, acceptances, the charter, everybody's signature (PROTOCOL 3.3, 3.4)."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem import DOMAIN, strict_yaml
from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.clock import show_time
from pbem.base.errors import BadInput, Fault, Kind, bad
from pbem.base.records import dataclass, field
from pbem.mail.compose import address as mail_address
from pbem.match import wording
from pbem.match.deadlines import silence
from pbem.match.folder.book import Book
from pbem.match.folder.office import EDITION, KEYS, Office, OfficeKeys
from pbem.match.folder.process_lock import hold
from pbem.match.folder.vault import Desk, make_folder
from pbem.match.people import terms_in_words
from pbem.match.play.printed_game import NEEDED, printed_game
from pbem.match.post import observers
from pbem.match.post.addresses import Place, on_file, team_of
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.record import guardians as guarding
from pbem.match.terms.calendar_terms import check_calendar, check_margin, for_tier
from pbem.match.terms.house_rules import house_faults, house_of
from pbem.match.terms.papers import INVITATION, OTHER_KEYS, offer_hash, read_acceptance
from pbem.match.terms.terms import rules_line, rules_sha256
from pbem.trust.beacon.drand import DEMO_NETWORK, network
from pbem.trust.dice import lanes
from pbem.trust.keyring import Keyring, check_name
from pbem.trust.people import charter as charters
from pbem.trust.people.charter import MODERATOR, Tier, write_charter
from pbem.trust.primitives.chain import new_chain
from pbem.trust.primitives.forms import check_seat
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.ssh import sshsig

HOURS = 168
#: Where players write to if nobody says where: a rehearsal's address, which no mail reaches.
NOWHERE = f"moderator@{DOMAIN}"
MARGIN_HOURS = 12
#: In the place of an address: anybody may ask for the seat by letter (people.open_seats).
OPEN_SEAT = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The settings that a moderator chooses before inviting anybody."""

    game: str
    seats: Mapping[str, str]
    scenario: str = ""
    tier: str = Tier.MODERATED.value
    alone: bool = True
    title: str = ""
    house: Mapping[str, str] = field(default_factory=dict)
    edition: bytes | None = None
    hours: int = HOURS
    question_hours: int = 0
    calendar: Mapping[str, Any] | None = None
    press: Mapping[str, Any] = field(default_factory=dict)
    people: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, bytes] = field(default_factory=dict)
    guardians: Mapping[str, guarding.Guardian] = field(default_factory=dict)
    guardians_needed: int = 0
    members: tuple[tuple[str, str], ...] = ()
    member_needs: Mapping[str, int] = field(default_factory=dict)
    margin_hours: int = MARGIN_HOURS
    beacon: str = ""
    address: str = NOWHERE
    #: The seats that write plain order files and add nothing to the dice (grammar 2, tier moderated).
    plain: tuple[str, ...] = ()
    #: Tier two-step: what happens where an opening does not come; by default what suits the number of seats.
    unopened: str = ""
    #: The ledger grammar under which it is played.
    grammar: int = field(default_factory=lambda: charters.NEW_GAMES)

    def scenario_of(self, game: Game) -> str:
        """The scenario named, or the one that has these seats."""
        return self.scenario or game.scenario_for(self.seats)


@dataclass(frozen=True, slots=True)
class Foundation:
    """The name of a game and the secrets it rests on."""

    name: str
    keys: OfficeKeys

    @classmethod
    def fresh(cls, game: Game, scenario: str, now: datetime, taken: Collection[str] = ()) -> Foundation:
        """Never the same twice. Of thousands of names in a club two may well be alike by chance: `taken` are none."""
        while (name := f"{game.name[:20]}-{now.year}-{secrets.token_hex(3)}") in taken:
            continue
        secret_of = {lane: lanes.new_lane_secret() for lane in lane_names(game, scenario)}
        return cls(name, OfficeKeys(LogKey.new(f"{DOMAIN}/{name}"), new_chain(), secret_of, secrets.token_bytes(32)))


def lane_names(game: Game, scenario: str) -> tuple[str, ...]:
    """The moderator's lane of hidden dice, and one for each seat that is filled."""
    return ("mod", *(f"side:{seat}" for seat in sorted(game.seats_of(scenario))))


def new_game(
    root: Path, plan: Plan, ring: Keyring, now: datetime, foundation: Foundation | None = None,
    taken: Collection[str] = (),
) -> Office:  # fmt: skip
    """A game folder with its keys and draft, and an invitation to every seat in the outbox; its name none of those that
    are taken where letters to it come in.
    """
    game = load_game(plan.game)
    check_plan(plan, game)
    check_calendar(calendar_of(plan), now)
    if plan.tier == Tier.BEACON.value:
        check_margin(calendar_of(plan), plan.margin_hours)
    made = foundation or Foundation.fresh(game, plan.scenario_of(game), now, taken)
    name, keys = made.name, made.keys
    ring.signer()  # a key that stays locked leaves no folder behind
    make_folder(root)
    with hold(root / "private"):
        desk = Desk(root, ring.age_identity())
        desk.put_secret(KEYS, keys.to_plain())
        addresses = {seat: plan.address if to == OPEN_SEAT else to for seat, to in plan.seats.items()}
        book = Book("inviting", {MODERATOR: plan.address, **addresses}, draft(plan, game, name, ring, keys, now))
        book.offered = {seat: "" for seat, to in plan.seats.items() if to == OPEN_SEAT}
        book.grammar, book.plain = plan.grammar, sorted(plan.plain)
        book.needs = {seat: needs for seat, needs in plan.member_needs.items() if needs > 1}
        if plan.edition is not None:
            desk.put(EDITION, plan.edition)
        office = Office(desk, ring, now, keys, book)
        for seat, address in plan.members:
            book.fellows[seat] = [*book.fellows.get(seat, ()), mail_address(address)]
        if plan.guardians:
            guarding.appoint(office, plan.guardians, plan.guardians_needed)
        invite(office, plan)
        office.save()
    return office


def check_plan(plan: Plan, game: Game) -> None:
    """Every fault of a plan at once."""
    scenario = plan.scenario_of(game)
    faults = house_faults(plan.house, game)
    if scenario in game.scenarios:
        faults = [*seat_faults(plan, game, scenario), *faults]
    else:
        hint = f"one of {', '.join(game.scenarios)}"
        faults.append(Fault(f"'{scenario}' is not a scenario of {game.title}", hint=hint, kind=Kind.UNKNOWN))
    faults += dice_faults(plan)
    for what, hours in (("deadline", plan.hours), ("margin", plan.margin_hours), ("question", plan.question_hours)):
        if not 0 <= hours <= 8760:
            faults.append(Fault(f"{what} of {hours} hours is out of range", hint="at most 8760, which is a year"))
    if faults:
        raise BadInput(faults)
    mail_address(plan.address)
    if plan.title:
        check_name(plan.title)
    for address in plan.seats.values():
        if address != OPEN_SEAT:
            mail_address(address)
    check_people(plan, game)
    game.begin(scenario, house_of(plan.house, game), plan.edition)  # an edition must fit its game


def dice_faults(plan: Plan) -> Iterator[Fault]:
    """Yields the faults of a plan about who adds to the dice, which the charter would be refused for."""
    if strange := [seat for seat in plan.plain if seat not in plan.seats]:
        yield Fault(f"'{strange[0]}' writes plain files and has no seat", kind=Kind.UNKNOWN)
    if plan.plain and plan.tier != Tier.MODERATED.value:
        yield Fault(f"tier {plan.tier} takes no plain order files", hint="leave out --plain", kind=Kind.ILLEGAL)
    if plan.plain and set(plan.plain) >= set(plan.seats):
        yield Fault("all seats write plain files, so nobody but the moderator would add to the dice")
    if plan.unopened and plan.tier != Tier.TWO_STEP.value:
        yield Fault(f"tier {plan.tier} has no openings", hint="leave out --unopened", kind=Kind.ILLEGAL)
    if plan.unopened == charters.WITHOUT and len(plan.seats) < 3:
        yield Fault("dice without a seat need three seats", hint="--unopened wait", kind=Kind.ILLEGAL)


def check_people(plan: Plan, game: Game) -> None:
    """Checks that the terms about silence can be kept and that default orders are orders."""
    for seat, data in plan.defaults.items():
        body = silence.default_body(data)
        if seat not in plan.seats:
            raise bad(f"'{seat}' has default orders and no seat", kind=Kind.UNKNOWN)
        game.read_orders(silence.default_file(body, "game-000000", seat, "t01"), f"default orders of {seat}")
    faults = [*silence.plan_faults(plan.people, plan.defaults, game, plan.tier), *observers.faults(plan.people),
              *needs_faults(plan)]  # fmt: skip
    if faults:
        raise BadInput(faults)
    for seat, address in plan.members:
        if seat not in plan.seats:
            raise bad(f"'{seat}' has members and no seat", kind=Kind.UNKNOWN)
        mail_address(address)
    for observer in plan.people.get("observers", ()):
        mail_address(observer["address"])


def needs_faults(plan: Plan) -> Iterator[Fault]:
    """A team can be as many as have to agree."""
    for seat, needs in plan.member_needs.items():
        team = 1 + sum(1 for each, _ in plan.members if each == seat)
        if not 1 <= needs <= team:
            people = "its captain alone" if team == 1 else f"a team of {team}"
            hint = "--member SIDE=ADDRESS for each who plays the seat beside its captain"
            yield Fault(f"'{seat}' needs {needs} who agree, and is played by {people}", hint=hint)


def seat_faults(plan: Plan, game: Game, scenario: str) -> list[Fault]:
    """Each seat of the scenario, and no other."""
    seats = game.seats_of(scenario)
    hint = f"seats of {game.title}: {', '.join(seats)}"
    strange = [seat for seat in plan.seats if seat not in seats]
    empty = [seat for seat in seats if seat not in plan.seats]
    faults = [Fault(f"'{seat}' is no seat", hint=hint, kind=Kind.UNKNOWN) for seat in strange]
    return faults + [Fault(f"seat '{seat}' has no player", hint=f"--seat {seat}=ADDRESS") for seat in empty]


def draft(plan: Plan, game: Game, name: str, ring: Keyring, keys: OfficeKeys, now: datetime) -> dict[str, Any]:
    """The charter's fields, all but the seats' keys."""
    tier = Tier(plan.tier)
    fields: dict[str, Any] = {"game": name, "title": plan.title or game.title, "created": show_time(now)}
    fields |= {"rules": rules_line(game), "rules_sha256": rules_sha256(game)}
    fields["scenario"] = plan.scenario_of(game)
    if plan.edition is not None:
        fields["edition"] = sha256(plan.edition).hexdigest()
    if game.house_rules:
        fields["house"] = house_of(plan.house, game)
    fields |= {"tier": tier.value, "log": keys.log.vkey}
    fields["moderator"] = {
        "name": ring.name, "ssh": ring.ssh.line(), "age": ring.age_public(), "chain": keys.chain.anchor
    }
    fields["seats"] = []
    fields["lanes"] = [{"lane": lane, "secret": lanes.secret_commitment(lane, keys.lanes[lane])} for lane in keys.lanes]
    if tier is not Tier.MODERATED and plan.alone:
        fields["acts_alone"] = True
    if tier is Tier.TWO_STEP and plan.grammar == 2:
        fields["unopened"] = plan.unopened or (charters.WAIT if len(plan.seats) < 3 else charters.WITHOUT)
    if tier is Tier.BEACON:
        fields |= {"beacon": plan.beacon, "margin_hours": plan.margin_hours}
        network(plan.beacon, (DEMO_NETWORK,))
    fields["calendar"] = calendar_of(plan)
    if plan.people:
        fields["people"] = dict(plan.people)
    if plan.defaults:
        fields["defaults"] = {seat: silence.default_body(plan.defaults[seat]) for seat in sorted(plan.defaults)}
    if plan.press:
        fields["press"] = dict(plan.press)
    return fields


def calendar_of(plan: Plan) -> dict[str, Any]:
    """The calendar, or exact lengths in hours."""
    if plan.calendar is not None:
        return for_tier(plan.calendar, Tier(plan.tier))
    return {"hours": plan.hours, "question_hours": plan.question_hours or plan.hours}


def invite(office: Office, plan: Plan) -> None:
    """A signed invitation to each seat that is not open, and to all of a team."""
    for seat in sorted(plan.seats):
        check_seat(seat)
        for place in team_of(office, seat):
            if place.number or seat not in office.book.offered:
                ask(office, place)


def ask(office: Office, place: Place) -> None:
    """Send an invitation that names the reader's own address as that of the seat."""
    fields, addresses = office.book.draft, office.book.addresses
    own = {**addresses, place.seat: on_file(office, place)}
    paper = {"pbem": INVITATION, "game": fields["game"], "seat": place.seat, "title": fields["title"]}
    paper |= {"rules": fields["rules"], "tier": fields["tier"], "moderator": fields["moderator"]}
    paper |= {"addresses": [{"seat": who, "address": address} for who, address in sorted(own.items())]}
    paper |= {"member": str(place.number)} if place.number else {}
    data = strict_yaml.write(paper).encode()
    signature = sshsig.sign(office.ring.signer(), data, sshsig.namespace("charter")).encode()
    office.book.invited[str(place)] = offer_hash(signature)
    text = wording.INVITATION.format(
        moderator=fields["moderator"]["name"], seat=place.seat,
        game=terms_in_words.named(fields["title"], fields["rules"]), address=addresses[MODERATOR],
        terms=terms_in_words.indented(fields | {"seats": seats_planned(office)}, place.seat),
        printed=printed_game(fields) or NEEDED,
    )  # fmt: skip
    subject = f"{fields['title']}: will you play the {place.seat} seat?"
    parts = {"invitation.yaml": data, "invitation.yaml.sig": signature}
    post(office, place.seat, "invitation", Letter(own[place.seat], subject, text, parts))


def seats_planned(office: Office) -> list[dict[str, Any]]:
    """The seats as the charter will have them, so that nobody accepts a seat without knowing who shares it."""
    game = load_game(str(office.book.draft["rules"]).partition(" ")[0])
    needs = office.book.needs
    return [{"seat": seat, "members": members_of(office, seat), **({"needs": needs[seat]} if seat in needs else {})}
            for seat in game.seats_of(str(office.book.draft["scenario"]))]  # fmt: skip


def accept(office: Office, data: bytes, signature: bytes) -> None:
    """A seat's acceptance; with the last of them the charter is drawn up, signed and sent to all."""
    paper = read_acceptance(data, signature)
    book = office.book
    if book.stage != "inviting":
        raise bad("acceptance has come when all seats were filled already", kind=Kind.LATE)
    if paper["game"] != book.draft["game"]:
        raise bad(f"acceptance is for the game '{paper['game']}', not for '{book.draft['game']}'", kind=Kind.MISMATCH)
    if paper["seat"] not in book.addresses or paper["seat"] == MODERATOR:
        raise bad(f"'{paper['seat']}' has no seat in this game", kind=Kind.UNKNOWN)
    places = book.crew.setdefault(paper["seat"], {}) if "member" in paper else book.joined
    place = paper.get("member", paper["seat"])
    if "member" in paper and place not in members_of(office, paper["seat"]):
        raise bad(f"seat '{paper['seat']}' has no member {place}", kind=Kind.UNKNOWN)
    if place in places:
        raise bad(f"seat '{paper['seat']}' has been accepted already", kind=Kind.LATE)
    check_invited(book, paper)
    check_own_keys(book, paper)
    places[place] = {key: paper[key] for key in ("name", "ssh", "age", "chain")}
    if "desk" in paper and paper["seat"] not in book.desks:
        book.desks.append(paper["seat"])
    office.say(f"{paper['seat']} is accepted by {paper['name']}")
    if len(book.joined) == len(book.addresses) - 1 and not crew_missing(office):
        draw_up(office)


def check_invited(book: Book, paper: Mapping[str, str]) -> None:
    """Raises unless an acceptance answers the newest invitation to its place.

    Many people know game and seats, and an earlier invitation may have gone to a wrong address.
    """
    due = book.invited.get(str(Place(paper["seat"], int(paper.get("member", 0)))))
    if due and paper.get("offer") != due:
        hint = "accept with the newest invitation to this seat, as it came: 'pbem join LETTER'"
        raise bad("acceptance does not answer the invitation that was sent", kind=Kind.MISMATCH, hint=hint)


def check_own_keys(book: Book, paper: Mapping[str, str]) -> None:
    """Raises if two places would have the same keys.

    Such a charter is not valid, and only the last player to accept would learn of it.
    """
    enrolled = [*book.joined.values(), *(each for crew in book.crew.values() for each in crew.values())]
    taken = {each["chain"] for each in (*enrolled, book.draft["moderator"])}
    if paper["chain"] in taken or public_key(paper) in map(public_key, enrolled):
        text = f"keys of '{paper['seat']}' have another place in this game already"
        raise bad(text, hint=OTHER_KEYS, kind=Kind.ILLEGAL)


def public_key(keys: Mapping[str, str]) -> list[str]:
    """The key that somebody signs with, without its comment."""
    return keys["ssh"].split()[:2]


def members_of(office: Office, seat: str) -> list[str]:
    """The numbers of a team's members beside its captain."""
    return [str(number) for number, _ in enumerate(office.book.fellows.get(seat, ()), 1)]


def crew_missing(office: Office) -> list[str]:
    """Members of teams who have not accepted."""
    crew = office.book.crew
    seats = sorted(office.book.fellows)
    return [f"{seat} ({number})" for seat in seats for number in members_of(office, seat)
            if number not in crew.get(seat, {})]


def awaited(office: Office) -> list[str]:
    """Returns the seats that have still to accept, or to sign the charter once there is one."""
    book, inviting = office.book, office.book.stage == "inviting"
    done = book.joined if inviting else book.signed
    missing = [seat for seat in sorted(book.addresses) if seat not in done and seat != MODERATOR]
    return [*missing, *crew_missing(office)] if inviting else missing


def with_crew(office: Office, seat: str) -> dict[str, Any]:
    """A seat as the charter has it."""
    crew = office.book.crew.get(seat, {})
    members = [crew[number] for number in sorted(crew, key=int)]
    needs = office.book.needs.get(seat)
    if office.book.grammar == 2:  # a team shares the chain of its captain
        members = [without_chain(keys) for keys in members]
    of_team = {"members": members, **({"needs": needs} if needs else {})} if members else {}
    if seat in office.book.plain:
        return {"seat": seat, **without_chain(office.book.joined[seat]), "plain": True, **of_team}
    return {"seat": seat, **office.book.joined[seat], **of_team}


def without_chain(keys: Mapping[str, str]) -> dict[str, str]:
    """Somebody's keys but for their chain."""
    return {name: value for name, value in keys.items() if name != "chain"}


def draw_up(office: Office) -> None:
    """The charter with everybody's keys, signed by the moderator; to every seat for its signature."""
    book = office.book
    seats = [with_crew(office, seat) for seat in sorted(book.joined)]
    data = write_charter({**book.draft, "seats": seats}, book.grammar)
    office.desk.put(layout.CHARTER, data)
    office.desk.put(layout.VKEY, f"{office.keys.log.vkey}\n".encode("ascii"))
    armour = sshsig.sign(office.ring.signer(), data, sshsig.namespace("charter"))
    with office.record.step(office.now) as step:
        step.file(layout.CHARTER, data)
        step.charter_entered(office.charter)
        step.ack(MODERATOR, armour)
    book.stage = "signing"
    game = office.charter.game
    parts = {layout.CHARTER: data, layout.charter_signature(MODERATOR): armour.encode("ascii")}
    for seat in sorted(book.joined):
        terms, address = terms_in_words.indented(office.charter.fields, seat), book.addresses[MODERATOR]
        text = wording.CHARTER.format(title=book.draft["title"], terms=terms, address=address)
        subject = f"{game}: the charter of {book.draft['title']}, to sign"
        post(office, seat, "charter", Letter(book.addresses[seat], subject, text, parts))
    office.say("all seats have accepted; the charter goes out to be signed")
    for line in terms_in_words.words_to_compare(office.charter.sha256, "each player"):
        office.say(line)


def take_signature(office: Office, seat: str, armour: bytes) -> None:
    """Take a seat's signature of the charter; `all_signed` says whether it was the last that play waits for."""
    book = office.book
    if book.stage == "inviting":
        raise bad("there is no charter to sign yet", hint="seats are still being filled", kind=Kind.ILLEGAL)
    if seat not in book.joined:
        raise bad(f"'{seat}' has no seat in this game", kind=Kind.UNKNOWN)
    if seat in book.signed:
        raise bad(f"seat '{seat}' has signed already", kind=Kind.LATE)
    with office.record.step(office.now) as step:
        step.ack(seat, armour.decode("ascii", "replace"))
    book.signed.append(seat)
    office.say(f"{seat} has signed the charter")


def all_signed(office: Office) -> bool:
    """Tells if play can begin: all seats signed the charter, all guardians opened their trial files."""
    book = office.book
    return book.stage == "signing" and len(book.signed) == len(book.joined) and not guarding.unproved(office)
