"""What organisers and players do: one keyword-only function for each deed.

Locks: whatever changes something takes the tournament's row first, for at the end it raises the
version there; what changes a game then takes the game's row. Nothing is counted or looked up for
a decision before its lock is held.
"""
