// SPDX-License-Identifier: Apache-2.0
// Obstacles: frozen nodes inside the domain, given as a View of bytes that are nonzero at those nodes.
#pragma once

#include <tessera/grid/detail/data.hpp>

namespace tessera::detail {

/// An obstacle as kernels see it. A null `origin` means that there is no obstacle.
struct ObstacleData {
  std::uint8_t const* origin = nullptr;
  Index stride[3] = {0, 0, 0};

  KOKKOS_FORCEINLINE_FUNCTION bool present() const { return origin != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION bool at(Index x, Index y, Index z) const {
    return origin[x * stride[0] + y * stride[1] + z * stride[2]] != 0;
  }
};

/// Whether kernels on Exec can read this mask; true where there is no mask.
template <class Exec, class Mask>
constexpr bool can_read_obstacle() {
  if constexpr (Kokkos::is_view_v<Mask>)
    return Kokkos::SpaceAccessibility<Exec, typename Mask::memory_space>::accessible;
  else
    return true;
}

/// The obstacle that a View describes. A View without memory and extents, as default construction makes it,
/// is no obstacle.
/// \throws InvalidInput for extents other than the grid's.
template <class Order, int D, class ViewType>
ObstacleData obstacle_data(Grid<D> const& grid, ViewType const& mask) {
  static_assert(sizeof(typename ViewType::value_type) == 1,
                "tessera: an obstacle is a View of bytes (std::uint8_t), one per node");
  static_assert(static_cast<int>(ViewType::rank()) == D,
                "tessera: the obstacle's rank is the grid's dimension");
  ObstacleData data;
  if (mask.data() == nullptr && mask.extent(0) == 0) return data;
  data.origin = reinterpret_cast<std::uint8_t const*>(mask.data());
  for (int d = 0; d < D; ++d) {
    if (static_cast<Index>(mask.extent(d)) != grid.nodes[d])
      throw InvalidInput(text("obstacle '", mask.label(), "' has ", mask.extent(d), " bytes along axis ", d,
                              ", the grid ", grid.nodes[d],
                              " nodes (give one byte a node, none for a halo)"));
    data.stride[Order::memory_axis(d)] = static_cast<Index>(mask.stride(d));
  }
  return data;
}

} // namespace tessera::detail
