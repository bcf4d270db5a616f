"""The order files of a title as its data describe them: shapes, names, conditions, sections."""
