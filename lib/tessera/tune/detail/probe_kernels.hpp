// SPDX-License-Identifier: Apache-2.0
// What is timed to measure the limits of a device.
#pragma once

#include <tessera/core/loop.hpp>

#include <utility>

namespace tessera::detail {

/// Values are passed from one array to the other and changed on the way, so that no compiler makes a memory copy of it.
/// On a host every item is a core with its own part of the arrays; on a device an item is a pack of 16 bytes, and
/// items take turns at all of them.
template <class Exec>
struct CopyProbe {
  struct Pack {
    double a, b;
  };
  Pack* to;
  Pack const* from;
  Index packs, items, repeats;

  KOKKOS_FUNCTION void operator()(Index item) const {
    if constexpr (on_host<Exec>) {
      KOKKOS_IF_ON_HOST((auto* const out = reinterpret_cast<double*>(to);
                         auto const* const in = reinterpret_cast<double const*>(from);
                         Index const begin = 2 * (packs / items) * item, end = begin + 2 * (packs / items);
                         for (Index r = 0; r < repeats; ++r)
                             simd_for(begin, end, [=](Index i) { out[i] = in[i] * 1.0000001; });))
    } else {
      Index i = item;
      for (Index r = 0; r < repeats; ++r) {
        to[i] = {from[i].a * 1.0000001, from[i].b};
        i += 4096;
        if (i >= packs) i -= packs;
      }
    }
  }
};

/// A stencil of three points over rows that stay in the nearest cache; on a device multiplications and additions of
/// four independent sums.
template <class Exec, class T>
struct IssueProbe {
  T* values; // two rows of `row` values an item
  Index row, repeats;
  static constexpr int row_operations = 9, sums = 4;

  KOKKOS_FUNCTION void operator()(Index item) const {
    if constexpr (on_host<Exec>) {
      KOKKOS_IF_ON_HOST((T* in = values + item * 2 * row; T* out = in + row; for (Index r = 0; r < repeats;
                                                                                  ++r) {
        T const* const u = in;
        T* const v = out;
        simd_for(1, row - 1, [=](Index i) { v[i] = u[i] + T(0.2) * (u[i - 1] + u[i + 1] - T(2) * u[i]); });
        std::swap(in, out);
      }))
    } else {
      T sum[sums];
      for (int k = 0; k < sums; ++k) sum[k] = values[k];
      for (Index r = 0; r < repeats; ++r)
        for (int k = 0; k < sums; ++k) sum[k] = Kokkos::fma(sum[k], T(0.999), T(0.001));
      values[item % row] = sum[0] + sum[1] + sum[2] + sum[3];
    }
  }
};

/// Members of a team pass values to their neighbours through scratch.
template <class Exec>
struct ScratchProbe {
  double* result;
  int repeats;
  static constexpr int team_size = 128;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const shared = static_cast<double*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem(team_size * sizeof(double)));
    int const i = member.team_rank();
    double value = i;
    for (int r = 0; r < repeats; ++r) {
      shared[i] = value;
      member.team_barrier();
      value += shared[(i + 1) % team_size];
      member.team_barrier();
    }
    result[i] = value;
  }
};

struct NothingProbe {
  KOKKOS_FUNCTION void operator()(Index) const {}
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const requires requires(Member m) {
    m.league_rank();
  }
  {}
};

} // namespace tessera::detail
