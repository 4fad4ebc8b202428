"""E-mails to be sent: a row for each, which outlives a broker or a server that is away."""
