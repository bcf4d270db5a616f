"""Words that every part of the title uses: seats, nations, places off the map, arms, scenarios."""

from __future__ import annotations

ROYALIST, PATRIOT, REBEL = "royalist", "patriot", "rebel"
SEATS = (ROYALIST, PATRIOT)
SIDES = (ROYALIST, PATRIOT, REBEL)
BOTH, NOBODY = "both", "nobody"

#: The Patriot nations, which have purses (4.2), then the other nations of counters.
PLATA, CHILE, COLOMBIA, PERU, MEXICO = "plata", "chile", "colombia", "peru", "mexico"
NATIONS = (PLATA, CHILE, COLOMBIA, PERU, MEXICO)
AMERICAN, SPANISH, PORTUGUESE = "american", "spanish", "portuguese"
COUNTER_NATIONS = (*NATIONS, AMERICAN, SPANISH, PORTUGUESE, REBEL)
PURSES = (ROYALIST, *NATIONS)
#: The order of the Patriot's operations (3.2).
STEPS_OF_NATIONS = ((PLATA, CHILE), (COLOMBIA, PERU), (MEXICO,))

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
FRIGATE, SHIP_OF_THE_LINE = "frigate", "ship-of-the-line"
LAND_ARMS = (INFANTRY, CAVALRY, ARTILLERY)
ARMS = (*LAND_ARMS, FRIGATE, SHIP_OF_THE_LINE)
REGULAR, MILITIA, NAVAL = "regular", "militia", "naval"
QUALITIES = (REGULAR, MILITIA, NAVAL)
LINE, GUERRILLA = "line", "guerrilla"

# Places that are no area, port or sea. `pool`: the Recruit Pool; `due`: comes this turn and is not placed yet;
# `out`: no part of the scenario; `gone`: out of the game. The turn track is `track/7`.
POOL, DUE, GONE, OUT = "pool", "due", "gone", "out"
SPAIN, HAITI, LEGION = "box-spain", "box-haiti", "legion"
UNITED_STATES, BRAZIL, CHACO = "united-states", "brazil", "chaco"
NEW_ORLEANS, LES_CAYES = "new-orleans", "les-cayes"

PLAIN, ANDES, VICEROYALTY = "plain", "andes", "viceroyalty"  # kinds of border

CAMPAIGN, OPENING, EMPIRE, END = "campaign", "opening-guns", "empire-strikes-back", "end-of-empire"
SCENARIOS = (CAMPAIGN, OPENING, EMPIRE, END)

# What comes next in a match: phases of the usual pace, and those of a slow one or of musters in turn.
ROYALIST_SETUP, PATRIOT_SETUP = "royalist-setup", "patriot-setup"
COUNCIL, UPRISINGS, MUSTER, SECOND_MUSTER = "council", "uprisings", "muster", "second-muster"

#: How the stacks of a side are numbered: royal-1, patria-7, rebel-2.
STACK_WORDS = {ROYALIST: "royal", PATRIOT: "patria", REBEL: "rebel"}


def other(side: str) -> str:
    """The opponent of a seat; Rebels answer to the seat that did not attack them."""
    return PATRIOT if side == ROYALIST else ROYALIST


def track(turn: int) -> str:
    """The box of the turn track."""
    return f"track/{turn}"


def halves_in_words(halves: int) -> str:
    """A number of half points as people write it: 2, 1/2, 2 1/2."""
    whole, half = divmod(abs(halves), 2)
    text = (f"{whole} 1/2" if whole else "1/2") if half else str(whole)
    return f"-{text}" if halves < 0 else text
