"""Names the power that `steady` admirals fear, and makes peace among the others against it (10.1).

All is reckoned from what every player sees. So all of them name the same power, and write the same promise.
"""

from __future__ import annotations

from pbem.adjudicator.lions.board.terms import Season
from pbem.adjudicator.lions.bots.eyes import HABITS, Entry, Eyes
from pbem.adjudicator.lions.bots.targets import missing
from pbem.adjudicator.lions.rules.ch10_agreements import NON_AGGRESSION
from pbem.adjudicator.lions.rules.ch26_victory import met, points, victory_season


def bargains(eyes: Eyes) -> list[Entry]:
    """Peace for this turn among all whom nobody need fear; it takes two, and somebody to be feared."""
    threat = feared(eyes)
    others = sorted(power for power in eyes.state.players if power != threat)
    if not threat or eyes.seat not in others or len(others) < 2:
        return []
    return [{"id": f"against-{threat}", "parties": others, "promise": NON_AGGRESSION}]


def feared(eyes: Eyes) -> str:
    """Returns the power that is nearest to winning; empty if none is near."""
    yearly = [power for power in eyes.state.players if victory_season(eyes.state, power) is Season.EACH_TURN]
    close = [power for power in yearly if missing(eyes, power) <= HABITS.close]
    if close:
        return min(close, key=lambda power: missing(eyes, power))
    if eyes.turns_left <= HABITS.last_turns and (last := wins_at_end(eyes)):
        return last
    scores = {power: open_points(eyes, power) for power in eyes.state.players}
    best, second, *_ = sorted(scores.values(), reverse=True)
    if eyes.state.turn <= HABITS.early or 100 * best < HABITS.lead * second:
        return ""
    return next(power for power, score in scores.items() if score == best)


def wins_at_end(eyes: Eyes) -> str:
    """Returns the power whose special victory is looked for at the end, if it meets it now; empty if there is none."""
    special = (power for power in eyes.state.players if victory_season(eyes.state, power) is Season.GAME_END)
    return next((power for power in special if met(eyes.state, power)), "")


def open_points(eyes: Eyes, power: str) -> int:
    """Returns a power's victory points as far as everybody can count them: all but its great ships (26.2)."""
    return sum(number for reason, number in points(eyes.state, power).items() if reason != "great-ship")
