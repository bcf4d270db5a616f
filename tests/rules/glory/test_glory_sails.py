"""Sails: numbers, pools and news, and that nothing of them depends on which block is which (4.3 of the design)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.view.sails import Ear, Lookout, Sails, first_sight

BOARD = load_board()
SEATS = ("british", "allied")


def visible(place: str) -> bool:
    return bool(place) and not place.endswith("/port")


EAR = Ear(5, SEATS, visible, BOARD.range_ends)


def sail(was: str, now: str, side: str = "allied", **more: Any) -> Note:
    return Note("9.0", ALL, "", "sail", {"side": side, "was": was, "now": now, "how": "sail", "path": [], **more})


def heard(*notes: Note) -> Sails:
    lookout = Lookout()
    for note in notes:
        EAR.hear(lookout, note)
    return lookout.sails.get("allied", Sails())


def told(sails: Sails) -> dict[int, tuple[str, tuple[int, ...]]]:
    return {number: (each.place, each.of) for number, each in sails.seen.items()}


OUT = "brest/port"


def test_2_3_a_sail_alone_keeps_its_number() -> None:
    sails = heard(sail(OUT, "0807"), sail("0807", "0706"), sail("0706", "west-1"))
    assert told(sails) == {1: ("west-1", ())}
    assert sails.seen[1].left == ("brest",)
    assert sails.seen[1].since == 5


def test_7_4_one_of_a_pool_leaves_under_a_new_number_and_so_do_those_that_stay() -> None:
    three = [sail(OUT, "0807") for _ in range(3)]
    sails = heard(*three, sail("0807", "0706"))
    assert told(sails) == {4: ("0706", (1, 2, 3)), 5: ("0807", (1, 2, 3)), 6: ("0807", (1, 2, 3))}


def test_12_4_sails_that_go_along_a_track_in_company_keep_their_numbers() -> None:
    two = [sail(OUT, "west-1") for _ in range(2)]
    once = [sail("west-1", "west-2") for _ in range(2)]
    twice = [sail("west-2", "west-3") for _ in range(2)]
    assert told(heard(*two, *once, *twice)) == {1: ("west-3", ()), 2: ("west-3", ())}
    assert heard(*two, *once, *twice).parted == {}


def test_12_5_one_that_makes_a_fast_passage_leaves_the_others_under_a_new_number() -> None:
    three = [sail(OUT, "west-1") for _ in range(3)]
    fast = [sail("west-1", "west-2"), sail("west-2", "west-3")]
    late = [sail("west-1", "west-2") for _ in range(2)]
    of = (1, 2, 3)
    assert told(heard(*three, *fast, *late)) == {4: ("west-3", of), 5: ("west-2", of), 6: ("west-2", of)}
    assert set(heard(*three, *fast, *late, sail("west-2", "west-3"), sail("west-2", "west-3")).seen) == {1, 2, 3}


def test_7_4_a_sail_lets_nobody_have_a_number_back_once_one_of_the_pool_is_gone() -> None:
    gone = heard(sail(OUT, "0807"), sail(OUT, "0807"), sail("0807", "0706"), sail("0706", "brest/port"))
    assert told(gone) == {4: ("0807", (1, 2))}
    assert gone.parted == {}


def test_7_4_a_pool_that_meets_again_beside_another_sail_is_told_from_it_until_one_of_the_three_leaves() -> None:
    together = [sail(OUT, "0807"), sail(OUT, "0807"), sail("", "0706"), sail("0807", "0706"), sail("0807", "0706")]
    assert sorted(heard(*together).seen) == [1, 2, 3]
    assert {each.of for each in heard(*together, sail("0706", "0606")).seen.values()} == {(1, 2, 3)}


def test_14_0_sails_that_are_together_again_have_the_news_of_them_back_unless_there_is_newer_news() -> None:
    two = [sail(OUT, "west-1"), spotted("west-1", "11-15"), sail("", "west-1"), spotted("west-1", "6-10")]
    back = heard(*two, sail("west-1", "west-2"), sail("west-1", "west-2"))
    assert [(each.word.low, each.word.high) for each in back.at("west-2") if each.word] == [(6, 10)] * 2
    newer = heard(*two, sail("west-1", "west-2"), spotted("west-2", "1-5"), sail("west-1", "west-2"))
    assert [(each.word.low, each.word.high) for each in newer.at("west-2") if each.word] == [(0, 10)] * 2


def test_10_3_1_a_sail_on_its_face_has_back_a_number_that_lay_on_its_face() -> None:
    two = [sail(OUT, "west-1", face="down"), sail(OUT, "west-1")]
    back = heard(*two, sail("west-1", "west-2"), sail("west-1", "west-2", face="down"))
    assert {number: each.face for number, each in back.seen.items()} == {1: True, 2: False}


def test_2_5_a_pool_of_which_one_has_been_in_a_port_since_has_no_number_back() -> None:
    """In a port that shows its blocks a sail stays in sight, and is known by that port when it comes out."""
    ear = Ear(5, SEATS, lambda place: visible(place) or place == "naples/port", BOARD.range_ends)
    lookout = Lookout()
    for note in (sail(OUT, "3015"), sail(OUT, "3015"), sail("3015", "naples/port"), sail("naples/port", "3015")):
        ear.hear(lookout, note)
    assert [(each.left, each.of) for each in lookout.sails["allied"].seen.values()] == [
        (("brest",), (1, 2)), (("naples",), (1, 2))]  # fmt: skip


def test_7_4_sails_that_meet_are_one_pool() -> None:
    sails = heard(sail(OUT, "0807"), sail("", "0706"), sail("0807", "0706"))
    assert [each.number for each in sails.at("0706")] == [2, 1]
    parted = heard(sail(OUT, "0807"), sail("", "0706"), sail("0807", "0706"), sail("0706", "0606"))
    assert parted.at("0606")[0].left == ("brest",)
    assert parted.at("0706")[0].left == ("brest",)


def test_11_2_a_sail_that_enters_a_port_goes_out_of_sight() -> None:
    assert told(heard(sail(OUT, "0807"), sail("0807", "rochefort/port"))) == {}


def test_11_2_in_a_port_without_a_display_a_block_stays_in_sight() -> None:
    ear = Ear(5, SEATS, lambda place: visible(place) or place == "naples/port", BOARD.range_ends)
    lookout = Lookout()
    for note in (sail("", "naples/inshore"), sail("naples/inshore", "naples/port"), sail("naples/port", "3015")):
        ear.hear(lookout, note)
    only = lookout.sails["allied"].seen[1]
    assert (only.place, only.left) == ("3015", ("naples",))


def spotted(place: str, ships: str) -> Note:
    return Note("14.0", ALL, "", "spotted", {"place": place, "by": "british",
                                             "areas": {"sea": {"allied": {"ships": ships}}}})  # fmt: skip


def test_14_0_news_of_a_pool_is_news_of_all_in_it() -> None:
    sails = heard(sail(OUT, "0807"), sail(OUT, "0807"), spotted("0807", "11-15"))
    words = [(each.word.low, each.word.high, each.word.of) for each in sails.at("0807") if each.word]
    assert words == [(11, 15, 2), (11, 15, 2)]
    left = heard(sail(OUT, "0807"), sail(OUT, "0807"), spotted("0807", "11-15"), sail("0807", "0706"))
    word = left.at("0706")[0].word
    assert word is not None
    assert (word.low, word.high) == (0, 15)


def test_14_0_a_sail_with_one_of_whom_nothing_is_known_loses_its_news_when_one_leaves() -> None:
    sails = heard(sail(OUT, "0807"), spotted("0807", "11-15"), sail("", "0807"), sail("0807", "0706"))
    assert all(each.word is None for each in sails.seen.values())


def test_14_0_both_seats_hear_what_a_spotting_showed() -> None:
    lookout = Lookout()
    EAR.hear(lookout, spotted("0807", "11-15"))
    assert lookout.news["british"]["0807"].high == 15
    assert lookout.counted["allied"]["0807"].high == 15
    assert "allied" not in lookout.news


def test_13_5_masts_are_told_to_each_for_themselves() -> None:
    facts = {"port": "brest", "inshore": "no", "by": "british", "ships": "16-20", "ordinary": "1-5", "frigates": "yes"}
    lookout = Lookout()
    for seat in SEATS:
        EAR.hear(lookout, Note("13.5", seat, "", "masts", facts))
    assert lookout.news["british"]["brest"].low == 16
    assert lookout.counted["allied"]["brest"].ordinary_high == 5
    assert set(lookout.news) == {"british"}


def test_10_3_1_a_block_on_its_face_is_seen_to_lie() -> None:
    sails = heard(sail(OUT, "0807"), sail(OUT, "0807"), sail("0807", "0807", face="down"))
    assert sorted(each.face for each in sails.at("0807")) == [False, True]
    lies, leaves = sail("0807", "0807", face="down"), sail("0807", "0706", face="down")
    gone = heard(sail(OUT, "0807"), sail(OUT, "0807"), lies, leaves)
    assert gone.at("0706")[0].face
    assert not gone.at("0807")[0].face
    stood = heard(sail(OUT, "0807", face="down"), sail("0807", "0807", face="up"))
    assert not stood.at("0807")[0].face


def test_a_lookout_comes_back_from_plain_data() -> None:
    lookout = Lookout()
    for note in (sail(OUT, "0807"), sail("", "0807"), spotted("0807", "6-10"), sail("0807", "0706")):
        EAR.hear(lookout, note)
    assert Lookout.from_plain(lookout.to_plain()) == lookout


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_3_0_the_first_numbers_follow_places_and_not_blocks(order: tuple[int, ...]) -> None:
    places = [("british", "brest/inshore"), ("british", "cadiz/loose"), ("british", "brest/inshore")]
    lookout = first_sight([places[each] for each in order], visible)
    assert [each.place for each in lookout.sails["british"].seen.values()] == [
        "brest/inshore", "brest/inshore", "cadiz/loose"]  # fmt: skip


# ------------------------------------------------------------------------------------------- the property of 4.3

HEXES = ("0807", "0706", "0606", "0506", "west-1")
Step = tuple[int, str]


def played(steps: list[Step], who: list[int]) -> tuple[Lookout, dict[int, str]]:
    """Blocks 0 to 3 move; `who` says which block takes which part. What is told is a place and a place, no more."""
    lookout, at = Lookout(), dict.fromkeys(range(4), OUT)
    for part, now in steps:
        block = who[part]
        if at[block] != now:
            EAR.hear(lookout, sail(at[block], now))
            at[block] = now
    return lookout, at


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(HEXES)), max_size=20), st.permutations(range(4)),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(HEXES)), max_size=20), st.data(),
)  # fmt: skip
def test_7_4_any_two_blocks_of_a_pool_may_change_places_and_nobody_could_tell(
    before: list[Step], who: list[int], after: list[Step], data: st.DataObject
) -> None:
    lookout, at = played(before, who)
    assert all(len(lookout.sails.get("allied", Sails()).at(hex_)) == list(at.values()).count(hex_) for hex_ in HEXES)
    pools = [[block for block in at if at[block] == place] for place in (*HEXES, OUT)]
    crowded = [pool for pool in pools if len(pool) > 1]
    if not crowded:
        return
    one, two = data.draw(st.permutations(data.draw(st.sampled_from(crowded))))[:2]
    swap = {one: two, two: one}
    first = played([*before, *after], who)[0]
    # the same game with the two blocks exchanged from now on: each takes the other's orders
    again, places = played(before, who)
    for part, now in after:
        block = swap.get(who[part], who[part])
        if places[block] != now:
            EAR.hear(again, sail(places[block], now))
            places[block] = now
    assert again.to_plain() == first.to_plain()


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from((*HEXES, OUT))), max_size=25))
def test_2_3_there_are_as_many_sails_as_blocks_in_sight_and_no_number_twice(steps: list[Step]) -> None:
    lookout, at = played(steps, [0, 1, 2, 3])
    seen = lookout.sails.get("allied", Sails()).seen
    assert sorted(each.place for each in seen.values()) == sorted(place for place in at.values() if visible(place))
    assert all(number == each.number for number, each in seen.items())
