"""Points: the group laws hold, and exactly one spelling of each point of the group is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.trust.beacon.bls12381.curves import G1, G2, Curve, in_g1, in_g2
from pbem.trust.beacon.bls12381.fields import FP, FP2, P, PointError, R, mul2, root1, root2, square2

GROUPS: dict[str, Curve[Any]] = {"G1": G1, "G2": G2}
scalars = st.integers(1, R - 1)
group = pytest.mark.parametrize("curve", GROUPS.values(), ids=GROUPS)


@group
def test_the_generator_is_on_its_curve_and_has_order_r(curve: Curve[Any]) -> None:
    assert curve.on_curve(curve.generator)
    assert curve.multiply(curve.generator, R + 1) == curve.generator
    with pytest.raises(PointError, match="infinity"):
        curve.multiply(curve.generator, R)


@group
def test_the_fast_subgroup_test_agrees_with_multiplying_by_the_order(curve: Curve[Any]) -> None:
    for x in range(1, 12):
        point = point_at(curve, x)
        if point is None:
            continue
        slow = curve.multiply_jacobian(point, R)[2] == curve.field.zero
        assert curve.in_subgroup(point) is slow
        assert not slow, "points of small x lie outside; else this test would say little"


def point_at(curve: Curve[Any], x: int) -> tuple[Any, Any] | None:
    """A point of the curve with this x, in the subgroup or not."""
    field = curve.field
    element: Any = x if curve is G1 else (x, 0)
    y = field.root(field.add(field.mul(field.square(element), element), curve.constant))
    return None if y is None else (element, y)


@given(a=scalars, b=scalars)
@settings(max_examples=15)
def test_multiples_add_up_in_both_groups(a: int, b: int) -> None:
    for curve in GROUPS.values():
        check_sum(curve, a, b)


def check_sum(curve: Curve[Any], a: int, b: int) -> None:
    p, q = curve.multiply(curve.generator, a), curve.multiply(curve.generator, b)
    if (a + b) % R:
        assert curve.add(p, q) == curve.add(q, p) == curve.multiply(curve.generator, (a + b) % R)
    assert curve.on_curve(p)


@group
def test_a_point_and_its_negative_have_no_finite_sum(curve: Curve[Any]) -> None:
    with pytest.raises(PointError, match="infinity"):
        curve.add(curve.generator, curve.negate(curve.generator))
    assert curve.add(curve.generator, curve.generator) == curve.multiply(curve.generator, 2)


@given(times=scalars)
@settings(max_examples=15)
def test_a_point_survives_writing_and_reading(times: int) -> None:
    for curve in GROUPS.values():
        round_trip(curve, times)


def round_trip(curve: Curve[Any], times: int) -> None:
    point = curve.multiply(curve.generator, times)
    raw = curve.encode(point)
    assert curve.decode(raw) == point
    assert curve.decode(bytes([raw[0] ^ 0x20]) + raw[1:]) == curve.negate(point)


@group
def test_bytes_that_are_no_point_are_refused_with_the_reason(curve: Curve[Any]) -> None:
    raw = curve.encode(curve.generator)
    size = len(raw)
    cases = {
        f"has {size - 1} bytes instead of {size}": raw[:-1],
        f"has {size + 1} bytes instead of {size}": raw + b"\0",
        "has 0 bytes": b"",
        "not in compressed form": bytes([raw[0] & 0x7F]) + raw[1:],
        "point at infinity": b"\xc0" + bytes(size - 1),
        "not canonical": bytes([0x80 | 0x1F]) + b"\xff" * (size - 1),
    }
    for reason, bytes_ in cases.items():
        with pytest.raises(PointError, match=reason):
            curve.decode(bytes_)


@group
def test_a_coordinate_written_with_the_prime_added_is_refused(curve: Curve[Any]) -> None:
    """Two spellings of one x would be two signatures of one round."""
    zero = bytes(len(curve.encode(curve.generator)) - 48)
    with pytest.raises(PointError, match="not canonical"):
        curve.decode(bytes([0x80 | P.to_bytes(48, "big")[0]]) + P.to_bytes(48, "big")[1:] + zero)


@group
def test_points_off_the_curve_and_outside_the_subgroup_are_told_apart(curve: Curve[Any]) -> None:
    reasons = []
    for x in range(1, 30):
        raw = bytearray(x.to_bytes(curve.field.size, "big"))
        raw[0] |= 0x80
        with pytest.raises(PointError) as error:
            curve.decode(bytes(raw))
        reasons.append(str(error.value))
    assert sorted(set(reasons)) == ["is not on the curve", "is on the curve but outside the subgroup"]


@given(st.integers(0, P - 1))
@settings(max_examples=30)
def test_square_roots_square_back_in_fp(value: int) -> None:
    root = root1(value * value % P)
    assert root in (value, P - value) or value == 0
    assert (root1(value) is None) is (pow(value, (P - 1) // 2, P) == P - 1)


@given(st.integers(0, P - 1), st.integers(0, P - 1))
@settings(max_examples=30)
def test_square_roots_square_back_in_fp2(real: int, imaginary: int) -> None:
    square = square2((real, imaginary))
    root = root2(square)
    assert root is not None
    assert square2(root) == square
    assert mul2((real, imaginary), (real, imaginary)) == square


@pytest.mark.parametrize("value", [0, 1, 2, P - 1, P - 2, 4, P - 4])
def test_numbers_of_fp_have_roots_in_fp2(value: int) -> None:
    """Minus one is no square in Fp, but that of u in Fp2."""
    root = root2((value, 0))
    assert root is not None
    assert square2(root) == (value, 0)


def test_a_number_without_a_root_in_fp2_has_none() -> None:
    """1 + u, on which the tower is built, is neither a square nor a cube."""
    assert root2((1, 1)) is None


def test_inverses_multiply_to_one() -> None:
    assert FP.mul(7, FP.inverse(7)) == 1
    assert FP2.mul((7, 9), FP2.inverse((7, 9))) == FP2.one


def test_the_generators_pass_the_subgroup_test() -> None:
    assert in_g1(G1.generator)
    assert in_g2(G2.generator)
