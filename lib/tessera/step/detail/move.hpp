// SPDX-License-Identifier: Apache-2.0
// Kernels for two fields of the same shape: one is copied to the other, or they swap their values. Kokkos'
// deep_copy of Views with a halo would compile a kernel for every order of loops and every width of index.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/grid/detail/data.hpp>

namespace tessera::detail {

struct Copied {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(T& from, T& to) const {
    to = from;
  }
};

struct Traded {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(T& a, T& b) const {
    T const old = a;
    a = b;
    b = old;
  }
};

/// Each team moves a piece of a row.
template <class Exec, class T, class Move>
struct MoveKernel {
  static constexpr Index piece = 4096;
  Data<T> a, b;
  Box3 box;
  Index pieces; // pieces of a row

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const team = member.league_rank(), row = team / pieces;
    Index const y = box.lower[1] + row % box.extent(1), z = box.lower[2] + row / box.extent(1);
    Index const x = box.lower[0] + team % pieces * piece;
    auto const from = a, to = b;
    box_for<Exec>(member, {{{x, y, z}}, {{min(x + piece, box.upper[0]), y + 1, z + 1}}},
                  [=](Index i, Index j, Index k) { Move()(*from.at(i, j, k), *to.at(i, j, k)); });
  }
};

template <class Move, class Exec, class T>
void move_fields(char const* label, Exec const& exec, Data<T> const& a, Data<T> const& b, Box3 const& box) {
  using Kernel = MoveKernel<Exec, T, Move>;
  Index const pieces = divide_up(box.extent(0), Kernel::piece);
  launch_tiles(label, exec, Kernel{a, b, box, pieces}, pieces * box.extent(1) * box.extent(2), 128, 0);
}

/// Copies a box of nodes, asynchronously on exec; swap_fields() is asynchronous too.
template <class Exec, class T>
void copy_field(Exec const& exec, Data<T> const& from, Data<T> const& to, Box3 const& box) {
  move_fields<Copied>("tessera::stepper::copy", exec, from, to, box);
}

template <class Exec, class T>
void swap_fields(Exec const& exec, Data<T> const& a, Data<T> const& b, Box3 const& box) {
  move_fields<Traded>("tessera::stepper::swap", exec, a, b, box);
}

} // namespace tessera::detail
