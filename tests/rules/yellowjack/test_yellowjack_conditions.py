"""R1.12: conditions see what their owner sees; what cannot be known neither holds nor fails to."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_looks import british, formation, look, marker, outcome, why_not

#: Two legs lie between Santa Marta and Cartagena by the 53rd Space; Porto Bello is farther off.
HERE, NEAR, FAR = "s53", "cartagena-de-indias", "charles-town"


def at_sea(**markers: Any) -> Any:
    """Brown off Santa Marta, and enemy markers."""
    return british(formations={"br-flag-j1": formation(HERE, "j1")}, markers=markers,
                   squadrons={"j1": {"third": 2}})  # fmt: skip


def test_r1_12_an_unspotted_marker_counts_as_one_squadron() -> None:
    eyes = look(at_sea(**{"z-01": marker(HERE), "z-02": marker(HERE, "flag", 3)}), who="br-flag-j1")
    assert outcome("enemy_at", {"place": "here", "squadrons_at_most": 4}, eyes) is True
    assert outcome("enemy_at", {"place": "here", "squadrons_at_least": 5}, eyes) is False
    assert outcome("squadrons_at_least", 4, eyes) is True
    assert outcome("squadrons_at_most", 3, eyes) is False


def test_r1_12_enemy_within_needs_an_enemy_and_no_enemy_within_wants_none() -> None:
    none, one = look(at_sea(), who="br-flag-j1"), look(at_sea(**{"z-01": marker(NEAR)}), who="br-flag-j1")
    around = {"of": "here", "legs": 1}
    assert (outcome("enemy_within", around, none), outcome("no_enemy_within", around, none)) == (False, True)
    assert (outcome("enemy_within", around, one), outcome("no_enemy_within", around, one)) == (True, False)
    assert outcome("enemy_within", {**around, "squadrons_at_most": 0}, none) is False


def test_r1_7_within_counts_legs_and_the_place_itself() -> None:
    far = look(at_sea(**{"z-01": marker(FAR)}), who="br-flag-j1")
    assert outcome("enemy_within", {"of": "here", "legs": 1}, far) is False
    same = look(at_sea(**{"z-01": marker(HERE)}), who="br-flag-j1")
    assert outcome("enemy_within", {"of": "here", "legs": 0}, same) is True
    assert outcome("within", {"of": NEAR, "legs": 1}, same) is True
    assert outcome("within", {"of": FAR, "legs": 1}, same) is False


def test_r1_12_a_type_is_known_of_spotted_enemies_alone() -> None:
    eyes = look(at_sea(**{"z-01": marker(HERE), "z-02": marker(HERE, "convoy", 0)}), who="br-flag-j1")
    assert outcome("type", "convoy", eyes) is True
    assert outcome("type", "flag", eyes) is False
    assert outcome("type", "unknown", eyes) is True
    assert outcome("unspotted_within", {"of": "here", "legs": 0}, eyes) is True
    assert outcome("enemy_within", {"of": "here", "legs": 0, "type": "flag"}, eyes) is False


@pytest.mark.parametrize(("word", "wanted"), [
    ("at", HERE), ("enemy_within", {"of": "here", "legs": 1}), ("squadrons_at_most", 3),
    ("odds_at_least", {"own": 1, "enemy": 9}), ("odds_below", {"own": 9, "enemy": 1}),
    ("enemy_damage_at_least", {"third": 1}), ("units_below", {"units": 9}), ("own_damage_at_least", {"third": 1}),
    ("order", {"type": "none"}),
])  # fmt: skip
def test_r1_12_what_cannot_be_known_does_not_hold_and_is_not_denied(word: str, wanted: Any) -> None:
    assert outcome(word, wanted, look()) is None
    assert why_not(look(), {word: wanted}).startswith("not known whether")


def test_r1_12_odds_compare_strength_ashore_and_squadrons_at_sea() -> None:
    ashore = look(own_strength="9", enemy_strength="4", own_squadrons="1", enemy_squadrons="9")
    assert outcome("odds_at_least", {"own": 2, "enemy": 1}, ashore) is True
    assert outcome("odds_at_least", {"own": 5, "enemy": 2}, ashore) is False
    afloat = look(own_squadrons="2", enemy_squadrons="3")
    assert outcome("odds_below", {"own": 2, "enemy": 3}, afloat) is False
    assert outcome("odds_below", {"own": 3, "enemy": 4}, afloat) is True


def test_r3_4_damage_is_that_of_the_worst_squadron() -> None:
    known = british(formations={"br-flag-j2": formation(HERE, "j2", "j3")},
                    squadrons={"j2": {"third": 0}, "j3": {"third": 2}})  # fmt: skip
    eyes = look(known, who="br-flag-j2")
    assert outcome("own_damage_at_least", {"third": 2}, eyes) is True
    assert outcome("own_damage_at_least", {"third": 3}, eyes) is False
    assert outcome("own_damage_at_least", {"who": "br-flag-j2", "third": 2}, look(known)) is True
    assert outcome("own_damage_at_least", {"third": 2}, look(known, who="br-flag-j2", own_third="1")) is False


def test_r1_12_ports_are_shut_by_the_enemy_alone() -> None:
    ports = {"porto-bello": {"holder": "spanish", "besieged": "british", "blockaded": "british"},
             "port-royal-jamaica": {"holder": "british", "besieged": "bourbon", "blockaded": ""}}  # fmt: skip
    eyes = look(british(ports=ports))
    assert [outcome("besieged", name, eyes) for name in ports] == [False, True]
    assert [outcome("blockaded", name, eyes) for name in ports] == [False, False]
    assert (outcome("besieged", "any", eyes), outcome("blockaded", "any", eyes)) == (True, False)
    assert [outcome("held", name, eyes) for name in ports] == [False, True]
    assert [outcome("lost", name, eyes) for name in ports] == [True, False]


def test_r1_12_the_clock_is_the_questions_or_the_views() -> None:
    assert outcome("impulse_at_least", 2, look()) is True
    assert outcome("impulse_at_least", 3, look()) is False
    assert outcome("impulse_at_least", 3, look(impulse="3")) is True
    assert outcome("mpi_at_least", 4, look()) is False
    assert outcome("round_at_least", 1, look()) is False
    assert outcome("turn_at_least", "y39t13", look()) is True
    assert outcome("turn_at_least", "y40t01", look()) is False


def test_r9_an_order_is_known_by_its_sort() -> None:
    known = british(formations={"br-flag-j1": formation(HERE, "j1", order="j-cruise-main"),
                                "br-flag-j2": formation(HERE, "j2")},
                    orders={"j-cruise-main": {"kind": "cruise"}}, hand=["j-aao"])  # fmt: skip
    assert outcome("order", {"type": "cruise"}, look(known, who="br-flag-j1")) is True
    assert outcome("order", {"type": "none"}, look(known, who="br-flag-j1")) is False
    assert outcome("order", {"who": "br-flag-j2", "type": "none"}, look(known, who="br-flag-j1")) is True
    assert outcome("in_hand", "j-aao", look(known)) is True
    assert outcome("in_hand", "j-cruise-main", look(known)) is False


def test_r12_prestige_is_ones_own() -> None:
    eyes = look(british(prestige={"british": 9, "bourbon": 20}))
    assert outcome("prestige_at_least", 9, eyes) is True
    assert outcome("prestige_at_least", 10, eyes) is False


def test_r1_12_all_conditions_of_a_list_must_hold_and_the_first_that_does_not_is_named() -> None:
    eyes = look(at_sea(), who="br-flag-j1")
    assert why_not(eyes, {"at": HERE}, {"impulse_at_least": 2}) == ""
    assert why_not(eyes, {"at": HERE}, {"impulse_at_least": 3}) == "Impulse 3 has not come"
    assert why_not(eyes, {"at": NEAR}) == "she is not at Cartagena de Indias"


def test_2_461_a_corsair_off_a_port_is_seen_and_ones_own_is_none() -> None:
    lie = [{"side": "bourbon", "task": "port-interdiction", "at": "nassau", "marker": ""},
           {"side": "british", "task": "port-interdiction", "at": "la-habana", "marker": ""},
           {"side": "bourbon", "task": "shadow", "at": "tortola", "marker": "b-01"}]  # fmt: skip
    eyes = look(british(tasks=lie))
    assert [outcome("corsair_off", name, eyes) for name in ("nassau", "la-habana", "tortola", "any")] == [
        True, False, False, True]  # fmt: skip
    assert outcome("corsair_off", "any", look(british(tasks=lie[1:]))) is False
