"""The maps of a book: the reader's view after each turn with its moves; every side at once at the end.

Drawings of one book share the coast, so a page of many maps is little longer than one map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.game import Game
from pbem.adjudicator.reports.chart_model import Chart, Stack, Standing
from pbem.base.records import replace
from pbem.chart import svg
from pbem.chronicle.course_of_game import Course, Eyes, Leaf
from pbem.match.play.reports import Scene
from pbem.page import strip
from pbem.page.drawings import flags, signs_of

#: How sides are told apart where nobody's own is drawn: the first, the second, all others.
ORDER = (Standing.OWN, Standing.FOE, Standing.OTHER)


def chart_of(course: Course, leaves: Sequence[Leaf], eyes: Eyes) -> Chart | None:
    """The map after the last of these phases, with the moves of all of them."""
    game, scene = course.library.terms.game, leaves[-1].scene
    notes = tuple(note for leaf in leaves for note in eyes.told(leaf.scene).notes)
    found = game.chart(eyes.sight(game, scene).retold(Told(notes, ()), {}))
    if found is None or not eyes.whole:
        return found
    return all_sides(found, game, scene, course.library.terms.seats)


def turns_seen(course: Course, eyes: Eyes) -> list[strip.Turn]:
    """The reader's knowledge at the end of each turn, for the strip of small maps."""
    found: list[strip.Turn] = []
    for leaf in course.leaves:
        chart = chart_of(course, [leaf], eyes)
        if chart is not None:
            found = strip.with_turn(found, strip.turn_of(chart, leaf.scene.phase.partition(".")[0]))
    return found


def strip_of(course: Course, chart: Chart, turns: Sequence[strip.Turn]) -> str:
    """The strip of a book's turns, each with its chapter."""
    numbers = {leaf.scene.phase.partition(".")[0]: leaf.turn for leaf in course.leaves}
    chapters = [f"turn-{numbers[each['turn']]}" for each in turns]
    return strip.strip(chart, turns, course.library.terms.game.turn_name, chapters)


def all_sides(public: Chart, game: Game, scene: Scene, seats: Sequence[str]) -> Chart:
    """The public's map with every seat's own stacks on it in full."""
    seen: dict[str, list[Stack]] = {}
    for seat in seats:
        chart = game.chart(scene.sight(game, seat))
        seen[seat] = [each for each in chart.stacks if each.standing is Standing.OWN] if chart else []
    signs = {**dict(standings(public.stacks)), **missing(public, seats)}
    own = [replace(each, standing=signs[seat]) for seat in seats for each in seen[seat]]
    others = [each for each in public.stacks if each.side not in seats]
    words = tuple(f"{side.title()}: {'; '.join(map(in_place, there))}." for side, there in seen.items() if there)
    return replace(public, stacks=(*own, *others), sightings=(), description=(*words, *public.description))


def standings(stacks: Iterable[Stack]) -> Iterator[tuple[str, Standing]]:
    """Returns how the public's map draws each side."""
    return ((each.side, each.standing) for each in stacks)


def missing(public: Chart, seats: Sequence[str]) -> dict[str, Standing]:
    """A sign for each seat of which the public sees nothing."""
    there = {side for side, _ in standings(public.stacks)}
    return {seat: ORDER[min(place, 2)] for place, seat in enumerate(seats) if seat not in there}


def in_place(stack: Stack) -> str:
    """A stack in words."""
    many = f"{stack.count} under " if stack.count is not None and stack.count > 1 else ""
    return f"{many}{stack.top} at {stack.cell}"


# ------------------------------------------------------------------------------------------------------- as drawings


def shared(chart: Chart) -> str:
    """Writes what all drawings of a book use; shows nothing itself."""
    unseen = 'class="chart" width="0" height="0" aria-hidden="true" focusable="false"'
    return f"<svg {unseen}><defs>{svg.shared(chart)}</defs></svg>"


def drawn(chart: Chart, name: str) -> dict[str, Any]:
    """One map of the book, its words and its legend; `alone` is the same as a file of its own."""
    alone = replace(chart, insets=())  # a book has its sheets side by side, and none that insets could show again
    return {
        "name": name, "title": chart.title, "svg": svg.overview(alone, name), "words": list(chart.description),
        "alone": svg.standalone(chart),
    }  # fmt: skip


def legend(charts: Sequence[Chart]) -> Mapping[str, Any]:
    """The signs that occur on any of the maps."""
    last = charts[-1]
    kinds = {each.kind for chart in charts for each in chart.hazards}
    return {
        "parties": [[standing.value, words] for standing, words in last.parties], "flags": flags(last), "mights": "",
        "owners": [list(owner) for owner in last.owners], "storms": "storm" in kinds, "wrecks": "wreck" in kinds,
        "arrows": any(chart.arrows for chart in charts), "ghosts": any(chart.sightings for chart in charts),
        "routes": bool(last.routes), "credits": last.credits, "signs": signs_of(last),
    }  # fmt: skip
