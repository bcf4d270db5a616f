"""Order files while they are carried out: names become ids, conditions are judged, books of steps keep their place."""
