// SPDX-License-Identifier: Apache-2.0
// FlowBody: the circulation around a body at rest in a plane flow, and the force on it.
#pragma once

#include <tessera/solver/flow/detail/surface_kernels.hpp>
#include <tessera/solver/flow/share.hpp>
#include <tessera/solver/poisson/detail/exact_dot.hpp>

namespace tessera {

/// The force on the body divided by the density, per unit of span.
struct FlowForce {
  double along_x = 0, along_y = 0;
};

/// A body at rest in the flow. Its stream function is a constant that the pressure determines: since the
/// pressure has one value at a point, the wall as a whole sheds no circulation. So the circulation around the
/// body, which is the sum over the cells of its surface, changes only by what the fluid brings,
///
///     dGamma/dt = sum over the surface of ( nu times the differences of omega to neighbours
///                                           - J(psi, omega) hx hy )
///
/// Let psi_1 be 1 on the body, 0 on the sides and without vorticity. Any psi_0 is then corrected to
/// psi_0 + c psi_1 with c = (Gamma - Gamma[psi_0]) / Gamma[psi_1].
template <class Exec, class T>
class FlowBody {
public:
  using Memory = typename Exec::memory_space;

  /// `surface` is the result of body_surface for the whole grid. `psi` is padded. Where ranks share the grid,
  /// all members are collective that return a number.
  FlowBody(Exec const& exec, FlowProblem const& problem, FlowShare<Exec, T> const& share,
           std::vector<SurfaceNode> const& surface, NodeView<T const, 2, Memory> const& psi,
           NodeView<T, 2, Memory> const& omega)
      : data_{nodes_of(exec, detail::part_of(share), surface),
              psi,
              omega,
              {share.block.first[0] - share.halo.lower[0], share.block.first[1] - share.halo.lower[1]},
              problem.grid.spacing[0],
              problem.grid.spacing[1],
              problem.viscosity},
        ranks_(share.ranks), before_(make("before")), after_(make("after")),
        rate_(make("rate")), mean_{make("mean_rate"), make("mean_omega"), make("vortex_x"), make("vortex_y")},
        force_x_(make("force_x")), force_y_(make("force_y")) {
    Index low[2] = {problem.grid.nodes[0], problem.grid.nodes[1]}, high[2] = {0, 0};
    for (auto const& node : surface) {
      Index const at[2] = {node.i, node.j};
      for (int d = 0; d < 2; ++d) {
        low[d] = detail::min(low[d], at[d]);
        high[d] = detail::max(high[d], at[d]);
      }
    }
    for (int d = 0; d < 2; ++d) middle_[d] = 0.5 * static_cast<double>(low[d] + high[d]);
  }

  /// Gamma of the present psi; with `into_field` the surface's vorticity is set from it too. The call waits.
  double circulation(Exec const& exec, bool into_field) {
    over("tessera::flow::surface_circulation", exec,
         detail::SurfaceCirculation<T, Memory>{data_, after_, into_field});
    return sum(exec, after_);
  }

  /// Called before the first stage of a step: stores the circulation of each cell, as circulation() has just
  /// found it.
  void start_step(Exec const& exec) { Kokkos::deep_copy(exec, before_, after_); }

  /// dGamma/dt of this stage; the stage has this weight in the step. The call waits.
  double rate(Exec const& exec, int stage, double weight) {
    over("tessera::flow::surface_rates", exec,
         detail::SurfaceRates<T, Memory>{data_, weight, stage == 0, rate_, mean_});
    return sum(exec, rate_);
  }

  /// The mean force over the step of length dt that ends with circulation(). The call waits.
  FlowForce force(Exec const& exec, double dt) {
    over("tessera::flow::surface_force", exec,
         detail::SurfaceForce<T, Memory>{
             data_, dt, {middle_[0], middle_[1]}, before_, after_, mean_, force_x_, force_y_});
    double const along_x = sum(exec, force_x_);
    return {along_x, sum(exec, force_y_)};
  }

private:
  using Nodes = Kokkos::View<SurfaceNode const*, Memory>;
  using Numbers = Kokkos::View<double*, Memory>;

  /// Those of the surface's nodes that are this rank's.
  static Nodes nodes_of(Exec const& exec, detail::FlowPart const& part,
                        std::vector<SurfaceNode> const& surface) {
    std::vector<SurfaceNode> own;
    for (auto const& node : surface)
      if (part.owns(node.i, node.j)) own.push_back(node);
    Kokkos::View<SurfaceNode*, Memory> const nodes("tessera::flow::surface", own.size());
    Kokkos::deep_copy(exec, nodes,
                      Kokkos::View<SurfaceNode const*, Kokkos::HostSpace>(own.data(), own.size()));
    exec.fence("tessera::flow: before the host's surface is freed");
    return nodes;
  }
  Index count() const { return static_cast<Index>(data_.nodes.extent(0)); }
  Numbers make(char const* what) const {
    return Numbers(std::string("tessera::flow::") + what, data_.nodes.extent(0));
  }
  /// Over all ranks, without rounding.
  double sum(Exec const& exec, Numbers const& numbers) const {
    ExactSum all;
    if (count() > 0) all = sum_(exec, count(), numbers.data());
    if (ranks_) ranks_->add(all.data(), ExactSum::entries);
    return all.value();
  }
  template <class Kernel>
  void over(char const* label, Exec const& exec, Kernel const& kernel) const {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count()),
                         kernel);
  }

  detail::SurfaceData<T, Memory> data_;
  std::shared_ptr<PoissonRanks<Exec, T, 2> const> ranks_;
  detail::ExactDot<Exec> sum_;
  Numbers before_, after_, rate_;
  detail::SurfaceMeans<Memory> mean_;
  Numbers force_x_, force_y_;
  double middle_[2];
};

} // namespace tessera
