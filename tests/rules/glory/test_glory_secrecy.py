"""What a seat may not know changes no byte of its view, hazard by hazard; and what it must know does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.glory.glory_positions import at_sea, moved, reading, set_up, watched

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.glory.reports.chart import chart
from pbem.adjudicator.glory.reports.report import contents
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Loss, Officer, Raid, State
from pbem.adjudicator.glory.view.view import seen_state, view
from pbem.adjudicator.glory.view.watch import Watch
from pbem.adjudicator.reports.report_page import report_of
from pbem.chart import svg

Change = Callable[[State], None]
ENEMY = {"british": "allied", "allied": "british"}


def same_for(seat: str | None, change: Change, seed: int) -> None:
    """Changing what is hidden leaves the view as it was, down to the order of its keys."""
    plain, other = at_sea(SeededChance(f"seed {seed}")), at_sea(SeededChance(f"seed {seed}"))
    change(other)
    assert repr(view(other, seat, watched(other))) == repr(view(plain, seat, watched(plain)))
    if seed == 1:  # a report is made from the view, so one position is enough
        assert printed(other, seat) == printed(plain, seat)


def printed(state: State, seat: str | None) -> tuple[str, str]:
    """The report as text, and the map."""
    read = reading(state, seat)
    return report_of("glory", read, contents), svg.standalone(chart(read))


def differs_for(seat: str | None, change: Change) -> None:
    """What must be seen is seen."""
    plain, other = at_sea(SeededChance("1")), at_sea(SeededChance("1"))
    change(other)
    assert view(other, seat, watched(other)) != view(plain, seat, watched(plain))


def swap_blocks(one: str, two: str) -> Change:
    """Two blocks of one pool change places with all that they hold."""

    def change(state: State) -> None:
        state.blocks[one], state.blocks[two] = state.blocks[two], state.blocks[one]
        held = {one: two, two: one}
        for ship in state.ships.values():
            ship.at = held.get(ship.at, ship.at)
        for officer in state.admirals.values():
            officer.at = held.get(officer.at, officer.at)

    return change


def attribute(name: str, value: Any) -> Change:
    """One field of the position is another."""
    return lambda state: setattr(state, name, value)


def field(shelf: str, key: str, value: Any) -> Change:
    """One entry of a field is another."""
    return lambda state: getattr(state, shelf).__setitem__(key, value)


def ships_elsewhere(state: State) -> None:
    """French ships lie in other blocks and ports than they did."""
    for name, ship in state.ships.items():
        if name.startswith(("f-", "s-")):
            there = {"brest-fleet": "rochefort-fleet", "ferrol": "cadiz", "cadiz-fleet": "cadiz"}
            ship.at = there.get(ship.at, ship.at)


def all_damaged(state: State) -> None:
    """Allied ships are all damaged, some wrecked, others without a crew."""
    for number, (name, ship) in enumerate(state.ships.items()):
        if not name.startswith("b-"):
            ship.damaged, ship.wrecked = True, number % 3 == 0


def hurt_british(state: State) -> None:
    """British ships are all damaged but those of the North Sea Fleet, which lies open."""
    for name, ship in state.ships.items():
        if name.startswith("b-") and ship.at != "north-sea":
            ship.damaged = True


HIDDEN_FROM_BRITISH: dict[str, Change] = {
    "which of the rumours": swap_blocks("fog-1", "fog-2"),
    "ships in port and block": ships_elsewhere,
    "damage": all_damaged,
    "destination": lambda state: setattr(state.blocks["brest-fleet"], "bound", "naples"),
    "letter": lambda state: setattr(state.blocks["brest-fleet"], "letter", "d"),
    "reached": lambda state: setattr(state.blocks["brest-fleet"], "reached", True),
    "conseil": attribute("conseil", {"a": "malta", "b": "naples", "c": "brest", "d": "toulon"}),
    "provisions": attribute("chits", {"brest": "may-not", "toulon": "may"}),
    "provisions drawn": attribute("provisions", ["may", "may"]),
    "Napoleon's values": field("napoleon", "malta", 99),
    "directive": attribute("directive", "bantry-bay"),
    "directives left (12)": attribute("directives", []),
    "what lies under a raid marker (5)": field("raids", "antigua", Raid(done=False)),
    "rumours not in use (2)": lambda state: state.blocks.__setitem__("fog-8", Block("gone")),
    "a fleet block not in use (10)": lambda state: state.blocks.__setitem__("magon-fleet", Block("gone")),
    "admirals": lambda state: state.admirals.__setitem__("villeneuve", Officer("cadiz")),
    "ships gone unscored (10)": lambda state: state.lost.__setitem__("f-heros", Loss("unscored")),
    "a fleet in a port with a display box (25)": lambda state: state.blocks.__setitem__(
        "magon-fleet", Block("brest", "port")),
}  # fmt: skip
HIDDEN_FROM_ALLIES: dict[str, Change] = {
    "Pitt's values": field("pitt", "malta", 99),
    "which event": lambda state: setattr(state, "events", {"russia": AdmiraltyEvent(7)}),
    "events in the cup": attribute("events_pool", ["convoy"]),
    "what spies saw": attribute("spied", ["brest"]),
    "arrival number": lambda state: setattr(state.blocks["channel-fleet"], "bound", "3"),
    "which frigate": swap_blocks("frigate-8", "frigate-9"),
    "damage": hurt_british,
    "a block that is not in use (10)": lambda state: state.blocks.__setitem__("minorca-fleet", Block("gone")),
    "admirals": lambda state: state.admirals.__setitem__("nelson", Officer("gibraltar-fleet")),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("what", HIDDEN_FROM_BRITISH)
def test_the_british_cannot_tell(what: str, seed: int) -> None:
    same_for("british", HIDDEN_FROM_BRITISH[what], seed)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("what", [each for each in HIDDEN_FROM_ALLIES if each != "which frigate"])
def test_the_allies_cannot_tell(what: str, seed: int) -> None:
    same_for("allied", HIDDEN_FROM_ALLIES[what], seed)


@pytest.mark.parametrize("what", [*HIDDEN_FROM_BRITISH, *HIDDEN_FROM_ALLIES])
def test_the_public_cannot_tell(what: str) -> None:
    if what != "which frigate":
        same_for(None, {**HIDDEN_FROM_ALLIES, **HIDDEN_FROM_BRITISH}[what], 1)


@pytest.mark.parametrize("seed", range(12))
def test_7_4_blocks_that_lie_together_at_sea_look_alike_whatever_they_are(seed: int) -> None:
    state = at_sea(SeededChance(f"seed {seed}"))
    names = ("brest-fleet", "rochefort-fleet", "toulon-fleet", "fog-1", "fog-2", "fog-3")
    for one in names:
        for two in names:
            if one < two and state.blocks[one].at == state.blocks[two].at:
                same_for("british", swap_blocks(one, two), seed)
                same_for(None, swap_blocks(one, two), seed)


MUST_SHOW: dict[str, tuple[str | None, Change]] = {
    "own damage": ("allied", all_damaged),
    "own destination": ("allied", HIDDEN_FROM_BRITISH["destination"]),
    "own directive": ("allied", HIDDEN_FROM_BRITISH["directive"]),
    "own values": ("british", HIDDEN_FROM_ALLIES["Pitt's values"]),
    "own event": ("british", HIDDEN_FROM_ALLIES["which event"]),
    "a sail that lies elsewhere": ("british", lambda state: setattr(state.blocks["brest-fleet"], "at", "0118")),
    "a sail more": (None, lambda state: state.blocks.__setitem__("fog-4", Block("0807", "sea"))),
    "a provisions chit that lies open": ("british", attribute("chits_shown", ["brest"])),
    "a provisions chit that spies saw": ("british", attribute("spied", ["brest"])),
    "a raid marker turned up": ("british", field("raids", "antigua", Raid(done=True, shown=True))),
    "the North Sea Fleet": ("allied", lambda state: setattr(state.ships["b-monarch"], "damaged", True)),
    "an open directive": ("british", attribute("directive_open", True)),
    "a block in a port without a display box (11.2)": (
        "allied", lambda state: state.blocks.__setitem__("minorca-fleet", Block("naples", "port"))),
}  # fmt: skip


@pytest.mark.parametrize("what", MUST_SHOW)
def test_what_must_be_seen_is_seen(what: str) -> None:
    differs_for(*MUST_SHOW[what])


def test_23_at_the_end_all_values_lie_open() -> None:
    state = set_up()
    assert view(state, "british", watched(state))["values"] == {}
    state.winner = "draw"
    assert view(state, "british", watched(state))["values"]["napoleon/malta"] == state.napoleon["malta"]


def test_2_3_of_a_pool_that_was_told_to_move_nobody_knows_who_moved() -> None:
    """The same notes to all, whichever block it was; the owner alone knows."""
    stories = []
    for mover in ("brest-fleet", "fog-1"):
        state = at_sea(SeededChance("2"))
        state.blocks["brest-fleet"].at = state.blocks["fog-1"].at = "0706"
        story = moved("allied", mover, "0706", "0606")
        watch = Watch.begin(state)
        watch.listen(state, story)
        state.blocks[mover].at = "0606"
        stories.append([repr(view(state, seat, watch)) for seat in ("british", None, "allied")])
    assert stories[0][:2] == stories[1][:2]
    assert stories[0][2] != stories[1][2]


def test_4_3_the_owner_knows_what_the_enemy_sees() -> None:
    state = set_up()
    story = moved("allied", "brest-fleet", "brest/port", "0706")
    watch = Watch.begin(state)
    watch.listen(state, story)
    state.blocks["brest-fleet"] = Block("0706", "sea", "martinique", "a")
    own = view(state, "allied", watch)["blocks"]["brest-fleet"]
    seen = view(state, "british", watch)["sails"]
    assert [str(number) for number in own["sail_numbers"]] == list(seen)
    assert own["left_by"] == "brest"
    assert next(iter(seen.values()))["left"] == "brest"


@pytest.mark.parametrize("seat", ["british", "allied"])
def test_the_view_is_a_position_that_order_checks_can_ask(seat: str) -> None:
    state = at_sea(SeededChance("3"))
    known = view(state, seat, watched(state))
    seen = seen_state(state.board, known)
    mine = [name for name in state.blocks if state.owner(name) == seat]
    assert {name: seen.blocks[name].at for name in mine} == {name: state.blocks[name].at for name in mine}
    assert seen.ships_in("channel-fleet") == (state.ships_in("channel-fleet") if seat == "british" else [])
    assert not any(state.owner(name) != seat for name in seen.blocks)


def test_a_watch_comes_back_from_plain_data() -> None:
    state = at_sea(SeededChance("4"))
    watch = watched(state, moved("allied", "brest-fleet", "brest/port", "0706"))
    again = Watch.from_plain(watch.to_plain())
    assert again.to_plain() == watch.to_plain()
