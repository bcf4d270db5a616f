"""Sealed files: age encryption, and locks that open at a stated time."""
