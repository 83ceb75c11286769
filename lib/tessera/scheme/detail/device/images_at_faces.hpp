// SPDX-License-Identifier: Apache-2.0
// What the tiles of a device read beyond a face that extends the field, and around a periodic axis. In place
// of the node beyond they take the one inside that it is an image of, and apply the condition to its value.
// So tiles reach to such faces, and no node near them needs the general update.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/device/interior.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <concepts>
#include <type_traits>

namespace tessera::detail {

/// Axes are those of memory: columns lie along axis 0, rows along axis 1, planes along axis 2.
template <class Rules>
class ImagesAtFaces {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using BoundaryType = typename Rules::boundary_type;
  static constexpr int D = Rules::dimension;

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
  static constexpr bool some_extend = [] {
    if constexpr (Axis < D) return may_extend<Axis, 0> || may_extend<Axis, 1>;
    return false;
  }();

public:
  /// Whether tiles may read columns, rows or planes beyond a face. Around an axis that is always periodic
  /// they read columns by wrapped_offset.
  static constexpr bool of_columns = some_extend<0> && !periodic<0>, of_rows = some_extend<1>,
                        of_planes = some_extend<2>;

  KOKKOS_FORCEINLINE_FUNCTION explicit ImagesAtFaces(Rules const& rules) : rules_(rules) {}

  /// Whether a face extends the field.
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION bool extends() const {
    if constexpr (may_extend<Axis, Side>)
      return !rules_.domain.open[Axis][Side] && condition<Axis, Side>().role() == Role::extends;
    else
      return false;
  }

  /// The same as a constant: false where no condition of this type does.
  template <int Axis, int Side>
  static constexpr bool can_extend = may_extend<Axis, Side> && !periodic<Axis>;
  /// Whether the condition of a face may set nodes.
  template <int Axis, int Side>
  static constexpr bool can_set = !std::derived_from<ConditionAt<Axis, Side>, ExtendsField>;

  /// Whether the condition of a face is known while compiling to do what extends_from_within() asks for, or
  /// to make the axis periodic.
  template <int Axis, int Side>
  static constexpr bool always_from_within = [] {
    using Condition = ConditionAt<Axis, Side>;
    if constexpr (std::derived_from<Condition, ExtendsField>)
      return std::is_same_v<decltype(&Condition::depth), decltype(&ExtendsField::depth)> ||
             std::is_same_v<decltype(&Condition::depth), decltype(&HalfMirrored::depth)>;
    else
      return false;
  }();

  /// Whether a face extends the field, and all that a formula reads beyond it are images of nodes within the
  /// radius of the face.
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION bool extends_from_within() const {
    if constexpr (can_extend<Axis, Side>) {
      bool within = extends<Axis, Side>();
      TESSERA_UNROLL
      for (int m = 1; m <= Rules::radius; ++m) {
        int const from = depth<Axis, Side>(m);
        within &= from >= 0 && from <= Rules::radius;
      }
      return within;
    } else {
      return false;
    }
  }
  /// The same for any face of a plane.
  KOKKOS_FORCEINLINE_FUNCTION bool extends_from_within(int axis, int side) const {
    return axis == 0 ? (side == 0 ? extends_from_within<0, 0>() : extends_from_within<0, 1>())
                     : (side == 0 ? extends_from_within<1, 0>() : extends_from_within<1, 1>());
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
  KOKKOS_FORCEINLINE_FUNCTION T value(T inside, Index3 const& node, Index step) const {
    int const at = static_cast<int>(node[Axis]), last = static_cast<int>(rules_.domain.nodes[Axis]) - 1;
    if (at < 0 && extends<Axis, 0>()) return image<Axis, 0>(inside, -at, node, step);
    if (at > last && extends<Axis, 1>()) return image<Axis, 1>(inside, at - last, node, step);
    return inside;
  }
  static constexpr bool columns_first = Order::reversed;

  /// Moves the ends of an interior to faces of an axis beyond which tiles read: around a period, and if they
  /// apply conditions to what they load, to faces that extend the field.
  template <int Axis>
  void reach_faces(Interior& all, bool applies) const {
    Domain const& d = rules_.domain;
    bool const around = Axis > 0 && d.wraps[Axis];
    if (d.nodes[Axis] <= Rules::radius) return;
    if (around || (applies && extends<Axis, 0>())) all.interior.lower[Axis] = all.by_formula.lower[Axis] = 0;
    if (around || (applies && extends<Axis, 1>()))
      all.interior.upper[Axis] = all.by_formula.upper[Axis] = d.nodes[Axis];
  }

  /// How far inside of a face that extends the field the node lies that one m nodes beyond is an image of,
  /// and the value at that image, `node`.
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION int depth(int m) const {
    return condition<Axis, Side>().depth(m);
  }
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION T image(T inside, int m, Index3 const& node, Index step) const {
    Index3 place = node;
    if constexpr (D > 1) settle<Axis, Axis == 0 ? 1 : 0>(place);
    if constexpr (D > 2) settle<Axis, Axis == 2 ? 1 : 2>(place);
    return image_value<Order, user_axis<Axis>, Side>(rules_.domain, rules_.boundary, inside, m, place, step);
  }

private:
  template <int Axis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION auto const& condition() const {
    return rules_.boundary.template face<2 * user_axis<Axis> + Side>();
  }
  /// Moves the place of an image along another axis to a node that exists.
  template <int Axis, int Other>
  KOKKOS_FORCEINLINE_FUNCTION void settle(Index3& place) const {
    if constexpr (user_axis<Other> < user_axis<Axis>)
      place[Other] = this->template inside<Other>(static_cast<int>(place[Other]));
    place[Other] = rules_.domain.existing_index(Other, place[Other]);
  }

  Rules const& rules_;
};

} // namespace tessera::detail
