"""The checks of `pbem verify`, one module for each kind of file; `pbem.trust.verify` puts them in order."""
