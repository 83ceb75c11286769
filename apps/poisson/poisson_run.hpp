// SPDX-License-Identifier: Apache-2.0
// The Poisson solver for one dimension and precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/relax.hpp>
#include <tessera/solver/poisson/right_side.hpp>
#include <tessera/solver/poisson/shared_multigrid.hpp>

#include "../common/team_ranks.hpp"
#include "blocks.hpp"
#include "iterations.hpp"
#include "problem.hpp"

namespace tessera::poisson {

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
class PoissonSolver final : public PoissonRun, public app::Shares {
public:
  using Reduction = PoissonReduction<Exec, T, D>;
  using Vector = typename Reduction::Vector;
  using Mask = typename Reduction::Mask;
  using Shared = SharedMultigrid<Exec, T, D>;
  using SharedCg = ConjugateGradients<Exec, T, D, Shared>;

  // A rank has its block and a halo. The steppers see a field with that halo; reduction and operator see a
  // grid of its own, whose outer nodes other ranks know.
  explicit PoissonSolver(PoissonProblem const& problem)
      : ends_(ends_of<D>(problem.faces)), scheme_(scheme_of(problem)), block_(block_of(problem)),
        part_(
            reduced_block<D>(block_, Reduction::trimmed(app::make_grid<D>(problem.geometry), ends_), ends_)),
        grid_(outer_grid(block_)), mask_(mask_of(problem)), u_(on_nodes<T>("u", problem.initial)),
        x_(app::make_view<T, D>("tessera::poisson::x", part_, part_.halo)),
        shared_u_(app::share_field<T, D>(exec_, block_, make_field(block_.grid, u_, block_.halo))),
        shared_x_(app::share_field<T, D>(exec_, part_, make_field(part_.grid, x_, part_.halo))),
        reduction_(exec_, grid_, outer_ends<D>(block_, ends_), mask_, share()) {
    auto const& poisson = reduction_.poisson();
    rhs_ = poisson.make(exec_, "rhs");
    scratch_ = poisson.make(exec_, "scratch");
    full_rhs_ = right_side(problem);
    reduction_.gather(exec_, u_, x_);
    switch (problem.method) {
    case Method::cg:
      conjugate_ = std::make_unique<ConjugateGradients<Exec, T, D>>(exec_, poisson);
      break;
    case Method::multigrid_cg:
      if (shared_x_)
        shared_multigrid_ = make_shared_multigrid(problem);
      else
        multigrid_ = std::make_unique<MultigridCg<Exec, T, D>>(exec_, poisson);
      break;
    default:
      iterations_ = make_iterations(problem);
    }
  }

  Result solve(Control const& control) override {
    SolveControl inner{
        .max_iterations = control.most, .tolerance = control.tolerance, .on_update = control.on_update};
    inner.check_every = iterations_ ? iterations_->look_every(control.tolerance > 0) : 1;
    if (control.go_on)
      inner.go_on = [&](Index iterations, PoissonError const&) { return control.go_on(iterations); };
    auto const report = multigrid_          ? multigrid_->solve(exec_, x_, rhs_, inner)
                        : shared_multigrid_ ? shared_multigrid_->solve(exec_, x_, rhs_, inner)
                        : conjugate_        ? conjugate_->solve(exec_, x_, rhs_, inner)
                                            : relaxed(inner);
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
    return app::gathered_values<T, D>(exec_, block_, make_field(block_.grid, full, block_.halo));
  }

  app::SchemeChoice scheme() const override {
    if (!iterations_) return {Direct::name, {}, 1};
    return app::choice_of(iterations_->report(), D);
  }

  std::optional<app::Sharing> sharing() const override {
    auto const& shared = on_full_grid_ ? shared_u_ : shared_x_;
    return shared ? std::optional(shared->sharing()) : std::nullopt;
  }

  double ideal_bytes_per_update() const override {
    return (full_rhs_.data() ? 3. : 2.) * sizeof(T) + (mask_.data() ? 1. : 0.);
  }

private:
  /// The methods of a gradient choose their sweeps themselves.
  app::SchemeSpec scheme_of(PoissonProblem const& problem) const {
    if (problem.method == Method::cg || problem.method == Method::multigrid_cg) return {};
    // A block at a zero-gradient face has a node less in the reduced grid.
    auto geometry = problem.geometry;
    for (std::size_t face = 0; face < 2 * D; ++face)
      if (ends_[static_cast<int>(face)] == PoissonEnd::zero_gradient)
        geometry.nodes[face / 2] -= app::team().count() - 1;
    return app::scheme_of_ranks<D>(problem.scheme, geometry, 1, app::team(), problem.blocks);
  }
  app::Block<D> block_of(PoissonProblem const& problem) const {
    HaloDepth const depth{.radius = 1, .fused_steps = scheme_.fused_steps.value_or(1)};
    return app::make_block<D>(problem.geometry, depth, problem.blocks);
  }
  PoissonShare<Exec, T, D> share() {
    if (!block_.blocks) return {};
    ranks_ = std::make_shared<app::TeamRanks<T, D>>(part_, shared_x_);
    auto const marks = nodes_of_others(block_);
    auto const others = app::make_view<std::uint8_t, D>("tessera::poisson::others", block_, block_.halo);
    app::fill(others, [&](std::size_t i) { return marks[i]; });
    return {ranks_, others};
  }

  /// The block's part of a field; zeros where there is none.
  template <class Value, class From>
  NodeView<Value, D> on_nodes(std::string const& what, app::NodeValues<From> const& values) const {
    auto const view = app::make_view<Value, D>("tessera::poisson::" + what, block_, block_.halo);
    app::fill(view, block_, block_.halo, values);
    return view;
  }

  Mask mask_of(PoissonProblem const& problem) const {
    if (problem.obstacle.empty()) return {};
    return on_nodes<std::uint8_t>("obstacle", problem.obstacle);
  }

  /// On the full grid for the stencils, which is empty where it is zero; rhs_ gets the reduced one.
  Vector right_side(PoissonProblem const& problem) {
    bool any = !problem.rhs.empty();
    for (auto const& face : problem.faces) any |= !face.flux.empty();
    auto const full = on_nodes<T>("full_rhs", problem.rhs);
    for (std::size_t face = 0; face < problem.faces.size(); ++face) {
      auto const& flux = problem.faces[face].flux;
      if (flux.empty() || has_halo(block_, static_cast<int>(face))) continue;
      auto const values = app::list_of(face_part(block_, static_cast<int>(face) / 2, flux));
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
    auto const weights = jacobi_weights<T>(grid_);
    on_full_grid_ = problem.method == Method::jacobi || problem.method == Method::weighted_jacobi;
    if (on_full_grid_) {
      Iterated<T, D> const full{make_field(block_.grid, u_, block_.halo), shared_u_, ends_, mask_, scheme_};
      Jacobi<T, D> const jacobi{weights, full_rhs_, block_.halo.lower};
      if (problem.method == Method::jacobi)
        return jacobi_iterations(exec_, full, jacobi, problem.most_iterations, problem.tolerance);
      return weighted_iterations(exec_, full, jacobi, problem.relaxation.value_or(0.8));
    }
    Iterated<T, D> const part{make_field(part_.grid, x_, part_.halo), shared_x_, Reduction::reduced(ends_),
                              reduction_.poisson().obstacle(), scheme_};
    Jacobi<T, D> const jacobi{weights, rhs_or_none(), part_.halo.lower};
    if (problem.method == Method::chebyshev) return chebyshev_iterations(exec_, part, jacobi);
    return sor_iterations(exec_, part, jacobi, problem.relaxation);
  }
  Vector rhs_or_none() const { return full_rhs_.data() ? rhs_ : Vector(); }

  /// Every rank makes the whole grid's operator for a moment, and keeps its coarser ones.
  auto make_shared_multigrid(PoissonProblem const& problem) const {
    Grid<D> const grid = app::make_grid<D>(problem.geometry);
    Mask mask;
    if (!problem.obstacle.empty()) {
      mask = app::make_view<std::uint8_t, D>("tessera::poisson::whole_obstacle", problem.geometry);
      auto const all = problem.obstacle.all();
      app::fill(mask, [&](std::size_t i) { return all[i]; });
    }
    Reduction const whole(exec_, grid, ends_, mask);
    auto const& poisson = reduction_.poisson();
    return std::make_unique<SharedCg>(
        exec_, poisson, Shared(exec_, poisson, ranks_, part_.grid, part_.halo, whole.poisson()));
  }

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
  PoissonEnds<D> ends_; // of the whole grid
  app::SchemeSpec scheme_;
  app::Block<D> block_, part_; // of the full and of the reduced grid
  Grid<D> grid_;               // block and halo
  Mask mask_;
  Vector u_, x_;
  std::shared_ptr<app::SharedField<T, D> const> shared_u_, shared_x_;
  std::shared_ptr<PoissonRanks<Exec, T, D> const> ranks_; // of several
  Reduction reduction_;
  Vector rhs_, scratch_, full_rhs_;
  bool on_full_grid_ = false; // jacobi keeps zero-gradient faces, one iteration behind, as published
  std::unique_ptr<Iterations> iterations_;
  std::unique_ptr<ConjugateGradients<Exec, T, D>> conjugate_;
  std::unique_ptr<MultigridCg<Exec, T, D>> multigrid_;
  std::unique_ptr<SharedCg> shared_multigrid_;
};

template <int D, class T>
std::unique_ptr<PoissonRun> make_poisson_run(PoissonProblem const& problem) {
  return std::make_unique<PoissonSolver<D, T>>(problem);
}

} // namespace tessera::poisson
