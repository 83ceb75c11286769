// SPDX-License-Identifier: Apache-2.0
// Geometric multigrid: a V-cycle with a red-black smoother that the library's own schemes sweep.
#pragma once

#include <tessera/scheme/direct.hpp>
#include <tessera/solver/poisson/detail/coarsen.hpp>
#include <tessera/solver/poisson/detail/smoother.hpp>
#include <tessera/step/stepper.hpp>

#include <functional>

namespace tessera {

/// An approximate inverse of a PoissonOperator: one V-cycle, with red-black Gauss-Seidel before the
/// correction from the next coarser grid and black-red after it. The whole is then self-adjoint like the
/// operator, so conjugate gradients may use it (Trottenberg, Oosterlee and Schueller, Multigrid, 2001,
/// sections 2.4 and 7.8). Coarse operators are the same difference operator with wider spacings. Next to a
/// body the diagonal of a coarse operator accounts for where between the coarse nodes the surface lies (see
/// detail::set_own_diagonal), and such operators are smoothed twice. Construction allocates and waits;
/// apply() does neither.
template <class Exec, class T, int D, class SchemeType = Direct>
class Multigrid {
public:
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;

  explicit Multigrid(Exec const& exec, Operator const& finest, SchemeType const& scheme = {}) {
    levels_.push_back(make_level(exec, finest, scheme));
    while (auto coarse = detail::coarsened(exec, levels_.back().poisson)) {
      levels_.back().transfers = coarse->transfers;
      levels_.push_back(make_level(exec, coarse->poisson, scheme));
    }
  }

  int levels() const { return static_cast<int>(levels_.size()); }

  /// How often either colour's order is swept on the coarsest grid, which has a few nodes per axis, so
  /// Gauss-Seidel solves it.
  static Index sweeps_of_coarsest(Index sought) { return sought == 1 ? 1 : 8; }

  /// z = B g for a defect g that is zero at known nodes. The call is asynchronous.
  void apply(Exec const& exec, Vector const& g, Vector const& z) const {
    Kokkos::deep_copy(exec, levels_.front().rhs, g);
    cycle(exec, 0);
    Kokkos::deep_copy(exec, z, levels_.front().x);
  }

private:
  using Sweep = std::function<void(Index steps)>;

  struct Level {
    Operator poisson;
    Vector x, rhs, defect, factor;
    Sweep red_black, black_red;
    Index sweeps = 1;                             // smoothing sweeps before and after the correction
    detail::Transfers<Exec, T, D> transfers = {}; // to the next coarser grid
  };

  static Level make_level(Exec const& exec, Operator const& poisson, SchemeType const& scheme) {
    Level level{.poisson = poisson,
                .x = poisson.make(exec, "x"),
                .rhs = poisson.make(exec, "rhs"),
                .defect = poisson.make(exec, "defect"),
                .factor = {},
                .red_black = {},
                .black_red = {}};
    if (auto const& diagonal = poisson.own_diagonal(); diagonal.data() != nullptr) {
      level.factor = poisson.make(exec, "factor");
      level.sweeps = 2;
      Kokkos::parallel_for(
          "tessera::poisson::factor",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, poisson.grid().size()),
          detail::SmootherFactor<T>{poisson.obstacle().data(), diagonal.data(), level.factor.data()});
    }
    level.red_black = sweep(exec, level, scheme, 0);
    level.black_red = sweep(exec, level, scheme, 1);
    return level;
  }

  static Sweep sweep(Exec const& exec, Level const& level, SchemeType const& scheme, int first) {
    auto weights = level.poisson.weights();
    weights.rhs = 1; // the right side is a defect already
    using Memory = typename Operator::Memory;
    using Smoother = detail::Smoother<T, D, Memory>;
    bool const by_factor = level.factor.data() != nullptr;
    Smoother const stencil{{weights, level.rhs},
                           by_factor ? typename Operator::Mask() : level.poisson.obstacle(),
                           level.factor,
                           first};
    auto const boundary = poisson_boundary<D>(level.poisson.ends());
    auto const field = make_field(level.poisson.grid(), level.x);
    using StepperType = Stepper<Exec, Vector, Smoother, std::remove_const_t<decltype(boundary)>, SchemeType>;
    auto const stepper = std::make_shared<StepperType>(exec, field, stencil, boundary, scheme);
    return [stepper, field](Index steps) { stepper->advance(field, steps); };
  }

  void cycle(Exec const& exec, std::size_t number) const {
    auto const& level = levels_[number];
    Kokkos::deep_copy(exec, level.x, T(0));
    if (number + 1 == levels_.size()) {
      Index const sweeps = sweeps_of_coarsest(level.poisson.sought());
      level.red_black(2 * sweeps);
      level.black_red(2 * sweeps);
      return;
    }
    auto const& next = levels_[number + 1];
    level.red_black(2 * level.sweeps);
    level.poisson.defect(exec, level.x, level.rhs, 1, 1, level.defect);
    level.transfers.restrict_to(exec, level.defect, next.rhs, next.poisson.known().data());
    cycle(exec, number + 1);
    level.transfers.interpolate(exec, next.x, level.x, level.poisson.known().data());
    level.black_red(2 * level.sweeps);
  }

  std::vector<Level> levels_;
};

} // namespace tessera
