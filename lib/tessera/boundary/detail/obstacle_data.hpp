// SPDX-License-Identifier: Apache-2.0
// Obstacles: frozen nodes inside the domain, given as a View of bytes that are nonzero at those nodes.
#pragma once

#include <tessera/grid/detail/data.hpp>

#include <optional>

namespace tessera::detail {

/// An obstacle as kernels see it. A null `origin` means that there is no obstacle.
struct ObstacleData {
  std::uint8_t const* origin = nullptr; // node (0, 0, 0), whether or not there is a halo
  Index stride[3] = {0, 0, 0};
  Box3 held{{0, 0, 0}, {1, 1, 1}}; // the nodes of which the mask says something: grid and halo

  KOKKOS_FORCEINLINE_FUNCTION bool present() const { return origin != nullptr; }
  /// The same mask with nodes counted from `lower`.
  ObstacleData from(Index3 const& lower) const {
    ObstacleData data = *this;
    for (int a = 0; a < 3; ++a) {
      if (present()) data.origin += lower[a] * stride[a];
      data.held.lower[a] -= lower[a];
      data.held.upper[a] -= lower[a];
    }
    return data;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool at(Index x, Index y, Index z) const {
    return origin[x * stride[0] + y * stride[1] + z * stride[2]] != 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool holds(Index3 const& i) const {
    return i[0] >= held.lower[0] && i[0] < held.upper[0] && i[1] >= held.lower[1] && i[1] < held.upper[1] &&
           i[2] >= held.lower[2] && i[2] < held.upper[2];
  }
};

template <class Mask>
inline constexpr bool is_field_v = false;
template <class ViewType>
inline constexpr bool is_field_v<Field<ViewType>> = true;

template <class Mask>
inline constexpr bool is_optional_field_v = false;
template <class ViewType>
inline constexpr bool is_optional_field_v<std::optional<Field<ViewType>>> = true;

/// Whether an obstacle may be given in this form: a View; a Field, which may have a halo; or a Field that may
/// be missing, where there may be no obstacle.
template <class Mask>
inline constexpr bool is_mask_v = Kokkos::is_view_v<Mask> || is_field_v<Mask> || is_optional_field_v<Mask>;

/// The View of a mask of any form.
template <class Mask>
auto mask_view(Mask const& mask) {
  if constexpr (is_field_v<Mask>)
    return mask.view();
  else if constexpr (is_optional_field_v<Mask>)
    return mask ? mask->view() : typename Mask::value_type::view_type();
  else
    return mask;
}

/// Whether kernels on Exec can read this mask; true where there is no mask.
template <class Exec, class Mask>
constexpr bool can_read_obstacle() {
  if constexpr (is_mask_v<Mask>)
    return Kokkos::SpaceAccessibility<Exec, typename decltype(mask_view(
                                                std::declval<Mask const&>()))::memory_space>::accessible;
  else
    return true;
}

[[noreturn]] inline void refuse_place_of_mask(std::string const& label, int axis, Index begin, Index field) {
  throw InvalidInput(text("obstacle '", label, "' begins at node ", begin, " of the whole grid along axis ",
                          axis, ", the field at node ", field, " (give a mask on the field's grid)"));
}

[[noreturn]] inline void refuse_extent_of_mask(std::string const& label, int axis, Index bytes, Index nodes) {
  throw InvalidInput(text("obstacle '", label, "' has ", bytes, " bytes along axis ", axis, ", the grid ",
                          nodes,
                          " nodes (give one byte a node, none for a halo unless the mask is a field)"));
}

/// The obstacle that a mask describes, none if it is not one. A View without memory and extents, as default
/// construction makes it, and a missing Field are no obstacle. A View has the grid's extents; a field may
/// have a halo, which says what is frozen in the halo of the field that is stepped. \throws InvalidInput for
/// other extents, and for a field on another block of the grid.
template <class Order, int D, class Mask>
ObstacleData obstacle_data([[maybe_unused]] Grid<D> const& grid, [[maybe_unused]] Mask const& mask) {
  ObstacleData data;
  if constexpr (is_optional_field_v<Mask>) {
    if (mask) data = obstacle_data<Order>(grid, *mask);
  } else if constexpr (is_mask_v<Mask>) {
    auto const view = mask_view(mask);
    static_assert(sizeof(typename decltype(view)::value_type) == 1,
                  "tessera: an obstacle is a View of bytes (std::uint8_t), one per node");
    static_assert(static_cast<int>(decltype(view)::rank()) == D,
                  "tessera: the obstacle's rank is the grid's dimension");
    if (view.data() == nullptr && view.extent(0) == 0) return data;
    Halo<D> halo;
    if constexpr (is_field_v<Mask>) halo = mask.halo();
    data.origin = reinterpret_cast<std::uint8_t const*>(view.data());
    for (int d = 0; d < D; ++d) {
      if constexpr (is_field_v<Mask>)
        if (mask.grid().first[d] != grid.first[d])
          refuse_place_of_mask(view.label(), d, mask.grid().first[d], grid.first[d]);
      Index const nodes = static_cast<Index>(view.extent(d)) - halo.lower[d] - halo.upper[d];
      if (nodes != grid.nodes[d]) refuse_extent_of_mask(view.label(), d, nodes, grid.nodes[d]);
      int const a = Order::memory_axis(d);
      data.stride[a] = static_cast<Index>(view.stride(d));
      data.origin += halo.lower[d] * data.stride[a];
      data.held.lower[a] = -halo.lower[d];
      data.held.upper[a] = nodes + halo.upper[d];
    }
  }
  return data;
}

} // namespace tessera::detail
