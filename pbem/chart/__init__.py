"""Maps as their reader may know them: a model that knows no game, and its drawing as SVG."""
