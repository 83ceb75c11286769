// SPDX-License-Identifier: Apache-2.0
// Watchers: numbers of a whole level (a maximum, a sum, a norm), made together with the level.
#pragma once

#include <Kokkos_Core.hpp>

#include <limits>
#include <type_traits>

namespace tessera {

namespace detail {

/// The least and the greatest value of a type, infinities included. They are constants, since a device can't
/// call functions of std::numeric_limits.
template <class A>
inline constexpr A least_value = std::numeric_limits<A>::has_infinity ? -std::numeric_limits<A>::infinity()
                                                                      : std::numeric_limits<A>::lowest();
template <class A>
inline constexpr A greatest_value = std::numeric_limits<A>::has_infinity ? std::numeric_limits<A>::infinity()
                                                                         : std::numeric_limits<A>::max();

/// A reduction of the values themselves, whose result is the number.
struct OfValues {
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION static A term(A value) {
    return value;
  }
  template <class A>
  KOKKOS_FUNCTION static A finish(A a) {
    return a;
  }
};

} // namespace detail

/// The largest value. It is NaN if any value is.
struct Max : detail::OfValues {
  /// Whether the order of joins does not matter: over ranks there is none.
  static constexpr bool any_order = true;
  template <class A>
  KOKKOS_FUNCTION static constexpr A identity() {
    return detail::least_value<A>;
  }
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION static A join(A a, A b) {
    return a < b || b != b ? b : a;
  }
};

/// The least value. It is NaN if any value is.
struct Min : detail::OfValues {
  static constexpr bool any_order = true;
  template <class A>
  KOKKOS_FUNCTION static constexpr A identity() {
    return detail::greatest_value<A>;
  }
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION static A join(A a, A b) {
    return b < a || b != b ? b : a;
  }
};

/// The sum of all values.
struct Sum : detail::OfValues {
  template <class A>
  KOKKOS_FUNCTION static constexpr A identity() {
    return A(0);
  }
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION static A join(A a, A b) {
    return a + b;
  }
};

/// The root of the sum of squares.
struct EuclideanNorm : Sum {
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION static A term(A value) {
    return value * value;
  }
  template <class A>
  KOKKOS_FUNCTION static A finish(A a) {
    return Kokkos::sqrt(a);
  }
};

/// A number of a level; see watch.
template <class ReductionType, class FormulaType, class ResultView>
struct Watch {
  using Reduction = ReductionType;
  using Formula = FormulaType;
  using Number = typename ResultView::non_const_value_type;
  Formula formula;
  ResultView result;
};

/// Reduces formula(value, at), or formula(value), over all nodes of the level that an advance ends with,
/// those on faces and in obstacles included. `value` is the node's struct, `at` the node at the level's time.
/// The number goes to `result`, a View of rank 0 whose type is the type in which it is made: it is there when
/// the kernels of the advance have run.
///
///     Kokkos::View<double> const fastest("fastest");
///     stepper.advance(u, 1, tessera::watch(tessera::Max{}, Speed{}, fastest));
///
/// The order of the sum depends on the grid and the backend alone, so it has the same bits by any scheme,
/// with any tiles and number of threads.
template <class Reduction, class Formula, class ResultView>
Watch<Reduction, Formula, ResultView> watch(Reduction, Formula const& formula, ResultView const& result) {
  static_assert(Kokkos::is_view_v<ResultView>,
                "tessera::watch: the third argument is a Kokkos::View<Number>");
  static_assert(ResultView::rank() == 0 && !std::is_const_v<typename ResultView::value_type>,
                "tessera::watch: the result is a View of rank 0 that can be written");
  return {formula, result};
}

namespace detail {
template <class>
inline constexpr bool is_watch = false;
template <class Reduction, class Formula, class ResultView>
inline constexpr bool is_watch<Watch<Reduction, Formula, ResultView>> = true;

template <class Reduction>
inline constexpr bool joins_in_any_order = false;
template <class Reduction>
requires requires { Reduction::any_order; }
inline constexpr bool joins_in_any_order<Reduction> = Reduction::any_order;
} // namespace detail

} // namespace tessera
