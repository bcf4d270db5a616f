"""The tags, attributes and references that a page may hold."""

from __future__ import annotations

import re

from pbem.base.patterns import pattern


def words(text: str) -> tuple[str, ...]:
    """A list of names."""
    return tuple(text.split())


TEXT = words(
    "a abbr article aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption "
    "figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span strong "
    "style sub summary sup table tbody td tfoot th thead time tr u ul var"
)
DRAWN = words(
    "circle clippath defs desc ellipse g line marker path pattern polygon polyline rect svg symbol text title tspan use"
)
TAGS = (*TEXT, *DRAWN)
ATTRIBUTES = words(
    "abbr class clip-path cols colspan d datetime dir dx dy fill fill-opacity fill-rule focusable font-size font-style "
    "font-weight headers height hidden href id lang letter-spacing marker-end markerheight markerwidth opacity open "
    "orient pattern patterncontentunits patterntransform patternunits points preserveaspectratio r refx refy role "
    "rowspan rx ry scope start stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width "
    "tabindex text-anchor title transform type value viewbox width x x1 x2 xmlns y y1 y2 cx cy"
)
PREFIXES = ("aria-", "data-")
#: Attributes that are words, whatever stands in them; any other could refer to something.
SPOKEN = words("abbr class id lang role title")
#: A place in the page, or a file beside it; never a scheme, a host or a folder above.
NEAR = pattern(r"#[^\s\"'<>]*|[A-Za-z0-9][A-Za-z0-9._-]*\.html(#[^\s\"'<>]*)?")
#: A reference of a style, or of a drawing's fill, stays in the page.
FAR = pattern(r"url\s*\(\s*(?![\"']?#)|@import|expression\s*\(|javascript:|-moz-binding|\\", re.IGNORECASE)
