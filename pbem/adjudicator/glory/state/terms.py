"""Words that every part of the title uses: seats, nations, parts of a place, kinds of block."""

from __future__ import annotations

BRITISH, ALLIED = "british", "allied"
SEATS = (BRITISH, ALLIED)
FRENCH, SPANISH = "french", "spanish"
NATIONS = (BRITISH, FRENCH, SPANISH)
SEAT_OF = {BRITISH: BRITISH, FRENCH: ALLIED, SPANISH: ALLIED}

# Where a block can lie: in a port, in a part of its patrol zone, at sea in a hex, on a track.
PORT, INSHORE, LOOSE, OFF, SEA, TRACK = "port", "inshore", "loose", "off", "sea", "track"
ZONE_PARTS = (INSHORE, LOOSE, OFF)

# Kinds of block.
FLEET, FRIGATE, FOG, EXPEDITION, TRANSPORT, GOLD = "fleet", "frigate", "fog", "expedition", "transport", "gold"
FLEETS = (FLEET, EXPEDITION, TRANSPORT, GOLD)  # those that hold ships (2.6)
CONVOYS = (EXPEDITION, TRANSPORT, GOLD)

NORTH_SEA_BOX = "north-sea"  # the North Sea Fleet's box, where ships and Keith lie
CLOSEST = "closest"  # the destination of an Allied block on its face (10.3.1)
CHANNEL_HEX, RAID_HEX, STRAITS = "1403", "1501", "1123"
CHANNEL, NORTH_SEA = "channel", "north-sea"  # destinations that are hexes

NORTH_ATLANTIC, MEDITERRANEAN, WEST_INDIES = "north_atlantic", "mediterranean", "west_indies"
SEA_AREAS = (NORTH_ATLANTIC, MEDITERRANEAN, WEST_INDIES)

CAMPAIGN, TRAFALGAR, SPRING, BREAKOUT = "campaign", "trafalgar", "campaign-spring", "breakout"
#: scenario -> its first and last turn of the track.
SPANS = {CAMPAIGN: (1, 36), TRAFALGAR: (20, 30), SPRING: (1, 18), BREAKOUT: (1, 9)}


def other(seat: str) -> str:
    """The opponent of a seat."""
    return ALLIED if seat == BRITISH else BRITISH
