// SPDX-License-Identifier: Apache-2.0
// The test that a grid in blocks gives the bits of the whole: its formulas, and the comparison by every
// scheme.
#pragma once

#include "support/blocks.hpp"
#include "support/same_bits.hpp"
#include "support/schemes.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// What a formula adds that depends on the place of its node: its indices, their parity as red-black
/// relaxation takes it, its position, the time, a source at one node, and another field at the node and at
/// its neighbours. It stops the program where an index along a periodic axis is not wrapped.
template <class T, int D, class Kappa>
struct OfPlace {
  Kappa kappa;
  Extents<D> nodes, source; // of the whole grid
  Kokkos::Array<bool, D> periodic;

  template <class At>
  KOKKOS_FUNCTION T operator()(At const& at) const {
    double where = 0.01 * at.time() + 0.001 * static_cast<double>(at.step() % 7);
    Index colour = at.step();
    bool here = true;
    for (int d = 0; d < D; ++d) {
      Index const i = at.index(d);
      if (periodic[d] && (i < 0 || i >= nodes[d])) Kokkos::abort("an index is not wrapped");
      where += (0.02 + 0.01 * d) * at.position(d) + 0.003 * static_cast<double>(i % 5);
      colour += i;
      here &= i == source[d];
    }
    T sum = kappa(at);
    if constexpr (D == 1) sum -= T(0.5) * kappa(at, -1);
    if constexpr (D == 2) sum -= T(0.5) * kappa(at, 1, 0) + T(0.25) * kappa(at, 0, -1);
    if constexpr (D == 3) sum -= T(0.5) * kappa(at, 0, 0, 1) + T(0.25) * kappa(at, 0, -1, 0);
    return static_cast<T>(0.1 * where) + T(0.1) * sum + ((colour & 1) == 0 ? T(0.03) : T(0)) +
           (here ? T(1) : T(0));
  }
};

template <class T, int D, int R, class Kappa>
struct PlacedSum {
  static constexpr auto reads = star<D>(R);
  OfPlace<T, D, Kappa> of_place;
  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return StarSum<D, R>{}(u, at) * T(0.8) + of_place(at);
  }
};

/// The same with two levels, and in two passes.
template <class T, int D, int R, class Kappa>
struct PlacedTwoParts : TwoPartSum<D, R> {
  OfPlace<T, D, Kappa> of_place;
  template <class Reads, class At>
  KOKKOS_FUNCTION T across(Reads const& u, T slice, At const& at) const {
    return TwoPartSum<D, R>::across(u, slice, at) * T(0.8) + of_place(at);
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return across(u, TwoPartSum<D, R>::in_slice(u, at), at);
  }
};

template <template <class, int, int, class> class Formula, class T, int D, int R, class Layout>
void expect_bits_of_whole(std::vector<Extents<D>> const& sizes, int mixes) {
  using Kappa = NodeReader<typename Memory<T, D, Layout>::view_type>;
  using FormulaType = Formula<T, D, R, Kappa>;
  Random random(static_cast<std::uint64_t>(100 * D + R));
  for (auto const& problem : pairwise_problems<D>(sizes, R, mixes)) {
    auto const blocks = cut<D>(problem, R, 4 * R, random);
    // The source lies on a cut along every axis.
    Extents<D> const source = blocks[blocks.size() / 2].grid.first;
    auto const make_formula = [&](Kappa const& kappa) {
      OfPlace<T, D, Kappa> of_place{kappa, problem.nodes, source, {}};
      for (int d = 0; d < D; ++d) of_place.periodic[d] = is_periodic(problem, d);
      if constexpr (reads_previous<FormulaType>)
        return FormulaType{{}, of_place};
      else
        return FormulaType{of_place};
    };
    using Make = decltype(make_formula);
    Index const steps[] = {1, 4, 6};
    SteppedBlocks<T, D, Layout, Make, Direct> whole(problem, {{problem.grid(), {}}}, make_formula, Direct{});
    std::vector<std::vector<T>> now, before;
    for (Index n : steps) {
      whole.advance(n, R);
      now.push_back(whole.now());
      before.push_back(whole.before());
    }
    for_each_scheme<FormulaType, T>([&](char const* name, auto const& scheme) {
      SCOPED_TRACE(detail::text(name, ", ", blocks.size(), " blocks, ", problem.text()));
      SteppedBlocks<T, D, Layout, Make, std::remove_cvref_t<decltype(scheme)>> stepped(problem, blocks,
                                                                                       make_formula, scheme);
      for (std::size_t call = 0; call < std::size(steps); ++call) {
        stepped.advance(steps[call], R);
        EXPECT_TRUE((same_bits<T, D>(problem.nodes, now[call], stepped.now()))) << "call " << call;
        if constexpr (reads_previous<FormulaType>) {
          EXPECT_TRUE((same_bits<T, D>(problem.nodes, before[call], stepped.before()))) << "call " << call;
        }
      }
    });
  }
}

} // namespace tessera::test
