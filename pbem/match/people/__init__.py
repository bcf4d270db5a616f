"""Who plays: invitations, teams, substitutes, a new moderator, a rescue."""
