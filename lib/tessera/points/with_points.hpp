// SPDX-License-Identifier: Apache-2.0
// with_points: a formula together with injections and samplings.
#pragma once

#include <tessera/core/converted.hpp>
#include <tessera/points/injection.hpp>
#include <tessera/points/points_list.hpp>
#include <tessera/points/sampling.hpp>

namespace tessera {

/// An injection into the field, or into a member of a system's struct: inject<&Em::ez>(injection).
template <auto Member = nullptr, class T, int D, class MemorySpace>
auto inject(Injection<T, D, MemorySpace> const& injection) {
  return detail::PointsOn<Member, detail::InjectionData<T>>{injection.data()};
}

template <auto Member = nullptr, class T, int D, class MemorySpace>
void inject(Injection<T, D, MemorySpace>&&) = delete; // it has to live as long as the stepper

/// A sampling of the field, or of a member of a system's struct: sample<&Em::ez>(sampling).
template <auto Member = nullptr, class T, int D, class MemorySpace>
auto sample(Sampling<T, D, MemorySpace> const& sampling) {
  return detail::PointsOn<Member, detail::SamplingData<T>>{sampling.data()};
}

template <auto Member = nullptr, class T, int D, class MemorySpace>
void sample(Sampling<T, D, MemorySpace>&&) = delete; // it has to live as long as the stepper

namespace detail {

/// A formula's value and what is injected at its node.
template <class Formula, class V, class At, class... P>
KOKKOS_FORCEINLINE_FUNCTION auto with_injected(V const& value, At const& at, PointsList<P...> const& points) {
  Index i[3] = {0, 0, 0};
  constexpr int D = Formula::reads.dimension;
  for (int d = 0; d < D; ++d) i[D - 1 - d] = at.local_index(d);
  auto sum = as_injected<V, P...>(value);
  points.for_each_in_kernel([&]<class On>(On const& on) {
    if constexpr (On::injects) {
      auto const& table = on.data.tables.of_right; // in the user's order of axes
      if (table.in_box(i[0], i[1], i[2])) On::add(sum, injected(on.data, i[0], i[1], i[2], at.step()));
    }
  });
  return sum;
}

/// The formula at a node for a given coefficient, and the points of the formula that it is made from: to copy
/// them at every node would take longer than all the rest.
template <class Formula, class... P>
struct FormulaOfNode : Formula {
  PointsList<P...> const* points;

  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    return with_injected<Formula>(Formula::operator()(u, at), at, *points);
  }
  template <class Reads, class T, class At>
  KOKKOS_FUNCTION auto across(Reads const& u, T slice, At const& at) const {
    return with_injected<Formula>(Formula::across(u, slice, at), at, *points);
  }
};

} // namespace detail

/// A formula with points. It is a stencil, or a stage of a system, like the formula itself.
template <class Formula, class... P>
struct WithPoints : Formula {
  static_assert(
      !requires(Formula const& f) { f.unmasked(); },
      "tessera::with_points: a stencil that freezes nodes has no points");
  detail::PointsList<P...> points;

  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    return detail::with_injected<Formula>(Formula::operator()(u, at), at, points);
  }

  template <class Reads, class T, class At>
  KOKKOS_FUNCTION auto across(Reads const& u, T slice, At const& at) const {
    return detail::with_injected<Formula>(Formula::across(u, slice, at), at, points);
  }

  template <class T>
  KOKKOS_FUNCTION auto with_coefficient(T value) const requires requires(Formula const& f) {
    f.with_coefficient(value);
  }
  {
    using Own = std::remove_cvref_t<decltype(Formula::with_coefficient(value))>;
    return detail::FormulaOfNode<Own, P...>{Formula::with_coefficient(value), &points};
  }

  /// The formula of the first step of a field at rest, see Wave::from_rest: injections count half, and
  /// nothing is sampled.
  auto from_rest() const requires requires(Formula const& f) { f.from_rest(); }
  {
    using Own = std::remove_cvref_t<decltype(Formula::from_rest())>;
    return WithPoints<Own, P...>{Formula::from_rest(), points.halved()};
  }
};

/// Adds injections to a formula and samples what it makes, inside the steps of every scheme:
///
///     auto const wave = tessera::with_points(Wave{...}, tessera::inject(sources), tessera::sample(heard));
///
/// Injections come after the formula, and samplings after the injections. A stage of a system names a member
/// that it writes, and that no later stage of the step writes if it is sampled. Points of a field with a halo
/// are made with that halo, see PointSet. Points of a system are for Views without one.
template <class Formula, class... P>
WithPoints<Formula, P...> with_points(Formula const& formula, P const&... points) {
  return {formula, detail::PointsList<P...>{points...}};
}

} // namespace tessera
