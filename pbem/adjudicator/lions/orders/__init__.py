"""Order files of When Lions Sailed: what may be written, checked and echoed."""
