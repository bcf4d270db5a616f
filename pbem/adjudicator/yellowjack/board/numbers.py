"""The single figures of the rules. Each stands in the data with its rule."""

from __future__ import annotations

from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Numbers:
    """The single figures, by name."""

    ma_frigates: int  # Movement Allowance of Frigates alone
    ma_line: int
    ma_convoy: int
    ma_least: int
    breeze_needs: int
    search_needs: int
    chase_needs: int
    break_out_needs: int
    join_needs: int
    join_fitting_out_needs: int
    break_off_needs: int
    show_needs: int
    show_sail: int  # least Sail for a Show of Force
    emergency_needs: int
    order_turns: int  # Turns an Order has
    cruise_impulses: int  # between Start and End
    blockade_ends: int  # ends of Impulses in a row that Fulfil a Blockade
    interdiction_ends: int
    show_misses: int  # that make it Fail
    draw_british: int  # chits in a set
    draw_bourbon: int
    flagship_prestige: int
    sol_prestige: int
    sol_d_prestige: int
    frigates_for_one: int
    convoy_dp_for_one: int
    assault_failed_prestige: int
    assault_failed_great: int
    great_port: int  # Prestige from which a Port is great
    viceroy_prestige: int
    leader_prestige: int
    convoy_scatters: int  # DPs
    detachments_attached: int  # most with a FLAG
    units_for_a_line_pair: int
    generic_sr: int
    generic_br: int
    stores_at_start: int
    sortie_needs: int
    relief_needs: int
