// SPDX-License-Identifier: Apache-2.0
// Sums and dot products without rounding: their bits depend neither on the number of threads or ranks, nor on
// whether cores or a device add.
#pragma once

#include <tessera/core/exact_blocks.hpp>

#include <string>

namespace tessera::detail {

/// What is added for number i: a[i], or a[i] b[i] rounded to a double, with both factors scaled.
template <class T, bool product, bool skips, bool scaled>
struct Addends {
  T const* a;
  T const* b;
  std::uint8_t const* skip; // nonzero at numbers that are left out
  double scale;

  KOKKOS_FORCEINLINE_FUNCTION double operator()(Index i) const {
    double addend = static_cast<double>(a[i]);
    if constexpr (scaled) addend *= scale;
    if constexpr (product) addend *= scaled ? scale * static_cast<double>(b[i]) : static_cast<double>(b[i]);
    if constexpr (skips) return skip[i] != 0 ? 0. : addend;
    return addend;
  }
  void prefetch(Index i, Index values) const {
    detail::prefetch<false>(a + i, values);
    if constexpr (product) detail::prefetch<false>(b + i, values);
  }
};

/// Copies share the memory of sums, so only one sum may run at a time.
template <class Exec>
class ExactDot {
public:
  /// Numbers are left out where `skip` is nonzero; null: nowhere.
  explicit ExactDot(std::uint8_t const* skip = nullptr)
      : skip_(skip), entries_("tessera::exact_dot", ExactSum::entries),
        host_(Kokkos::create_mirror_view(entries_)) {}

  /// The sum of (scale a[i]) (scale b[i]), each rounded to a double; without b, of a[i]. The call waits.
  template <class T>
  ExactSum operator()(Exec const& exec, Index count, T const* a, T const* b = nullptr,
                      double scale = 1) const {
    Kokkos::deep_copy(exec, entries_, std::int64_t{0});
    if (b == nullptr)
      launch<false, false>(exec, count, a, b, scale);
    else if (scale == 1)
      launch<true, false>(exec, count, a, b, scale);
    else
      launch<true, true>(exec, count, a, b, scale);
    Kokkos::deep_copy(exec, host_, entries_);
    exec.fence("tessera::exact_dot: the result");
    return ExactSum(host_.data());
  }

private:
  template <bool product, bool scaled, class T>
  void launch(Exec const& exec, Index count, T const* a, T const* b, double scale) const {
    if (skip_ == nullptr)
      add_exactly("tessera::exact_dot", exec, Addends<T, product, false, scaled>{a, b, skip_, scale}, count,
                  entries_.data());
    else
      add_exactly("tessera::exact_dot", exec, Addends<T, product, true, scaled>{a, b, skip_, scale}, count,
                  entries_.data());
  }

  using Entries = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  std::uint8_t const* skip_;
  Entries entries_;
  typename Entries::host_mirror_type host_;
};

} // namespace tessera::detail
