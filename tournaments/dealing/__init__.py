"""Which boards each player gets: pure, seeded, no Django."""
