// SPDX-License-Identifier: Apache-2.0
// NodeReader: how a formula reads another field at its node.
#pragma once

#include <tessera/core/bounds_check.hpp>
#include <tessera/grid/field.hpp>

namespace tessera {

/// Reads a field other than the stepped one in a formula or a condition: kappa(at) is its value at the node,
/// kappa(at, -1, 0) that of the neighbour one node lower along axis 0.
///
///     struct Diffusion {
///       static constexpr auto reads = tessera::star<2>(1);
///       tessera::NodeReader<Kokkos::View<double**>> kappa;
///       KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
///         return u(0, 0) + kappa(at) * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
///       }
///     };
///     Diffusion const formula{tessera::NodeReader(kappa_field)};
///
/// It reads memory as the field lies there, of any layout, on a whole grid or on a block of it. The field has
/// the nodes of the stepped one, and a halo at least as wide: fused steps evaluate formulas on halo nodes. A
/// read at a neighbour needs as many more halo nodes, on every side, since schemes evaluate formulas at nodes
/// that a face sets too. The memory is shared, not copied; it must not be written while steps run.
template <class ViewType>
class NodeReader {
public:
  static constexpr int dimension = static_cast<int>(ViewType::rank());
  using value_type = typename ViewType::non_const_value_type;

  explicit NodeReader(Field<ViewType> const& field)
      : first_(field.view().data()), nodes_(field.grid().nodes), halo_(field.halo()), view_(field.view()) {
    for (int d = 0; d < dimension; ++d) {
      stride_[d] = static_cast<Index>(view_.stride(d));
      first_ += halo_.lower[d] * stride_[d];
    }
  }

  template <class At, class... Offset>
  KOKKOS_FORCEINLINE_FUNCTION value_type operator()(At const& at, Offset... offsets) const {
    static_assert(sizeof...(Offset) == 0 || sizeof...(Offset) == dimension,
                  "tessera::NodeReader: kappa(at), or kappa(at, offsets...) with one offset per axis");
    static_assert(At::dimension == dimension,
                  "tessera::NodeReader: the field has as many axes as the stepped one");
    Index const offset[dimension + 1] = {static_cast<Index>(offsets)...};
    Index place = 0;
    for (int d = 0; d < dimension; ++d) {
      Index const i = at.local_index(d) + offset[d];
      if constexpr (detail::checks_bounds)
        if (i < -halo_.lower[d] || i >= nodes_[d] + halo_.upper[d])
          Kokkos::abort("tessera: a NodeReader reads beyond its field (give it a halo as wide as that of the "
                        "stepped field, and the neighbours' width more)");
      // A unit stride that the compiler knows lets loops over a row load vectors.
      place += d == unit_axis ? i : i * stride_[d];
    }
    return first_[place];
  }

private:
  using Layout = typename ViewType::array_layout;
  static constexpr int unit_axis = std::is_same_v<Layout, Kokkos::LayoutRight>  ? dimension - 1
                                   : std::is_same_v<Layout, Kokkos::LayoutLeft> ? 0
                                                                                : -1;

  typename ViewType::const_value_type* first_; // node (0, ...) of the grid
  Kokkos::Array<Index, dimension> stride_;
  Extents<dimension> nodes_;
  Halo<dimension> halo_;
  ViewType view_; // keeps the memory alive
};

} // namespace tessera
