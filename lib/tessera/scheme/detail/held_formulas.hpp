// SPDX-License-Identifier: Apache-2.0
// The formula at each node that a member holds for many steps. What a stencil makes of a node's coefficient, a product with the
// right side say, it then makes once.
#pragma once

#include <tessera/scheme/detail/coefficient.hpp>
#include <tessera/scheme/detail/elsewhere.hpp>
#include <tessera/scheme/detail/pack.hpp>

#include <utility>

namespace tessera::detail {

/// One formula for all nodes, which looks up its coefficient itself if it has one.
template <class Rules, int Nodes,
          bool held =
              Coefficient<Rules, PlainStencil<Rules>>::ahead && sizeof(typename Rules::value_type) <= 4>
class HeldFormulas {
public:
  template <class IndexOf>
  KOKKOS_FORCEINLINE_FUNCTION HeldFormulas(Rules const&, IndexOf const&) {}

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION auto at(int, Rules const& rules, Source const& source, Index3 const& i,
                                      Index step) const {
    auto const& plain = elsewhere_of(rules.stencil);
    return evaluate<Rules>(plain, source, rules.domain, i, step);
  }
};

/// One a node, in registers; doubles fill those.
template <class Rules, int Nodes>
class HeldFormulas<Rules, Nodes, true> {
  using T = typename Rules::value_type;
  using Coeff = Coefficient<Rules, PlainStencil<Rules>>;
  using Formula = decltype(std::declval<PlainStencil<Rules> const&>().with_coefficient(T{}));

  decltype(elsewhere_of(
      std::declval<typename Rules::stencil_type const&>())) plain_; // formulas may refer to it
  Formula formulas_[Nodes];

  template <class IndexOf, int... n>
  KOKKOS_FORCEINLINE_FUNCTION HeldFormulas(Rules const& rules, Data<T const> const& data,
                                           IndexOf const& index_of, std::integer_sequence<int, n...>)
      : plain_(elsewhere_of(rules.stencil)), formulas_{plain_.with_coefficient(load(data, index_of(n)))...} {}

  KOKKOS_FORCEINLINE_FUNCTION static T load(Data<T const> const& data, Index3 const& i) {
    return data.origin == nullptr ? T{} : read_only(data.at(i[0], i[1], i[2]));
  }

public:
  /// \param index_of of a node's number: where it lies
  template <class IndexOf>
  KOKKOS_FORCEINLINE_FUNCTION HeldFormulas(Rules const& rules, IndexOf const& index_of)
      : HeldFormulas(rules, Coeff::data(elsewhere_of(rules.stencil)), index_of,
                     std::make_integer_sequence<int, Nodes>()) {}

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION auto at(int n, Rules const& rules, Source const& source, Index3 const& i,
                                      Index step) const {
    return evaluate<Rules>(formulas_[n], source, rules.domain, i, step);
  }
};

} // namespace tessera::detail
