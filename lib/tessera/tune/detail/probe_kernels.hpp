// SPDX-License-Identifier: Apache-2.0
// The kernels that are timed to measure the limits of a device.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/row_vectors.hpp>

#include <utility>

namespace tessera::detail {

/// Copies values from one array to the other and changes them on the way, so that no compiler calls memcpy
/// instead. On a host every item is a core with its own part of the arrays. On a device an item starts at its
/// own pack of 16 bytes, and items go over all packs in turn.
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

/// Updates the heat equation's five points over rows that stay in a core's nearest cache, `Count` rows
/// together, as the schemes do.
template <class T, int Count>
struct HostIssueProbe {
  using value_type = T;
  static constexpr int dimension = 2, radius = 1;
  static constexpr bool star = true;
  static constexpr int operations = 15; // per update: five loads, a store, nine additions and multiplications

  T* values; // those of all items: `values_for(row)` each
  Index row, repeats;

  /// Distance of two rows, in values. Around each row there is a cache line before and one after it that
  /// vectors may read, and a third one, so that rows do not lie a page apart.
  static Index stride(Index row) { return row + 3 * values_in_line<T>; }
  static Index values_for(Index row) { return 2 * (Count + 2) * stride(row); }

  void operator()(Index item) const {
    T* in = values + item * values_for(row) + values_in_line<T>;
    T* out = in + values_for(row) / 2;
    for (Index r = 0; r < repeats; ++r) {
      update_rows(in, out);
      std::swap(in, out);
    }
  }

private:
  [[gnu::noinline]] void update_rows(T const* in, T* out) const {
    auto const formula = [](auto const& u) TESSERA_ALWAYS_INLINE {
      return u(0, 0, 0) + T(0.2) * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) - T(4) * u(0, 0, 0));
    };
    Index const apart = stride(row);
    if constexpr (fits_row_vectors<HostIssueProbe>) {
      RowsOfStar<HostIssueProbe, Count> from;
      T* to[Count];
      for (int n = 0; n < Count + 2; ++n) from.in_plane[n] = in + n * apart;
      for (int k = 0; k < Count; ++k) to[k] = out + (k + 1) * apart;
      update_vectors<HostIssueProbe>(
          from, to, 0, row, [&](int, auto const& u, Index) TESSERA_ALWAYS_INLINE { return formula(u); });
    } else {
      for (int k = 1; k <= Count; ++k)
        simd_for<T>(0, row, [&, from = in + k * apart, to = out + k * apart](Index x) {
          to[x] = formula([=](int ox, int oy, int) { return from[x + ox + oy * apart]; });
        });
    }
  }
};

/// Makes multiplications and additions of four independent sums.
template <class T>
struct DeviceIssueProbe {
  T* values; // `count` of them
  Index count, repeats;
  static constexpr int sums = 4;

  KOKKOS_FUNCTION void operator()(Index item) const {
    T sum[sums];
    for (int k = 0; k < sums; ++k) sum[k] = values[k];
    for (Index r = 0; r < repeats; ++r)
      for (int k = 0; k < sums; ++k) sum[k] = Kokkos::fma(sum[k], T(0.999), T(0.001));
    values[item % count] = sum[0] + sum[1] + sum[2] + sum[3];
  }
};

/// Passes values between the members of a team through scratch.
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
