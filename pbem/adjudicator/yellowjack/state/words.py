"""Words that every part of the title uses: sides, Commands, kinds of Formation, states, Order kinds, dates."""

from __future__ import annotations

from collections.abc import Mapping

BRITISH, BOURBON = "british", "bourbon"
SEATS = SIDES = (BRITISH, BOURBON)
SPANISH, FRENCH, CARACAS = "spanish", "french", "caracas"
CONTINGENTS = (BRITISH, SPANISH, CARACAS, FRENCH)
SIDE_OF = {BRITISH: BRITISH, SPANISH: BOURBON, CARACAS: BOURBON, FRENCH: BOURBON}
NEUTRAL = "neutral"
#: The sides at the head of a sentence.
THE = {BRITISH: "The British", BOURBON: "The Bourbons"}
#: A Strategic Event that has happened (3.13).
FRANCE_AT_WAR = "france-at-war"
#: The others (3.12, 3.14, 3.15).
AUSTRIAN_WAR, PHILIP_DIES, PREPARATION = "war-of-the-austrian-succession", "philip-v-dies", "french-preparation"
FRANCE_ROUSED, SORTIE, GAMBIT = "france-roused", "french-sortie", "west-indies-gambit"
#: The British have attacked the French before the war (2.32); the other goals of a Sortie (3.152); the end (1.622).
CHALLENGED, PEACE = "france-challenged", "peace"
DESCENT, DESCENT_AGAIN, AID = "descent-on-england", "second-descent-on-england", "aid-to-louisburg"

JAMAICA, LEEWARDS, CAROLINAS = "jamaica", "leewards", "carolinas"
LA_HABANA, CARTAGENA, FRENCH_COMMAND = "la-habana", "cartagena", "french"
COMMANDS = (JAMAICA, LEEWARDS, CAROLINAS, LA_HABANA, CARTAGENA, FRENCH_COMMAND)
COMMANDS_OF = {BRITISH: COMMANDS[:3], BOURBON: COMMANDS[3:]}
#: Stations of the Fleet Admirals; a Command's Station has the Command's name.
FLEET_STATION = {BRITISH: "british-fleet", BOURBON: "bourbon-fleet"}

FLAGSHIP, SOL, SOL_D, FRIGATE = "flagship", "sol", "sol-d", "frigate"
CLASSES = (FLAGSHIP, SOL, SOL_D, FRIGATE)
CLASS_NAMES = {FLAGSHIP: "Flagship", SOL: "SOL", SOL_D: "SOL(D)", FRIGATE: "Frigate"}
#: Classes whose name is a word: several of them take an s.
COUNTED = (FLAGSHIP, FRIGATE)

FLAG, DETACHMENT, INDEPENDENT, COMPANY, CONVOY = "flag", "detachment", "independent", "company", "convoy"
FLOTILLAS = (FLAG, DETACHMENT, COMPANY)
#: The Flotilla in which French and Spaniards sail together once France is at war (2.215).
GRAND_FLOTILLA = "bo-grand"
IN_ORDINARY, FITTING_OUT, READY = "in-ordinary", "fitting-out", "ready"
STATE_NAMES = {IN_ORDINARY: "In Ordinary", FITTING_OUT: "Fitting Out", READY: "Ready"}

#: The weather of a scenario that has all of it, and with it Reinforcements; another has winds alone.
WHOLE = "whole"
#: Places that are no node of the map. An Unformed Squadron is nowhere: its place is empty.
OFF_MAP, GONE, MESS = "off-map", "gone", "mess"
#: Boxes of Auxiliaries (R6.2).
AVAILABLE, RECOVERY = "available", "recovery"
#: A Leader who does not serve here in this scenario.
ABSENT = "absent"

CRUISE, BLOCKADE, INTERDICTION, SHOW_OF_FORCE = "cruise", "blockade", "interdiction", "show-of-force"
SHOW_OF_FORCE_PIRATES, SUPPORT_ARMY, ASSAULT = "show-of-force-pirates", "support-army", "amphibious-assault"
RVO, ESCORT, TRANSPORT, RCG_CONVOY = "rvo", "escort", "transport", "rcg-convoy"
WITHDRAWAL = "withdrawal"
UNCOUNTED = (RVO, ESCORT, TRANSPORT, WITHDRAWAL)

#: The steps at which a plan, a stance, a storm is looked at: names of the sequence, as case files write them.
SETUP, OPS, ADMIN = "setup", "ops", "admin"
IMPULSES, MPIS, TURNS_A_YEAR = 3, 6, 16
FIRST_YEAR = 1739


def other(side: str) -> str:
    """The opponent of a side."""
    return BOURBON if side == BRITISH else BRITISH


def sail(marker: str, *, first: bool = False) -> str:
    """Ships at sea as everybody names them, by their marker; `first` begins a sentence."""
    return f"{'The' if first else 'the'} sail marked {marker}"


def ships(classes: Mapping[str, int]) -> str:
    """Sail by class: '4 SOL, 1 SOL(D)'."""
    return ", ".join(f"{number} {CLASS_NAMES.get(sort, sort)}{'s' if number > 1 and sort in COUNTED else ''}"
                     for sort, number in classes.items() if number)  # fmt: skip


def date_of(year: int, turn: int) -> int:
    """A Turn of a Year as one number, so that Turns can be counted and compared; Turn 1 of 1739 is 1."""
    return (year - FIRST_YEAR) * TURNS_A_YEAR + turn


def year_of(date: int) -> int:
    """The Year of a date."""
    return FIRST_YEAR + (date - 1) // TURNS_A_YEAR


def turn_of(date: int) -> int:
    """The Turn of a date within its Year, 1 to 16."""
    return (date - 1) % TURNS_A_YEAR + 1


def turn_id(date: int) -> str:
    """A date as phases and conditions write it: y39t13."""
    return f"y{year_of(date) % 100:02d}t{turn_of(date):02d}"


def date_from(text: str) -> int:
    """The inverse of `turn_id`."""
    return date_of(1700 + int(text[1:3]), int(text[4:6]))


def quarterly(date: int) -> bool:
    """Tells if a Turn is the last of a Quarter (R4.1)."""
    return turn_of(date) % 4 == 0


def quarter(date: int) -> int:
    """The Quarter of a date, counted through the Years, so that two dates can be compared."""
    return (date - 1) // 4
