"""Order files of Yellow Jack: what may be written, checked and echoed."""
