"""A seat's knowledge in 1805: Sea of Glory: sails, news, its own fleets; and the words for places."""
