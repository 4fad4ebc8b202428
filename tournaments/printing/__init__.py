"""Sheets for the tables and walls of a tournament as PDF; plain values in, pages out."""
