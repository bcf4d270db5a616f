"""Military Campaigns, Strategic Events and Sorties, as the data have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.board.naming import Label
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.yellowjack.board.draft import Draft, optional
from pbem.base.errors import Fault, Kind
from pbem.base.records import dataclass

SECTIONS = ("campaigns", "campaign_checks", "campaign_track", "setup_campaigns", "sorties")
FACES = 10


@dataclass(frozen=True, slots=True)
class CampaignCard(Label):
    """One Military Campaign (3.21)."""

    id: str
    name: str
    first: int  # Turns of its season
    last: int
    start: str
    win: int  # Prestige to the winner
    lost: int  # and from the loser
    requires: str  # an Event; empty for none
    ends_with: str
    groups: Mapping[str, str]  # side -> group of Ports whose Capture helps it
    ports_for_a_box: int


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex of a track (3.216)."""

    win: str  # the side that has won here; empty for none
    arrows: tuple[str, ...]  # by the die, 0 to 9
    toward: Mapping[str, str]  # side -> the hex one box nearer to its Win


@dataclass(frozen=True, slots=True)
class CampaignStart:
    """A campaign as a scenario begins."""

    scenario: str
    campaign: str
    status: str
    so_far: int


@dataclass(frozen=True, slots=True)
class Politics:
    """All of it."""

    campaigns: Mapping[str, CampaignCard]
    checks: Mapping[tuple[str, int, int], int]  # campaign, Year, Turn -> highest die
    tracks: Mapping[str, Mapping[str, Hex]]
    middle: Mapping[str, str]  # campaign -> the hex where it begins
    starts: tuple[CampaignStart, ...]
    sorties: Mapping[int, tuple[int, int]]  # Year -> highest dice of the gambit and the descent


def read_politics(it: Draft) -> Politics:
    """Reads the sections."""
    tracks: dict[str, dict[str, Hex]] = {}
    middle: dict[str, str] = {}
    for campaign, name, start, one in it.read("campaign_track", hex_of):
        tracks.setdefault(campaign, {})[name] = one
        if start:
            middle[campaign] = name
    return Politics(
        {one.id: one for one in it.read("campaigns", card_of)},
        dict(it.read("campaign_checks", lambda r: (
            (r.text("campaign"), r.number("year"), r.number("turn")), r.number("highest", 0)))),
        tracks, middle,
        tuple(it.read("setup_campaigns", lambda r: CampaignStart(
            r.text("scenario"), r.text("campaign"), r.text("status"), r.number("so_far", 0)))),
        dict(it.read("sorties", lambda r: (int(r.id), (r.number("gambit"), r.number("descent"))))),
    )  # fmt: skip


def card_of(reader: Reader) -> CampaignCard:
    """One campaign."""
    return CampaignCard(
        reader.id, reader.text("name"), reader.number("first", 1), reader.number("last", 1), reader.text("start"),
        reader.number("win", 0), reader.number("lost", 0), optional(reader, "requires"), optional(reader, "ends_with"),
        {side: optional(reader, side) for side in ("british", "bourbon")}, reader.number("ports_for_a_box", 0),
    )  # fmt: skip


def hex_of(reader: Reader) -> tuple[str, str, bool, Hex]:
    """One hex, with its campaign and its name."""
    toward = {side: optional(reader, side) for side in ("british", "bourbon")}
    return (reader.text("campaign"), reader.text("hex"), reader.flag("start"),
            Hex(optional(reader, "win"), reader.words("arrows"), toward))  # fmt: skip


def politics_faults(it: Draft, made: Politics) -> Iterator[Fault]:
    """Arrows lead to hexes of the same track, one for each face; groups are there."""
    for campaign, track in made.tracks.items():
        for name, one in track.items():
            at = it.place("campaign_track", f"{campaign}--{name}")
            for goal in (*one.arrows, *(each for each in one.toward.values() if each)):
                if goal not in track:
                    yield at.fault(f"'{goal}' is no hex of the track", kind=Kind.UNKNOWN)
            if not one.win and len(one.arrows) != FACES:
                yield at.fault("a hex has an arrow for each face of the die")
        if campaign not in made.middle:
            yield it.place("campaigns", campaign).fault("its track has no hex to begin in")
    for card in made.campaigns.values():
        for group in card.groups.values():
            if group and group not in it.groups:
                yield it.place("campaigns", card.id).fault(f"'{group}' is no group of places", kind=Kind.UNKNOWN)
