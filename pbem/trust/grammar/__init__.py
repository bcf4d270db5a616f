"""Ledger grammar 2: which lines may follow which, what they change, and what anybody could have chosen by them."""
