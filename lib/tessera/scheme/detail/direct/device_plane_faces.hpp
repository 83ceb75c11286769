// SPDX-License-Identifier: Apache-2.0
// What the tiles of a line or a plane read beyond a face that extends the field, and around a periodic axis.
// In place of the node beyond they load the one inside that it is an image of, and apply the condition to
// that value. So tiles reach to such faces, and no node near them needs the general update.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

#include <concepts>
#include <type_traits>

namespace tessera::detail {

/// Axes are those of memory: columns lie along axis 0, rows along axis 1.
template <class Rules>
class PlaneFaces {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using BoundaryType = typename Rules::boundary_type;
  static constexpr int D = Rules::dimension;
  static_assert(D <= 2);

  template <int Axis>
  static constexpr int user_axis = Order::memory_axis(Axis);
  template <int Axis, int Side>
  using ConditionAt = std::remove_cvref_t<
      decltype(std::declval<BoundaryType const&>().template face<2 * user_axis<Axis> + Side>())>;
  template <int Axis, int Side>
  static constexpr bool may_extend =
      !std::derived_from<ConditionAt<Axis, Side>, SetsNodes> && most_outside<ConditionAt<Axis, Side>> == 0;
  template <int Axis>
  static constexpr bool periodic =
      std::is_same_v<ConditionAt<Axis, 0>, Periodic>&& std::is_same_v<ConditionAt<Axis, 1>, Periodic>;

  template <int Axis>
  static constexpr bool some_extend = may_extend<Axis, 0> || may_extend<Axis, 1>;

public:
  /// Whether tiles may read columns, or rows, beyond a face. Around an axis that is always periodic they read
  /// columns by PlaneTiles::wrapped_offset.
  static constexpr bool of_columns = some_extend<0> && !periodic<0>;
  static constexpr bool of_rows = [] {
    if constexpr (D > 1) return some_extend<1>;
    return false;
  }();

  KOKKOS_FORCEINLINE_FUNCTION explicit PlaneFaces(Rules const& rules) : rules_(rules) {}

  /// Whether a face extends the field.
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION bool extends() const {
    if constexpr (may_extend<Axis, Side>)
      return !rules_.domain.open[Axis][Side] && condition<Axis, Side>().role() == Role::extends;
    else
      return false;
  }

  /// The index along an axis of the node that one at `at` beyond a face is an image of; else `at`.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION int inside(int at) const {
    int const n = static_cast<int>(rules_.domain.nodes[Axis]);
    if (rules_.domain.wraps[Axis]) return wrapped_once(at, n);
    if (at < 0 && extends<Axis, 0>()) return condition<Axis, 0>().depth(-at);
    if (at >= n && extends<Axis, 1>()) return n - 1 - condition<Axis, 1>().depth(at - (n - 1));
    return at;
  }

  /// The value at a node that may lie beyond a face of an axis, from that of the node inside. Faces of the
  /// user's last axis come first, as in Extended.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION T value(T inside, int x, int y, Index step) const {
    int const at = Axis == 0 ? x : y, last = static_cast<int>(rules_.domain.nodes[Axis]) - 1;
    if (at < 0 && extends<Axis, 0>()) return image<Axis, 0>(inside, -at, x, y, step);
    if (at > last && extends<Axis, 1>()) return image<Axis, 1>(inside, at - last, x, y, step);
    return inside;
  }
  static constexpr bool columns_first = Order::reversed;

private:
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION auto const& condition() const {
    return rules_.boundary.template face<2 * user_axis<Axis> + Side>();
  }
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION T image(T inside, int m, int x, int y, Index step) const {
    Domain const& d = rules_.domain;
    Index3 place{{x, y, 0}};
    if constexpr (D > 1) {
      constexpr int other = 1 - Axis;
      if constexpr (user_axis<other> < user_axis<Axis>)
        place[other] = this->template inside<other>(static_cast<int>(place[other]));
      place[other] = d.existing_index(other, place[other]);
    }
    return image_value<Order, user_axis<Axis>, Side>(d, rules_.boundary, inside, m, place, step);
  }

  Rules const& rules_;
};

} // namespace tessera::detail
