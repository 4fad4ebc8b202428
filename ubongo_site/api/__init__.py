"""What every address of the API shares: login, pages, refusals as errors at a field."""
