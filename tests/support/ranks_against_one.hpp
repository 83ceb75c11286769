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

/// A problem, and the calls of advance() that step it.
template <int D>
struct RanksProblem {
  Problem<D> problem;
  AnyScheme scheme; // on the blocks
  HaloDepth depth;
  std::vector<Index> steps;
  std::uint64_t seed;
  bool overlap = false; // inner nodes are swept while messages are under way
};

template <class T, int D, class Layout>
auto new_view(Extents<D> const& extents) {
  Layout layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(extents[d]);
  return Kokkos::View<typename detail::ViewData<T, D>::type, Layout, Exec::memory_space>("u", layout);
}

/// Where the values of a block with a halo and those of the whole grid belong together.
template <int D>
class BlockInWhole {
public:
  BlockInWhole(Grid<D> const& grid, Halo<D> const& halo) : grid_(grid), halo_(halo) {
    for (int d = 0; d < D; ++d) {
      outer_[d] = grid.nodes[d] + halo.lower[d] + halo.upper[d];
      whole_[d] = grid.whole_nodes(d);
    }
  }

  /// Calls body(number in the block with its halo, number in the whole) for all nodes of the block, and with
  /// those of its halo too if asked for; periodic or not, a halo's node is then taken from the other end.
  template <class Body>
  void for_each(bool halo, Body const& body) const {
    Extents<D> const nodes = halo ? outer_ : grid_.nodes;
    for_each_node<D>(nodes, [&](Extents<D> const& node) {
      Extents<D> inside = node, global{};
      for (int d = 0; d < D; ++d) {
        if (!halo) inside[d] += halo_.lower[d];
        global[d] = detail::wrapped(inside[d] - halo_.lower[d] + grid_.first[d], whole_[d]);
      }
      body(static_cast<std::size_t>(row_major<D>(outer_, inside)),
           static_cast<std::size_t>(row_major<D>(whole_, global)));
    });
  }

  /// A View of the block and its halo. The halo's values are spoilt unless they are asked for: a node that
  /// nobody fills can't give the right bits.
  template <class T, class Layout>
  auto view(std::vector<T> const& whole, bool halo = false) const {
    auto const view = new_view<T, D, Layout>(outer_);
    std::vector<T> values(view.size(), std::numeric_limits<T>::quiet_NaN());
    for_each(halo, [&](std::size_t here, std::size_t there) { values[here] = whole[there]; });
    fill_view(view, values);
    return view;
  }

  /// The number of the block's own nodes that differ in a bit from the whole grid's.
  template <class ViewType, class T>
  Index differing(ViewType const& view, std::vector<T> const& whole) const {
    auto const found = values_of(view);
    Index count = 0;
    for_each(false, [&](std::size_t here, std::size_t there) {
      count += std::memcmp(&found[here], &whole[there], sizeof(T)) != 0;
    });
    return count;
  }

private:
  Grid<D> grid_;
  Halo<D> halo_;
  Extents<D> outer_{}, whole_{};
};

/// Steps a field of a grid with this halo by all calls. After each, visit(call, u's View, the previous
/// level's View) gets the result; for a stencil of one level the two Views are the same.
template <class T, class Layout, bool has_obstacle, int D, class StencilType, class MakeExchange, class Visit>
void step_grid(RanksProblem<D> const& run, StencilType const& stencil, AnyScheme const& scheme,
               Grid<D> const& grid, Halo<D> const& halo, MakeExchange const& make_exchange,
               Visit const& visit) {
  auto const size = static_cast<std::size_t>(grid.whole_grid().size());
  BlockInWhole<D> const block(grid, halo);
  auto const u = make_field(grid, block.template view<T, Layout>(random_values<T>(size, run.seed)), halo);
  Clock const clock{.dt = run.problem.dt, .start = run.problem.start, .first_step = run.problem.first_step};
  auto const obstacle = [&] {
    if constexpr (has_obstacle)
      return make_field(grid, block.template view<std::uint8_t, Layout>(run.problem.obstacle, true), halo);
    else
      return NoObstacle{};
  }();
  Stepper stepper(Exec(), u, stencil, any_boundary<D>(run.problem.faces), scheme, clock, obstacle);
  auto const exchange = make_exchange(u);
  constexpr bool two_levels = requires { stepper.previous(); };
  if constexpr (two_levels)
    copy_nodes(stepper.previous().view(),
               block.template view<T, Layout>(random_values<T>(size, run.seed + 1)));
  for (std::size_t call = 0; call < run.steps.size(); ++call) {
    stepper.advance(u, run.steps[call], exchange);
    if constexpr (two_levels)
      visit(call, u.view(), stepper.previous().view());
    else
      visit(call, u.view(), u.view());
  }
}

/// What differs in a bit.
struct Comparison {
  Index differing = 0, compared = 0;
};

/// Steps the block of one rank, and the whole grid by Direct; compares them after each call.
template <class T, class Layout, bool has_obstacle, int D, class StencilType, class TransportType>
Comparison compare_with_one_rank(RanksProblem<D> const& run, StencilType const& stencil,
                                 Blocks<D> const& blocks, TransportType const& transport) {
  std::vector<std::vector<T>> expected, expected_previous;
  BlockInWhole<D> const block(blocks.grid(), blocks.halo());
  Comparison result;
  auto const same_type = [&](auto const&) { // an exchange of the same type, between no blocks: one of `run`
    Blocks<D> const alone(run.problem.grid(),
                          cut(run.problem.grid(), blocks.decomposition().periodic(), run.depth, 1), run.depth,
                          0);
    auto const whole = make_field(run.problem.grid(), new_view<T, D, Layout>(run.problem.nodes));
    return HaloExchange(Exec(), transport, alone, whole);
  };
  step_grid<T, Layout, has_obstacle>(run, stencil, AnyScheme{}, run.problem.grid(), Halo<D>{}, same_type,
                                     [&](std::size_t, auto const& u, auto const& previous) {
                                       expected.push_back(values_of(u));
                                       expected_previous.push_back(values_of(previous));
                                     });
  step_grid<T, Layout, has_obstacle>(
      run, stencil, run.scheme, blocks.grid(), blocks.halo(),
      [&](auto const& u) { return HaloExchange(Exec(), transport, blocks, u, {.overlap = run.overlap}); },
      [&](std::size_t call, auto const& u, auto const& previous) {
        result.differing +=
            block.differing(u, expected[call]) + block.differing(previous, expected_previous[call]);
        result.compared += blocks.grid().size();
      });
  return result;
}

} // namespace tessera::test
