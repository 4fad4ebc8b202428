"""Printed sheets: plain values in, a PDF out. It knows no Django, no model and no clock."""
