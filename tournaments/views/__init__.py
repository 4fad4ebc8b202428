"""Pages: the public ones, and the organiser's desk."""
