// SPDX-License-Identifier: Apache-2.0
// Field: a Kokkos::View on a grid, either the application's own View or one that Tessera allocates.
#pragma once

#include <tessera/grid/detail/memory.hpp>
#include <tessera/grid/grid.hpp>

#include <string>

namespace tessera {

/// Numbers of nodes that a View holds beyond the grid's own nodes, per axis and side. A read beyond a face
/// with a halo takes the value that lies in the halo (for example a neighbouring rank's node) instead of a
/// boundary rule.
template <int D>
struct Halo {
  Extents<D> lower = {}, upper = {};
};

/// A View on a grid: either the application's own View or one that make_field allocates. Copies of a field
/// share its data.
template <class ViewType>
class Field {
public:
  static_assert(Kokkos::is_view_v<ViewType>, "tessera::Field holds a Kokkos::View");
  /// Axes of the grid, 1 to 3.
  static constexpr int dimension = static_cast<int>(ViewType::rank());
  static_assert(dimension >= 1 && dimension <= 3,
                "tessera::Field: a View of rank 1, 2 or 3, one axis of the grid each");
  static_assert(!std::is_const_v<typename ViewType::value_type>,
                "tessera::Field: a View of const values can't be stepped; give a View of non-const values");
  using view_type = ViewType; ///< the View's type
  /// Type of a node's value.
  using value_type = typename ViewType::non_const_value_type;
  /// The View's layout.
  using layout = typename ViewType::array_layout;
  static_assert(std::is_same_v<layout, Kokkos::LayoutLeft> || std::is_same_v<layout, Kokkos::LayoutRight> ||
                    std::is_same_v<layout, Kokkos::LayoutStride>,
                "tessera::Field: LayoutLeft, LayoutRight or LayoutStride (subviews)");
  static_assert(std::is_trivially_copyable_v<value_type>,
                "tessera::Field: values are copied bytewise into tiles");

  /// \throws InvalidInput where the View's extents are not nodes + halo, where it has no memory, and where
  /// two of its values share memory (through a stride of 0, or rows that overlap).
  Field(Grid<dimension> const& grid, ViewType view, Halo<dimension> const& halo = {})
      : grid_(grid), view_(view), halo_(halo) {
    validate(grid);
    for (int d = 0; d < dimension; ++d) {
      Index const wanted = grid.nodes[d] + halo.lower[d] + halo.upper[d];
      if (halo.lower[d] < 0 || halo.upper[d] < 0)
        throw InvalidInput(
            detail::text("field '", view.label(), "': the halo along axis ", d, " is negative"));
      if (static_cast<Index>(view.extent(d)) != wanted)
        throw InvalidInput(detail::text("field '", view.label(), "' has ", view.extent(d),
                                        " values along axis ", d, ", the grid with its halo ", wanted,
                                        " (make the View's extents equal to the grid's nodes)"));
    }
    detail::check_memory("field", view);
  }

  /// Nodes, spacing and origin, the halo left aside.
  Grid<dimension> const& grid() const { return grid_; }
  /// The View itself, halo included; copies share its data.
  ViewType view() const { return view_; }
  /// How many values the View holds beyond the grid's nodes.
  Halo<dimension> const& halo() const { return halo_; }

private:
  Grid<dimension> grid_;
  ViewType view_;
  Halo<dimension> halo_;
};

/// The application's own View as a field, of any layout, without a copy.
template <int D, class ViewType>
Field<ViewType> make_field(Grid<D> const& grid, ViewType const& view, Halo<D> const& halo = {}) {
  static_assert(Kokkos::is_view_v<ViewType>,
                "tessera::make_field(grid, view): the second argument is a Kokkos::View");
  static_assert(static_cast<int>(ViewType::rank()) == D,
                "tessera::make_field: the View's rank is the grid's dimension");
  return Field<ViewType>(grid, view, halo);
}

namespace detail {
template <class T, int D>
struct ViewData {
  using type = typename ViewData<T, D - 1>::type*;
};
template <class T>
struct ViewData<T, 0> {
  using type = T;
};
} // namespace detail

/// A field that owns its View: zeroed, in the memory of Exec and in the layout that Kokkos prefers there.
template <class T, class Exec = Kokkos::DefaultExecutionSpace, int D>
auto make_field(Exec const& exec, Grid<D> const& grid, std::string const& label = "tessera::field") {
  validate(grid);
  using ViewType = Kokkos::View<typename detail::ViewData<T, D>::type, typename Exec::memory_space>;
  auto const properties = Kokkos::view_alloc(exec, label);
  if constexpr (D == 1) return make_field(grid, ViewType(properties, grid.nodes[0]));
  if constexpr (D == 2) return make_field(grid, ViewType(properties, grid.nodes[0], grid.nodes[1]));
  if constexpr (D == 3)
    return make_field(grid, ViewType(properties, grid.nodes[0], grid.nodes[1], grid.nodes[2]));
}

} // namespace tessera
