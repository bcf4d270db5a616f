"""Captains without people."""
