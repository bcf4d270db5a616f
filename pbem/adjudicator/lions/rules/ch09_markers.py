"""Chapter 9.13: the action markers of the Operations Phases, one function for each."""
# Chapter 9 by paragraphs: 9.1-9.11 ch09_pool; bids (9.3(2)) ch09_exchange; the markers of 9.13 ch09_markers,
# ch09_instead (played instead of an operation) and ch09_windows (Spy), or with the rule they change.

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table, own_lane
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import has_port, is_disputed, is_foreign_home, is_present
from pbem.adjudicator.lions.rules.ch08_revenue import pay
from pbem.adjudicator.lions.rules.ch09_pool import draw, gain, play, seat_leader
from pbem.adjudicator.lions.rules.ch09_windows import negated
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home, launch
from pbem.adjudicator.lions.rules.ch15_fog import in_row, inventory
from pbem.adjudicator.lions.rules.forms import MarkerEntry
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.base.records import dataclass

SALT_PORK, NATIVES, SOVEREIGN = "salt-pork-and-biscuits", "natives-are-restless", "sovereign-of-the-seas"
CHATTER, RALLY, BOATSWAIN = "coffee-house-chatter", "rally", "boatswain"


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's use of a marker, with its order entry."""

    table: Table
    state: State
    power: str
    kind: str
    entry: MarkerEntry

    def play(self, text: str = "") -> None:
        play(self.table, self.state, self.power, self.state.held(self.power, self.kind)[0], text)

    @property
    def dice(self) -> str:
        """Returns the dice that the marker throws."""
        return self.state.board.marker_types[self.kind].dice

    def victim(self) -> str:
        """Returns the other player an entry names; empty if it names none."""
        name = str(self.entry.get("from", ""))
        return name if name in self.state.others(self.power) else ""


@rule("9.13", "Action markers of an operation", "9.1", "9.7")
async def play_action(table: Table, state: State, power: str, entry: MarkerEntry, kinds: Mapping[str, Act]) -> None:
    """One marker an order names, if it is in hand and this is its moment; what cannot be played stays in the hand."""
    kind = str(entry.get("marker", ""))
    if kind not in kinds:
        return
    hand = Hand(table, state, power, kind, entry)
    reason = await kinds[kind](hand) if state.held(power, kind) else "it is not in your hand"
    if reason:
        text = f"{state.board.marker_types[kind].name} is not played: {reason}."
        table.note("9.13", power, text, "lapsed", marker=kind)


Act = Callable[[Hand], Awaitable[str]]


@rule("9.13", "Nell Gwyn")
async def nell_gwyn(hand: Hand) -> str:
    """A die of pounds before the operation is paid for."""
    hand.play()
    throw = await hand.table.roll("9.13", hand.dice, "nell", hand.power, why="Nell Gwyn")
    pay(hand.table, hand.state, hand.power, throw.total, "9.13", "Nell Gwyn")
    return ""


@rule("9.13", "Press Gang, Rally", "6.4")
async def press_gang(hand: Hand) -> str:
    """Raises a ship that is no 1st or 2nd rate, or a die of land points.

    They come to one unplundered port with own units that nobody disputes (6.4). Rally brings a leader too.
    """
    state, power = hand.state, hand.power
    square, kind = state.board.square_named(str(hand.entry.get("at", ""))), str(hand.entry.get("ship", ""))
    if not has_port(state, square) or not is_present(state, square, power) or is_foreign_home(state, square, power):
        return "it needs an unplundered port with units of yours"
    if is_disputed(state, square):
        return f"{square} is disputed"
    if kind and not may_press(state, power, kind):
        return f"no {kind} can be raised"
    hand.play(f" in {square}")
    if kind:
        launch(state, power, kind, square)
    else:
        await muster_points(hand, square)
    if hand.kind == RALLY and (pool := state.leader_pool(power)):
        drawn = await hand.table.draw("9.13", pool, 1, "leader", power, lane=own_lane(power))
        question = questions.place_leader(hand.table, state, power, "9.13", "leader-place", drawn[0])
        seat_leader(state, drawn[0], await hand.table.decide(question))
    return ""


def may_press(state: State, power: str, kind: str) -> bool:
    """Tells if such a ship may be raised, and is left to raise."""
    found = state.board.classes.get(kind)
    if found is None or (found.rated and found.rate < state.board.numbers.press_least_rate):
        return False
    return any(state.board.ships[name].kind.id == kind for name in state.unbuilt(power))


async def muster_points(hand: Hand, square: str) -> None:
    """Raises a die of regiment and fort points, in the numbers that the order names.

    What it does not divide, and what the counters do not allow, is of the kind it names first, then of the other.
    """
    state, power = hand.state, hand.power
    name = state.board.marker_types[hand.kind].name
    left = (await hand.table.roll("9.13", hand.dice, "press", power, why=name)).total
    kinds = (FORT, REGIMENT) if hand.entry.get("points") == FORT else (REGIMENT, FORT)
    wanted = [(kind, max(0, whole(hand.entry.get(f"{kind}s", "0")))) for kind in kinds]
    for kind, most in (*wanted, *((kind, left) for kind in kinds)):
        some = min(left, most, state.land_left(power, kind))
        if some > 0:
            state.put_ashore(square, power, kind, some)
            left -= some


@rule("9.13", "Coffee House Chatter")
async def chatter(hand: Hand) -> str:
    """A marker at random from another hand, which gets this one for it; or two from the pool, which gets this one."""
    state, victim = hand.state, hand.victim()
    if hand.entry.get("from") == "pool":
        hand.play(" for two from the pool")
        await draw(hand.table, state, hand.power, state.board.numbers.stolen_markers, "chatter")
        return ""
    if not victim or not state.hand[victim]:
        return "name another player with markers, or the pool"
    hand.play(f" against {state.name(victim)}")
    await steal(hand, victim, 1)
    marker = next(name for name in state.pool if state.type_of(name).id == CHATTER)
    state.pool.remove(marker)
    await gain(hand.table, state, victim, [marker])
    return ""


@rule("9.13", "Treachery")
async def treachery(hand: Hand) -> str:
    """Two markers at random from another hand."""
    victim = hand.victim()
    if not victim or not hand.state.hand[victim]:
        return "name another player with markers"
    hand.play(f" against {hand.state.name(victim)}")
    if not await negated(hand.table, hand.state, hand.power, hand.kind):
        await steal(hand, victim, hand.state.board.numbers.stolen_markers)
    return ""


async def steal(hand: Hand, victim: str, number: int) -> None:
    """Markers drawn from one hand into another; only these two players know which."""
    state = hand.state
    number = min(number, len(state.hand[victim]))
    taken = await hand.table.draw("9.13", state.hand[victim], number, "theft", victim, lane=own_lane(hand.power))
    state.hand[victim] = [name for name in state.hand[victim] if name not in taken]
    text = f"{state.subject(hand.power)} takes {', '.join(state.label(name) for name in taken)} from you."
    hand.table.note("9.13", victim, text, "stolen", markers=taken)
    text = f"{state.subject(hand.power)} takes {number} markers from {state.name(victim)}."
    hand.table.note("9.13", ALL, text, "theft", power=hand.power, victim=victim, number=number)
    await gain(hand.table, state, hand.power, taken)


@rule("9.13", "Spy (examining)")
async def spy(hand: Hand) -> str:
    """The units of one square, or one player's hand, shown to the player of the marker alone."""
    state, victim = hand.state, hand.victim()
    square = state.board.square_named(str(hand.entry.get("at", "")))
    if not victim and not square:
        return "name a square, or another player"
    hand.play()
    if await negated(hand.table, state, hand.power, hand.kind):
        return ""
    if victim:
        shown = ", ".join(state.label(name) for name in state.hand[victim]) or "no markers"
        hand.table.note("9.13", hand.power, f"{state.subject(victim)} holds {shown}.", "spied", power=victim)
        return ""
    for power in state.others(hand.power):
        units = inventory(state, square, power)
        text = f"{state.subject(power)} at {square}: {in_row(units)}."
        hand.table.note("9.13", hand.power, text, "spied", power=power, square=square, shown=units)
    return ""


@rule("9.13", "Boatswain", "18.2")
async def boatswain(hand: Hand) -> str:
    """All damage of one own ship, wherever she is, for nothing."""
    name = str(hand.entry.get("ship", ""))
    if name not in hand.state.ships_of(hand.power) or not hand.state.ships[name].damage:
        return "it is no damaged ship of yours"
    hand.play()
    hand.state.ships[name].damage = 0
    return ""


def waits_for_damage(state: State, entry: MarkerEntry) -> bool:
    """Tells if a Boatswain is kept until the force has sailed: a storm may damage the ship meanwhile."""
    ship = state.ships.get(str(entry.get("ship", "")))
    return entry.get("marker") == BOATSWAIN and ship is not None and not ship.damage


#: By the moment they are played: before the operation is paid for, in its Movement Segment, and at the end of that.
AT_START: Mapping[str, Act] = {
    "nell-gwyn": nell_gwyn, "press-gang": press_gang, RALLY: press_gang, CHATTER: chatter,
}  # fmt: skip
IN_MOVEMENT: Mapping[str, Act] = {BOATSWAIN: boatswain, "spy": spy, "treachery": treachery}
AFTER_MOVEMENT: Mapping[str, Act] = {BOATSWAIN: boatswain}


# -------------------------------------------------------------------------------------- against another's operation


@rule("9.13", "Sovereign of the Seas (passing)")
async def forced_to_pass(table: Table, state: State, power: str) -> bool:
    """Tells if another player makes this one pass, before a force is named."""
    for holder in state.others(power):
        held = state.held(holder, SOVEREIGN)
        if held:
            question = questions.play_marker(
                table, state, holder, "9.13", SOVEREIGN, "other_operation_start", against=power
            )
            if await table.decide(question) == questions.YES:
                play(table, state, holder, held[0], f" against {state.name(power)}")
                return True
    return False


def natives_question(table: Table, state: State, power: str, others: Sequence[str]) -> Choose[str]:
    """Asks whose natives to stir up, if any (9.13); discreet, as only the marker's holder is asked (9.2)."""
    options = {questions.NO: "nobody's", **{name: state.name(name) for name in others}}
    return Choose(rule="9.13", side=power, key=table.key("natives", (power,)), topic="play/natives-are-restless",
                  prompt="Do you play Natives Are Restless, and against whom?", options=options, default=questions.NO,
                  discreet=True)


@rule("9.13", "Natives Are Restless")
async def restless_natives(table: Table, state: State) -> None:
    """Asks the holders of Natives before each Operations Phase, though it may be played at any time.

    The victim chooses which die of land points to lose, ashore or aboard, anywhere but in an own home port.
    """
    for holder in state.order():
        held = state.held(holder, NATIVES)
        if not held:
            continue
        victim = await table.decide(natives_question(table, state, holder, state.others(holder)))
        if victim != questions.NO:
            play(table, state, holder, held[0], f" against {state.name(victim)}")
            kind = state.board.marker_types[NATIVES]
            throw = await table.roll("9.13", kind.dice, "natives", victim, why=kind.name)
            for _ in range(throw.total):
                await lose_to_natives(table, state, victim)


def uprising_question(table: Table, state: State, power: str, places: Sequence[str]) -> Choose[str]:
    """Asks where a power loses its next land point to natives; discreet, as others see no points ashore (15.1)."""
    options = dict(zip(places, places, strict=True))
    return Choose(rule="9.13", side=power, key=table.key("losses/natives", (power,)), topic="losses/natives",
                  prompt="Where do you lose a land point?", options=options, default=places[0], discreet=True)


def open_to_natives(state: State, power: str) -> list[str]:
    """Lists a power's land points outside its home ports, ashore and aboard ships: the place or ship, and the kind."""
    ashore = [
        f"{square} {kind}" for square in state.in_grid_order(state.land) if not is_own_home(state, square, power)
        for kind in (REGIMENT, FORT) if state.ashore(square, power, kind)
    ]  # fmt: skip
    laden = state.in_order(name for name, hold in state.cargo.items() if power in hold)
    return ashore + [f"{ship} {REGIMENT}" for ship in laden if not is_own_home(state, state.ships[ship].at, power)]


async def lose_to_natives(table: Table, state: State, power: str) -> None:
    """One point, where and of what kind its owner says."""
    places = open_to_natives(state, power)
    if not places:
        return
    chosen = places[0]
    if len(places) > 1:
        chosen = await table.decide(uprising_question(table, state, power, places))
    square, kind = chosen.split()
    if square in state.ships:
        state.load(square, power, -1)
        square = state.ships[square].at
    else:
        state.put_ashore(square, power, kind, -1)
    text = f"{state.subject(power)} loses a {kind} point at {square} to natives."
    table.note("9.13", ALL, text, "land_lost", power=power, square=square)
