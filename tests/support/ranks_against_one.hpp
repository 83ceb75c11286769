// SPDX-License-Identifier: Apache-2.0
// Steps a problem on a rank's block, and compares it with the same nodes of the whole grid, which this rank
// steps by itself as well.
#pragma once

#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/halo_exchange.hpp>

#include <cstring>
#include <limits>

#include "support/any_condition.hpp"
#include "support/memory.hpp"

namespace tessera::test {

/// A problem and the calls of advance() that step it, by a scheme.
template <int D, class SchemeType>
struct RanksProblem {
  Problem<D> problem;
  SchemeType scheme;
  HaloDepth depth;
  std::vector<Index> steps;
  std::uint64_t seed;
};

template <class T, int D, class Layout>
using ViewOn = Kokkos::View<typename detail::ViewData<T, D>::type, Layout, Exec::memory_space>;

template <class T, int D, class Layout>
ViewOn<T, D, Layout> new_view(Extents<D> const& extents) {
  Layout layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(extents[d]);
  return ViewOn<T, D, Layout>("u", layout);
}

/// The values of the nodes `first`, `first` + 1, ... of the whole grid in a View with a halo, whose other
/// values are spoilt: a node that nobody fills can't give the right bits.
template <class T, int D, class Layout>
ViewOn<T, D, Layout> block_view(std::vector<T> const& whole, Grid<D> const& grid, Halo<D> const& halo) {
  Extents<D> outer = grid.nodes, nodes{};
  for (int d = 0; d < D; ++d) {
    outer[d] += halo.lower[d] + halo.upper[d];
    nodes[d] = grid.whole_nodes(d);
  }
  std::vector<T> values(static_cast<std::size_t>(Grid<D>{.nodes = outer, .spacing = {}}.size()),
                        std::numeric_limits<T>::quiet_NaN());
  for_each_node<D>(grid.nodes, [&](Extents<D> const& node) {
    Extents<D> inside{}, global{};
    for (int d = 0; d < D; ++d) {
      inside[d] = node[d] + halo.lower[d];
      global[d] = node[d] + grid.first[d];
    }
    values[row_major<D>(outer, inside)] = whole[row_major<D>(nodes, global)];
  });
  auto const view = new_view<T, D, Layout>(outer);
  fill_view(view, values);
  return view;
}

/// The block's own nodes in the memory of a View with a halo that differ in a bit from the whole grid's.
template <class T, int D, class ViewType>
Index differing(ViewType const& found_view, std::vector<T> const& whole, Grid<D> const& grid,
                Halo<D> const& halo) {
  auto const found = values_of(found_view);
  Extents<D> const outer = extents_of(found_view);
  Extents<D> nodes{};
  for (int d = 0; d < D; ++d) nodes[d] = grid.whole_nodes(d);
  Index count = 0;
  for_each_node<D>(grid.nodes, [&](Extents<D> const& node) {
    Extents<D> inside{}, global{};
    for (int d = 0; d < D; ++d) {
      inside[d] = node[d] + halo.lower[d];
      global[d] = node[d] + grid.first[d];
    }
    count +=
        std::memcmp(&found[row_major<D>(outer, inside)], &whole[row_major<D>(nodes, global)], sizeof(T)) != 0;
  });
  return count;
}

/// Steps a field of a grid with this halo by all calls. After each, visit(call, u's View, the previous
/// level's View) gets the result; for a stencil of one level the two Views are the same.
template <class T, int D, class Layout, class StencilType, class SchemeType, class MakeExchange, class Visit>
void step_grid(RanksProblem<D, SchemeType> const& run, StencilType const& stencil, Grid<D> const& grid,
               Halo<D> const& halo, MakeExchange const& make_exchange, Visit const& visit) {
  auto const size = static_cast<std::size_t>(grid.whole_grid().size());
  auto const u =
      make_field(grid, block_view<T, D, Layout>(random_values<T>(size, run.seed), grid, halo), halo);
  Clock const clock{.dt = run.problem.dt, .start = run.problem.start, .first_step = run.problem.first_step};
  auto const exchange = make_exchange(u);
  Stepper stepper(Exec(), u, stencil, any_boundary<D>(run.problem.faces), run.scheme, clock);
  constexpr bool two_levels = requires { stepper.previous(); };
  if constexpr (two_levels)
    Kokkos::deep_copy(stepper.previous().view(),
                      block_view<T, D, Layout>(random_values<T>(size, run.seed + 1), grid, halo));
  for (std::size_t call = 0; call < run.steps.size(); ++call) {
    stepper.advance(u, run.steps[call], exchange);
    if constexpr (two_levels)
      visit(call, u.view(), stepper.previous().view());
    else
      visit(call, u.view(), u.view());
  }
}

/// Steps the block of one rank and the whole grid; returns the number of values that differ in a bit.
template <class T, int D, class Layout, class StencilType, class SchemeType, class TransportType>
Index differing_from_one_rank(RanksProblem<D, SchemeType> const& run, StencilType const& stencil,
                              Blocks<D> const& blocks, TransportType const& transport) {
  std::vector<std::vector<T>> expected, expected_previous;
  step_grid<T, D, Layout>(
      run, stencil, run.problem.grid(), {}, [](auto const&) { return NoExchange{}; },
      [&](std::size_t, auto const& u, auto const& previous) {
        expected.push_back(values_of(u));
        expected_previous.push_back(values_of(previous));
      });
  Index count = 0;
  step_grid<T, D, Layout>(
      run, stencil, blocks.grid(), blocks.halo(),
      [&](auto const& u) { return HaloExchange(Exec(), transport, blocks, u); },
      [&](std::size_t call, auto const& u, auto const& previous) {
        count += differing(u, expected[call], blocks.grid(), blocks.halo());
        count += differing(previous, expected_previous[call], blocks.grid(), blocks.halo());
      });
  return count;
}

} // namespace tessera::test
