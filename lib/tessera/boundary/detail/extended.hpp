// SPDX-License-Identifier: Apache-2.0
// Extended: answers reads beyond a face by the face's condition. The general update of every scheme uses it,
// so that all schemes give the same bits.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/core/converted.hpp>
#include <tessera/grid/detail/source.hpp>
#include <tessera/grid/node.hpp>

namespace tessera::detail {

/// The axes along which the values that a boundary is asked for lie half a spacing beyond their nodes.
template <class BoundaryType>
inline constexpr unsigned half_axes_within = 0;
template <class BoundaryType>
requires requires { BoundaryType::half; }
inline constexpr unsigned half_axes_within<BoundaryType> = BoundaryType::half;

/// The `at` of a condition on a face of an axis: the place of the member's value, on the wall that the member
/// straddles the place on it.
template <class Order, int UserAxis, class BoundaryType, class Condition>
using NodeOnFace = NodeOfMember<Order, half_axes_within<BoundaryType> &
                                           ~(most_outside<Condition> > 0 ? 1u << UserAxis : 0u)>;

/// The value m nodes beyond the lower or the upper face of a user's axis, by the face's condition, from that
/// of the node which it is an image of. `place` is any node of the line across the face.
template <class Order, int UserAxis, class BoundaryType, class T, class Condition>
KOKKOS_FORCEINLINE_FUNCTION T image_by(Condition const& condition, bool upper, Domain const& domain, T inside,
                                       int m, Index3 place, Index step) {
  constexpr int a = Order::memory_axis(UserAxis);
  using At = NodeOnFace<Order, UserAxis, BoundaryType, Condition>;
  place[a] = upper ? domain.nodes[a] - 1 : 0;
  return converted<T>(condition.beyond(inside, m, domain.spacing[a], At(domain, place, step, true)));
}

/// The same for a face that is known to the compiler.
template <class Order, int UserAxis, int Side, class T, class BoundaryType>
KOKKOS_FORCEINLINE_FUNCTION T image_value(Domain const& domain, BoundaryType const& boundary, T inside, int m,
                                          Index3 const& place, Index step) {
  auto const& condition = boundary.template face<2 * UserAxis + Side>();
  return image_by<Order, UserAxis, BoundaryType>(condition, Side == 1, domain, inside, m, place, step);
}

/// A Source for any offset within the radius. Inside the domain it asks `source`. Beyond a closed face it
/// asks `source` for the node that the condition names and applies the condition to that value, axis by axis.
///
/// A read at offset o < 0 that lands m nodes beyond the lower edge started at node -m - o; the node `depth`
/// nodes inside lies at offset depth + m + o from there. In this form a compile-time offset o gives a
/// compile-time offset, which lets register windows stay in registers.
template <class T, class Order, int Radius, class BoundaryType, class Source>
struct Extended {
  Domain const& domain;
  BoundaryType const& boundary;
  Source source;
  Index3 i; // the node, wrapped into the domain where its axis is periodic
  Index step;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    if constexpr (TESSERA_DEVICE_CODE && !reads_memory<Source>)
      return resolve<0>(ox, oy, oz);
    else
      return by_address<0>({{ox, oy, oz}});
  }
  KOKKOS_FORCEINLINE_FUNCTION T previous() const requires requires(Source const& s) { s.previous(); }
  { return source.previous(); }

private:
  /// How far a read lies beyond the faces of an axis, in nodes; 0 where it does not.
  struct Beyond {
    int below = 0, above = 0;
  };

  template <int UserAxis>
  KOKKOS_FORCEINLINE_FUNCTION Beyond beyond(int o) const {
    constexpr int a = Order::memory_axis(UserAxis);
    using Lower = std::remove_cvref_t<decltype(boundary.template face<2 * UserAxis>())>;
    if constexpr (std::is_same_v<Lower, Periodic>) return {}; // and the other face, too
    int const outside = outside_of(boundary.template face<2 * UserAxis + 1>());
    // Nodes beyond the edge, or the last one before it where that lies beyond the wall.
    Index const below = -(i[a] + o), above = i[a] + o - (domain.nodes[a] - 1 - outside);
    if (o < 0 && below > 0 && below <= Radius && !domain.open[a][0]) return {static_cast<int>(below), 0};
    if ((o > 0 || outside > 0) && above > 0 && above <= Radius + outside && !domain.open[a][1])
      return {0, static_cast<int>(above)};
    return {};
  }

  // The offset of the node inside that a read m nodes beyond a face is an image of.
  template <class Condition>
  KOKKOS_FORCEINLINE_FUNCTION static int inner_offset(Condition const& lower, int o, int m) {
    return lower.depth(m) + m + o;
  }
  template <class Condition>
  KOKKOS_FORCEINLINE_FUNCTION static int outer_offset(Condition const& upper, int o, int m) {
    return -upper.depth(m) - m + o;
  }

  // The value m nodes beyond a face, from the one inside. Along the axes before this one, offsets are already
  // those of a node inside.
  template <int UserAxis, int Side>
  KOKKOS_FORCEINLINE_FUNCTION T image_of(T inside, int m, int ox, int oy, int oz) const {
    Index3 const place{{domain.existing_index(0, i[0] + ox), domain.existing_index(1, i[1] + oy),
                        domain.existing_index(2, i[2] + oz)}};
    return image_value<Order, UserAxis, Side>(domain, boundary, inside, m, place, step);
  }

  struct Offsets {
    int of[3];
  };
  // Finds the node inside first, along all axes, and loads a value in one place. A device can then load what
  // a formula reads all at once; behind branches it would load one value after the other.
  template <int UserAxis>
  KOKKOS_FORCEINLINE_FUNCTION T by_address(Offsets const& read) const {
    if constexpr (UserAxis == Order::dimension) {
      return source(read.of[0], read.of[1], read.of[2]);
    } else {
      constexpr int a = Order::memory_axis(UserAxis);
      auto const& lower = boundary.template face<2 * UserAxis>();
      auto const& upper = boundary.template face<2 * UserAxis + 1>();
      int const o = read.of[a];
      Beyond const m = beyond<UserAxis>(o);
      Offsets inside = read;
      inside.of[a] = m.below > 0   ? inner_offset(lower, o, m.below)
                     : m.above > 0 ? outer_offset(upper, o, m.above)
                                   : o;
      T const value = by_address<UserAxis + 1>(inside);
      if (m.below > 0) return image_of<UserAxis, 0>(value, m.below, read.of[0], read.of[1], read.of[2]);
      if (m.above > 0) return image_of<UserAxis, 1>(value, m.above, read.of[0], read.of[1], read.of[2]);
      return value;
    }
  }

  // The same where a device reads registers: branches lead to compile-time offsets.
  template <int UserAxis>
  KOKKOS_FORCEINLINE_FUNCTION T resolve(int ox, int oy, int oz) const {
    if constexpr (UserAxis == Order::dimension) {
      return source(ox, oy, oz);
    } else {
      constexpr int a = Order::memory_axis(UserAxis);
      auto const& lower = boundary.template face<2 * UserAxis>();
      auto const& upper = boundary.template face<2 * UserAxis + 1>();
      int const o = a == 0 ? ox : a == 1 ? oy : oz;
      auto const along = [&](int inner) {
        return resolve<UserAxis + 1>(a == 0 ? inner : ox, a == 1 ? inner : oy, a == 2 ? inner : oz);
      };
      Beyond const far = beyond<UserAxis>(o);
      if (far.below > 0)
        return known<Radius>(far.below, [&](int m) {
          return image_of<UserAxis, 0>(along(inner_offset(lower, o, m)), m, ox, oy, oz);
        });
      if (far.above > 0)
        return known<Radius + most_outside<std::remove_cvref_t<decltype(upper)>>>(far.above, [&](int m) {
          return image_of<UserAxis, 1>(along(outer_offset(upper, o, m)), m, ox, oy, oz);
        });
      return along(o);
    }
  }

  // Returns use(m), with m as a compile-time constant, so that the offsets computed from it are constants
  // too.
  template <int Most, class Use>
  KOKKOS_FORCEINLINE_FUNCTION static T known(int m, Use const& use) {
    TESSERA_UNROLL
    for (int k = 1; k < Most; ++k)
      if (m == k) return use(k);
    return use(Most);
  }
};

} // namespace tessera::detail
