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
class Stepped : public Iterations {
public:
  using FieldType = Field<NodeView<T, D>>;
  using Table = TimeTable<Exec::memory_space>;

  template <class StencilType>
  void step(Exec const& exec, Iterated<T, D> const& of, StencilType const& stencil) {
    u_.emplace(of.u);
    auto const make = [&] {
      return make_stepper(app::asked_scheme(of.scheme).value_or(AnyScheme{Temporal::name}), exec, of.u,
                          around(of, stencil), poisson_boundary<D>(of.ends), Clock{}, NoObstacle{},
                          app::SharedExchange<T, D>{of.shared});
    };
    stepper_ = of.shared ? app::team().agree(make) : make();
  }
  /// Tuned for a run of this length, where no scheme is asked for.
  template <class StencilType>
  void step_tuned(Exec const& exec, Iterated<T, D> const& of, StencilType const& stencil,
                  app::RunLength const& length) {
    u_.emplace(of.u);
    stepper_ =
        app::make_stepper_for<T, D>(exec, of.shared, of.u, around(of, stencil), poisson_boundary<D>(of.ends),
                                    of.scheme, length, Clock{}, NoObstacle{});
  }
  void advance(Index iterations) override { stepper_->advance(*u_, iterations); }
  SchemeReport report() const override { return stepper_->report(); }
  Index look_every(bool residual) const override {
    return residual ? 50 : std::max<Index>(50, Index{200000000} / u_->grid().whole_grid().size());
  }

protected:
  template <class StencilType>
  static AroundBody<StencilType, D> around(Iterated<T, D> const& of, StencilType const& stencil) {
    return {stencil, of.mask, of.u.halo().lower};
  }

  std::optional<FieldType> u_;
  std::unique_ptr<AnyStepper<FieldType>> stepper_;
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
  auto made = std::make_unique<Stepped<T, D>>();
  app::RunLength const length{.steps = expected_iterations<D>(of.whole(), of.ends, tolerance, most),
                              .steps_per_call = tolerance > 0 ? 50 : 0};
  made->step_tuned(exec, of, jacobi, length);
  return made;
}

/// Weighted Jacobi with one factor.
template <class T, int D>
class Weighted : public Stepped<T, D> {
public:
  typename Stepped<T, D>::Table table{"tessera::poisson::factors"};
};

template <class T, int D>
std::unique_ptr<Iterations> weighted_iterations(Exec const& exec, Iterated<T, D> const& of,
                                                Jacobi<T, D> const& jacobi, double factor) {
  if (!(factor > 0 && factor <= 1))
    throw InvalidInput(
        detail::text("the factor of weighted Jacobi is ", factor, " (give more than 0, at most 1)"));
  auto made = std::make_unique<Weighted<T, D>>();
  made->table.fill(exec, 0, made->table.longest_advance(), [&](Index) { return factor; });
  made->step(exec, of, Relaxation<T, D>{jacobi, made->table.view()});
  return made;
}

/// Chebyshev's semi-iteration in complete cycles: a count of iterations is cut into powers of two, the
/// longest first.
template <class T, int D>
class Chebyshev : public Weighted<T, D> {
public:
  Chebyshev(Exec const& exec, Spectrum const& spectrum) : exec_(exec), spectrum_(spectrum) {
    // A cycle that lowers the slowest mode by about a factor of ten.
    double const wanted = 1.5 * std::sqrt(spectrum.highest / spectrum.lowest);
    while (cycle_ < longest && static_cast<double>(cycle_) < wanted) cycle_ *= 2;
  }

  void advance(Index iterations) override {
    for (Index length = longest; length >= 1; length /= 2)
      for (; iterations >= length; iterations -= length) {
        auto const factors = chebyshev_factors(spectrum_, static_cast<int>(length));
        Index const first = this->stepper_->step();
        this->table.fill(exec_, first, length - 1,
                         [&](Index step) { return factors[static_cast<std::size_t>(step - first)]; });
        this->stepper_->advance(*this->u_, length);
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
  auto made = std::make_unique<Chebyshev<T, D>>(exec, jacobi_spectrum<D>(of.whole(), of.ends));
  made->step(exec, of, Relaxation<T, D>{jacobi, made->table.view()});
  return made;
}

/// An iteration of SOR is a step of either colour.
template <class T, int D>
class Sor : public Stepped<T, D> {
public:
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
  auto made = std::make_unique<Sor<T, D>>();
  made->step(exec, of, RedBlack<T, D>{jacobi, static_cast<T>(omega)});
  return made;
}

} // namespace tessera::poisson
