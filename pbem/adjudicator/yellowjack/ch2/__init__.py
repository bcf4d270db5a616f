"""The rules of chapter 2: fleets, engagement, Land Units, Convoys."""
