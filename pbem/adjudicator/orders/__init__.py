"""Order files of any title: their shape, template, guide page and desk form."""
