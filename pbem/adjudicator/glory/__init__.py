"""1805: Sea of Glory: a year of blockade, chase and battle, from the Channel to the West Indies."""
