// SPDX-License-Identifier: Apache-2.0
// The sweeps of TwoPass, and the refusal of stencils whose formula can't be split.
#pragma once

#include <tessera/scheme/detail/two_pass/passes.hpp>
#include <tessera/scheme/direct.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace tessera::detail {

template <class Exec, class Rules>
class TwoPassPlan {
public:
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using StencilType = typename Rules::stencil_type;
  using Slice = typename Rules::template with_stencil<SlicePass<StencilType>>;
  using Line = typename Rules::template with_formula<LinePass<T, Order, StencilType>>; // has the points

  TwoPassPlan(Exec const& exec, Rules const& rules)
      : slices_(
            Kokkos::view_alloc(exec, std::string("tessera::two_pass::slices"), Kokkos::WithoutInitializing),
            static_cast<std::size_t>(rules.domain.whole().size())),
        first_(exec, Slice{{rules.stencil}, rules.boundary, rules.domain, rules.obstacle}, Direct{},
               StepsPerSweep::one, "tessera::two_pass::slices"),
        second_(exec,
                Line{{rules.stencil, by_local_index(rules.domain)},
                     rules.boundary,
                     rules.domain,
                     rules.obstacle,
                     rules.points},
                Direct{}, StepsPerSweep::one, "tessera::two_pass::lines"),
        to_{slices_.data(), as_read(rules.domain).stride_y, as_read(rules.domain).stride_z} {}

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    first_.sweep(exec, {levels.in, to_}, step, 1);
    second_.sweep(exec, levels, step, 1);
  }

private:
  Data<T const> as_read(Domain const& domain) const {
    return {slices_.data(), domain.nodes[0], domain.nodes[0] * domain.nodes[1]};
  }

  // The same for the second pass, which asks for a node by its index in the field's grid.
  Data<T const> by_local_index(Domain const& domain) const {
    Data<T const> data = as_read(domain);
    data.origin = data.at(-domain.offset[0], -domain.offset[1], -domain.offset[2]);
    return data;
  }

  Kokkos::View<T*, typename Exec::memory_space> slices_;
  Direct::Plan<Exec, Slice> first_;
  Direct::Plan<Exec, Line> second_;
  Data<T> to_;
};

/// A Source that has the same value everywhere, to find out types.
template <class T>
struct AnySource {
  KOKKOS_FUNCTION T operator()(int, int, int) const { return {}; }
  KOKKOS_FUNCTION T previous() const { return {}; }
};

/// Whether the part of a formula within slices gives the field's type. Its results are stored in a field
/// between the passes: another type would be rounded there, which no other scheme does.
template <class Rules>
constexpr bool slices_have_field_type() {
  using StencilType = typename Rules::stencil_type;
  using T = typename Rules::value_type;
  using Reads = Reader<typename Rules::Order, StencilType::reads, AnySource<T>>;
  using Part = decltype(std::declval<StencilType const&>().in_slice(
      std::declval<Reads const&>(), std::declval<Node<typename Rules::Order> const&>()));
  return std::is_same_v<std::remove_cvref_t<Part>, T>;
}

template <class Rules>
inline constexpr bool has_two_parts = Rules::dimension > 1 && has_two_passes<typename Rules::stencil_type>;

template <class Rules>
constexpr bool splits() {
  if constexpr (has_two_parts<Rules>)
    return slices_have_field_type<Rules>();
  else
    return false;
}

/// The plan for formulas that do not come in two parts. Its constructor throws InvalidInput with the reason.
template <class Exec, class Rules>
class TwoPassUnsupported {
public:
  using T = typename Rules::value_type;
  TwoPassUnsupported(Exec const&, Rules const&) {
    throw InvalidInput(
        Rules::dimension == 1 ? "two-pass: a field of one axis has no slices (take direct, tiled or temporal)"
        : has_two_parts<Rules>
            ? "two-pass: the stencil's in_slice gives another type than the field's, and would be rounded "
              "(give the field's type, "
              "or take another scheme)"
            : "two-pass: the stencil's formula does not come in two parts (give it in_slice and across, "
              "see tessera/stencil/two_pass.hpp, or take another scheme)");
  }
  void sweep(Exec const&, Levels<T> const&, Index) const {}
};

} // namespace tessera::detail
