// SPDX-License-Identifier: Apache-2.0
// Derivative: the first or second derivative of a field along one axis.
#pragma once

#include <tessera/operator/detail/line_operator.hpp>

namespace tessera {

/// The derivative to compute; all members have defaults.
struct DerivativeSpec {
  int axis = 0;               ///< an axis of the grid
  int derivative = 1;         ///< 1 or 2
  int order = 8;              ///< of the error in h: 2, 4 ... 16; reads order / 2 neighbours on each side
  Ends ends = Ends::periodic; ///< what lies beyond the axis's ends
  /// Number of lines along the axis that a team (on a host, a work item) takes side by side; the CUDA Fortran
  /// study calls these pencils. 0 leaves the choice to the library. For a derivative across the unit-stride
  /// axis a device rounds the number up to 1, 2, 4 ... packs of 16 bytes, and takes at most as many packs as
  /// a team has members. The result does not depend on it.
  Index pencils = 0;
};

/// The first or second derivative of a field along one axis:
///
///     tessera::Derivative const d_dx(exec, grid, {.axis = 0, .order = 8});
///     d_dx(u, du);   // asynchronous on exec
///
/// Construction validates; a call only compares extents. Views may have any layout, and float or double
/// values. The fast kernels need a unit stride along the same axis in both Views; other Views are computed
/// node by node, with the same bits. The weights of tessera/stencil/weights.hpp are divided by h (h^2) and
/// rounded to the field's type.
template <class Exec, int D>
class Derivative {
public:
  /// \throws InvalidInput for an unknown derivative, order or axis, and for too few nodes.
  Derivative(Exec const& exec, Grid<D> const& grid, DerivativeSpec const& spec)
      : operator_(exec, grid, spec.derivative, spec.order, {{{spec.axis, spec.ends}, {}, {}}}, spec.pencils) {
  }

  /// out = derivative of in, at all nodes.
  /// \throws InvalidInput for extents other than the grid's, for Views without memory, for an `out` two of
  /// whose values share memory, and where `in` and `out` share memory. For Views with different strides,
  /// shared memory is found only if one of them has no gaps; such Views must not share memory either.
  template <class In, class Out>
  void operator()(In const& in, Out const& out) const {
    operator_.run(
        "tessera::derivative::along", [&](int) -> In const& { return in; },
        [&](int) -> Out const& { return out; });
  }

private:
  detail::LineOperator<Exec, D, detail::Terms::one> operator_;
};

} // namespace tessera
