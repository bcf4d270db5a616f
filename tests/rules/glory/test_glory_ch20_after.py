"""20.5 to 20.8: fleets reform, hurt ships go home, new destinations, release, and the mover goes on."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, Fought, play, position

from pbem.adjudicator.glory.rules.battle_fleets import Battle, Clash, battle_fleet
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.ch20_after import hand_out_prizes
from pbem.adjudicator.glory.state.state import State, Vessel
from pbem.adjudicator.glory.state.terms import SEATS

BRITISH_LINE, FRENCH_LINE = BRITISH_74S[:8], FRENCH_74S[:6]
STAY = {"tactic": "repeat-same", "sail": "easy"}
RUN = {"tactic": "general-withdrawal", "sail": "easy"}
AWAY = {"tactic": "general-withdrawal", "sail": "full"}
#: The British have the gauge, and two rounds at most: 6 + 1 with nothing added is 7, three rounds.
BRITISH_WINDWARD = {"gauge": [[6], [1]]}


def off(port: str, *, active: str = "allied", mover: str = "brest-fleet", sortie: bool = True) -> Clash:
    return Clash(port, port, "loose", ("channel-fleet",), ("brest-fleet",), active, mover, sortie)


def meeting(port: str = "brest", area: str = "loose", **fields: Any) -> State:
    state = position({
        "channel-fleet": (port, area, BRITISH_LINE, ["calder"]),
        "brest-fleet": (port, area, FRENCH_LINE, ["ganteaume"]),
    }, **fields)  # fmt: skip
    state.conseil = {"a": "martinique", "b": "cadiz", "c": "bantry-bay", "d": "ferrol"}
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "martinique", "a"
    return state


def fight(state: State, clash: Clash, *, dice: dict[str, Any] | None = None, british: dict[str, Any] | None = None,
          allied: dict[str, Any] | None = None) -> Fought:  # fmt: skip
    return play(battle, state, clash, dice={**BRITISH_WINDWARD, **(dice or {})},
                british={"day": "leave", "signals": STAY, **(british or {})},
                allied={"day": "leave", "signals": STAY, **(allied or {})})  # fmt: skip


def test_20_5_ships_go_back_to_the_fleets_they_came_from() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE[:4], ["calder"]),
        "cape-fleet": ("0807", "sea", BRITISH_LINE[4:], []),
        "brest-fleet": ("0807", "sea", FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet", "cape-fleet"), ("brest-fleet",), "british")
    fight(state, clash)
    assert state.ships_in("channel-fleet") == state.in_board_order(BRITISH_LINE[:4])
    assert state.ships_in("cape-fleet") == state.in_board_order(BRITISH_LINE[4:])


def test_20_5_a_fleet_without_ships_is_taken_off() -> None:
    state = meeting()
    for ship in FRENCH_LINE[1:]:
        del state.ships[ship]
    state.ships[FRENCH_LINE[0]].damaged = state.ships[FRENCH_LINE[0]].wrecked = True
    done = play(battle, state, off("brest"), dice={"fate/brest/allied": [[6, 6, 6, 6, 6]]})
    assert done.outcome.gone == ["brest-fleet"]
    assert state.place("brest-fleet") == ""


def test_20_5_prizes_join_a_fleet_of_the_captor() -> None:
    state = meeting()
    for ship in FRENCH_LINE[:5]:
        state.ships[ship].damaged = state.ships[ship].wrecked = True
    done = fight(state, off("brest"), dice={"fate/brest/allied": [[6, 6, 6]], "fire/brest/british/r1": [[1, 1]]})
    prizes = [ship for ship, vessel in state.ships.items() if vessel.prize_of == "british"]
    assert prizes
    assert {state.ships[ship].at for ship in prizes} == {"channel-fleet"}
    assert done.events("fate")


def test_20_5_the_captor_says_which_of_two_fleets_takes_the_prizes() -> None:
    taken: dict[str, set[str]] = {}
    for orders, keeper in (({}, "channel-fleet"), ({"prizes": "cape-fleet"}, "cape-fleet")):
        state = position({
            "channel-fleet": ("0807", "sea", BRITISH_LINE[:5], ["calder"]),
            "cape-fleet": ("0807", "sea", BRITISH_LINE[5:], []), "brest-fleet": ("0807", "sea", FRENCH_LINE, []),
        })  # fmt: skip
        for ship in FRENCH_LINE[:5]:
            state.ships[ship].damaged = state.ships[ship].wrecked = True
        clash = Clash("0807", "", "sea", ("channel-fleet", "cape-fleet"), ("brest-fleet",), "british")
        fight(state, clash, british=orders, dice={"fate/0807/allied": [[6, 6, 6]], "fire/0807/british/r1": [[1, 1]]})
        taken[keeper] = {vessel.at for vessel in state.ships.values() if vessel.prize_of == "british"}
    assert taken == {"channel-fleet": {"channel-fleet"}, "cape-fleet": {"cape-fleet"}}


def test_20_5_damaged_ships_may_go_home_without_the_wrecks() -> None:
    for wrecked, options in ((False, ["all", "none"]), (True, ["all", "none", "damaged"])):
        state = meeting()
        state.ships[FRENCH_LINE[0]].damaged = True
        if wrecked:
            state.ships[FRENCH_LINE[1]].damaged = state.ships[FRENCH_LINE[1]].wrecked = True
        done = fight(state, off("brest"), dice={"fire/brest/british": [[1, 1], [1, 1]], "fate/brest/allied": [[1, 1]]})
        asked = next(question for question in done.asked["allied"] if question.topic == "home/brest-fleet")
        assert list(asked.legal()["choose"]) == options


def test_20_5_hurt_ships_go_into_a_friendly_port_and_sound_ones_stay() -> None:
    state = meeting()
    state.ships[FRENCH_LINE[0]].damaged = True
    fight(state, off("brest"), dice={"fire/brest/british": [[1, 1], [1, 1]]})
    hurt = [ship for ship in FRENCH_LINE if state.ships[ship].at == "brest"]
    assert FRENCH_LINE[0] in hurt
    assert all(not state.is_sound(ship) for ship in hurt)
    assert all(state.is_sound(ship) for ship in state.ships_in("brest-fleet"))


def test_20_5_the_owner_may_keep_them_with_the_fleet() -> None:
    state = meeting()
    state.ships[FRENCH_LINE[0]].damaged = True
    fight(state, off("brest"), allied={"home/brest-fleet": "none"})
    assert state.ships[FRENCH_LINE[0]].at == "brest-fleet"


def test_20_5_the_senior_admiral_goes_with_the_larger_part() -> None:
    state = meeting()
    for ship in FRENCH_LINE[:4]:
        state.ships[ship].damaged = True
    fight(state, off("brest"), dice={"fire/brest/british": [[1, 1], [1, 1]]})
    assert state.admirals["ganteaume"].at == "brest"


def test_20_5_a_fleet_that_goes_in_whole_takes_all_admirals_and_its_block_is_free() -> None:
    state = meeting()
    state.admirals["villeneuve"].at = "brest-fleet"
    for ship in FRENCH_LINE:
        state.ships[ship].damaged = True
    done = fight(state, off("brest"), dice={"fire/brest/british": [[1, 1], [1, 1]], "fate/brest/allied": [[1, 1]]})
    assert {state.admirals[name].at for name in ("ganteaume", "villeneuve")} == {"brest"}
    assert state.place("brest-fleet") == ""
    assert [each["now"] for each in done.events("sail")][-1] == ""


def test_20_5_and_20_8_all_see_a_sail_go_off_station_or_back_into_port() -> None:
    wake = {"tactic": "admirals-wake", "sail": "easy"}
    left = fight(meeting(), off("brest", active="british"), dice={"command/brest/british/r1": [[1]]},
                 british={"signals": wake, "break-off": "yes"})  # fmt: skip
    ran = fight(meeting(), off("brest"), dice={"command/brest/allied": [[1], [1]]},
                allied={"signals": RUN, "withdraw": "yes"})  # fmt: skip
    seen = [[(each["was"], each["now"], each["how"]) for each in done.events("sail")] for done in (left, ran)]
    assert ("brest/loose", "brest/off", "off") in seen[0]
    assert ("brest/loose", "brest/port", "enter") in seen[1]


def test_20_5_damaged_british_ships_may_relocate() -> None:
    state = meeting()
    state.ships[BRITISH_LINE[0]].damaged = True
    fight(state, off("brest"), british={"relocate/brest": [{"to": "plymouth", "ships": "all"}]})
    assert state.ships[BRITISH_LINE[0]].at == "plymouth"


def test_20_5_a_blockading_fleet_that_breaks_off_goes_off_station() -> None:
    state = meeting()
    wake = {"tactic": "admirals-wake", "sail": "easy"}
    fight(state, off("brest", active="british"), dice={"command/brest/british/r1": [[1]]},
          british={"signals": wake, "break-off": "yes"})  # fmt: skip
    assert state.place("channel-fleet") == "brest/off"


def test_20_5_a_fleet_at_home_that_withdrew_does_not_go_off_station() -> None:
    state = meeting()
    fight(state, off("brest"), dice={"command/brest/allied/r1": [[1]]}, allied={"signals": AWAY})
    assert state.place("brest-fleet") == "brest/loose"


def test_20_5_a_raiding_fleet_that_withdraws_before_a_shot_goes_off_station() -> None:
    state = meeting("bantry-bay")
    clash = off("bantry-bay", sortie=False)
    fight(state, clash, dice={"command/bantry-bay/allied/r1": [[1]]}, allied={"signals": AWAY})
    assert state.place("brest-fleet") == "bantry-bay/off"


@pytest.mark.parametrize(("gauge", "first"), [([[6], [1]], "bound"), ([[1], [6]], "sail")])
def test_20_6_leeward_chooses_first(gauge: list[list[int]], first: str) -> None:
    done = play(battle, meeting(), off("brest"), dice={"gauge": gauge}, british={"release/channel-fleet": "yes"},
                allied={"deny": "no", "bound/brest-fleet": "b"})  # fmt: skip
    assert next(note.event for note in done.notes if note.event in ("bound", "sail")) == first


def test_20_6_1_the_allies_may_choose_a_new_destination() -> None:
    state = meeting()
    fight(state, off("brest"), allied={"bound/brest-fleet": "b"})
    assert state.blocks["brest-fleet"].bound == "cadiz"


def test_20_6_1_even_after_a_denied_battle() -> None:
    state = meeting()
    done = fight(state, off("brest"), british={"deny": "yes"}, allied={"bound/brest-fleet": "closest"})
    assert done.outcome.denied
    assert state.blocks["brest-fleet"].face_down


def test_20_6_1_by_default_the_course_stands_unless_over_half_are_hurt() -> None:
    state = meeting()
    fight(state, off("brest"), dice={"fire/brest/british": [[1, 1], [1, 1]]})
    assert state.blocks["brest-fleet"].bound == "martinique"


def test_20_6_1_over_half_of_the_ships_hurt_turn_a_fleet_to_the_closest_port_by_default() -> None:
    for number, bound in ((3, "martinique"), (4, "closest")):
        state = meeting("bantry-bay")
        for ship in FRENCH_LINE[:number]:
            state.ships[ship].damaged = True
        fight(state, off("bantry-bay", sortie=False), british={"deny": "yes"})
        assert state.blocks["brest-fleet"].bound == bound


def test_20_6_2_the_british_may_mark_their_fleet_at_sea() -> None:
    state = meeting()
    fight(state, off("brest"), british={"release/channel-fleet": "yes"})
    assert state.place("channel-fleet") == state.board.ports["brest"].zone_hex


def test_20_6_2_at_sea_nobody_is_released() -> None:
    state = meeting()
    for block in ("channel-fleet", "brest-fleet"):
        state.blocks[block].at, state.blocks[block].area = "0807", "sea"
    done = fight(state, Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british"))
    assert not [topic for topic in done.topics("british") if topic.startswith("release")]


def test_20_7_the_marker_turns_to_a_victorious_villeneuve() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE[:2], ["calder"]),
        "toulon-fleet": ("0807", "sea", FRENCH_74S[:12], ["villeneuve"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("toulon-fleet",), "allied")
    play(battle, state, clash, dice={"gauge": [[1], [6]], "fire/0807/allied/r1": [[6, 6]]}, allied={"deny": "no"})
    assert state.victorious == "villeneuve"


def test_20_7_a_victory_without_a_shot_turns_nothing() -> None:
    state = meeting()
    state.victorious = "villeneuve"
    wake = {"tactic": "repeat-same", "sail": "easy"}
    fight(state, off("brest"), british={"signals": wake, "deny": "yes"})
    assert state.victorious == "villeneuve"


def test_20_8_a_fleet_that_ran_in_its_sortie_is_back_in_port() -> None:
    state = meeting()
    done = fight(state, off("brest"), dice={"command/brest/allied": [[1], [1]]},
                 allied={"signals": RUN, "withdraw": "yes"})  # fmt: skip
    assert done.outcome.back_in_port == ["brest-fleet"]
    assert state.place("brest-fleet") == "brest/port"


def test_20_8_not_from_the_sea() -> None:
    state = meeting()
    for block in ("channel-fleet", "brest-fleet"):
        state.blocks[block].at, state.blocks[block].area = "0807", "sea"
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "allied", "brest-fleet", True)
    done = fight(state, clash, dice={"command/0807/allied": [[1], [1]]}, allied={"signals": RUN, "withdraw": "yes"})
    assert done.outcome.back_in_port == []
    assert state.place("brest-fleet") == "0807"


def test_20_8_a_fleet_that_fought_it_out_goes_on() -> None:
    state = meeting()
    assert fight(state, off("brest")).outcome.back_in_port == []


def test_20_8_a_fleet_driven_out_of_a_fallen_port_does_not_go_back() -> None:
    """22.3.1: Malta is Allied now; the British come out of it, are met, and run."""
    state = meeting("malta", invaded=["malta"])
    clash = Clash("malta", "malta", "loose", ("channel-fleet",), ("brest-fleet",), "british", "channel-fleet", True)
    done = play(battle, state, clash, dice={"gauge": [[1], [6]], "command/malta/british": [[1], [1]]},
                allied={"deny": "no", "day": "leave", "signals": STAY},
                british={"day": "leave", "signals": RUN, "withdraw": "yes"})  # fmt: skip
    assert done.events("left")[0]["how"] == "precipitous"
    assert done.outcome.back_in_port == []
    assert state.place("channel-fleet") == "malta/off"


def test_16_0_the_battle_fleet_has_one_admiral_over_all_its_blocks() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE[:4], ["calder"]),
        "cape-fleet": ("0807", "sea", BRITISH_LINE[4:], ["nelson"]),
        "brest-fleet": ("0807", "sea", FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet", "cape-fleet"), ("brest-fleet",), "british")
    assert fight(state, clash).events("pennant")[0]["admiral"] == "nelson"


def test_16_0_the_north_sea_fleet_fights_from_its_box_and_goes_back() -> None:
    state = position({
        "north-sea": ("", "", BRITISH_LINE, ["keith"]), "brest-fleet": ("1501", "sea", FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("1501", "", "sea", ("north-sea",), ("brest-fleet",), "british")
    done = fight(state, clash)
    assert done.events("pennant")[0]["admiral"] == "keith"
    assert {vessel.at for name, vessel in state.ships.items() if name in BRITISH_LINE} == {"north-sea"}


def test_20_5_prizes_without_a_fleet_left_founder() -> None:
    state = meeting()
    for ship in BRITISH_LINE:
        del state.ships[ship]
    state.ships[BRITISH_LINE[0]] = Vessel("channel-fleet", damaged=True, wrecked=True)
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    done = play(battle, state, off("brest"), dice={"fate/brest/british": [[6, 6, 6]]})
    assert done.outcome.gone == ["channel-fleet"]


def test_20_0_status_comes_before_the_dice_of_fate_and_admirals_after_them() -> None:
    state = meeting()
    state.ships[FRENCH_LINE[0]].damaged = True
    done = fight(state, off("brest"))
    kinds = [roll.label.split("/")[0] for roll in done.rolls]
    assert kinds.index("fate") < kinds.index("admiral")
    assert [note.event for note in done.notes].index("status") < len(done.notes) - 1


def two_fleets(at: str = "0807", area: str = "sea") -> tuple[State, Clash]:
    """Two British fleets against a French one."""
    state = position({
        "channel-fleet": (at, area, BRITISH_LINE[:4], ["calder"]), "cape-fleet": (at, area, BRITISH_LINE[4:], []),
        "brest-fleet": (at, area, FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    port = "" if area == "sea" else at
    return state, Clash(at, port, area, ("channel-fleet", "cape-fleet"), ("brest-fleet",), "british")


def test_20_5_a_fleet_that_has_lost_its_last_ship_takes_no_prizes() -> None:
    state, clash = two_fleets()
    fight_ = Battle(clash, {seat: battle_fleet(state, clash, seat) for seat in SEATS})
    for ship in BRITISH_LINE[:4]:
        state.lose(ship, "sunk", "allied")
    state.ships[FRENCH_LINE[0]].at = ""
    fight_.fleets["allied"].lost = [FRENCH_LINE[0]]
    done = play(hand_out_prizes, state, fight_, fight_.fleets["british"])
    assert done.topics("british") == []
    assert [(note.to, note.facts["block"], note.facts["ships"]) for note in done.notes if note.event == "prizes"] == [
        ("british", "cape-fleet", [FRENCH_LINE[0]])]  # fmt: skip


def test_20_5_a_fleet_without_a_hurt_ship_keeps_nobody_else_from_sending_theirs_in() -> None:
    state, clash = two_fleets("gibraltar", "loose")
    hurt = BRITISH_LINE[5]
    state.ships[hurt].damaged = True
    done = fight(state, clash, british={"deny": "yes"})
    assert state.ships[hurt].at == "gibraltar"
    assert [(note.to, note.facts["block"], note.facts["ships"]) for note in done.notes if note.event == "home"] == [
        ("british", "cape-fleet", [hurt])]  # fmt: skip


def test_20_5_the_damaged_go_in_alone_and_the_wrecks_stay_where_the_owner_says_so() -> None:
    state = meeting()
    damaged, wreck = FRENCH_LINE[:2]
    for ship in (damaged, wreck):
        state.ships[ship].damaged = True
    state.ships[wreck].wrecked = True
    fight(state, off("brest"), british={"deny": "yes"}, allied={"home/brest-fleet": "damaged"})
    assert [state.ships[ship].at for ship in (damaged, wreck)] == ["brest", "brest-fleet"]


@pytest.mark.parametrize(("hurt", "admiral"), [(2, "brest-fleet"), (3, "brest-fleet"), (4, "brest")])
def test_20_5_the_senior_admiral_stays_with_the_fleet_unless_the_larger_part_goes_in(hurt: int, admiral: str) -> None:
    state = meeting()
    for ship in FRENCH_LINE[:hurt]:
        state.ships[ship].damaged = True
    fight(state, off("brest"), british={"deny": "yes"})
    assert state.admirals["ganteaume"].at == admiral


def test_20_8_a_fleet_that_is_back_in_port_has_no_destination_and_its_wrecks_are_in_ordinary() -> None:
    """11.2: it has come into port as any other."""
    state = meeting()
    for ship in FRENCH_LINE[:4]:
        state.ships[ship].damaged = state.ships[ship].wrecked = True
    done = fight(state, off("brest"), allied={"home/brest-fleet": "none"},
                 dice={"fate/brest/allied": [[1, 1, 1]], "fire/brest/british": [[1, 1]]})  # fmt: skip
    assert done.outcome.back_in_port == ["brest-fleet"]
    assert state.blocks["brest-fleet"].letter == ""
    assert any(state.ships[ship].ordinary for ship in FRENCH_LINE[:4] if ship in state.ships)


def test_20_6_1_the_question_tells_how_many_percent_of_the_fleet_are_hurt() -> None:
    state = meeting("bantry-bay")
    for ship in FRENCH_LINE[:4]:
        state.ships[ship].damaged = True
    done = fight(state, off("bantry-bay", sortie=False), british={"deny": "yes"})
    asked = next(each for each in done.asked["allied"] if each.topic == "bound/brest-fleet")
    assert asked.facts["hurt"] == "66"


def test_20_7_the_marker_is_told_when_it_turns_and_not_when_it_stays() -> None:
    for before, told in (("ganteaume", [{"admiral": "villeneuve"}]), ("villeneuve", [])):
        state = position({
            "channel-fleet": ("0807", "sea", BRITISH_LINE[:2], ["calder"]),
            "toulon-fleet": ("0807", "sea", FRENCH_74S[:12], ["villeneuve"]),
        }, victorious=before)  # fmt: skip
        clash = Clash("0807", "", "sea", ("channel-fleet",), ("toulon-fleet",), "allied")
        done = play(battle, state, clash, dice={"gauge": [[1], [6]], "fire/0807/allied/r1": [[6, 6]]},
                    allied={"deny": "no"})  # fmt: skip
        assert done.events("victorious") == told
