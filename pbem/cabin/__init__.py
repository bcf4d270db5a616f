"""A player's own table: all his games at a glance, and his letters sent from his own account."""
