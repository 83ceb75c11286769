// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/operator/detail/line_operator.hpp>

namespace tessera {

/// Which derivative; all have defaults.
struct DerivativeSpec {
  int axis = 0;               ///< of the grid
  int derivative = 1;         ///< 1 or 2
  int order = 8;              ///< of the error in h: 2, 4 ... 16; it reads order / 2 neighbours on each side
  Ends ends = Ends::periodic; ///< of the axis
  /// Lines along the axis that a team (on a host, a work item) takes side by side: what the CUDA Fortran study calls
  /// pencils. 0 leaves the choice to the library. On a device a number across the unit-stride axis is rounded up to what
  /// 1, 2, 4 ... packs of 16 bytes hold, as many as a team has members at most. The result does not depend on it.
  Index pencils = 0;
};

/// The first or second derivative of a field along one axis:
///
///     tessera::Derivative const d_dx(exec, grid, {.axis = 0, .order = 8});
///     d_dx(u, du);   // asynchronous on exec
///
/// Construction validates; a call only compares extents. Views are of any layout, float or double; the fast kernels want
/// a unit stride along the same axis in both, others take node by node and give the same bits. Weights come from
/// tessera/stencil/weights.hpp, divided by h (h^2) and rounded to the field's type.
template <class Exec, int D>
class Derivative {
public:
  /// Throws InvalidInput for an unknown derivative, order or axis, and for too few nodes.
  Derivative(Exec const& exec, Grid<D> const& grid, DerivativeSpec const& spec)
      : operator_(exec, grid, spec.derivative, spec.order, {{{spec.axis, spec.ends}, {}, {}}}, 1,
                  spec.pencils) {}

  /// out = derivative of in, at all nodes. Throws InvalidInput for extents that are not the grid's, Views without memory, an
  /// `out` of which two values share it, and where `in` and `out` share some. (Between Views with different strides that is
  /// found where one of them has no gaps. Such must not share memory either.)
  template <class In, class Out>
  void operator()(In const& in, Out const& out) const {
    operator_.run(
        "tessera::derivative::along", [&](int) -> In const& { return in; }, out);
  }

private:
  detail::LineOperator<Exec, D> operator_;
};

} // namespace tessera
