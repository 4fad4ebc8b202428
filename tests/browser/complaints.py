"""The browser complains of an answer that a test provoked; that one is forgiven."""


def forgive(complaints: list[str], status: int) -> None:
    """There is this one complaint and no other."""
    told = [complaint.split(" (")[0] for complaint in complaints]
    assert told == [f"Failed to load resource: the server responded with a status of {status}"]
    complaints.clear()
