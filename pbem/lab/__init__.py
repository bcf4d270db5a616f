"""Work by the thousand on many cores or machines: soaks, audits, balance. The only package that needs Dask."""
