"""When Lions Sailed: the oceans of the world from 1654, for two, three or four powers."""
