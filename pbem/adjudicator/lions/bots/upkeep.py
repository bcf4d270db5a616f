"""Spends a steady admiral's pounds in its ports: repairs, rebuilding, colonies, garrisons, ships."""

from __future__ import annotations

from pbem.adjudicator.lions.board.terms import PortKind, Season
from pbem.adjudicator.lions.bots.eyes import CAPTAINS, HABITS, Eyes
from pbem.adjudicator.lions.bots.targets import worth
from pbem.adjudicator.lions.rules.ch26_victory import great_ships, victory_season
from pbem.adjudicator.lions.state.state import FORT, REGIMENT


def mend(eyes: Eyes) -> None:
    """Repairs ships in own home ports (18.2)."""
    for ship in eyes.idle():
        if eyes.state.ships[ship].damage and eyes.is_home(eyes.where(ship)):
            eyes.outfit("repair", ship=ship)


def rebuild(eyes: Eyes) -> None:
    """Removes plunder from held ports that are worth it (21.7)."""
    for port in eyes.board.ports.values():
        wanted = port.kind is PortKind.TREASURE or (port.kind is PortKind.COLONY and eyes.turns_left > 0)
        if wanted and port.square in eyes.state.plundered and eyes.holds(port.square):
            eyes.outfit("unplunder", at=port.id)


def found_colonies(eyes: Eyes) -> None:
    """Founds colonies on held coasts without a port, while pounds lie idle and there are turns to come (24.2)."""
    price = eyes.board.expenditure["colony"].cost
    for square in eyes.held_coasts() if eyes.turns_left >= HABITS.colony_turns else ():
        if price + HABITS.kept_from_colonies <= eyes.purse:
            eyes.outfit("found", at=square)


def garrison_homes(eyes: Eyes) -> None:
    """Strengthens home ports that must be kept to the end, when it is near: the weakest first (4.2, 6.2)."""
    if victory_season(eyes.state, eyes.seat) is not Season.GAME_END or eyes.turns_left > HABITS.last_turns:
        return
    while eyes.purse > HABITS.kept_from_garrisons:
        ashore = {home: eyes.state.land_at(home, eyes.seat) for home in eyes.homes if not eyes.rivals(home)}
        home = min(ashore, key=lambda square: (ashore[square], square), default="")
        if not home or ashore[home] >= HABITS.home_garrison or not (eyes.buy(REGIMENT, home) or eyes.buy(FORT, home)):
            return


def build_for_victory(eyes: Eyes) -> None:
    """A great ship a turn, as long as one's own victory asks for more of them (27.0)."""
    wanted = eyes.board.special_victories[eyes.seat].great_ships
    home = eyes.home_for(eyes.homes[0])
    if home and great_ships(eyes.state, eyes.seat) < wanted:
        any(eyes.buy(kind, home) for kind in CAPTAINS["great_ships"])


def free_points(eyes: Eyes) -> None:
    """The Dutch companies' points, where the next landing may start from (3.3)."""
    ability, square = eyes.board.abilities["companies"], station(eyes)
    some = min(ability.amount, eyes.state.land_left(eyes.seat, REGIMENT))
    if ability.power == eyes.seat and square:
        eyes.outfit("companies", at=eyes.name(square), regiments=str(some))


def spend_rest(eyes: Eyes) -> None:
    """Buys a transport, great ships, then, with turns to come, forts for weakly held places; last a regiment."""
    home = next((square for square in eyes.homes if not eyes.rivals(square)), "")
    carrier = CAPTAINS["carrier"]
    if home and not any(eyes.board.ships[name].kind.id == carrier for name in eyes.idle(home)):
        eyes.buy(carrier, home)
    for kind in CAPTAINS["great_ships"] * 2:
        if home:
            eyes.buy(kind, home)
    while eyes.turns_left and (square := station(eyes)) and eyes.buy(FORT, square):
        continue
    if home:
        eyes.buy(REGIMENT, home)


def station(eyes: Eyes) -> str:
    """A port abroad to strengthen: the dearest that is held and has least ashore; empty if there is none."""
    held = [port for port in eyes.board.ports.values() if port.is_settlement and eyes.holds(port.square)]
    able = [port for port in held if port.kind is PortKind.TREASURE] or held
    able.sort(key=lambda port: (eyes.state.land_at(port.square, eyes.seat), -worth(eyes, port), port.id))
    return able[0].square if able else ""
