"""Rounds in which nobody meets anybody twice, where arithmetic gives them for nothing.

Players stand in rows, one row for each seat of a table. In round ``r`` player ``column`` of row
``row`` sits at table ``column + row · r``. Two players of different rows share a table in the one
round in which their columns differ by the right multiple, so never twice, as long as every
difference of two rows times every difference of two rounds is not nothing: always in a finite
field, and among the remainders of a division as long as the numbers are small. This is the affine
plane's net of parallel classes (Bose 1938).
"""

from __future__ import annotations

from dataclasses import dataclass

# Powers of primes that aren't primes, each with a polynomial that nothing divides: the
# coefficients of its lower terms, lowest first (its highest is 1).
POLYNOMIALS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (1, 0)), 16: (2, (1, 1, 0, 0))}


@dataclass(frozen=True)
class Remainders:
    """Whole numbers modulo ``order``: a field where the order is a prime."""

    order: int

    def add(self, left: int, right: int) -> int:
        return (left + right) % self.order

    def multiply(self, left: int, right: int) -> int:
        return left * right % self.order


@dataclass(frozen=True)
class Polynomials:
    """The field of ``prime ** degree`` elements; an element's digits are its coefficients."""

    prime: int
    lower: tuple[int, ...]

    def add(self, left: int, right: int) -> int:
        digits = zip(self._digits(left), self._digits(right), strict=True)
        return self._number([(one + other) % self.prime for one, other in digits])

    def multiply(self, left: int, right: int) -> int:
        degree = len(self.lower)
        product = [0] * (2 * degree - 1)
        for power, factor in enumerate(self._digits(left)):
            for other_power, other in enumerate(self._digits(right)):
                product[power + other_power] += factor * other
        for power in range(2 * degree - 2, degree - 1, -1):
            for lower_power, coefficient in enumerate(self.lower):
                product[power - degree + lower_power] -= product[power] * coefficient
        return self._number([digit % self.prime for digit in product[:degree]])

    def _digits(self, number: int) -> list[int]:
        return [number // self.prime**power % self.prime for power in range(len(self.lower))]

    def _number(self, digits: list[int]) -> int:
        return sum(digit * self.prime**power for power, digit in enumerate(digits))


def rounds_without_repeats(*, tables: int, size: int, rounds: int) -> list[list[list[int]]]:
    """Up to ``rounds`` rounds of ``tables`` full tables in which no pair meets twice.

    A player is ``row * tables + column``; a round is a list of tables, each with a player of
    every row (but in the round in which whole rows sit together, that comes last where there are
    as many tables as seats). Fewer rounds, down to one, where the arithmetic gives no more.
    """
    if size > tables:
        return [[[row * tables + column for row in range(size)] for column in range(tables)]]
    arithmetic: Remainders | Polynomials = Remainders(tables)
    if tables in POLYNOMIALS:
        arithmetic = Polynomials(*POLYNOMIALS[tables])
    drawn: list[list[list[int]]] = []
    for number in range(rounds):
        if not all(
            _never_twice(arithmetic, size, number, earlier) for earlier in range(len(drawn))
        ):
            break
        seated: list[list[int]] = [[] for _ in range(tables)]
        for row in range(size):
            for column in range(tables):
                table = arithmetic.add(column, arithmetic.multiply(row, number))
                seated[table].append(row * tables + column)
        drawn.append(seated)
        if number == tables - 1:
            break
    if len(drawn) < rounds and size == tables == len(drawn):
        drawn.append([[row * tables + column for column in range(tables)] for row in range(size)])
    return drawn


def _never_twice(
    arithmetic: Remainders | Polynomials, size: int, number: int, earlier: int
) -> bool:
    """Whether two rows that share a table in one of the rounds part in the other."""
    multiples = [
        (arithmetic.multiply(row, number), arithmetic.multiply(row, earlier)) for row in range(size)
    ]
    return all(
        arithmetic.add(now, other_then) != arithmetic.add(other_now, then)
        for place, (now, then) in enumerate(multiples)
        for other_now, other_then in multiples[:place]
    )
