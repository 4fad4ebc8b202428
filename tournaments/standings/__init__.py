"""Who stands where: pure, no Django."""
