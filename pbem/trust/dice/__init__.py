"""Dice: seeds, labels, lanes, and how one throw is explained."""
