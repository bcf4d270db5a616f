"""Order files of The War of Jenkins' Ear: what may be written, checked and echoed."""
