"""Options of what is printed in tests."""

from functools import partial

from puzzles.services.prints import PrintOptions

pad_options = partial(PrintOptions, "dice-pad")
