"""Which engine gives the site's verdicts: the solver's version and the caps it runs with."""

from puzzles.solver import SITE_LIMITS, SOLVER_VERSION

ENGINE = "/".join(
    str(part)
    for part in (
        SOLVER_VERSION,
        SITE_LIMITS.max_nodes,
        SITE_LIMITS.max_covers,
        SITE_LIMITS.max_states,
    )
)
