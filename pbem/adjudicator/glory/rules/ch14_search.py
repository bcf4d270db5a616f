"""Chapter 14: searching: who looks, the dice, what a success shows, and who must fight."""
# Chapter 14 by paragraphs: 14.0, 14.6, 14.7 ch14_search; 14.1 to 14.5 ch14_entering.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.battle_fleets import Clash
from pbem.adjudicator.glory.rules.ch07_blocks import take_off
from pbem.adjudicator.glory.rules.ch13_blockade import as_told, in_words
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.telling import place_told
from pbem.adjudicator.glory.rules.waters import zone_of
from pbem.adjudicator.glory.state.state import State, place_word
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    CHANNEL_HEX,
    INSHORE,
    LOOSE,
    NORTH_SEA_BOX,
    OFF,
    SEA,
    ZONE_PARTS,
    other,
)
from pbem.base.records import dataclass

SEARCH_ALL, SEARCH_NONE, UNTIL_SPOTTED = "all", "none", "until_spotted"
CHOICES = {
    SEARCH_ALL: "it searches", UNTIL_SPOTTED: "it searches unless another has spotted them", SEARCH_NONE: "it does not",
}  # fmt: skip
#: The modifier of a place: its name among the figures, its rule, its name to players.
PLACES = {
    INSHORE: ("search_inshore", "Inshore"), LOOSE: ("search_loose", "Loose Blockade"),
    OFF: ("search_off", "Off Station"),
    "narrows": ("search_narrows", "Narrows"), "far": ("search_far", "after more than 5 movement points"),
    "track": ("search_track", "just off a track"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """One block's chance to search: by which modifier of its place, and what its orders say if it is Allied."""

    block: str  # or the North Sea Fleet's box
    place: str = ""  # a word of PLACES; empty where none applies
    wish: str = ""  # all or none, from the leg that it sailed


@dataclass(frozen=True, slots=True)
class Scene:
    """The place of a search, the seat whose half it is, and the blocks that are sought."""

    seat: str  # who searches
    active: str  # whose half, bonus move or arrival it is
    at: str  # a port, if it is in its patrol zone, or a hex
    targets: tuple[str, ...]
    part: str = ""  # the part of the zone that the searchers lie in; empty at sea
    mover: str = ""  # the block that is searched for as it moves
    sortie: bool = False

    @property
    def zone(self) -> bool:
        """Tells if it is in a patrol zone."""
        return bool(self.part)


@rule("14.0", "Search attempts: who can")
def searchers(state: State, seat: str, at: str, part: str) -> list[str]:
    """A seat's fleets and frigates in a hex or in a part of a zone; rumours never search."""
    return [block for block in state.blocks_at(at, seat, part) if not state.is_fog(block)]


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search."""

    spotted: bool = False
    fought: bool = False


@rule("14.0", "Search attempts", "14.6")
async def search(table: Table, state: State, scene: Scene, looks: Sequence[Look]) -> Found:
    """All of one place roll before any result counts; a success shows everything there, and fleets engage."""
    found: list[str] = []
    for look in looks:
        if scene.seat == ALLIED and not await wants(table, state, scene, look, found):
            continue
        if await spots(table, state, scene, look):
            found.append(look.block)
    if not found:
        return Found()
    reveal(table, state, scene)
    return Found(spotted=True, fought=await engage(table, state, scene, found))


async def wants(table: Table, state: State, scene: Scene, look: Look, found: Sequence[str]) -> bool:
    """Asks the Allied player if a fleet searches; the British must (14.0)."""
    wish = look.wish
    if not wish:
        moment = "entering" if scene.mover else "active"
        facts = {"place": state.place(look.block), "part": scene.part or SEA, "moment": moment, "block": look.block,
                 "sails": str(len(scene.targets))}  # fmt: skip
        wish = await questions.choose(table, "14.0", ALLIED, f"search/{scene.at}", facts, CHOICES, SEARCH_NONE,
                                      "Does this fleet search?")  # fmt: skip
    return wish == SEARCH_ALL or (wish == UNTIL_SPOTTED and not found)


@rule("14.6", "Stationary modifiers", "14.4", "6.6", "6.8")
def modifiers(state: State, scene: Scene, look: Look) -> Shift:
    """Lists the modifiers of a search that all may know: place, weather chits, season."""
    shift, numbers = Shift(), state.board.numbers
    if look.place:
        name, told = PLACES[look.place]
        shift.add("14.6", getattr(numbers, name), told)
    zone = zone_of(state, hex_of(state, scene.at))
    chits = sum(1 for foul in state.foul if zone in foul.zones)
    shift.add("6.6", max(chits * numbers.search_weather, numbers.search_weather_most), "weather")
    season = state.board.turn(state.turn).season
    shift.add("14.0", state.board.zones[zone].search[season], season)
    return shift


def hex_of(state: State, at: str) -> str:
    """The hex of a port's zone, or the hex itself."""
    return state.board.ports[at].zone_hex if at in state.board.ports else at


async def spots(table: Table, state: State, scene: Scene, look: Look) -> bool:
    """One search: two dice, and one more where a convoy is sought, which only its owner learns before a success."""
    shift = modifiers(state, scene, look)
    sail = "The North Sea Fleet" if look.block == NORTH_SEA_BOX else f"{scene.seat.title()} sail"
    where = place_told(state, place_word(scene.at, scene.part or SEA))
    parts = (scene.at, scene.part) if scene.part else (scene.at,)
    throw = await table.roll("14.0", "2d6", "search", *parts, why=f"{sail} searches {where}", shift=shift)
    extra = state.board.numbers.search_convoy if holds_convoy(state, scene.targets) else 0
    spotted = throw.total + extra >= state.board.numbers.search_needs
    if extra:
        hearers = (scene.seat, other(scene.seat)) if spotted else (other(scene.seat),)
        for seat in hearers:
            table.note("14.0", seat, f"+{extra} for a convoy.", "search_convoy", place=scene.at)
    table.note("14.0", ALL, "Spotted." if spotted else "No contact.", "search", side=scene.seat,
               place=place_word(scene.at, scene.part or SEA), spotted="yes" if spotted else "no")  # fmt: skip
    return spotted


def holds_convoy(state: State, blocks: Sequence[str]) -> bool:
    """Tells if a convoy, or a fleet in the hex of the Invasion Barges, is among blocks (14.0)."""
    barges = state.barges == CHANNEL_HEX and any(
        state.blocks[block].at == CHANNEL_HEX and state.owner(block) == ALLIED and state.is_fleet(block)
        for block in blocks
    )  # fmt: skip
    return barges or any(state.is_convoy(block) for block in blocks)


@rule("14.0", "Search attempts: what is revealed", "7.8")
def reveal(table: Table, state: State, scene: Scene) -> None:
    """Rumours in the whole hex or zone are taken off; if an Allied block is left, both tell what they have there."""
    areas = ZONE_PARTS if scene.zone else (SEA,)
    for block in state.blocks_at(scene.at, ALLIED, *areas):
        if state.is_fog(block):
            take_off(table, state, block, "7.8", "fog")
    if not state.blocks_at(scene.at, ALLIED, *areas):
        table.note("14.0", ALL, "It was a rumour.", "rumour", place=scene.at)
        return
    told: dict[str, dict[str, dict[str, str]]] = {}
    for area in areas:
        for seat in (BRITISH, ALLIED):
            if blocks := state.blocks_at(scene.at, seat, area):
                told.setdefault(area, {})[seat] = as_told(state, blocks, gold=True)
    text = "; ".join(
        f"{place_told(state, place_word(scene.at, area))} the {seat.title()} player has {in_words(force)}"
        for area, forces in told.items() for seat, force in forces.items()
    )  # fmt: skip
    table.note("14.0", ALL, f"{text[0].upper()}{text[1:]}.", "spotted", place=scene.at, side=scene.seat, areas=told)
    table.note("14.0", ALLIED, "You have been spotted." if scene.seat == BRITISH else "You have spotted them.",
               "spotted_blocks", blocks=list(scene.targets))  # fmt: skip


@rule("14.0", "Search attempts: who engages", "16.0")
async def engage(table: Table, state: State, scene: Scene, found: Sequence[str]) -> bool:
    """Fleets that spotted and fleets that were spotted fight at once; frigates and blocks Off Station never do."""
    seeking = [block for block in found if fights(state, block)]
    sought = [block for block in scene.targets if fights(state, block)]
    if not seeking or not sought:
        return False
    british, allied = (seeking, sought) if scene.seat == BRITISH else (sought, seeking)
    area = state.blocks[scene.mover].area if scene.mover else scene.part or SEA
    await battle(table, state, Clash(
        place=scene.at, port=scene.at if scene.zone else "", area=area, british=tuple(british), allied=tuple(allied),
        active=scene.active, mover=scene.mover, sortie=scene.sortie,
    ))  # fmt: skip
    return True


def fights(state: State, block: str) -> bool:
    """Tells if a block engages in combat: a fleet with ships that is not Off Station, or the North Sea Fleet."""
    if block == NORTH_SEA_BOX:
        return bool(state.ships_in(NORTH_SEA_BOX))
    here = state.blocks[block]
    return state.is_fleet(block) and bool(here.area) and here.area != OFF and bool(state.ships_in(block))


@rule("14.7", "The North Sea Fleet")
async def north_sea_search(table: Table, state: State, wanted: str = "") -> bool:
    """The North Sea Fleet searches one hex of the North Sea Zone, or 1403, and stays in its box.

    It searches whenever it can; where several hexes hold Allied blocks its owner chooses. It gets no modifier for the
    narrows. Returns whether it searched.
    """
    if not state.ships_in(NORTH_SEA_BOX):
        return False
    hexes = [name for name, here in state.board.hexes.items() if here.north_sea or name == CHANNEL_HEX]
    sails = {name: len(state.blocks_at(name, ALLIED, SEA)) for name in hexes}
    held = {name: number for name, number in sails.items() if number}
    if not held:
        return False
    usual = CHANNEL_HEX if CHANNEL_HEX in held else max(held, key=lambda name: held[name])
    options = {name: state.board.place_name(name) for name in held}
    at = wanted if wanted in held else await questions.choose(
        table, "14.7", BRITISH, "north-sea", {}, options, usual, "Which hex does the North Sea Fleet search?"
    )  # fmt: skip
    scene = Scene(BRITISH, BRITISH, at, tuple(state.blocks_at(at, ALLIED, SEA)))
    await search(table, state, scene, [Look(NORTH_SEA_BOX)])
    return True
