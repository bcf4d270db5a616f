"""This game's own words in reports, by reader: dry, and exact."""

from __future__ import annotations

from pbem.adjudicator.reports.voices import Voice

#: How a report begins, by reader; {turn} is a phrase like 'turn 3'.
OPENINGS = {
    "england": (
        "My Lords of the Admiralty, by the Harwich packet: {turn}, with the tide behind it.",
        "Sir, the coffee houses have their own account of {turn}. This one is true.",
        "My Lords, {turn}, entered in a fair hand by a clerk who has not been paid for the last.",
        "Sir, here is {turn}; Parliament will want to know what it cost.",
    ),
    "netherlands": (
        "Noble and Mighty Lords, {turn}, audited and found correct to the guilder.",
        "Noble and Mighty Lords, the post yacht is in from Texel with {turn}.",
        "Gentlemen of the Five Admiralties, for once you are all sent the same thing: {turn}.",
        "Noble and Mighty Lords, {turn}, in which trade went on, as it does.",
    ),
    "spain": (
        "Most Excellent Sir, {turn}, in three copies by three ships. This is the one that arrived.",
        "Your Catholic Majesty, the Council has considered {turn}, and will go on considering.",
        "Most Excellent Sir, the convoy of {turn} is accounted for below, to the last bar.",
        "Your Catholic Majesty, {turn}, as Seville would rather not have it told.",
    ),
    "france": (
        "Monseigneur, {turn}, which I have made as glorious as the facts allow.",
        "Monseigneur, the courier has ridden from Brest without sleeping; here is {turn}.",
        "Monseigneur, {turn}. M. Colbert will find the sums in order.",
        "Monseigneur, with my respects to the King, who need not read the middle part: {turn}.",
    ),
    "": (
        "The gazette of {turn}: what could be seen from any quay, and no more.",
        "What the four oceans know of {turn}.",
        "The news of {turn}, as all the powers would sign it, some of them with a cough.",
    ),
}
#: A line under the title of a step, by what happened in it.
ASIDES = {
    "dice": ("The envoys draw lots, and call it Providence.", "Somebody has to go first."),
    "bids": ("Sealed papers, opened together.", "The hammer falls; the candle is an inch high."),
    "no bids": ("The auctioneer talks to an empty room.", "Not a penny is bid."),
    "bargain": ("Ink, wax, and a clause that nobody has read.", "It is signed; it may even be kept."),
    "no bargain": ("The ambassadors dine, and agree that the fish was good.", "Nothing is signed."),
    "yards": ("Oak, hemp and other people's money.", "The yards ring with mallets."),
    "battle": ("Beat to quarters.", "The decks are sanded.", "The gun ports open."),
    "sail": ("Anchors aweigh.", "The topsails are sheeted home.", "Boats hoisted in, cables slipped."),
    "no sail": ("Every fleet stays at its moorings, and every purser is glad.", "Not an anchor is weighed."),
    "money": ("The chests are opened, and counted twice.", "The clerks wet their thumbs."),
    "lost treasure": ("Silver that is late is somebody else's by spring.", "The year ends; the silver does not come."),
}
#: How it ends.
CLOSINGS = {
    "england": (
        "I have the honour to be, my Lords, your most obedient servant, the adjudicator.",
        "God send you the wind gauge; the dice he leaves to me. The adjudicator.",
    ),
    "netherlands": (
        "Your Noble Mightinesses' servant, who has kept the receipts. The adjudicator.",
        "The ledger is closed, and balances. The adjudicator.",
    ),
    "spain": (
        "May God keep Your Majesty, and the convoy. The adjudicator.",
        "I kiss your hands and await your orders, by any ship that gets through. The adjudicator.",
    ),
    "france": (
        "I am, Monseigneur, with profound respect, the adjudicator.",
        "The horses are changed and the courier waits. The adjudicator.",
    ),
    "": (
        "Printed at the sign of the Three Dice by the adjudicator.",
        "Read, compared and found to agree with the log. The adjudicator.",
    ),
}


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if rule == "13.1":
        return "battle" if "battle" in events else "sail" if "operation" in events else "no sail"
    told = {
        "7.1": ("roll", "dice", ""), "9.3": ("sold", "bids", "no bids"), "10.1": ("agreed", "bargain", "no bargain"),
        "11.1": ("outfitted", "yards", ""), "8.2": ("money", "money", ""), "4.2": ("late", "lost treasure", ""),
    }.get(rule)  # fmt: skip
    if told is None:
        return ""
    event, subject, otherwise = told
    return subject if event in events else otherwise


VOICE = Voice(OPENINGS, CLOSINGS, ASIDES, subject_of)
