"""People: who they are on the site, and how they get in."""
