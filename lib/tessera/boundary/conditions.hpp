// SPDX-License-Identifier: Apache-2.0
// The face conditions that Tessera provides. Fixed, Dirichlet, Prescribed and ZeroGradient set nodes;
// Neumann, PrescribedFlux, Mirrored, HalfMirrored and Antisymmetric extend the field; Periodic wraps it.
#pragma once

#include <tessera/boundary/condition.hpp>
#include <tessera/core/converted.hpp>

#include <type_traits>

namespace tessera {

/// The node is frozen: it never changes its value.
struct Fixed : SetsNodes {
  static constexpr bool pointwise = true;
  KOKKOS_FUNCTION constexpr bool frozen() const { return true; }
  KOKKOS_FUNCTION constexpr bool constant_in_time() const { return true; }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const&, FaceTag) const {
    return u.here();
  }
};

/// The node has one value at all times, of the field's type or convertible to it.
template <class V>
struct Dirichlet : SetsNodes {
  static constexpr bool pointwise = true;
  V constant;
  KOKKOS_FUNCTION explicit Dirichlet(V v) : constant(v) {}
  KOKKOS_FUNCTION constexpr bool constant_in_time() const { return true; }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION V value(Reads const&, At const&, FaceTag) const {
    return constant;
  }
};

/// The node has the value g(at): a prescribed function of position and time, evaluated at the new time level.
template <class G>
struct Prescribed : SetsNodes {
  static constexpr bool pointwise = true;
  G g;
  explicit Prescribed(G const& function) : g(function) {}
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const&, At const& at, FaceTag) const {
    return g(at);
  }
};

/// The node takes the old value of its neighbour one node inside; this models an outflow (Perezhogin's
/// outflow side).
struct ZeroGradient : SetsNodes {
  KOKKOS_FUNCTION constexpr int precedence() const { return 1; }
  KOKKOS_FUNCTION constexpr bool copies_interior() const { return true; }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const&, FaceTag face) const {
    return u.along(face.axis, face.inward);
  }
};

/// The outward normal derivative is du/dn = flux. The central difference over the edge node gives the image:
///
///     u(-m) | 0 . u(+m)        (u(-m) - u(+m)) / (2 m h) = flux   =>   u(-m) = u(+m) + 2 m h flux
///
/// The flux of a field of structs is such a struct; it needs the operators double * struct and
/// struct + struct.
template <class Q>
struct Neumann : ExtendsField {
  Q flux;
  KOKKOS_FUNCTION explicit Neumann(Q q) : flux(q) {}
  template <class T>
  static constexpr bool has_image = requires(T value, Q const& q) {
    requires detail::becomes<std::remove_cvref_t<decltype(2.0 * q)>, T>;
    value + value;
  };
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const&) const {
    static_assert(has_image<T>, "tessera::Neumann: the image is u(inside) + number * flux, a value of the "
                                "field's type (give a flux of that "
                                "type; a struct needs the operators double * flux and value + value)");
    return inside + detail::converted<T>((2.0 * m * h) * flux);
  }
};

/// Outward normal derivative du/dn = g(at): a prescribed function of position and time, seen at the face and
/// the old time level. The image is that of Neumann.
template <class G>
struct PrescribedFlux : ExtendsField {
  G g;
  explicit PrescribedFlux(G const& function) : g(function) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    return Neumann(g(at)).beyond(inside, m, h, at);
  }
};

/// The field is mirrored at the edge node: u(-m) = u(+m), so that du/dn = 0.
struct Mirrored : ExtendsField {
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
};

/// The field is mirrored half a node beyond the edge node: u(-m) = u(m - 1).
struct HalfMirrored : Mirrored {
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m - 1; }
};

/// The field is mirrored with the sign changed: u(-m) = -u(+m).
struct Antisymmetric : ExtendsField {
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    static_assert(
        requires { -inside; } && !std::is_unsigned_v<T>,
        "tessera::Antisymmetric: the image is -u(inside), which the field's type does not have (a struct "
        "needs the "
        "operator -; an unsigned type has no negative values)");
    return -inside;
  }
};

/// The axis is periodic: node -m is node n - m. Both faces of an axis have to be Periodic, or neither.
struct Periodic : ExtendsField {
  KOKKOS_FUNCTION constexpr Role role() const { return Role::wraps; }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
};

} // namespace tessera
