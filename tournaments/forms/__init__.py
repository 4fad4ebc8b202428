"""Forms of the organiser: a tournament, what a table agreed on, an entry, a sheet of paper."""
