"""The position: Squadrons, Formations, Units, Leaders, Ports, Orders, weather and what each side knows."""
