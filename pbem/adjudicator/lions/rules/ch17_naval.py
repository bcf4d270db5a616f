"""Chapter 17: naval combat, round by round: admirals, wind gauge, fire."""
# Chapter 17 by paragraphs: 17.1-17.3, 17.9 ch17_naval; 17.3-17.8, 17.11 ch17_fire; 17.10, 17.12 are in ch18_results.

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Shift, Table
from pbem.adjudicator.lions.board.terms import PIRATES, MarkerKind, Moment
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import kind_of_place
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.rules.ch15_fog import in_row
from pbem.adjudicator.lions.rules.ch16_route import OPEN_SEA, danger
from pbem.adjudicator.lions.state.forces import Force, guns, leaders_of, title
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass, field

ENGAGE = "engage"

DISPUTE = "command-dispute"


@dataclass(slots=True)
class Side:
    """One force in a battle, and what it has done there."""

    force: Force
    before: dict[str, int]  # the damage each of its ships came with (18.4(3))
    admiral: str = ""
    played: list[str] = field(default_factory=list)  # battle markers, in force for the whole battle (9.13)
    barred: bool = False  # by Command Dispute
    fired: bool = False  # its first firing segment is over
    sunk: list[str] = field(default_factory=list)  # of its own ships, by the enemy
    taken: list[str] = field(default_factory=list)  # of its own ships, as prizes (34)
    panicked: list[str] = field(default_factory=list)
    fled_to: str = ""  # where it broke off to

    @property
    def is_pirate(self) -> bool:
        return self.force.commander != self.force.owner


@dataclass(slots=True)
class Battle:
    """One naval battle."""

    square: str
    attacker: Side
    defender: Side
    round: int = 0
    first: Side | None = None  # who has the wind gauge this round
    boarded: list[str] = field(default_factory=list)  # in the firing segment that is on (31)

    def sides(self) -> tuple[Side, Side]:
        return self.attacker, self.defender

    def enemy(self, side: Side) -> Side:
        return self.defender if side is self.attacker else self.attacker


def begin(state: State, attacker: Force, defender: Force) -> Battle:
    """Two forces about to fight."""
    sides = [Side(force, {name: state.ships[name].damage for name in force.ships}) for force in (attacker, defender)]
    return Battle(attacker.square, sides[0], sides[1])


@rule("17.1", "Who fights whom", "17.6")
def show(table: Table, state: State, battle: Battle) -> None:
    """Combat opens both forces to all (15.2(3))."""
    attacker, defender = (title(state, side.force) for side in battle.sides())
    does = "attack" if attacker.startswith("ships") else "attacks"
    why = f", {reason}" if (reason := battle.attacker.force.reason) else ""
    text = f"Battle at {battle.square}{kind_of_place(state, battle.square)}: {attacker} {does} {defender}{why}."
    table.note("17.1", ALL, text, "battle", square=battle.square)
    for side in battle.sides():
        units = [[name, state.label(name)] for name in (*side.force.ships, *leaders_of(state, side.force))]
        text = f"{state.subject(side.force.owner)}: {in_row(units)}."
        table.note("15.2", ALL, text, "revealed", power=side.force.owner, square=battle.square, shown=units,
                   ships=list(side.force.ships))  # fmt: skip


# -------------------------------------------------------------------------------------------- admirals


def admiral_question(
    table: Table, state: State, force: Force, leaders: Sequence[str], topic: str, rule: str
) -> Choose[str]:
    """Asks who is admiral-in-chief (17.2(1)); the best by default."""
    options = {name: f"{state.label(name)} ({state.leader(name).value})" for name in leaders}
    return Choose(rule=rule, side=force.commander, key=table.key(topic, (force.square.lower(), force.commander)),
                  topic=topic, prompt="Who is your admiral-in-chief?", facts={"square": force.square},
                  options=options, default=leaders[0])


@rule("17.2", "Admiral-in-chief", "22.3", "22.5")
async def name_admirals(table: Table, state: State, battle: Battle) -> None:
    """17.2(1): attacker, then defender; a lone leader commands unasked. Disputes in the first round only."""
    for side in battle.sides():
        leaders = leaders_of(state, side.force)
        before, side.admiral = side.admiral, leaders[0] if leaders else ""
        if len(leaders) > 1:
            question = admiral_question(table, state, side.force, leaders, "admiral/battle", "17.2")
            side.admiral = await table.decide(question)
        if side.admiral and side.admiral != before:
            text = f"{state.label(side.admiral)} commands for {state.name(side.force.owner)}."
            table.note("17.2", ALL, text, "admiral", leader=side.admiral)
        if side.admiral and battle.round == 1:
            side.barred = await is_disputed(table, state, battle.enemy(side).force.owner, side.admiral)


@rule("9.13", "Command Dispute", "22.3")
async def is_disputed(table: Table, state: State, by: str, admiral: str) -> bool:
    """Asks a power if it disputes the enemy admiral's command, and tells if the die bears it out.

    Above the admiral's value, that side plays no battle markers. It is no battle marker itself.
    """
    held, value = state.held(by, DISPUTE), state.leader(admiral).value
    if not held:
        return False
    facts = {"leader": admiral, "value": value}
    question = questions.play_marker(table, state, by, "9.13", DISPUTE, "admiral_named", **facts)
    if await table.decide(question) != questions.YES:
        return False
    play(table, state, by, held[0], f" against {state.label(admiral)}")
    check = state.board.checks[DISPUTE]
    throw = await table.roll("9.13", check.die, "dispute", admiral, why="Command Dispute")
    return check.holds(throw.total, value)


# -------------------------------------------------------------------------------------------- battle markers


@rule("17.9", "Battle Marker limit", "9.7", "9.9", "22.3", "25.6")
def playable(state: State, side: Side, moment: Moment) -> Iterator[str]:
    """Battle markers a side may play now: one of each type, as many in all as its admiral's value; never pirates."""
    value = state.leader(side.admiral).value if side.admiral else 0
    if side.is_pirate or side.barred or len(side.played) >= value:
        return
    used = [state.type_of(name).id for name in side.played]
    for name in state.hand[side.force.owner]:
        kind = state.type_of(name)
        if kind.kind is MarkerKind.BATTLE and moment in kind.when and kind.id not in used:
            used.append(kind.id)
            yield name


def commit(table: Table, state: State, side: Side, marker: str) -> None:
    """A battle marker lies open until the battle is over."""
    state.hand[side.force.owner].remove(marker)
    side.played.append(marker)
    text = f"{state.subject(side.force.owner)} plays {state.label(marker)}."
    table.note("9.7", ALL, text, "played", power=side.force.owner, marker=marker)


def has_played(state: State, side: Side, kind: str) -> bool:
    """Tells if a battle marker of a type is in force for a side."""
    return any(state.type_of(name).id == kind for name in side.played)


# -------------------------------------------------------------------------------------------- wind gauge


@rule("17.2", "Wind gauge", "18.3")
async def wind_gauge(table: Table, state: State, battle: Battle) -> Side | None:
    """17.2(2): who has the gauge; None where the totals tie and the fleets miss each other."""
    raked = await raking(table, state, battle)
    totals = []
    for side in battle.sides():
        shift = Shift()
        shift.add("9.13", state.board.numbers.raking_attack, "Raking Attack", when=side in raked)
        if side.admiral:
            shift.add("17.2", state.leader(side.admiral).value, state.label(side.admiral))
        crippled = is_crippled(state, battle.enemy(side)) and not is_crippled(state, side)
        shift.add("18.3", state.board.numbers.crippled_fleet, "half the enemy's ships are damaged", when=crippled)
        parts = (battle.square.lower(), side.force.owner)
        why = f"{state.subject(side.force.owner)}, wind gauge"
        totals.append((await table.roll("17.2", state.board.dice(), "gauge", *parts, why=why, shift=shift)).total)
    if totals[0] == totals[1]:
        table.note("17.2", ALL, "The fleets miss each other.", "missed", square=battle.square)
        return None
    return battle.attacker if totals[0] > totals[1] else battle.defender


@rule("9.13", "Raking Attack")
async def raking(table: Table, state: State, battle: Battle) -> list[Side]:
    """Asks both sides if they play it for this wind gauge, each unseen by the other."""
    able = [(side, name) for side in battle.sides() for name in playable(state, side, Moment.WIND_GAUGE)]
    asked = [
        questions.play_marker(table, state, side.force.owner, "17.2", state.type_of(name).id, "wind_gauge",
                              round=battle.round)
        for side, name in able
    ]  # fmt: skip
    answers = await table.decide_all(*asked)
    chosen = [pair for pair, answer in zip(able, answers, strict=True) if answer == questions.YES]
    for side, name in chosen:
        commit(table, state, side, name)
    return [side for side, _ in chosen]


@rule("18.3", "Damaged fleets")
def is_crippled(state: State, side: Side) -> bool:
    """Tells if half or more of a side's ships are damaged, treasure fleets counted (18.3(2))."""
    damaged = [name for name in side.force.ships if state.ships[name].damage]
    return len(damaged) * state.board.numbers.crippled_part >= len(side.force.ships)


def gauge_question(table: Table, state: State, own: Force, foe: Force, number: int) -> Choose[str]:
    """Asks the use of the wind gauge (17.2(2)): engage, or break off to a square next to this one.

    A force with hopeless odds breaks off by default, unless its order names whom it attacks.
    """
    ways = {square: f"break off to {square}" for square in state.board.neighbours(own.square)}
    return Choose(rule="17.2", side=own.commander, topic="gauge",
                  key=table.key("gauge", (own.square.lower(), own.commander)), options={ENGAGE: "engage", **ways},
                  prompt=f"You have the wind gauge at {own.square}, round {number}. Engage, or break off?",
                  facts={"round": number, "own": questions.sight(state, own), "enemy": questions.sight(state, foe)},
                  default=way_out(state, own) if is_hopeless(state, own, foe) else ENGAGE)


def is_hopeless(state: State, own: Force, foe: Force) -> bool:
    """Tells if a force has too few guns for the enemy's, and is free to leave.

    A force whose order names its target means to fight; the pirates of a port never leave it (25.5).
    """
    ours, theirs = (sum(guns(state, name) for name in force.ships) for force in (own, foe))
    free = own.owner != PIRATES and not own.named_target
    return free and ours * state.board.numbers.hopeless_odds < theirs


def way_out(state: State, own: Force) -> str:
    """Returns the square to break off to: an own port, else one where nobody is, the nearest to home; or no way."""
    homes = [port.square for port in state.board.home_ports(own.owner)]
    ways = {square: danger(state, own, square) for square in state.board.neighbours(own.square)}
    open_ways = [square for square, exposed in ways.items() if exposed <= OPEN_SEA]
    if not open_ways:
        return ENGAGE
    return min(open_ways, key=lambda square: (ways[square], nearest(state, square, homes), square))


def nearest(state: State, square: str, places: Sequence[str]) -> int:
    """The movement points from a square to the nearest of some places."""
    distances = state.board.distances(square)
    return min((distances[place] for place in places if place in distances), default=0)


@rule("17.2", "Engage or break off")
async def engages(table: Table, state: State, battle: Battle, side: Side) -> bool:
    """17.2(2a, 2c): the side with the gauge fights, or leaves with its whole force; pirates met at sea must fight."""
    if side.force.must_attack:
        return True
    question = gauge_question(table, state, side.force, battle.enemy(side).force, battle.round)
    answer = await table.decide(question)
    if answer == ENGAGE:
        return True
    side.fled_to = answer
    text = f"{state.subject(side.force.owner)} breaks off to {answer}."
    table.note("17.2", ALL, text, "broke_off", power=side.force.owner, to=answer)
    return False
