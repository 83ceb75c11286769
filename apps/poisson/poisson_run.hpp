// SPDX-License-Identifier: Apache-2.0
// The Poisson solver for one dimension and precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/relax.hpp>
#include <tessera/solver/poisson/right_side.hpp>

#include "../common/node_data.hpp"
#include "../common/stepping.hpp"
#include "iterations.hpp"
#include "problem.hpp"

namespace tessera::poisson {

using app::Exec;

template <int D>
PoissonEnds<D> ends_of(std::vector<FaceProblem> const& faces) {
  PoissonEnds<D> ends{};
  for (std::size_t face = 0; face < 2 * D; ++face) {
    auto const kind = faces[face].kind;
    ends[static_cast<int>(face)] = kind == app::FaceKind::neumann         ? PoissonEnd::mirrored
                                   : kind == app::FaceKind::zero_gradient ? PoissonEnd::zero_gradient
                                   : kind == app::FaceKind::periodic      ? PoissonEnd::periodic
                                                                          : PoissonEnd::fixed;
  }
  return ends;
}

template <int D, class T>
class PoissonSolver final : public PoissonRun {
public:
  using Reduction = PoissonReduction<Exec, T, D>;
  using Vector = typename Reduction::Vector;
  using Mask = typename Reduction::Mask;

  explicit PoissonSolver(PoissonProblem const& problem)
      : grid_(app::make_grid<D>(problem.geometry)), ends_(ends_of<D>(problem.faces)), mask_(mask_of(problem)),
        reduction_(exec_, grid_, ends_, mask_), u_(on_nodes<T>("u", problem, problem.initial)) {
    auto const& poisson = reduction_.poisson();
    x_ = poisson.make(exec_, "x");
    rhs_ = poisson.make(exec_, "rhs");
    scratch_ = poisson.make(exec_, "scratch");
    full_rhs_ = right_side(problem);
    reduction_.gather(exec_, u_, x_);
    if (problem.method == Method::multigrid_cg) {
      if (problem.scheme.name != "auto" || !problem.scheme.tile.empty() || problem.scheme.fused_steps)
        throw InvalidInput(
            "method multigrid-cg chooses its sweeps itself (leave --scheme, --tile and --fused-steps out)");
      multigrid_ = std::make_unique<MultigridCg<Exec, T, D>>(exec_, poisson);
      return;
    }
    iterations_ = make_iterations(problem);
  }

  Result solve(Control const& control) override {
    SolveControl inner{
        .max_iterations = control.most, .tolerance = control.tolerance, .on_update = control.on_update};
    inner.check_every = iterations_ ? iterations_->look_every(control.tolerance > 0) : 1;
    if (control.go_on)
      inner.go_on = [&](Index iterations, PoissonError const&) { return control.go_on(iterations); };
    auto const report = multigrid_ ? multigrid_->solve(exec_, x_, rhs_, inner) : relaxed(inner);
    exec_.fence("tessera::poisson: solve");
    return {{report.iterations, report.error.residual, report.error.update},
            report.best_residual,
            report.converged,
            report.interrupted,
            report.stagnated,
            control.on_update ? report.rounding.update : report.rounding.residual};
  }

  app::HostField field() const override {
    auto const full = detail::node_view<T>(exec_, grid_, "result");
    Kokkos::deep_copy(exec_, full, u_);
    if (!on_full_grid_) reduction_.scatter(exec_, x_, full);
    exec_.fence("tessera::poisson: field");
    return app::host_values(full);
  }

  app::SchemeChoice scheme() const override {
    if (multigrid_) return {Direct::name, {}, 1};
    return app::choice_of(iterations_->report(), D);
  }

  double ideal_bytes_per_update() const override {
    return (full_rhs_.data() ? 3. : 2.) * sizeof(T) + (mask_.data() ? 1. : 0.);
  }

private:
  using FieldType = Field<Vector>;

  /// Values in logical row-major order; zeros where there are none.
  template <class Value, class From>
  static NodeView<Value, D> on_nodes(std::string const& what, PoissonProblem const& problem,
                                     std::vector<From> const& values) {
    auto const view = app::make_view<Value, D>("tessera::poisson::" + what, problem.geometry);
    app::fill(view, [&](std::size_t i) { return values.empty() ? From{} : values[i]; });
    return view;
  }

  Mask mask_of(PoissonProblem const& problem) const {
    if (problem.obstacle.empty()) return {};
    return on_nodes<std::uint8_t>("obstacle", problem, problem.obstacle);
  }

  /// On the full grid for the stencils, which is empty where it is zero; rhs_ gets the reduced one.
  Vector right_side(PoissonProblem const& problem) {
    bool any = !problem.rhs.empty();
    for (auto const& face : problem.faces) any |= !face.flux.empty();
    auto const full = on_nodes<T>("full_rhs", problem, problem.rhs);
    for (std::size_t face = 0; face < problem.faces.size(); ++face) {
      auto const& flux = problem.faces[face].flux;
      if (flux.empty()) continue;
      auto const values = app::list_of(flux);
      add_flux(exec_, full, grid_, static_cast<int>(face), values);
      exec_.fence("tessera::poisson: before the flux is freed");
    }
    auto const& poisson = reduction_.poisson();
    reduction_.gather(exec_, full, rhs_);
    double const mean = poisson.singular() ? poisson.mean(exec_, rhs_) : 0.;
    double const off = make_consistent(exec_, poisson, rhs_);
    // A sampled right side misses its balance by the error of the quadrature.
    if (off > 0.02)
      throw InvalidInput(detail::text(
          "no value is fixed anywhere, and the right side with the fluxes has the mean ", mean, ", ", off,
          " of its root mean square: there is no solution (fix a value, or balance the right side)"));
    if (mean != 0) {
      Kokkos::parallel_for("tessera::poisson::subtract",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec_, 0, grid_.size()),
                           detail::Subtract<T>{static_cast<T>(mean), full.data()});
    }
    return any ? full : Vector();
  }

  std::unique_ptr<Iterations> make_iterations(PoissonProblem const& problem) {
    auto const& poisson = reduction_.poisson();
    auto const weights = jacobi_weights<T>(grid_);
    switch (problem.method) {
    case Method::jacobi:
      on_full_grid_ = true;
      return jacobi_iterations(exec_, make_field(grid_, u_), Jacobi<T, D>{weights, full_rhs_}, ends_,
                               problem.scheme, mask_, problem.most_iterations, problem.tolerance);
    case Method::weighted_jacobi:
      on_full_grid_ = true;
      return weighted_iterations(exec_, make_field(grid_, u_), Jacobi<T, D>{weights, full_rhs_}, ends_,
                                 problem.scheme, mask_, problem.relaxation.value_or(0.8));
    case Method::chebyshev:
      return chebyshev_iterations(exec_, make_field(poisson.grid(), x_), Jacobi<T, D>{weights, rhs_or_none()},
                                  poisson.ends(), problem.scheme, poisson.obstacle());
    default:
      return sor_iterations(exec_, make_field(poisson.grid(), x_), Jacobi<T, D>{weights, rhs_or_none()},
                            poisson.ends(), problem.scheme, poisson.obstacle(), problem.relaxation);
    }
  }
  Vector rhs_or_none() const { return full_rhs_.data() ? rhs_ : Vector(); }

  SolveReport relaxed(SolveControl const& control) {
    PoissonMonitor<Exec, T, D> const monitor(exec_, reduction_.poisson(), x_, rhs_, scratch_,
                                             reduction_.poisson().make(exec_, "start"));
    auto report = relax(
        control, [&](Index count) { iterations_->advance(count); },
        [&] {
          if (on_full_grid_) reduction_.gather(exec_, u_, x_);
          return monitor(exec_, x_);
        });
    monitor.explain(exec_, x_, control, false, report);
    return report;
  }

  Exec exec_;
  Grid<D> grid_;
  PoissonEnds<D> ends_;
  Mask mask_;
  Reduction reduction_;
  Vector u_, x_, rhs_, scratch_, full_rhs_;
  bool on_full_grid_ = false; // jacobi keeps zero-gradient faces, one iteration behind, as published
  std::unique_ptr<Iterations> iterations_;
  std::unique_ptr<MultigridCg<Exec, T, D>> multigrid_;
};

template <int D, class T>
std::unique_ptr<PoissonRun> make_poisson_run(PoissonProblem const& problem) {
  return std::make_unique<PoissonSolver<D, T>>(problem);
}

} // namespace tessera::poisson
