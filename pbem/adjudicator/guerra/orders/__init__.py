"""Order files of Guerra a Muerte: what may be written, checked and echoed."""
