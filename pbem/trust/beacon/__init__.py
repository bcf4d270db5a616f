"""The drand beacon: its chains, its signatures, and the pairing arithmetic that checks them."""
