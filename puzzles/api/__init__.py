"""The API under ``/api/v1/``: the catalog to read, contents to be checked."""
