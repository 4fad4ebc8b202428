"""The catalog of puzzle cards, and the solver that proves them."""
