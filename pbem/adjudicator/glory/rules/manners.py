"""Manners of battle: the choices of an admiral with orders to be bold, wary or shy.

A manner answers every question of chapters 17 to 19 from the facts that the question itself tells its seat, so it can
never use more than that seat knows. Doctrines and standing orders name a manner; `wary` is also every default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.adjudicator.engine.table import Plain

BOLD, WARY, SHY, ANCHOR = "bold", "wary", "shy", "anchor"
MANNERS = (BOLD, WARY, SHY, ANCHOR)
YES, NO = "yes", "no"
WINDWARD, LEEWARD = "windward", "leeward"
LONGER, SHORTER, LEAVE = "longer", "shorter", "leave"

FORM_LINE, REPEAT = "form-line", "repeat-same"
ENGAGE, CUT, CHASE, WAKE = "engage-more-closely", "cut-the-line", "general-chase", "admirals-wake"
CLOSE, TACK, WITHDRAWAL = "close-the-line", "tack-together", "general-withdrawal"
EASY, FULL, AT_ANCHOR, WEIGH = "easy", "full", "at-anchor", "weigh-anchor"

RUNNING, BREAK, HOT, WITHERING, PELL_MELL = "RB", "BTL", "HA", "WF", "PM"
CHOICE, AWAY = "AC", "LW"
SPREAD, GUNS, WRECK = "spread", "guns", "wreck"
POLICIES = (SPREAD, GUNS, WRECK)

#: Half of the ships out of action, in percent: the moment when a wary admiral thinks of leaving.
HALF = 50

Facts = Mapping[str, Plain]
#: How many dice more each type of battle gives oneself than the enemy, by one's place (17.8).
GAIN = {WINDWARD: (PELL_MELL, BREAK, HOT, RUNNING, WITHERING), LEEWARD: (WITHERING, RUNNING, HOT, BREAK, PELL_MELL)}


def by_manner(manner: str, topic: str, facts: Facts) -> Plain:
    """Returns what this manner answers to a question of battle; topics are those of the order file."""
    return ANSWERS[topic](manner, facts)


# ------------------------------------------------------------------------------------------- what is known


def number(facts: Facts, name: str) -> int:
    """Returns a number that the question tells; 0 where it does not tell it."""
    return int(facts.get(name) or 0)


def odds(facts: Facts, own: int, enemy: int) -> bool:
    """Tells if own strength is to the enemy's at least as these numbers: by guns once the lines are formed."""
    if facts.get("enemy_fire"):
        return number(facts, "own_fire") * enemy >= number(facts, "enemy_fire") * own
    return number(facts, "own") * enemy >= number(facts, "enemy_low") * own


def beaten(facts: Facts) -> bool:
    """Tells if half of the own ships are out of action, and less of the enemy's."""
    return number(facts, "own_hurt") >= HALF > number(facts, "enemy_hurt")


# ------------------------------------------------------------------------------------------- the opening


def gauge(manner: str, facts: Facts) -> str:
    """17.3: all take the windward place: the bold to attack, the shy to deny battle; only the anchored stay."""
    return LEEWARD if manner == ANCHOR else WINDWARD


def deny(manner: str, facts: Facts) -> str:
    """17.4: the shy deny always, the wary where they have fewer ships by what was announced, the bold never."""
    if manner == SHY:
        return YES
    fewer = number(facts, "own") < number(facts, "enemy_low")
    return YES if manner == WARY and fewer and facts.get("seat") != "british" else NO


def day(manner: str, facts: Facts) -> str:
    """17.5: the stronger fleet by the announced sizes wants a long day, the weaker a short one."""
    if manner in (BOLD, SHY):
        return LONGER if manner == BOLD else SHORTER
    own, low, high = number(facts, "own"), number(facts, "enemy_low"), number(facts, "enemy_high")
    return LONGER if own > high else SHORTER if own < low else LEAVE


# ------------------------------------------------------------------------------------------- signals


def signals(manner: str, facts: Facts) -> dict[str, str]:
    """17.6: the tactic and sail wanted for the round that comes."""
    if facts.get("sail") == AT_ANCHOR:
        stay = number(facts, "enemy_hurt") < HALF and number(facts, "own_hurt") < HALF
        return {"tactic": REPEAT, "sail": AT_ANCHOR if stay and manner != SHY else WEIGH}
    tactic, sail = (to_windward if facts.get("gauge") == WINDWARD else to_leeward)(manner, facts)
    return {"tactic": tactic, "sail": EASY if facts.get("slow") == YES else sail}


def to_windward(manner: str, facts: Facts) -> tuple[str, str]:
    """The windward tactics of each manner."""
    if manner == SHY or (manner != BOLD and beaten(facts)):
        return WAKE, EASY
    if facts.get("enemy_shows") == WITHDRAWAL:
        return CHASE, FULL
    if manner == BOLD:
        return (ENGAGE, FULL) if number(facts, "round") == 1 else (CUT, EASY)
    return CUT if odds(facts, 3, 2) else ENGAGE, EASY


def to_leeward(manner: str, facts: Facts) -> tuple[str, str]:
    """The leeward tactics of each manner."""
    if manner == SHY or (manner != BOLD and beaten(facts)):
        return WITHDRAWAL, FULL
    return (TACK if manner == BOLD and number(facts, "round") > 1 else FORM_LINE), EASY


# ------------------------------------------------------------------------------------------- firing and leaving


def choice(manner: str, facts: Facts) -> str:
    """17.8.6: the type of battle that gives oneself most dice beside the enemy; the shy take a running battle."""
    if manner == SHY:
        return RUNNING
    best = GAIN[str(facts.get("gauge"))][0]
    if best == PELL_MELL and not odds(facts, 1, 1):
        return BREAK
    return best


def full_sail_die(manner: str, facts: Facts) -> str:
    """17.7: yes as long as the enemy's line holds a sound ship; then no ship could be wrecked but by a high throw."""
    return YES if number(facts, "enemy_sound") else NO


def damage(manner: str, facts: Facts) -> str:
    """18.3: points are spread over as many ships as they reach."""
    return SPREAD


def leave(manner: str, facts: Facts) -> str:
    """18.4: the shy go as soon as they may, the wary and the anchored once they are beaten, the bold never."""
    if manner == BOLD:
        return NO
    return YES if manner == SHY or beaten(facts) else NO


ANSWERS: dict[str, Callable[[str, Facts], Plain]] = {
    "gauge": gauge, "deny": deny, "day": day, "signals": signals, "choice": choice, "full-sail-die": full_sail_die,
    "damage": damage, "break-off": leave, "withdraw": leave,
}  # fmt: skip
