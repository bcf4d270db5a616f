"""The words of this game's data and positions: powers, kinds, moments, events. Words only; no rule is decided here."""

from __future__ import annotations

from enum import StrEnum

#: The powers that players command (2.3), and the counters' fifth colour (2.9).
POWERS = ("england", "netherlands", "spain", "france")
PIRATES = "pirates"
POTENTATE = "potentate"  # the garrison of a potentate port, where the charter has garrisons (29)
NATIONS = (*POWERS, PIRATES)
#: Said of a special victory instead of a list.
HOME_PORTS, TREASURE_PORTS = "home_ports", "treasure_ports"


class PortKind(StrEnum):
    """The six kinds of port (2.2)."""

    HOME = "home"
    EUROPEAN = "european"
    COLONY = "colony"
    POTENTATE = "potentate"
    PIRATE = "pirate"
    TREASURE = "treasure"


class LandKind(StrEnum):
    """The two kinds of land counter (19.1)."""

    REGIMENT = "regiment"
    FORT = "fort"


class MarkerKind(StrEnum):
    """The three kinds of campaign marker (9.7)."""

    ACTION = "action"
    BATTLE = "battle"
    LEADER = "leader"


class Moment(StrEnum):
    """When a campaign marker may be played (9.13)."""

    INITIATIVE = "initiative"
    EXCHANGE = "exchange"
    OUTFITTING = "outfitting"
    REVENUE = "revenue"
    OPERATION_START = "operation_start"
    INSTEAD_OF_OPERATION = "instead_of_operation"
    OWN_OPERATIONS = "own_operations"
    OPERATION_DONE = "operation_done"
    OTHER_OPERATION_START = "other_operation_start"
    OWN_MOVEMENT = "own_movement"
    MOVEMENT_ROLLED = "movement_rolled"
    INCIDENT_ROLLED = "incident_rolled"
    ADMIRAL_NAMED = "admiral_named"
    WIND_GAUGE = "wind_gauge"
    FIRST_FIRE = "first_fire"
    FIRST_SHORE_FIRE = "first_shore_fire"
    SHORE_BATTLE = "shore_battle"
    LEADER_HIT = "leader_hit"
    MARKER_PLAYED = "marker_played"
    GAINED = "gained"
    ANY_TIME = "any_time"


class Allowance(StrEnum):
    """The part of a force's movement that an incident leaves (13.3)."""

    ALL = "all"
    HALF = "half"
    NONE = "none"
    ONE_DIE_MORE = "one_die_more"


class Mishap(StrEnum):
    """Incidents that can happen to a force at sea (13.3)."""

    STORM = "storm"
    SCATTERED = "scattered"
    BECALMED = "becalmed"
    MUTINY = "mutiny"
    PIRATES = "pirates"
    FAIR_WIND = "fair_wind"


class Unrest(StrEnum):
    """Results of a mutiny."""

    QUELLED = "quelled"
    ARREARS = "arrears"
    DESERTION = "desertion"
    REFUSAL = "refusal"
    RUNAWAY = "runaway"
    OPEN_REVOLT = "open_revolt"


class Loot(StrEnum):
    """Results of a plunder attempt (21.2)."""

    AMBUSH = "ambush"
    NOTHING = "nothing"
    RANSOM = "ransom"
    SACKED = "sacked"
    GREAT_BOOTY = "great_booty"


class Occasion(StrEnum):
    """The three ways pirates come into play (25.1): the columns of their table."""

    INCIDENT = "incident"
    MARQUE = "marque"
    PORT = "port"


class Landfall(StrEnum):
    """Which way a crossing of the Pacific drifts (16.10)."""

    SAME = "same"
    NORTH = "north"
    SOUTH = "south"


class Where(StrEnum):
    """Places where something bought comes into play (11.2)."""

    HOME = "home"
    SETTLEMENT = "settlement"  # home, or a friendly colony or treasure port
    PORT = "port"  # home, or any friendly port
    UNIT = "unit"  # with any own counter
    TERRA_INCOGNITA = "terra_incognita"
    OCCUPIED = "occupied"


class Season(StrEnum):
    """When a power's ability works, or its special victory is looked for."""

    EXCHANGE_END = "exchange_end"
    OUTFITTING = "outfitting"
    SHORE_DEFENCE = "shore_defence"
    EACH_TURN = "each_turn"
    GAME_END = "game_end"
