"""What `orders check` says of the dice of a march book: hunts (10.1), attacks (6.1) and the toll of the road (5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.guerra.guerra_fields import BOARD, field, stack
from rules.guerra.guerra_letters import match_of, told

BANDS = stack("patria-1", "charcas", "per-mi1 per-mi2", hills=True)


def lines(
    seat: str, steps: str, *stacks: Mapping[str, Any], force: str = "royal-1", more: str = "", **fields: Any
) -> list[str]:  # fmt: skip
    """The lines of a check on one march book that speak of dice."""
    book = "".join(f"      - {step}\n" for step in steps.split("; "))
    body = f"operations:\n  - force: {force}\n{more}    do:\n{book}"
    said = told(match_of(field(*stacks, **fields), seat), seat, body).splitlines()
    return [line for line in said if line.startswith(("Operation 1, ", "Operation 1: the road"))]


def at_sea(seat: str, ship: str, port: str, steps: str, *stacks: Mapping[str, Any]) -> list[str]:
    """The lines of a check on one fleet that speak of the return to port."""
    body = f"operations:\n  - fleet: {{at: {port}, ships: [{ship}]}}\n    do: [{steps}]\n"
    said = told(match_of(field(*stacks, ships={ship: port}), seat), seat, body).splitlines()
    return [line for line in said if line.startswith("Operation 1: ") and "(7.4)" in line]


def factors(*units: str) -> int:
    return sum(BOARD.units[unit].factor for unit in units)


FATES = {"A1": "the hunters lose a step", "NE": "nothing comes of it", "SU": "they are driven out of the hills",
         "EL": "they are hunted down"}  # fmt: skip


@pytest.mark.parametrize(("units", "bands", "shift"), [
    ("cu rl", "per-mi1", -1), ("cu pt", "per-mi1", 0), ("cu pt", "lp", 1), ("cu rl", "lp", 0), ("cu", "per-mi1 lp", 0),
])  # fmt: skip
def test_10_1_the_chances_of_a_hunt_are_told_by_the_faces_of_the_die(units: str, bands: str, shift: int) -> None:
    """Militia alone in the hills is one harder to find, and the Partidarios are worth one (13.0)."""
    bandits = stack("patria-1", "charcas", bands, hills=True)
    mine = stack("royal-1", "charcas", units)
    [line] = lines("royalist", "hunt: {}", mine, bandits, house={"attrition": "movers_only"})
    fates = [FATES[BOARD.hunt[face + shift]] for face in range(1, 7)]
    ends = {fate: (fates.index(fate) + 1, 6 - fates[::-1].index(fate)) for fate in dict.fromkeys(fates)}
    words = [f"{fate} on {first}" + (f" to {last}" if last > first else "") for fate, (first, last) in ends.items()]
    assert line == f"Operation 1, step 1, the hunt in Charcas: {', '.join(words)}."


def test_10_1_where_no_guerrillas_are_seen_a_hunt_says_so() -> None:
    found = lines("royalist", "move: {to: mojos}; hunt: {}", stack("royal-1", "charcas", "cu"), BANDS)
    assert found == ["Operation 1, step 2: no guerrillas are to be seen in Mojos now."]


def test_6_1_a_target_that_is_elsewhere_is_said_to_be_so() -> None:
    stacks = [stack("royal-1", "lima", "cu"), stack("patria-2", "quito", "p3")]
    found = lines("royalist", "move: {to: cuzco}; attack: {target: patria-2}", *stacks)
    assert "Operation 1, step 2: patria-2 is in Quito now, and not in Cuzco." in found


@pytest.mark.parametrize(("target", "foes", "force"), [
    ("{}", ("p3",), "patria-2"), ("{target: strongest}", ("p1", "p2"), "patria-3"), ("{target: norte}", (), ""),
])  # fmt: skip
def test_6_1_the_odds_are_told_against_what_is_seen_and_not_against_a_shut_marker(
    target: str, foes: tuple[str, ...], force: str
) -> None:
    stacks = [stack("royal-1", "lima", "cu rl vdc"), stack("patria-2", "cuzco", "p3"),
              stack("patria-3", "cuzco", "p1 p2"), *([] if foes else [stack("norte", "cuzco", "p6")])]  # fmt: skip
    said = lines("royalist", f"move: {{to: cuzco}}; attack: {target}", *stacks)
    own = factors("cu", "rl", "vdc")
    expected = f"Operation 1, step 2: {own} factors against the {factors(*foes)} now seen with {force} in Cuzco, the"
    assert [line.startswith(expected) for line in said if "factors" in line] == ([True] if foes else [])


def test_10_1_factors_are_halved_where_guerrillas_are_among_friends() -> None:
    stacks = [stack("royal-1", "charcas", "cu rl vdc"), BANDS, stack("patria-2", "charcas", "p3")]
    [line] = [line for line in lines("royalist", "attack: {}", *stacks) if "factors" in line]
    assert f"{-(-factors('cu', 'rl', 'vdc') // 2)} factors against the {factors('p3')} now seen" in line


def test_5_3_the_toll_of_the_road_is_told_by_the_worst_ground_and_the_steps_that_march() -> None:
    """Mojos: hostility 2 less 1 point is +1; the Andes to it: 2 less 1 is +1."""
    steps = "leave: {units: [vdc]}; move: {to: mojos}"
    [line] = lines("royalist", steps, stack("royal-1", "charcas", "cu rl vdc"))
    tolls = [BOARD.attrition.read(4, face + 1) for face in range(1, 7)]
    assert "the road to Mojos: attrition of 4 steps with +1 on the die costs" in line  # 1.1.3 and 13.0 give +1 each
    assert line.endswith("; 1 RP takes 2 off the die.")
    assert ("2 steps" in line, "1 step on" in line) == (2 in tolls, 1 in tolls)


@pytest.mark.parametrize(("force", "units", "to", "rolls"), [
    ("royal-1", "cu", "mojos", False), ("alto-peru", "cu", "mojos", True), ("royal-1", "cu rl", "salta", True),
    ("royal-1", "cu rl", "arequipa", False),
])  # fmt: skip
def test_5_3_nothing_is_told_of_a_road_that_costs_nobody(force: str, units: str, to: str, rolls: bool) -> None:
    found = lines("royalist", f"move: {{to: {to}}}", stack(force, "charcas", units), force=force)
    assert bool(found) is rolls


def test_7_6_a_landing_begins_the_road_anew() -> None:
    state = [stack("patria-1", "northern-chile", "chi1")]
    body = "    fleet: {at: valparaiso, ships: [chl-f1]}\n"
    found = lines("patriot", "embark: {}; sail: {to: pacific-6}; land: {area: panama}", *state, force="patria-1",
                  more=body, ships={"chl-f1": "valparaiso"})  # fmt: skip
    assert found == []


def test_7_4_a_fleet_that_ends_where_no_port_is_open_is_told_so_before_it_sails() -> None:
    """Off the Horn the Royalist has Spain; the Chilean has Valparaíso alone, five sea areas from Pacific IV."""
    chile = stack("patria-1", "northern-chile", "p1")
    [line] = at_sea("patriot", "chl-f1", "valparaiso", "{sail: {to: pacific-4}}", chile)
    assert line == ("Operation 1: no port open to Chilean frigate (chl-f1) lies within 4 sea areas of Pacific Ocean IV "
                    "now. The fleet is lost at the end of the turn, unless you take one before (7.4).")  # fmt: skip


def test_7_4_a_fleet_with_one_port_left_is_told_what_its_fall_would_mean() -> None:
    lima, chiloe = stack("royal-1", "lima", "cu"), stack("royal-2", "chiloe", "cl")
    [line] = at_sea("royalist", "r-f1", "callao", "{sail: {to: pacific-7}}", lima)
    assert line == ("Operation 1: El Callao alone is open to Spanish frigate (r-f1) from Pacific Ocean VII. If it "
                    "falls before the end of the turn, the fleet is lost (7.4).")  # fmt: skip
    assert at_sea("royalist", "r-f1", "callao", "{sail: {to: pacific-9}}", lima, chiloe) == []
    assert at_sea("royalist", "r-f1", "callao", "{sail: {to: pacific-7, as_far_as: true}}", lima) == []


def test_7_4_spain_cannot_fall_and_is_no_last_port() -> None:
    assert at_sea("royalist", "r-f1", "callao", "{sail: {to: atlantic-3}}", stack("royal-1", "lima", "cu")) == []
