// SPDX-License-Identifier: Apache-2.0
// Checks whether a field fits the sweeps that a stepper makes of it.
#pragma once

#include <tessera/boundary/detail/obstacle_data.hpp>
#include <tessera/boundary/face.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/domain.hpp>

#include <cmath>

namespace tessera::detail {

/// Checks the width of a halo that stands in for a boundary.
/// \throws InvalidInput if it is narrower than what a sweep reads of it, and where a sweep of a block reads
/// beyond a face of the whole grid that lies in its neighbour
template <class Order, class ViewType>
void check_halo_width(Field<ViewType> const& u, Domain const& domain, int radius, int fused_steps) {
  for (int face = 0; face < 2 * Order::dimension; ++face) {
    int const axis = face / 2;
    Index const width = face % 2 ? u.halo().upper[axis] : u.halo().lower[axis];
    bool const read = !domain.wraps[Order::memory_axis(axis)] && width > 0;
    if (read && width < Index{radius} * fused_steps)
      throw InvalidInput(text(
          "field '", u.view().label(), "' has a halo of ", width, " nodes on face ", face_names[face], "; ",
          fused_steps, fused_steps == 1 ? " step" : " fused steps", " of radius ", radius, " a sweep read ",
          Index{radius} * fused_steps, " (give the field a wider halo, or fewer fused steps)"));
    int const a = Order::memory_axis(axis);
    Index const beyond =
        face % 2 ? domain.whole_nodes[a] - domain.first[a] - domain.nodes[a] : domain.first[a];
    if (read && beyond > 0 && domain.period[a] == 0 && beyond < Index{radius} * fused_steps)
      throw InvalidInput(text("field '", u.view().label(), "' ends ", beyond, " nodes before face ",
                              face_names[face], " of the whole grid; ", fused_steps,
                              fused_steps == 1 ? " step" : " fused steps", " of radius ", radius,
                              " a sweep read ", Index{radius} * fused_steps,
                              " (give the neighbouring block more nodes, or take fewer fused steps)"));
  }
}

/// Checks that the mask of an obstacle covers the halo nodes that fused steps update.
/// \throws InvalidInput where a halo that is read is wider than the mask's
template <class Order>
void check_obstacle_halo(Domain const& domain, ObstacleData const& obstacle, int fused_steps) {
  if (!obstacle.present() || fused_steps == 1) return;
  for (int face = 0; face < 2 * Order::dimension; ++face) {
    int const a = Order::memory_axis(face / 2);
    if (domain.wraps[a] || !domain.open[a][face % 2]) continue;
    auto const width = [&](Box3 const& box) {
      return face % 2 ? box.upper[a] - domain.nodes[a] : -box.lower[a];
    };
    if (width(obstacle.held) < width(domain.readable))
      throw InvalidInput(text("an obstacle with a halo of ", width(obstacle.held), " nodes on face ",
                              face_names[face], "; the field's has ", width(domain.readable), ", and ",
                              fused_steps,
                              " fused steps update nodes there (give the mask as a field with a "
                              "halo as wide, or take one fused step)"));
  }
}

/// Whether two lengths are equal up to the rounding of what they were computed from.
inline bool same_length(double a, double b, double scale) {
  return std::fabs(a - b) <= 1e-10 * std::fabs(scale);
}

/// Checks that the nodes of a field lie where the stepper's do, since conditions and formulas know no other
/// places.
/// \throws InvalidInput if they do not
template <int D>
void check_same_place(Grid<D> const& grid, Grid<D> const& wanted) {
  for (int d = 0; d < D; ++d) {
    double const h = grid.spacing[d], h0 = wanted.spacing[d], x = grid.origin[d], x0 = wanted.origin[d];
    if (!same_length(h, h0, h0))
      throw InvalidInput(text("advance: the field's spacing along axis ", d, " is ", h,
                              ", the stepper was made for ", h0, " (make a stepper for this grid)"));
    if (!same_length(x, x0, std::fabs(x0) + h0 * static_cast<double>(wanted.whole_nodes(d))))
      throw InvalidInput(text("advance: the field's origin along axis ", d, " is ", x,
                              ", the stepper was made for ", x0, " (make a stepper for this grid)"));
    if (grid.first[d] != wanted.first[d] || grid.whole_nodes(d) != wanted.whole_nodes(d))
      throw InvalidInput(text("advance: the field's nodes begin along axis ", d, " at node ", grid.first[d],
                              " of ", grid.whole_nodes(d),
                              " of the whole grid, the stepper was made for node ", wanted.first[d], " of ",
                              wanted.whole_nodes(d), " (make a stepper for this block)"));
  }
}

/// Checks that a field has the nodes, in the same places, and the halo that a stepper was made for, and also
/// a unit stride if the stepper's field had one. (Fields without a unit stride are stepped in a copy,
/// whatever their strides.)
/// \throws InvalidInput if it does not
template <class Order, class ViewType>
void check_same_shape(Field<ViewType> const& u, Grid<Order::dimension> const& grid,
                      Halo<Order::dimension> const& halo, bool strided) {
  constexpr int D = Order::dimension;
  for (int d = 0; d < D; ++d) {
    if (u.grid().nodes[d] != grid.nodes[d])
      throw InvalidInput(text("advance: the field has ", extents_text(u.grid().nodes, D),
                              " nodes, the stepper was made for ", extents_text(grid.nodes, D),
                              " (make a stepper for this grid)"));
    if (u.halo().lower[d] != halo.lower[d] || u.halo().upper[d] != halo.upper[d])
      throw InvalidInput(text("advance: the field has a halo of ", u.halo().lower[d], " and ",
                              u.halo().upper[d], " nodes along axis ", d, ", the stepper was made for ",
                              halo.lower[d], " and ", halo.upper[d], " (make a stepper for this field)"));
  }
  check_same_place(u.grid(), grid);
  if (!strided && !unit_stride_first<Order>(u.view()))
    throw InvalidInput(
        text("advance: the strides of field '", u.view().label(),
             "' are in another order than those of the field that the stepper was made for (make a "
             "stepper for this field)"));
}

} // namespace tessera::detail
