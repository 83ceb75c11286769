// SPDX-License-Identifier: Apache-2.0
// Methods whose iterations are steps of a stencil: by any scheme.
#pragma once

#include <tessera/solver/poisson/ends.hpp>
#include <tessera/solver/poisson/spectrum.hpp>
#include <tessera/tessera.hpp>

#include "../common/shared_stepping.hpp"

namespace tessera::poisson {

/// A method with its types hidden.
class Iterations {
public:
  virtual ~Iterations() = default;
  virtual void advance(Index iterations) = 0;
  virtual SchemeReport report() const = 0;
  /// Iterations between two looks at the residual, or at signals only.
  virtual Index look_every(bool residual) const = 0;
};

using app::Exec;

/// What is iterated: a field of this rank's block with its halo, how it is shared, the ends of the whole
/// grid, and the nodes that are frozen.
template <class T, int D>
struct Iterated {
  Field<NodeView<T, D>> u;
  std::shared_ptr<app::SharedField<T, D> const> shared;
  PoissonEnds<D> ends;
  NodeView<std::uint8_t, D> mask;
  app::SchemeSpec scheme;

  Grid<D> whole() const { return u.grid().whole_grid(); }
};

template <class T, int D>
using PoissonStepper = std::unique_ptr<AnyStepper<Field<NodeView<T, D>>>>;

/// A stepper of an iteration around the frozen nodes, Temporal's where no scheme is asked for; and one that
/// is then tuned for a run of this length. Each is compiled once for its stencils, dimensions and precisions,
/// from stepper.cpp.in.
///
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
template <class T, int D, class StencilType>
PoissonStepper<T, D> make_poisson_stepper(Exec const& exec, Iterated<T, D> const& of,
                                          StencilType const& stencil);
template <class T, int D, class StencilType>
PoissonStepper<T, D> make_tuned_poisson_stepper(Exec const& exec, Iterated<T, D> const& of,
                                                StencilType const& stencil, app::RunLength const& length);

template <class T, int D>
class Stepped : public Iterations {
public:
  using FieldType = Field<NodeView<T, D>>;

  Stepped(FieldType u, PoissonStepper<T, D> stepper) : u_(std::move(u)), stepper_(std::move(stepper)) {}

  void advance(Index iterations) override { stepper_->advance(u_, iterations); }
  SchemeReport report() const override { return stepper_->report(); }
  Index look_every(bool residual) const override {
    return residual ? 50 : std::max<Index>(50, Index{200000000} / u_.grid().whole_grid().size());
  }

protected:
  FieldType u_;
  PoissonStepper<T, D> stepper_;
};

/// About how many iterations of Jacobi a tolerance takes, by the slowest mode.
template <int D>
Index expected_iterations(Grid<D> const& grid, PoissonEnds<D> ends, double tolerance, Index most) {
  if (!(tolerance > 0)) return most;
  for (int face = 0; face < 2 * D; ++face)
    if (ends[face] == PoissonEnd::zero_gradient) ends[face] = PoissonEnd::mirrored; // much the same
  double const expected = std::log(1 / std::min(tolerance, 0.5)) / jacobi_spectrum<D>(grid, ends).lowest;
  return expected < static_cast<double>(most) ? static_cast<Index>(expected) : most;
}

template <class T, int D>
std::unique_ptr<Iterations> jacobi_iterations(Exec const& exec, Iterated<T, D> const& of,
                                              Jacobi<T, D> const& jacobi, Index most, double tolerance) {
  app::RunLength const length{.steps = expected_iterations<D>(of.whole(), of.ends, tolerance, most),
                              .steps_per_call = tolerance > 0 ? 50 : 0};
  return std::make_unique<Stepped<T, D>>(of.u, make_tuned_poisson_stepper(exec, of, jacobi, length));
}

/// Weighted Jacobi: with one factor, unless the table is filled again.
template <class T, int D>
class Weighted : public Stepped<T, D> {
public:
  using Table = TimeTable<Exec::memory_space>;

  Weighted(Exec const& exec, Iterated<T, D> const& of, Jacobi<T, D> const& jacobi, Table const& factors)
      : Stepped<T, D>(of.u, make_poisson_stepper(exec, of, Relaxation<T, D>{jacobi, factors.view()})),
        factors_(factors) {}

protected:
  Table factors_;
};

inline constexpr char factors_label[] = "tessera::poisson::factors";

template <class T, int D>
std::unique_ptr<Iterations> weighted_iterations(Exec const& exec, Iterated<T, D> const& of,
                                                Jacobi<T, D> const& jacobi, double factor) {
  if (!(factor > 0 && factor <= 1))
    throw InvalidInput(
        detail::text("the factor of weighted Jacobi is ", factor, " (give more than 0, at most 1)"));
  typename Weighted<T, D>::Table factors{factors_label};
  factors.fill(exec, 0, factors.longest_advance(), [&](Index) { return factor; });
  return std::make_unique<Weighted<T, D>>(exec, of, jacobi, factors);
}

/// Chebyshev's semi-iteration in complete cycles: a count of iterations is cut into powers of two, the
/// longest first.
template <class T, int D>
class Chebyshev : public Weighted<T, D> {
public:
  Chebyshev(Exec const& exec, Iterated<T, D> const& of, Jacobi<T, D> const& jacobi)
      : Weighted<T, D>(exec, of, jacobi, typename Weighted<T, D>::Table{factors_label}), exec_(exec),
        spectrum_(jacobi_spectrum<D>(of.whole(), of.ends)) {
    // A cycle that lowers the slowest mode by about a factor of ten.
    double const wanted = 1.5 * std::sqrt(spectrum_.highest / spectrum_.lowest);
    while (cycle_ < longest && static_cast<double>(cycle_) < wanted) cycle_ *= 2;
  }

  void advance(Index iterations) override {
    for (Index length = longest; length >= 1; length /= 2)
      for (; iterations >= length; iterations -= length) {
        auto const factors = chebyshev_factors(spectrum_, static_cast<int>(length));
        Index const first = this->stepper_->step();
        this->factors_.fill(exec_, first, length - 1,
                            [&](Index step) { return factors[static_cast<std::size_t>(step - first)]; });
        this->stepper_->advance(this->u_, length);
      }
  }
  Index look_every(bool) const override { return cycle_; }

private:
  static constexpr Index longest = 2048;
  Exec exec_;
  Spectrum spectrum_;
  Index cycle_ = 16;
};

template <class T, int D>
std::unique_ptr<Iterations> chebyshev_iterations(Exec const& exec, Iterated<T, D> const& of,
                                                 Jacobi<T, D> const& jacobi) {
  return std::make_unique<Chebyshev<T, D>>(exec, of, jacobi);
}

/// An iteration of SOR is a step of either colour.
template <class T, int D>
class Sor : public Stepped<T, D> {
public:
  using Stepped<T, D>::Stepped;
  void advance(Index iterations) override { Stepped<T, D>::advance(2 * iterations); }
};

template <class T, int D>
std::unique_ptr<Iterations> sor_iterations(Exec const& exec, Iterated<T, D> const& of,
                                           Jacobi<T, D> const& jacobi, std::optional<double> factor) {
  auto const whole = of.whole();
  for (int d = 0; d < D; ++d)
    if (of.ends[2 * d] == PoissonEnd::periodic && whole.nodes[d] % 2 != 0)
      throw InvalidInput(
          detail::text("axis ", d, " is periodic with ", whole.nodes[d],
                       " nodes, which two colours do not fit (give an even number, or another method)"));
  double const omega = factor.value_or(optimal_sor_factor(jacobi_spectrum<D>(whole, of.ends)));
  if (!(omega > 0 && omega < 2))
    throw InvalidInput(detail::text("the factor of SOR is ", omega, " (give more than 0, less than 2)"));
  RedBlack<T, D> const iteration{jacobi, static_cast<T>(omega)};
  return std::make_unique<Sor<T, D>>(of.u, make_poisson_stepper(exec, of, iteration));
}

} // namespace tessera::poisson
