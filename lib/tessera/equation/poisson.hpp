// SPDX-License-Identifier: Apache-2.0
// Stencils that relax Poisson's equation u_xx + u_yy (+ u_zz) = f on a grid whose spacings may differ. They
// are stepped like any other stencil: a step is an iteration (for RedBlack half an iteration), and every
// scheme gives the same bits.
#pragma once

#include <tessera/equation/medium.hpp>
#include <tessera/equation/node_view.hpp>
#include <tessera/equation/time_table.hpp>
#include <tessera/stencil/stencil.hpp>

namespace tessera {

/// The factors of a Jacobi iteration: neighbours along axis d are multiplied by neighbour[d] = 1 / (h_d^2 S),
/// the right side by rhs = -1 / S, where S is the sum of 2 / h_d^2. In 2D these are a, b and c of
/// Perezhogin's (1.2).
template <class T, int D>
struct JacobiWeights {
  Kokkos::Array<T, D> neighbour;
  T rhs;
};

/// S, the sum of 2 / h_d^2 over the axes: minus the factor of the node itself in the difference operator.
template <int D>
double poisson_diagonal(Lengths<D> const& spacing) {
  double sum = 0;
  for (int d = 0; d < D; ++d) sum += 2 / (spacing[d] * spacing[d]);
  return sum;
}

/// \throws InvalidInput unless all spacings are positive and finite, and their squares can be represented in
/// T.
template <class T, int D>
JacobiWeights<T, D> jacobi_weights(Grid<D> const& grid) {
  validate(grid);
  double const diagonal = poisson_diagonal<D>(grid.spacing);
  if (!(1 / diagonal >= static_cast<double>(Kokkos::Experimental::norm_min_v<T>)) ||
      !(1 / diagonal <= static_cast<double>(Kokkos::Experimental::finite_max_v<T>)))
    throw InvalidInput(detail::text("squares of the grid's spacing, ", grid.spacing[0],
                                    " along axis 0, are no numbers of ", sizeof(T),
                                    " bytes (measure lengths in a unit nearer to the spacing)"));
  JacobiWeights<T, D> weights{};
  for (int d = 0; d < D; ++d)
    weights.neighbour[d] = static_cast<T>(1 / (grid.spacing[d] * grid.spacing[d] * diagonal));
  weights.rhs = static_cast<T>(-1 / diagonal);
  return weights;
}

namespace detail {

/// The Jacobi iteration at one node, for a given value of c f.
template <class T, int D>
struct JacobiAtNode {
  static constexpr auto reads = star<D>(1);
  JacobiWeights<T, D> weights;
  T source;

  template <class Reads, class At>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(Reads const& u, At const&) const {
    T sum = source;
    if constexpr (D == 3) sum = Kokkos::fma(weights.neighbour[2], u(0, 0, -1) + u(0, 0, 1), sum);
    if constexpr (D == 3) sum = Kokkos::fma(weights.neighbour[1], u(0, -1, 0) + u(0, 1, 0), sum);
    if constexpr (D == 3) return Kokkos::fma(weights.neighbour[0], u(-1, 0, 0) + u(1, 0, 0), sum);
    if constexpr (D == 2) sum = Kokkos::fma(weights.neighbour[1], u(0, -1) + u(0, 1), sum);
    if constexpr (D == 2) return Kokkos::fma(weights.neighbour[0], u(-1, 0) + u(1, 0), sum);
  }
};

/// An iteration that is computed from Jacobi's (Relaxation, RedBlack) at one node, for a given value of c f.
template <class Iteration, class JacobiType>
struct OfJacobi {
  static constexpr auto reads = Iteration::reads;
  Iteration const& iteration;
  JacobiType jacobi;

  template <class Reads, class At>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Reads const& u, At const& at) const {
    return iteration.with(jacobi, u, at);
  }
};

/// u + factor (jacobi - u)
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T relaxed(T factor, T jacobi, T here) {
  return Kokkos::fma(factor, jacobi - here, here);
}

} // namespace detail

/// One Jacobi iteration (Perezhogin, equation (1.2) and section 2.2):
///
///     u_new = a (u_east + u_west) + b (u_north + u_south) + c f        and one more pair in 3D
///
/// Pairs are added first: if the field, f and the conditions are symmetric about the middle of an axis, so is
/// u_new, to the last bit.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct Jacobi {
  static_assert(D == 2 || D == 3, "tessera::Jacobi: two or three axes");
  static constexpr auto reads = star<D>(1);
  JacobiWeights<T, D> weights;
  NodeView<T const, D, MemorySpace> rhs = {}; ///< f at the nodes; empty: f is zero
  Extents<D> rhs_halo = {}; ///< nodes that rhs holds before the grid's first one along each axis

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return detail::JacobiAtNode<T, D>{weights, source(at)}(u, at);
  }

  /// The place of f, and the stencil at a node for a given value of f: with these a scheme may load f once
  /// for many steps.
  KOKKOS_FUNCTION NodeValues<T, D> coefficient() const {
    NodeValues<T, D> values{rhs.data(), {}};
    for (int d = 0; d < D; ++d) {
      values.stride[d] = static_cast<Index>(rhs.stride(d));
      values.data += rhs_halo[d] * values.stride[d];
    }
    return values;
  }
  KOKKOS_FUNCTION auto with_coefficient(T f) const {
    return detail::JacobiAtNode<T, D>{weights, rhs.data() == nullptr ? T(0) : weights.rhs * f};
  }

private:
  template <class At>
  KOKKOS_FUNCTION T source(At const& at) const {
    if (rhs.data() == nullptr) return T(0);
    auto const i = [&](int d) { return at.local_index(d) + rhs_halo[d]; };
    if constexpr (D == 2) return weights.rhs * rhs(i(0), i(1));
    if constexpr (D == 3) return weights.rhs * rhs(i(0), i(1), i(2));
  }
};

/// Jacobi with a factor for every iteration: u_new = u + factor(step) (jacobi - u). The same factor in all
/// steps gives weighted Jacobi; the factors of chebyshev_factors give Chebyshev's semi-iteration.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct Relaxation {
  static constexpr auto reads = star<D>(1);
  Jacobi<T, D, MemorySpace> jacobi;
  TimeTableView<MemorySpace> factors; ///< by the number of the step

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return with(jacobi, u, at);
  }

  /// The same as Jacobi::coefficient.
  KOKKOS_FUNCTION NodeValues<T, D> coefficient() const { return jacobi.coefficient(); }
  KOKKOS_FUNCTION auto with_coefficient(T f) const {
    return detail::OfJacobi<Relaxation, decltype(jacobi.with_coefficient(f))>{*this,
                                                                              jacobi.with_coefficient(f)};
  }

  template <class JacobiType, class Reads, class At>
  KOKKOS_FORCEINLINE_FUNCTION T with(JacobiType const& stencil, Reads const& u, At const& at) const {
    return detail::relaxed(static_cast<T>(factors(at.step())), stencil(u, at), u.here());
  }
};

/// Half a Gauss-Seidel iteration with nodes coloured like a chess board: nodes with i + j (+ k) + step +
/// first even take u + omega (jacobi - u), the others do not change. Two steps make an iteration of SOR;
/// omega = 1 gives Gauss-Seidel. Nodes of one colour read only nodes of the other colour, so the order within
/// a colour does not matter. (Young, Iterative Solution of Large Linear Systems, 1971.)
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct RedBlack {
  static constexpr auto reads = star<D>(1);
  Jacobi<T, D, MemorySpace> jacobi;
  T omega = T(1);
  int first = 0; ///< 1 swaps the colours

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return with(jacobi, u, at);
  }

  /// The same as Jacobi::coefficient.
  KOKKOS_FUNCTION NodeValues<T, D> coefficient() const { return jacobi.coefficient(); }
  KOKKOS_FUNCTION auto with_coefficient(T f) const {
    return detail::OfJacobi<RedBlack, decltype(jacobi.with_coefficient(f))>{*this,
                                                                            jacobi.with_coefficient(f)};
  }

  template <class JacobiType, class Reads, class At>
  KOKKOS_FORCEINLINE_FUNCTION T with(JacobiType const& stencil, Reads const& u, At const& at) const {
    Index colour = at.step() + first;
    for (int d = 0; d < D; ++d) colour += at.index(d);
    T const here = u.here();
    T const relaxed = detail::relaxed(omega, stencil(u, at), here);
    return (colour & 1) == 0 ? relaxed : here;
  }
};

/// Any of these iterations around a body: nodes that the mask marks are frozen. The freezing is a part of the
/// formula, so devices need no separate code for tiles that contain a body. An obstacle of the stepper gives
/// the same bits, except on zero-gradient faces, where an obstacle has precedence over the face.
template <class StencilType, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct AroundBody {
  static constexpr auto reads = StencilType::reads;
  StencilType stencil;
  NodeView<std::uint8_t const, D, MemorySpace> body = {}; ///< a byte per node, nonzero in it; empty: no body
  Extents<D> body_halo = {}; ///< nodes that body holds before the grid's first one along each axis

  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    auto const relaxed = stencil(u, at);
    return is_frozen(at) ? u.here() : relaxed;
  }

  /// The nodes that the formula freezes (is_frozen), and the formula of the other nodes (unmasked): with
  /// these a scheme may look the frozen nodes up once for many steps.
  KOKKOS_FUNCTION StencilType const& unmasked() const { return stencil; }
  template <class At>
  KOKKOS_FUNCTION bool is_frozen(At const& at) const {
    if (body.data() == nullptr) return false;
    auto const i = [&](int d) { return at.local_index(d) + body_halo[d]; };
    if constexpr (D == 2) return body(i(0), i(1)) != 0;
    if constexpr (D == 3) return body(i(0), i(1), i(2)) != 0;
  }
};

} // namespace tessera
