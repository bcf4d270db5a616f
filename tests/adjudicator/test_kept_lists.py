"""Lists of pieces hold until one of them moves, comes or goes, and are made anew then."""

from __future__ import annotations

from pbem.adjudicator.engine.memory import Memories, Sign, news_by
from pbem.adjudicator.engine.piecemeal import Lists, by_word, counted
from pbem.adjudicator.engine.table import ALL, Note
from pbem.base.records import dataclass


@counted("at")
@dataclass(slots=True)
class Boat:
    """A piece whose place is counted, and whose crew is not."""

    at: str
    crew: int = 0


def places(boats: dict[str, Boat]) -> dict[str, list[str]]:
    """The boats by their places, looked up by hand."""
    return by_word((boat.at, name) for name, boat in boats.items())


def test_a_list_is_made_anew_after_a_move_a_birth_and_a_loss_alone() -> None:
    boats, lists, made = {"a": Boat("cork"), "b": Boat("kinsale")}, Lists(Boat), list[int]()

    def anew() -> dict[str, list[str]]:
        made.append(len(made))
        return places(boats)

    def kept() -> dict[str, list[str]]:
        return lists.kept(boats, "places", anew)

    assert kept() == kept() == {"cork": ["a"], "kinsale": ["b"]}
    boats["a"].crew = 9
    assert kept() == places(boats)
    assert len(made) == 1
    boats["a"].at = "kinsale"
    assert kept() == {"kinsale": ["a", "b"]}
    boats["b"] = Boat("cork")
    assert kept() == {"kinsale": ["a"], "cork": ["b"]}
    del boats["b"]
    assert kept() == {"kinsale": ["a"]}
    assert len(made) == 4


def test_another_position_has_lists_of_its_own() -> None:
    here, there, lists = {"a": Boat("cork")}, {"a": Boat("kinsale")}, Lists(Boat)
    assert lists.kept(here, "places", lambda: places(here)) == {"cork": ["a"]}
    assert lists.kept(there, "places", lambda: places(there)) == {"kinsale": ["a"]}


def test_a_memory_reads_a_growing_story_on_from_where_it_was() -> None:
    story: list[Note] = []
    memories = Memories.of(("england", "spain"))
    memories.listen(story, news_by([Sign(("seen",), "unit", at="at")], 3, str))
    for number, place in enumerate(("cork", "kinsale", "cork")):
        story.append(Note("1", ALL, "", "seen", {"side": "spain", "unit": f"u{number % 2}", "at": place}))
        heard = memories.heard("england")
        fresh = Memories.of(("england", "spain"))
        fresh.listen(list(story), memories.news)
        assert heard == memories.heard("england") == fresh.heard("england")
        assert heard[-1].place == place
