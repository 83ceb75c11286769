// SPDX-License-Identifier: Apache-2.0
// Gradient, divergence and Laplacian of fields on the user's Views.
#pragma once

#include <tessera/grid/detail/memory.hpp>
#include <tessera/operator/derivative.hpp>

namespace tessera {

/// The order of an operator, and what lies beyond the ends of each axis.
template <int D>
struct OperatorSpec {
  int order = 8; ///< 2, 4 ... 16
  Kokkos::Array<Ends, D> ends = all(Ends::periodic);

  static constexpr Kokkos::Array<Ends, D> all(Ends which) {
    Kokkos::Array<Ends, D> ends{};
    for (int d = 0; d < D; ++d) ends[d] = which;
    return ends;
  }
};

namespace detail {
template <int D>
Kokkos::Array<AxisFormula, 3> every_axis(OperatorSpec<D> const& spec) {
  Kokkos::Array<AxisFormula, 3> formulas = {};
  for (int d = 0; d < D; ++d) formulas[d] = {d, spec.ends[d]};
  return formulas;
}
} // namespace detail

/// g_d = du/dx_d, a View for each axis; one sweep reads the field once and writes each component once.
template <class Exec, int D>
class Gradient {
public:
  /// \throws InvalidInput for an unknown order, and for too few nodes.
  Gradient(Exec const& exec, Grid<D> const& grid, OperatorSpec<D> const& spec = {})
      : operator_(exec, grid, 1, spec.order, detail::every_axis(spec)) {}

  /// The call is asynchronous on exec.
  /// \throws InvalidInput as Derivative does, and where components share memory.
  template <class In, class Out>
  void operator()(In const& u, Kokkos::Array<Out, D> const& g) const {
    for (int d = 0; d < D; ++d)
      for (int e = 0; e < d; ++e)
        if (detail::share_memory(g[d], g[e]))
          throw InvalidInput(detail::text("components ", e, " and ", d,
                                          " of a gradient share memory (give a View for each axis)"));
    operator_.run(
        "tessera::derivative::gradient", [&](int) -> In const& { return u; },
        [&](int d) -> Out const& { return g[d]; });
  }

private:
  detail::LineOperator<Exec, D, detail::Terms::apart> operator_;
};

/// out = sum over axes d of dv_d/dx_d; a single launch reads each field once and writes the result once.
template <class Exec, int D>
class Divergence {
public:
  /// \throws InvalidInput for an unknown order, and for too few nodes.
  Divergence(Exec const& exec, Grid<D> const& grid, OperatorSpec<D> const& spec = {})
      : operator_(exec, grid, 1, spec.order, detail::every_axis(spec)) {}

  /// The call is asynchronous on exec.
  /// \throws InvalidInput as Derivative does.
  template <class In, class Out>
  void operator()(Kokkos::Array<In, D> const& v, Out const& out) const {
    operator_.run(
        "tessera::derivative::divergence", [&](int d) -> In const& { return v[d]; },
        [&](int) -> Out const& { return out; });
  }

private:
  detail::LineOperator<Exec, D, detail::Terms::of_own_fields> operator_;
};

/// out = sum over axes d of d2u/dx_d^2; a single launch reads the field once and writes the result once.
/// Formulas of stencils use laplacian<order>(u, ...) of tessera/stencil/laplacian.hpp instead.
template <class Exec, int D>
class Laplacian {
public:
  /// \throws InvalidInput for an unknown order, and for too few nodes.
  Laplacian(Exec const& exec, Grid<D> const& grid, OperatorSpec<D> const& spec = {})
      : operator_(exec, grid, 2, spec.order, detail::every_axis(spec)) {}

  /// The call is asynchronous on exec.
  /// \throws InvalidInput as Derivative does.
  template <class In, class Out>
  void operator()(In const& u, Out const& out) const {
    operator_.run(
        "tessera::derivative::laplacian", [&](int) -> In const& { return u; },
        [&](int) -> Out const& { return out; });
  }

private:
  detail::LineOperator<Exec, D, detail::Terms::of_one_field> operator_;
};

} // namespace tessera
