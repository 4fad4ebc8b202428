"""Who sits at which table: pure, seeded, no Django."""
