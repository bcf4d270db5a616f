"""Secrecy over whole Years: positions of 1740 and of a campaign by steady captains, changed where they are hidden.

The scenario made to learn the game has neither trade nor storms nor small craft. Here are positions with all of them,
and everything that is made of a view: report, page, map, template, desk, and what the checker says of a bad file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from page_kit import html_of
from rules.stages import Stage
from rules.yellowjack.yellowjack_looks import look, why_not
from rules.yellowjack.yellowjack_stages import begun, played
from rules.yellowjack.yellowjack_twins import HEAD, reading, restored, spotted, twin
from rules.yellowjack.yellowjack_views import BOARD

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, PUBLIC
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.words import OFF_MAP, READY, SEATS, SIDE_OF, other
from pbem.chart import svg
from pbem.page.order_desk import desk_page

SCENARIOS = {"1740": 10, "campaign-1743": 5}
#: A file with a fault in nearly every line: its errors name what its writer may know, and nothing else.
BAD = """issue:
  - {order: j-nothing, to: nobody}
  - {order: k-show, to: br-flag-j1, target: atlantis}
sail:
  - {who: sp-flag-k, then: [{to: s40}]}
  - {who: br-flag-j1, then: [{to: nowhere}, {blockade: jamaica}]}
  - {who: z-03, then: [{carry_on: true}]}
stance:
  - {who: all, do: seek, if: [{enemy_at: {place: atlantis}}]}
"""
#: Where a marker is, and what moves with it.
PLACE = ("at", "marker", "came_from", "mps", "toward", "beaten", "stays", "moved")


@cache
def stages(scenario: str) -> tuple[Stage, ...]:
    """The first phases of a Year by steady captains."""
    match, found = begun(scenario=scenario), list[Stage]()
    bots = {seat: GAME.bot("steady", seat, SeededChance(f"secret {seat}")) for seat in SEATS}
    while (phase := match.phase()) is not None and len(found) < SCENARIOS[scenario]:
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in SEATS}
        found.append(played(match, texts, "secret"))
    return tuple(found)


def papers(match: YellowJackMatch, seat: str, stage: Stage) -> Iterator[str]:
    """All that a seat is handed after a phase, and what it is told of a bad file."""
    read = reading(match, seat, stage)
    head = {"seat": seat, "phase": str(read.view["phase"]), "game": "yellowjack-test"}
    yield GAME.report(read)
    yield GAME.appendix(read)
    yield html_of(GAME.page(read))
    drawn = GAME.chart(read)
    assert drawn is not None
    yield svg.standalone(drawn)
    yield GAME.order_template(read.view, head)
    yield GAME.draft(read.view, head)
    yield str(desk_page(GAME, read, head))
    bad = GAME.check_file(read.view, head, (HEAD.format(**head) + BAD).encode(), "orders.yaml")
    assert len(bad.faults) > 5
    yield "\n".join(fault.render() for fault in bad.faults)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hazards_15_16_and_20_twins_of_a_year_give_the_same_papers_byte_for_byte(scenario: str, seat: str) -> None:
    last = len(stages(scenario)) - 1
    for number, stage in enumerate(stages(scenario)[1:], 1):
        plain, changed = restored(stage.after), twin(stage.after, seat)
        elsewhere(changed, seat)
        assert plain.to_plain() != changed.to_plain()
        for reader in (seat, None):
            assert repr(changed.view(reader)) == repr(plain.view(reader)), (str(stage), reader)
        if number == last:
            assert list(papers(changed, seat, stage)) == list(papers(plain, seat, stage))


def elsewhere(match: YellowJackMatch, seat: str) -> None:
    """More that is hidden: what waits off the map, what is held in Europe, stores, and support of armies."""
    state, foe = match.state, other(seat)
    for name, one in state.formations.items():
        if one.at == OFF_MAP and state.side_of(name) == foe:
            one.mps = 3
    for name, port in state.ports.items():
        if state.side_of_port(name) == foe:
            port.stores += 2
    state.held = [held for held in state.held if SIDE_OF[held.contingent] == seat]
    for campaign in state.campaigns.values():
        campaign.support = {foe: 2}
    for name, convoy in state.convoys.items():
        if state.side_of(name) == foe:
            convoy.dp_enemy += 1
            convoy.destination = convoy.destination and "tampico"


@pytest.mark.parametrize("seat", SEATS)
def test_r7_1_markers_of_a_year_that_nobody_has_spotted_may_change_what_is_under_them(seat: str) -> None:
    swapped = 0
    for stage in [stage for scenario in SCENARIOS for stage in stages(scenario)[1:]]:
        plain, changed = restored(stage.after), restored(stage.after)
        hidden = [name for name, one in changed.state.formations.items()
                  if one.marker and one.state == READY and not one.goes_with and not one.blockades
                  and changed.state.side_of(name) == other(seat) and not spotted(changed, name)]  # fmt: skip
        for first, second in zip(hidden, reversed(hidden), strict=True):
            if first < second:
                swap(changed, first, second)
                swapped += 1
        for reader in (seat, None):
            assert repr(changed.view(reader)) == repr(plain.view(reader)), (str(stage), reader)
    assert swapped


def swap(match: YellowJackMatch, first: str, second: str) -> None:
    """Lets two Formations change places and markers."""
    one, two = match.state.formations[first], match.state.formations[second]
    for name in PLACE:
        mine, theirs = getattr(one, name), getattr(two, name)
        setattr(one, name, theirs)
        setattr(two, name, mine)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hazard_5_a_year_gives_each_number_once_and_in_order(scenario: str) -> None:
    last = dict.fromkeys("bz", 0)
    for stage in stages(scenario):
        for note in stage.told.notes:
            if note.event == "marker" and note.text.split(" ")[1] == "appears":
                marker = str(note.facts["marker"])
                assert int(marker[2:]) > last[marker[0]], note.text
                last[marker[0]] = int(marker[2:])
    assert max(last.values()) > 3


def test_hazard_11_a_raid_of_the_coast_guard_tells_that_the_marker_was_a_convoy_and_nothing_of_others() -> None:
    """An attack makes it Spotted: who is told of DPs is told of a Convoy, and a marker unharmed stays a marker."""
    told = [note for scenario in SCENARIOS for stage in stages(scenario) for note in stage.told.notes
            if note.event == "raided"]  # fmt: skip
    assert told
    for note in told:
        assert note.to in SEATS
        assert set(note.facts) in ({"marker", "at", "hit"}, {"formation", "at", "dp"}), note.text
        if "formation" in note.facts:  # its owner hears the damage, the attacker that there was some
            assert note.to == SIDE_OF[BOARD.convoys[str(note.facts["formation"])].contingent]


def test_hazard_13_the_ledger_tells_the_point_that_is_spent_and_its_use_and_no_row() -> None:
    spent = [note for scenario in SCENARIOS for stage in stages(scenario) for note in stage.told.notes
             if note.rule == "1.614" and note.to == ALL]  # fmt: skip
    for note in spent:
        assert "row" not in note.text
        assert set(note.facts) <= {"seat", "amount", "level", "why"}
    requests = [(stage, note) for scenario in SCENARIOS for stage in stages(scenario) for note in stage.told.notes
                if note.event == "requested"]  # fmt: skip
    assert requests
    assert {note.to for _, note in requests} <= set(SEATS)
    thrown = [roll for scenario in SCENARIOS for stage in stages(scenario) for roll in stage.rolls
              if roll.label.startswith("request")]  # fmt: skip
    assert thrown
    assert PUBLIC not in {roll.lane for roll in thrown}


def test_hazard_17_a_plan_lapses_by_what_is_open_and_its_owner_alone_hears_why() -> None:
    lapsed = [note for scenario in SCENARIOS for stage in stages(scenario) for note in stage.told.notes
              if note.event == "lapsed"]  # fmt: skip
    for note in lapsed:
        assert note.to in SEATS, note.text
        foreign = "z-" if note.to == "british" else "b-"
        assert f"'{foreign}" not in repr({key: value for key, value in note.facts.items() if key != "marker"})


def test_hazard_27_the_pace_of_a_marker_is_all_that_its_moves_tell() -> None:
    """The notes of a move name marker and places; kind, Sail and MPs stand in its owner's log alone."""
    moves = [note for scenario in SCENARIOS for stage in stages(scenario) for note in stage.told.notes
             if note.event == "marker" and "from" in note.facts]  # fmt: skip
    assert len(moves) > 50
    for note in moves:
        assert set(note.facts) == {"marker", "at", "gone", "from"}
        assert note.to == ALL


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_28_that_units_are_in_a_port_is_open_and_their_number_is_not(seat: str) -> None:
    stage = stages("1740")[-1]
    plain, changed = restored(stage.after), restored(stage.after)
    held_alone = [port for port in plain.state.ports
                  if plain.state.units_at(port, other(seat)) and not plain.state.units_at(port, seat)]  # fmt: skip
    theirs = [unit for port in held_alone for unit in plain.state.units_at(port, other(seat))]
    plain.state.units[theirs[-1]].at = OFF_MAP
    changed.state.units[theirs[-1]].at = held_alone[0]  # one Unit more, in a port with some
    assert len(changed.state.units_at(held_alone[0], other(seat))) > 1
    assert repr(changed.view(seat)) == repr(plain.view(seat))
    emptied = restored(stage.after)
    held = [port for port in emptied.state.ports if emptied.state.units_at(port, other(seat))]
    for unit in emptied.state.units_at(held[0], other(seat)):
        emptied.state.units[unit].at = OFF_MAP
    assert emptied.view(seat)["ports"][held[0]]["units"] is False


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_30_conditions_count_an_unspotted_marker_as_one_squadron_whatever_it_is(seat: str) -> None:
    counted = 0
    for stage in stages("1740")[2:]:
        match = restored(stage.after)
        seen = match.view(seat)
        for each in seen["markers"].values():
            there = [one for one in seen["markers"].values() if one["at"] == each["at"]]
            if len(there) == 1 and not each["spotted"]:
                counted += 1
                for most, holds in ((0, False), (1, True), (9, True)):
                    wanted = {"enemy_at": {"place": each["at"], "squadrons_at_most": most}}
                    assert (why_not(look(seen), wanted) == "") is holds, (str(stage), each, most)
    assert counted > 3
