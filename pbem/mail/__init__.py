"""Letters in and out: read, judged, fetched, sent, remembered. Mail knows nothing of any game."""
