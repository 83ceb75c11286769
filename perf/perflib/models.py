# SPDX-License-Identifier: Apache-2.0
"""The papers' cost models, in their own terms."""
from __future__ import annotations

from math import prod
from typing import Sequence


def flops_per_access(s: int, p: Sequence[int], a: float) -> float:
    """f(s) = a s (p-2s)^D / (p^D + (p-2s)^D) of GPU08, for tiles whose sides p may differ.

    :param s: time steps for each load of a tile
    :param p: the tile's nodes per axis, halo included
    :param a: flops a node and step
    """
    loaded, written = prod(p), prod(side - 2 * s for side in p)
    return a * s * written / (loaded + written)


def naive_redundancy(radius: int) -> float:
    """Elements accessed for each one updated by a star in 3D that reads all it needs from memory (Micikevicius)."""
    return 6 * radius + 2


def two_pass_redundancy(radius: int, tile: int) -> float:
    """Two passes with square tiles of this many nodes (Micikevicius)."""
    return 5 + 4 * radius / tile


def one_pass_redundancy(radius: int, tile: int) -> float:
    """One pass, 2.5D, with square tiles of this many nodes (Micikevicius)."""
    return 2 + 4 * radius / tile
