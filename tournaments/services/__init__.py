"""What organisers and players do: one keyword-only function for each deed.

Locks: whatever changes who plays takes the tournament's row first, whatever changes a game takes
the game's row; who needs both takes the tournament first. Nothing is counted or looked up for a
decision before its lock is held.
"""
