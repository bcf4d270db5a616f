"""Figures of any title: read from YAML with their sources, checked, named, and corrected by editions."""
