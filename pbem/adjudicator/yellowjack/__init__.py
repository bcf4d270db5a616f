"""Yellow Jack (Red Sash Games, Sea Lords volume III): the fifth title."""
