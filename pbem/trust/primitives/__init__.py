"""Commitments, hash chains and the line forms that every document uses."""
