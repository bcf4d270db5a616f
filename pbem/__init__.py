"""pbem: the play-by-email adjudicator for age-of-sail wargames."""

__version__ = "0.1.0"

#: Reserved for examples, so it never belongs to anybody; names every namespace and origin (PROTOCOL, head).
DOMAIN = "pbem.example"
