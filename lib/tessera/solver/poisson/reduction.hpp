// SPDX-License-Identifier: Apache-2.0
// PoissonReduction: removes outflow sides from the system of equations, since their nodes repeat their
// neighbours.
#pragma once

#include <tessera/solver/poisson/operator.hpp>

namespace tessera {

namespace detail {

/// Copies nodes from a field to the reduced grid, which begins at node `first` of the field.
template <class T, class Full, class Part>
struct Gather {
  static constexpr int D = static_cast<int>(Part::rank());
  Index3 part_nodes;
  Index3 first;
  Full full;
  Part part;
  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const i = along(part_nodes, 0, number) + first[0], j = along(part_nodes, 1, number) + first[1],
                k = along(part_nodes, 2, number) + first[2];
    if constexpr (D == 2) part.data()[number] = full(j, k);
    if constexpr (D == 3) part.data()[number] = full(i, j, k);
  }
};

/// Gives every node the value of the nearest node of the reduced grid; nodes of fixed faces do not change.
template <class T, class Full, class Part>
struct Scatter {
  static constexpr int D = static_cast<int>(Part::rank());
  Index3 nodes, part_nodes, first;
  Kokkos::Array<PoissonEnd, 6> ends;
  Full full;
  Part part;
  KOKKOS_FUNCTION void operator()(Index number) const {
    bool fixed = false;
    for_faces_of<D>(nodes, number, [&](int face) { fixed |= ends[face] == PoissonEnd::fixed; });
    if (fixed) return;
    Index at[3];
    for (int axis = 0; axis < 3; ++axis)
      at[axis] = max(0, min(along(nodes, axis, number) - first[axis], part_nodes[axis] - 1));
    Index const j = along(nodes, 1, number), k = along(nodes, 2, number);
    if constexpr (D == 2) full(j, k) = part(at[1], at[2]);
    if constexpr (D == 3) full(along(nodes, 0, number), j, k) = part(at[0], at[1], at[2]);
  }
};

template <int D>
struct OnOutflow {
  Index3 nodes;
  Kokkos::Array<PoissonEnd, 6> ends;
  std::uint8_t const* obstacle;
  std::uint8_t const* others; // nodes of other ranks; null: none
  KOKKOS_FUNCTION void operator()(Index number, Index& count) const {
    if (!obstacle[number] || (others != nullptr && others[number])) return;
    bool outflow = false;
    for_faces_of<D>(nodes, number, [&](int face) { outflow |= ends[face] == PoissonEnd::zero_gradient; });
    count += outflow;
  }
};

} // namespace detail

/// The grid without the nodes of zero-gradient faces. At such a face u(n) = u(n-1), so the node n-1 has a
/// wall half a spacing beyond itself,
///
///     . . n-2  n-1 | n          a read of n is n-1 itself: half_mirrored
///
/// gather() copies a field onto that grid. scatter() copies it back and gives the nodes of zero-gradient
/// faces their neighbours' values; where two such faces meet, a node gets the value of the nearest node
/// inside both. Both throw InvalidInput for Views of other extents.
template <class Exec, class T, int D>
class PoissonReduction {
public:
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;
  using Mask = typename Operator::Mask;
  using Share = typename Operator::Share;

  /// `share`: as an operator has it, with its mask on this grid and its ranks for fields of the reduced grid.
  /// \throws InvalidInput where fewer than 3 nodes of an axis remain, where the obstacle lies on a
  /// zero-gradient face, or where no node is sought.
  PoissonReduction(Exec const& exec, Grid<D> const& grid, PoissonEnds<D> const& ends,
                   Mask const& obstacle = {}, Share const& share = {})
      : full_(grid), ends_(ends), part_(trimmed(grid, ends)),
        operator_(exec, part_, reduced(ends), checked_mask(exec, obstacle, share),
                  Share{share.ranks, reduced_mask(exec, share.others)}) {
    if (operator_.sought() == 0)
      throw InvalidInput(
          detail::text("all nodes of ", detail::extents_text(grid.nodes, D),
                       " lie on fixed faces or in the obstacle: nothing is left to solve for (make "
                       "the body smaller)"));
  }

  Operator const& poisson() const { return operator_; }

  template <class ViewType>
  void gather(Exec const& exec, ViewType const& full, Vector const& part) const {
    detail::check_extents("the field", full_, full);
    detail::check_nodes("the reduced field", part_, part);
    Kokkos::parallel_for(
        "tessera::poisson::gather", over(exec, part_),
        detail::Gather<T, ViewType, Vector>{detail::padded_nodes<D>(part_.nodes), first(), full, part});
  }
  template <class ViewType>
  void scatter(Exec const& exec, Vector const& part, ViewType const& full) const {
    detail::check_nodes("the reduced field", part_, part);
    detail::check_extents("the field", full_, full);
    detail::check_memory("the field", full);
    Kokkos::parallel_for("tessera::poisson::scatter", over(exec, full_),
                         detail::Scatter<T, ViewType, Vector>{detail::padded_nodes<D>(full_.nodes),
                                                              detail::padded_nodes<D>(part_.nodes), first(),
                                                              detail::padded_ends<D>(ends_), full, part});
  }

  static bool outflow(PoissonEnds<D> const& ends, int face) {
    return ends[face] == PoissonEnd::zero_gradient;
  }

  /// The reduced grid of a whole grid.
  /// \throws InvalidInput where fewer than 3 nodes of an axis remain
  static Grid<D> trimmed(Grid<D> grid, PoissonEnds<D> const& ends) {
    grid = detail::validate_whole("Poisson's equation", grid);
    for (int d = 0; d < D; ++d) {
      Index const cut = outflow(ends, 2 * d) + outflow(ends, 2 * d + 1);
      grid.nodes[d] -= cut;
      if (outflow(ends, 2 * d)) grid.origin[d] += grid.spacing[d];
      if (ends[2 * d] != PoissonEnd::periodic && grid.nodes[d] < 3)
        throw InvalidInput(detail::text("axis ", d, " has ", grid.nodes[d] + cut, " nodes, ", cut,
                                        " of them on zero-gradient faces (give at least ", 3 + cut, ")"));
    }
    return grid;
  }
  /// The ends of the reduced grid.
  static PoissonEnds<D> reduced(PoissonEnds<D> ends) {
    for (auto& end : ends)
      if (end == PoissonEnd::zero_gradient) end = PoissonEnd::half_mirrored;
    return ends;
  }

private:
  detail::Index3 first() const {
    detail::Index3 first{{0, 0, 0}};
    for (int d = 0; d < D; ++d) first[3 - D + d] = outflow(ends_, 2 * d);
    return first;
  }
  static auto over(Exec const& exec, Grid<D> const& grid) {
    return Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, grid.size());
  }
  Mask checked_mask(Exec const& exec, Mask const& obstacle, Share const& share) const {
    if (obstacle.data() == nullptr) return {};
    detail::check_nodes("the obstacle", full_, obstacle);
    Index touching = 0;
    Kokkos::parallel_reduce("tessera::poisson::on_outflow", over(exec, full_),
                            detail::OnOutflow<D>{detail::padded_nodes<D>(full_.nodes),
                                                 detail::padded_ends<D>(ends_), obstacle.data(),
                                                 share.others.data()},
                            touching);
    if (share.ranks) {
      std::int64_t all = touching;
      share.ranks->add(&all, 1);
      touching = all;
    }
    if (touching > 0)
      throw InvalidInput(detail::text("the obstacle has ", touching,
                                      " nodes on a zero-gradient face (keep it away from there)"));
    return reduced_mask(exec, obstacle);
  }
  Mask reduced_mask(Exec const& exec, Mask const& mask) const {
    if (mask.data() == nullptr) return {};
    auto const part = detail::node_view<std::uint8_t>(exec, part_, "mask");
    Kokkos::parallel_for(
        "tessera::poisson::gather", over(exec, part_),
        detail::Gather<std::uint8_t, Mask, Mask>{detail::padded_nodes<D>(part_.nodes), first(), mask, part});
    return part;
  }

  Grid<D> full_;
  PoissonEnds<D> ends_;
  Grid<D> part_;
  Operator operator_;
};

} // namespace tessera
