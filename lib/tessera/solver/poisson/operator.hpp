// SPDX-License-Identifier: Apache-2.0
// PoissonOperator: Poisson's operator on one grid, as the solvers use it.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/solver/poisson/detail/defect.hpp>
#include <tessera/solver/poisson/detail/exact_dot.hpp>
#include <tessera/solver/poisson/detail/nodes.hpp>
#include <tessera/solver/poisson/ranks.hpp>
#include <tessera/solver/poisson/vectors.hpp>

#include <cmath>

namespace tessera {

/// K = I - M, where M is a Jacobi iteration without right side; K is the operator -(u_xx + u_yy + u_zz)
/// divided by its diagonal. Nodes of fixed faces and of the obstacle are known, all others are sought. K is
/// self-adjoint in the inner product <u, v> = sum of measure u v. The measure is 1/2 at nodes of a mirrored
/// face (the part of the node's cell that lies inside) and 1 at others. Sums are formed without rounding, so
/// their bits depend neither on threads nor on how ranks share the grid.
template <class Exec, class T, int D>
class PoissonOperator {
  static_assert(detail::known_space<Exec>());

public:
  using Memory = typename Exec::memory_space;
  using Vector = NodeView<T, D, Memory>;
  using Mask = NodeView<std::uint8_t, D, Memory>;
  using Share = PoissonShare<Exec, T, D>;

  /// `obstacle` has a byte per node, nonzero where the node is frozen; empty: no obstacle. The constructor
  /// waits for the count of nodes. `share`: the grid is this rank's part of a larger one, see PoissonShare;
  /// the halo's nodes are known. All members are then collective that wait, and defect(). \throws
  /// InvalidInput for a block of a larger grid without that, for zero_gradient ends (see PoissonReduction),
  /// and for an obstacle of other extents.
  PoissonOperator(Exec const& exec, Grid<D> const& grid, PoissonEnds<D> const& ends,
                  Mask const& obstacle = {}, Share const& share = {})
      : grid_(detail::validate_whole("Poisson's equation", grid)), ends_(ends),
        obstacle_(checked(grid, obstacle)), share_(share), weights_(jacobi_weights<T>(grid)),
        diagonal_(poisson_diagonal<D>(grid.spacing)),
        known_(detail::node_view<std::uint8_t>(exec, grid, "known")), dot_(share.others.data()) {
    bool mirrored = false;
    for (PoissonEnd end : ends_) {
      if (end == PoissonEnd::zero_gradient)
        throw InvalidInput("a Poisson operator has no zero-gradient faces (reduce the problem first)");
      mirrored |= end == PoissonEnd::mirrored;
    }
    auto const nodes = detail::padded_nodes<D>(grid.nodes);
    Index others = 0;
    if (share_.others.data() != nullptr)
      Kokkos::parallel_reduce("tessera::poisson::others", policy(exec),
                              detail::CountMarked{share_.others.data()}, others);
    Kokkos::parallel_reduce("tessera::poisson::known", policy(exec),
                            detail::MarkKnown<D>{nodes, detail::padded_ends<D>(ends), obstacle.data(),
                                                 share_.others.data(), known_.data()},
                            sought_);
    std::int64_t counts[] = {sought_, grid.size() - others};
    if (share_.ranks) share_.ranks->add(counts, 2);
    sought_ = counts[0];
    nodes_ = counts[1];
    if (mirrored || singular()) {
      measure_ = detail::node_view<T>(exec, grid, "measure");
      Kokkos::parallel_for("tessera::poisson::measure", policy(exec),
                           detail::Measure<T, D>{nodes, detail::padded_ends<D>(ends), measure_.data()});
      if (singular()) total_ = sum(exec, measure_.data());
    }
  }

  Grid<D> const& grid() const { return grid_; }
  PoissonEnds<D> const& ends() const { return ends_; }
  Mask const& obstacle() const { return obstacle_; }
  Mask const& known() const { return known_; }
  JacobiWeights<T, D> const& weights() const { return weights_; }
  /// K is this diagonal - M; an empty View stands for 1 at all nodes. Multigrid's coarse grids have another
  /// diagonal around bodies.
  Vector const& own_diagonal() const { return own_diagonal_; }
  void set_own_diagonal(Vector const& diagonal) { own_diagonal_ = diagonal; }
  double diagonal() const { return diagonal_; } ///< S, the sum of 2 / h_d^2
  Index nodes() const { return nodes_; }        ///< number of nodes, those of all ranks
  Index sought() const { return sought_; }      ///< number of nodes to solve for, of all ranks
  /// Whether no node is known: then solutions differ by constants, and the right side has to have mean zero.
  bool singular() const { return sought_ == nodes_; }

  /// A zeroed field on this grid.
  Vector make(Exec const& exec, std::string const& label) const {
    return detail::node_view<T>(exec, grid_, label);
  }

  /// out = sign (rhs_weight rhs - K x) at sought nodes, 0 at known ones. Without rhs and with sign -1, out is
  /// K x. With rhs = f and rhs_weight = weights().rhs, out is the change that a Jacobi iteration would make:
  /// the residual of u_xx + u_yy = f divided by -diagonal().
  void defect(Exec const& exec, Vector const& x, Vector const& rhs, double rhs_weight, double sign,
              Vector const& out) const {
    if (share_.ranks) share_.ranks->fill_halo(exec, x);
    detail::Defect<T, D> kernel{detail::padded_nodes<D>(grid_.nodes),
                                {},
                                {},
                                x.data(),
                                rhs.data(),
                                static_cast<T>(rhs_weight),
                                static_cast<T>(sign),
                                own_diagonal_.data(),
                                known_.data(),
                                out.data()};
    auto const ends = detail::padded_ends<D>(ends_);
    for (int face = 0; face < 6; ++face)
      kernel.beyond[face] = detail::node_beyond(ends[face], face % 2 == 1, kernel.nodes[face / 2]);
    for (int d = 0; d < D; ++d) kernel.weight[3 - D + d] = weights_.neighbour[d];
    detail::for_rows("tessera::poisson::defect", exec, kernel.nodes, kernel);
  }

  /// <a, b>; `scratch` is overwritten. The call waits. Copies of an operator share the memory that sums need,
  /// so use them on one instance only.
  double inner(Exec const& exec, Vector const& a, Vector const& b, Vector const& scratch) const {
    if (measure_.data() == nullptr) return sum(exec, a.data(), b.data());
    detail::multiply(exec, measure_, b, scratch);
    return sum(exec, a.data(), scratch.data());
  }

  /// The square root of the sum of squares, also where the squares are out of double's range; its bits are as
  /// reproducible as inner()'s. The call waits.
  double norm2(Exec const& exec, Vector const& a) const {
    double const squares = sum(exec, a.data(), a.data());
    if (squares > 1e-200 && std::isfinite(squares)) return std::sqrt(squares);
    double const scale = detail::scale_to_one(norm_max(exec, a), 1000);
    if (scale == 1) return std::sqrt(squares);
    return std::sqrt(sum(exec, a.data(), a.data(), scale)) / scale;
  }

  /// The largest magnitude in a. The call waits.
  double norm_max(Exec const& exec, Vector const& a) const {
    T most = 0;
    Kokkos::parallel_reduce("tessera::poisson::norm_max", policy(exec),
                            detail::LargestMagnitude<T>{a.data(), share_.others.data()},
                            Kokkos::Max<T>(most));
    double const own = std::fmax(static_cast<double>(most), 0.);
    return share_.ranks ? share_.ranks->largest(own) : own;
  }

  /// <1, a> / <1, 1>: the mean over the domain, for singular operators. The call waits.
  double mean(Exec const& exec, Vector const& a) const {
    double const mean = sum(exec, measure_.data(), a.data()) / total_;
    if (std::isfinite(mean)) return mean;
    double const scale = detail::scale_to_one(norm_max(exec, a), 500);
    return sum(exec, measure_.data(), a.data(), scale) / total_ / scale / scale;
  }

  /// a -= value, at all nodes.
  void subtract(Exec const& exec, double value, Vector const& a) const {
    Kokkos::parallel_for("tessera::poisson::subtract", policy(exec),
                         detail::Subtract<T>{static_cast<T>(value), a.data()});
  }

private:
  static Mask const& checked(Grid<D> const& grid, Mask const& obstacle) {
    if (obstacle.data() != nullptr) detail::check_nodes("the obstacle", grid, obstacle);
    return obstacle;
  }
  /// Over the nodes of all ranks. The call waits.
  double sum(Exec const& exec, T const* a, T const* b = nullptr, double scale = 1) const {
    ExactSum all = dot_(exec, grid_.size(), a, b, scale);
    if (share_.ranks) share_.ranks->add(all.data(), ExactSum::entries);
    return all.value();
  }
  auto policy(Exec const& exec) const {
    return Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, grid_.size());
  }

  Grid<D> grid_;
  PoissonEnds<D> ends_;
  Mask obstacle_;
  Share share_;
  JacobiWeights<T, D> weights_;
  double diagonal_;
  Vector own_diagonal_;
  Mask known_;
  Vector measure_; // empty: 1 at all nodes
  detail::ExactDot<Exec> dot_;
  Index sought_ = 0, nodes_ = 0;
  double total_ = 0;
};

} // namespace tessera
