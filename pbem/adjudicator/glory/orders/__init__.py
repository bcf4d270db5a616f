"""Order files of 1805: Sea of Glory: what may be written, checked and echoed."""
