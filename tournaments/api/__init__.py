"""Tournaments through the API: to read, to register, to enter; by the services of the pages."""
