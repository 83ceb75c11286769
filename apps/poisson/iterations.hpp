// SPDX-License-Identifier: Apache-2.0
// Methods whose iterations are steps of a stencil: by any scheme.
#pragma once

#include <tessera/solver/poisson/ends.hpp>
#include <tessera/solver/poisson/spectrum.hpp>
#include <tessera/tessera.hpp>

#include "../common/stepping.hpp"

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

template <class FieldType>
class Stepped : public Iterations {
public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using Table = TimeTable<Exec::memory_space>;

  template <class StencilType, class Mask>
  void step(Exec const& exec, FieldType const& u, StencilType const& stencil,
            PoissonEnds<FieldType::dimension> const& ends, app::SchemeSpec const& scheme, Mask const& mask) {
    u_.emplace(u);
    stepper_ = make_stepper(app::asked_scheme(scheme).value_or(AnyScheme{Temporal::name}), exec, u,
                            around(stencil, mask), boundary(ends));
  }
  /// Tuned for a run of this length, where no scheme is asked for.
  template <class StencilType, class Mask>
  void step_tuned(Exec const& exec, FieldType const& u, StencilType const& stencil,
                  PoissonEnds<FieldType::dimension> const& ends, app::SchemeSpec const& scheme,
                  Mask const& mask, app::RunLength const& length) {
    u_.emplace(u);
    stepper_ = app::make_stepper_for(exec, u, around(stencil, mask), boundary(ends), scheme, length);
  }
  void advance(Index iterations) override { stepper_->advance(*u_, iterations); }
  SchemeReport report() const override { return stepper_->report(); }
  Index look_every(bool residual) const override {
    return residual ? 50 : std::max<Index>(50, Index{1000000000} / u_->grid().size());
  }

protected:
  static auto boundary(PoissonEnds<FieldType::dimension> const& ends) {
    return poisson_boundary<FieldType::dimension>(ends);
  }
  template <class StencilType, class Mask>
  static AroundBody<StencilType, FieldType::dimension> around(StencilType const& stencil, Mask const& mask) {
    return {stencil, mask};
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

template <class Exec, class FieldType, class T, int D, class Mask>
std::unique_ptr<Iterations> jacobi_iterations(Exec const& exec, FieldType const& u,
                                              Jacobi<T, D> const& jacobi, PoissonEnds<D> const& ends,
                                              app::SchemeSpec const& scheme, Mask const& mask, Index most,
                                              double tolerance) {
  auto made = std::make_unique<Stepped<FieldType>>();
  app::RunLength const length{.steps = expected_iterations<D>(u.grid(), ends, tolerance, most),
                              .steps_per_call = tolerance > 0 ? 50 : 0};
  made->step_tuned(exec, u, jacobi, ends, scheme, mask, length);
  return made;
}

/// Weighted Jacobi with one factor.
template <class FieldType>
class Weighted : public Stepped<FieldType> {
public:
  typename Stepped<FieldType>::Table table{"tessera::poisson::factors"};
};

template <class Exec, class FieldType, class T, int D, class Mask>
std::unique_ptr<Iterations> weighted_iterations(Exec const& exec, FieldType const& u,
                                                Jacobi<T, D> const& jacobi, PoissonEnds<D> const& ends,
                                                app::SchemeSpec const& scheme, Mask const& mask,
                                                double factor) {
  if (!(factor > 0 && factor <= 1))
    throw InvalidInput(
        detail::text("the factor of weighted Jacobi is ", factor, " (give more than 0, at most 1)"));
  auto made = std::make_unique<Weighted<FieldType>>();
  made->table.fill(exec, 0, made->table.longest_advance(), [&](Index) { return factor; });
  made->step(exec, u, Relaxation<T, D>{jacobi, made->table.view()}, ends, scheme, mask);
  return made;
}

/// Chebyshev's semi-iteration in complete cycles: a count of iterations is cut into powers of two, the
/// longest first.
template <class FieldType>
class Chebyshev : public Weighted<FieldType> {
public:
  Chebyshev(Kokkos::DefaultExecutionSpace const& exec, Spectrum const& spectrum)
      : exec_(exec), spectrum_(spectrum) {
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
  Kokkos::DefaultExecutionSpace exec_;
  Spectrum spectrum_;
  Index cycle_ = 16;
};

template <class Exec, class FieldType, class T, int D, class Mask>
std::unique_ptr<Iterations> chebyshev_iterations(Exec const& exec, FieldType const& u,
                                                 Jacobi<T, D> const& jacobi, PoissonEnds<D> const& ends,
                                                 app::SchemeSpec const& scheme, Mask const& mask) {
  auto made = std::make_unique<Chebyshev<FieldType>>(exec, jacobi_spectrum<D>(u.grid(), ends));
  made->step(exec, u, Relaxation<T, D>{jacobi, made->table.view()}, ends, scheme, mask);
  return made;
}

/// An iteration of SOR is a step of either colour.
template <class FieldType>
class Sor : public Stepped<FieldType> {
public:
  void advance(Index iterations) override { Stepped<FieldType>::advance(2 * iterations); }
};

template <class Exec, class FieldType, class T, int D, class Mask>
std::unique_ptr<Iterations> sor_iterations(Exec const& exec, FieldType const& u, Jacobi<T, D> const& jacobi,
                                           PoissonEnds<D> const& ends, app::SchemeSpec const& scheme,
                                           Mask const& mask, std::optional<double> factor) {
  for (int d = 0; d < D; ++d)
    if (ends[2 * d] == PoissonEnd::periodic && u.grid().nodes[d] % 2 != 0)
      throw InvalidInput(
          detail::text("axis ", d, " is periodic with ", u.grid().nodes[d],
                       " nodes, which two colours do not fit (give an even number, or another method)"));
  double const omega = factor.value_or(optimal_sor_factor(jacobi_spectrum<D>(u.grid(), ends)));
  if (!(omega > 0 && omega < 2))
    throw InvalidInput(detail::text("the factor of SOR is ", omega, " (give more than 0, less than 2)"));
  auto made = std::make_unique<Sor<FieldType>>();
  made->step(exec, u, RedBlack<T, D>{jacobi, static_cast<T>(omega)}, ends, scheme, mask);
  return made;
}

} // namespace tessera::poisson
