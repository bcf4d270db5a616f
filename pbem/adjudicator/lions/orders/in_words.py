"""Operations of this title in words, as their owner reads them back; `data/phrases.yaml` has the words."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.lions.orders.conditions import FORM

#: One entry of the queue (13.2) in a sentence; the force that operates, or what is played instead; the parts of an
#: operation in their order.
operation, who, deeds = (partial(FORM.phrases.said, name) for name in ("entry", "who", "deeds"))
