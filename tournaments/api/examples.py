"""Examples for the API's description."""

from drf_spectacular.utils import OpenApiExample

CUP = OpenApiExample(
    "Two rounds and a final",
    request_only=True,
    value={
        "name": "Sunday at the club",
        "variant": "classic-2015",
        "config": {"pieces": 3, "playoff": False},
        "starts_at": "2026-06-07T14:00",
        "time_zone": "Europe/Berlin",
        "capacity": 60,
        "planned_rounds": 2,
        "finals": "final",
    },
)
NEXT = OpenApiExample("The next round", request_only=True, value={"number": 2})
NEXT_EARLY = OpenApiExample(
    "With another game, before all results are in",
    request_only=True,
    value={
        "number": 3,
        "variant": "dice",
        "config": {"areas": 6},
        "early_reason": "Table 4 plays on until lunch.",
    },
)
ENTRY = OpenApiExample(
    "Of the dice game: seat 1 filled the area",
    request_only=True,
    value={
        "key": "0b8ba2c4-8f0e-4c4c-9d5f-4a1d6a3c7c11",
        "index": 0,
        "event": {"kind": "round", "filled": [1]},
    },
)
SHEET = OpenApiExample(
    "Dice for two, all areas filled together",
    request_only=True,
    value={
        "key": "5f3a1f0e-27a7-4be8-9a57-2c0a9a7d1f3b",
        "events": [{"kind": "round", "filled": [0, 1]}] * 6,
    },
)
CORRECTION = OpenApiExample(
    "It was seat 2",
    request_only=True,
    value={
        "index": 0,
        "events": [{"kind": "round", "filled": [2]}],
        "reason": "Read from the wrong line.",
    },
)
