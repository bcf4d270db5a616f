"""The counters of The War of Jenkins' Ear: how many, of what values, where they start."""

from __future__ import annotations

import re
from collections import Counter as Tally

import pytest

from pbem.adjudicator.board.naming import named
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, Carries, Counter, CounterKind

BOARD = load_board()
COUNTERS = BOARD.counters


def of_kind(side: str, kind: CounterKind) -> list[Counter]:
    """A side's counters of one kind."""
    return [counter for counter in BOARD.side_counters(side) if counter.kind is kind]


def test_2_0_there_are_228_counters() -> None:
    assert Tally(counter.side for counter in COUNTERS.values()) == {"english": 92, "spanish": 96, "administrative": 40}
    assert BOARD.numbers.counters == len(COUNTERS) == 228


def test_every_id_is_what_a_player_types_and_every_label_his_alone() -> None:
    assert all(re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) for name in COUNTERS)
    assert all(name == counter.id for name, counter in COUNTERS.items())
    assert max(Tally(counter.label for counter in COUNTERS.values()).values()) == 1
    assert max(Tally(counter.ref for counter in COUNTERS.values()).values()) == 1


@pytest.mark.parametrize(
    ("name", "label", "ref"),
    [("boyne", "Boyne", "E001"), ("soldiers-e1", "Soldiers 2 (e1)", "E049"), ("frigate-s8", "Frigate (s8)", "S034"),
     ("cannons-e2", "Cannons 7 (e2)", "E071"), ("heavy-guns-s1", "Heavy Guns 5 (s1)", "S077"), ("lezo", "Lezo", "S057"),
     ("deception-s3", "Deception (s3)", "S091"), ("storm-8", "Storm (8)", "A013")],
)  # fmt: skip
def test_counters_are_shown_by_short_names(name: str, label: str, ref: str) -> None:
    assert str(COUNTERS[name]) == COUNTERS[name].label == label
    assert COUNTERS[name].ref == ref


@pytest.mark.parametrize("text", ["princess-carolina", "Princess Carolina", "PRINCESS_CAROLINA"])
def test_a_player_may_name_a_counter_with_or_without_hyphens(text: str) -> None:
    found = named(text, COUNTERS)
    assert found is not None
    assert found.id == "princess-carolina"


@pytest.mark.parametrize("text", ["", "soldiers", "Frigate", "victory"])
def test_a_name_that_means_no_one_counter_finds_none(text: str) -> None:
    assert named(text, COUNTERS) is None


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("cornwall", "gun", 8), ("augusta", "gun", 6), ("frederick", "gun", 7), ("frigate-e1", "gun", 4),
     ("san-isidro", "gun", 6), ("ogle", "tactics_naval", 3), ("ogle", "tactics_land", 0),
     ("waterhouse", "tactics_naval", 1), ("pizarro", "tactics_naval", 1), ("reggio", "tactics_naval", 1),
     ("reggio", "tactics_land", 1), ("americans-e1", "land", 2), ("soldiers-e1", "land", 2), ("cannons-e1", "gun", 1),
     ("cannons-e2", "gun", 7), ("cannons-s1", "gun", 7), ("cannons-s2", "gun", 7), ("boom-chain-s2", "cost", 1)],
)  # fmt: skip
def test_values_that_the_rulebook_tells(name: str, field: str, value: int) -> None:
    """2.2, 3.1, 3.3, 6.3, 11.9 and the example of play."""
    assert getattr(COUNTERS[name], field) == value


def test_the_example_of_play_hits_and_misses_with_these_values() -> None:
    guns = {name: counter.gun or 0 for name, counter in COUNTERS.items()}
    assert guns["boyne"] >= 4
    assert guns["oriente"] >= 3
    assert guns["santa-isabel"] >= 5
    assert guns["fire-ship-e1"] < 4
    assert guns["frigate-s1"] in (2, 3)
    landed = [counter for counter in of_kind("english", CounterKind.CANNON) if counter.anchor]
    total = COUNTERS["frederick"].cannonade + COUNTERS["cornwall"].cannonade + landed[0].cannonade
    assert total == 9


def test_11_4_lezo_has_a_red_and_a_green_value() -> None:
    assert COUNTERS["lezo"].tactics_naval
    assert COUNTERS["lezo"].tactics_land


def test_9_1_a_red_value_can_be_divided_among_three_ships_at_most() -> None:
    assert {counter.tactics_naval for counter in COUNTERS.values()} <= {0, 1, 2, 3}


@pytest.mark.parametrize(("side", "all_", "purchasable"), [("english", 11, 9), ("spanish", 20, 3)])
def test_infantry_is_as_many_as_printed(side: str, all_: int, purchasable: int) -> None:
    infantry = of_kind(side, CounterKind.INFANTRY)
    assert len(infantry) == all_
    assert sum(counter.purchasable for counter in infantry) == purchasable
    assert all((counter.cost or 0) < 6 for counter in infantry)


def test_four_merchants_are_english_and_none_is_spanish() -> None:
    assert len(of_kind("english", CounterKind.MERCHANT)) == 4
    assert not of_kind("spanish", CounterKind.MERCHANT)


def test_2_3_spanish_ships_fire_less_cannonade_for_their_guns() -> None:
    for counter in COUNTERS.values():
        if counter.named_ship and counter.gun:
            assert counter.cannonade == counter.gun // 2 - (counter.side == "spanish")


def test_3_1_english_set_up() -> None:
    places = {group.place: set(group.counters) for group in BOARD.setup if group.side == "english"}
    assert places == {
        "savannah": {"oglethorpe", "supplies-e1", "americans-e1", "frigate-e1", "cannons-e1"},
        "port-royal": {"soldiers-e1", "cannons-e2"},
    }


def test_3_1_spanish_set_up() -> None:
    places = {group.place: sorted(COUNTERS[name].name for name in group.counters) for group in BOARD.setup}
    assert places["cartagena"] == ["Boom Chain", "Cannons", "Cannons", "Heavy Guns", "Heavy Guns", "Lezo"]
    assert places["san-juan"] == ["Galicia", "San Carlos"]
    assert places["turn_track"] == ["San Isidro"]


def test_3_1_one_free_soldiers_counter_for_each_spanish_seaport_of_two_or_more() -> None:
    group = next(group for group in BOARD.setup if group.place == EACH_SEAPORT)
    ports = [p for p in BOARD.seaports.values() if p.nation == "spanish" and p.value >= (group.least_value or 0)]
    assert group.least_value == 2
    assert len(group.counters) == len(ports) == 17
    assert {COUNTERS[name].name for name in group.counters} == {"Soldiers"}


def test_3_1_starting_counters_have_no_cost_but_the_supplies() -> None:
    started = {counter.id for counter in COUNTERS.values() if counter.start}
    free = {c.id for c in COUNTERS.values() if (c.is_naval or c.is_land) and not c.purchasable}
    assert started - free == {"supplies-e1"}
    assert free <= started


@pytest.mark.parametrize("port", ["savannah", "port-royal", "cartagena", "san-juan"])
def test_4_0_the_set_up_keeps_to_the_stacking_limits(port: str) -> None:
    group = next(group for group in BOARD.setup if group.place == port)
    counters = [COUNTERS[name] for name in group.counters if COUNTERS[name].stacks]
    garrison = port in ("cartagena", "san-juan")
    assert sum(counter.is_naval for counter in counters) <= BOARD.seaports[port].value
    assert garrison + sum(counter.is_land for counter in counters) <= BOARD.seaports[port].value


def test_4_2_what_never_counts_for_stacking() -> None:
    exempt = {counter.kind for counter in COUNTERS.values() if not counter.stacks}
    assert exempt >= {CounterKind.DECEPTION, CounterKind.CANNON, CounterKind.BOOM_CHAIN, CounterKind.LEADER}
    assert exempt >= {CounterKind.STORM, CounterKind.FRIGATE}
    assert CounterKind.HEAVY_GUNS not in exempt


def test_7_3_what_is_identical_aboard_a_merchant() -> None:
    assert COUNTERS["soldiers-e1"].transport_key == COUNTERS["soldiers-e2"].transport_key == "soldiers"
    assert COUNTERS["marines-e1"].transport_key == "marines"
    assert COUNTERS["ogle"].transport_key == COUNTERS["lezo"].transport_key == "leader"
    assert COUNTERS["boyne"].transport_key is None


def test_7_3_what_ships_carry() -> None:
    carried = {counter.kind: counter.carries for counter in COUNTERS.values() if counter.is_naval}
    assert carried == {
        CounterKind.SHIP: Carries.ONE, CounterKind.FRIGATE: Carries.ONE, CounterKind.MERCHANT: Carries.ANY,
        CounterKind.FIRE_SHIP: Carries.LEADER, CounterKind.BOMB_SHIP: Carries.LEADER,
    }  # fmt: skip


def test_7_3_soldiers_supplies_deception_leaders_and_some_cannons_bear_the_anchor() -> None:
    for counter in COUNTERS.values():
        if counter.kind in (CounterKind.INFANTRY, CounterKind.SUPPLIES, CounterKind.DECEPTION, CounterKind.LEADER):
            assert counter.anchor
        if counter.kind in (CounterKind.BOOM_CHAIN, CounterKind.HEAVY_GUNS) or counter.is_naval:
            assert not counter.anchor
    assert {counter.anchor for counter in of_kind("english", CounterKind.CANNON)} == {True, False}


def test_every_counter_is_naval_or_land_or_a_marker() -> None:
    for counter in COUNTERS.values():
        assert counter.is_naval + counter.is_land == (counter.side != "administrative")
        assert counter.gun is not None or not counter.is_naval


def test_2_2_a_ship_of_the_line_carries_ten_guns_for_each_of_its_value() -> None:
    assert all(3 < (counter.gun or 0) < 9 for counter in COUNTERS.values() if counter.named_ship)
    assert sum(counter.named_ship for counter in COUNTERS.values()) == 29 + 26


def test_the_data_have_one_hash() -> None:
    assert BOARD.figures.digest() == load_board().figures.digest()
    assert re.fullmatch(r"[0-9a-f]{64}", BOARD.figures.digest())
