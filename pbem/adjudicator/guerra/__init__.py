"""Guerra a Muerte: the wars of independence of Spanish America, 1810 to 1824."""
