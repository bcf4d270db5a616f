"""The hopes of an army for each area within reach, less the cost of road, risk and an empty home."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.guerra.bots.armies import Army
from pbem.adjudicator.guerra.bots.eyes import Eyes, odds_of_winning
from pbem.base.records import dataclass

#: The marches that a target may be away, and the walls of a fortress.
FAR, WALLS = 3, 8
GARRISONS = ("mexico-garrison", "cuba-garrison")
#: The part of an area's worth that is thought lost when its army leaves it to a stronger enemy.
HOME = 0.6
#: The part of an enemy's strength that counts from two marches away.
BEYOND = 0.6
#: The points for each enemy factor that an army can hope to destroy; in the last years, when no army is raised again in
#: time; and in the last operations of all.
KILL, KILL_AT_LAST, KILL_IN_VAIN = 0.5, 1.0, 0.15
#: The last years, in which no risk counts; the year before them; and the part of a risk that counts then and sooner.
LAST_YEARS, BOLDLY, CAUTION = 4, 0.25, 0.5


@dataclass(slots=True)
class Goal:
    """An area that an army might go to, and how good that looks."""

    area: str
    way: list[str]
    score: float


def reachable(eyes: Eyes, army: Army, taken: dict[str, float]) -> Iterator[Goal]:
    """Every area within reach, with what going there promises."""
    bound = eyes.bound(army.at, army.units)
    for area, way in eyes.ways(army.at, FAR).items() if army.at in eyes.board.areas else ():
        score = promise(eyes, army, area, way, taken)
        if score and not (bound and not same_garrison(eyes, army.at, area)):
            yield Goal(area, way, score)


def same_garrison(eyes: Eyes, one: str, other: str) -> bool:
    """Tells if two areas belong to the same garrison of 10.5."""
    return any(one in eyes.board.group(name) and other in eyes.board.group(name) for name in GARRISONS)


def promise(eyes: Eyes, army: Army, area: str, way: list[str], taken: dict[str, float]) -> float:
    """The points an army may hope for in an area, less what it costs and risks."""
    own = army.factor / (2 if eyes.halved(area) else 1)
    foe, worst = eyes.foe_strength(area), eyes.strongest_foe(area)
    fortress, bands = eyes.enemy_fortress(area), eyes.hills(area, eyes.enemy)
    holder, worth = eyes.held[area], eyes.worth(area)
    if holder == eyes.seat or eyes.board.areas[area].neutral or taken.get(area, 0) > 2 * foe + WALLS:
        return 0.0
    if eyes.rebels_at(area) and not foe:
        return 0.0 if eyes.royal() else promise_of_rebels(eyes, army, area, way)
    if foe and own < worst:
        return 0.0
    chance = odds_of_winning(own, worst) if foe else 1.0
    swing = worth * (1.0 if holder == eyes.enemy else 0.5)
    if holder == "nobody":
        swing = worth * 0.6 if worth >= 1 else 0.0
    if fortress and not foe:
        swing *= siege_chance(eyes, army, own, fortress)
    elif not foe and bands and holder == "both":
        swing *= 0.35  # a hunt
    if fortress or bands:
        chance *= 0.8
    kill = blow(eyes) * min(foe, own)
    risk = (1 - chance) * 0.35 * army.factor + exposure(eyes, army, area)
    toll = 0.4 * len(way) + road(eyes, army, way) + forsaken(eyes, army, area)
    return chance * (swing + kill) - caution(eyes) * risk - toll


def caution(eyes: Eyes) -> float:
    """The part of a risk that counts: none in the last years, for an army that is lost then is not missed long."""
    left = eyes.last - eyes.turn
    return 0.0 if left < LAST_YEARS else BOLDLY if left == LAST_YEARS else CAUTION


def blow(eyes: Eyes) -> float:
    """The points for each enemy factor that an army can hope to destroy."""
    if eyes.final():
        return KILL_IN_VAIN
    return KILL_AT_LAST if eyes.last - eyes.turn < LAST_YEARS else KILL


def forsaken(eyes: Eyes, army: Army, area: str) -> float:
    """The worth at risk of an area that an army leaves while enemies stand near it."""
    if eyes.final() or area == army.at or army.at not in eyes.board.areas:
        return 0.0
    left = eyes.factor([unit for unit in eyes.mine_at(army.at) if unit not in army.units])
    return HOME * eyes.worth(army.at) if danger(eyes, army.at, area) > left else 0.0


def danger(eyes: Eyes, home: str, spare: str = "") -> float:
    """The strongest enemy mass that can come to an area in a turn; that of one area is left out."""
    return max((eyes.foe_strength(name) * (BEYOND if len(way) > 1 else 1)
                for name, way in eyes.ways(home, 2).items() if name != spare), default=0)  # fmt: skip


def promise_of_rebels(eyes: Eyes, army: Army, area: str, way: list[str]) -> float:
    """Rebels count half for the Patriot as it is; their points are worth an attack by the strong."""
    foe = sum(eyes.strength(force) for force in eyes.rebels_at(area))
    idle = 0.5 * eyes.worth(area) - 0.4 * len(way) - forsaken(eyes, army, area)
    return idle - road(eyes, army, way) if army.factor >= 3 * foe else 0.0


def siege_chance(eyes: Eyes, army: Army, own: float, port: str) -> float:
    """The chance to take a fortress in a turn: works, then an assault or two; a good leader and ships help."""
    units = eyes.garrison(port)
    ratio = own / (eyes.factor(units) + WALLS)
    steps = eyes.state.steps(units)
    column = min(6, int(ratio) + 2 + eyes.ships_help(port)) if ratio >= 1 else 2 if ratio >= 0.5 else 1
    skill = max((eyes.board.leaders[name].tactical for name in army.leaders), default=0)
    needs = (8 if steps <= 1 else 10 if steps <= 3 else 11) - column
    once = max(0, min(6, 7 - needs + skill)) / 6
    return 1 - (1 - once) ** (2 if army.leaders else 1.4)


def exposure(eyes: Eyes, army: Army, area: str) -> float:
    """The factors at risk from enemies who stand beside an area and are stronger than the army."""
    if eyes.final():
        return 0.0
    return max(0.0, exposure_of(eyes, area, army.at) - army.factor) * 0.3


def exposure_of(eyes: Eyes, area: str, home: str) -> float:
    """The factors of the strongest enemies beside an area, the way back apart."""
    return max((eyes.foe_strength(name) for name in eyes.near(area) if name != home), default=0)


def road(eyes: Eyes, army: Army, way: list[str]) -> float:
    """The factors that the worst stretch of a way may cost by attrition."""
    worst, here = 0, army.at
    for area in way:
        piece = eyes.board.areas[area]
        andes = eyes.board.andes(here, area)
        worst = max(worst, max(piece.hostility, 2 if andes else 0) - piece.rp if piece.hostility or andes else 0)
        here = area
    steps = eyes.state.steps(army.units)
    return 0.0 if not worst and len(army.units) < 2 else 0.12 * max(0, worst) * steps
