// SPDX-License-Identifier: Apache-2.0
// Reader: the `u` of a formula, through which it reads the field.
#pragma once

#include <tessera/core/bounds_check.hpp>
#include <tessera/stencil/pattern.hpp>

namespace tessera {

namespace detail {
/// Whether the formula has been tried before (stage_check.hpp), so that its mistakes need no second message.
template <class Source>
inline constexpr bool is_tried = false;
template <class Source>
requires requires { Source::of_stage; }
inline constexpr bool is_tried<Source> = true;
} // namespace detail

/// The `u` of a formula: u(0, -1) is the neighbour one node lower along axis 1. The scheme decides where the
/// value comes from (memory, scratch, a register, a boundary rule).
template <class Order, auto reads, class Source>
class Reader {
public:
  KOKKOS_FORCEINLINE_FUNCTION explicit Reader(Source const& source) : source_(source) {}

  template <class... Offsets>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Offsets... offsets) const {
    if constexpr (sizeof...(Offsets) != Order::dimension) {
      static_assert(detail::is_tried<Source>, "u(...) takes one offset per axis of the grid");
      return here();
    } else {
      if constexpr (detail::checks_bounds) expect(reads.contains(static_cast<int>(offsets)...));
      return source_(in_memory<0>(offsets...), in_memory<1>(offsets...), in_memory<2>(offsets...));
    }
  }

  /// The node's own value, the same as u(0, 0).
  KOKKOS_FORCEINLINE_FUNCTION auto here() const { return source_(0, 0, 0); }

  /// The neighbour at this offset along one axis.
  KOKKOS_FORCEINLINE_FUNCTION auto along(int axis, int offset) const {
    if constexpr (detail::checks_bounds) expect(reads.contains_along(axis, offset));
    int const a = Order::memory_axis(axis);
    return source_(a == 0 ? offset : 0, a == 1 ? offset : 0, a == 2 ? offset : 0);
  }

  /// The node's value one time level earlier.
  KOKKOS_FORCEINLINE_FUNCTION auto previous() const {
    if constexpr (requires { source_.previous(); }) {
      return source_.previous();
    } else {
      static_assert(detail::is_tried<Source>,
                    "u.previous(): the stencil declares no second time level (give it "
                    "`static constexpr bool previous = true`)");
      return here();
    }
  }

private:
  /// The offset along an axis of memory. There is no loop and no array here: compilers would not unroll long
  /// loops of a formula around them.
  template <int axis, class... Offsets>
  KOKKOS_FORCEINLINE_FUNCTION static int in_memory(Offsets... offsets) {
    int user_axis = 0, found = 0;
    ((found = Order::memory_axis(user_axis++) == axis ? static_cast<int>(offsets) : found), ...);
    return found;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void expect(bool declared) {
    if (!declared)
      Kokkos::abort(
          "tessera: a stencil reads outside its declared pattern (widen `reads`, or mend the offsets)");
  }

  Source source_;
};

} // namespace tessera
