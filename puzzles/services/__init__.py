"""What people and workers do with the catalog: one keyword-only function for each deed.

Each checks, locks, writes and returns, or raises ``Refusal`` and leaves everything as it was.
"""
