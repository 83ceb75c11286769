// SPDX-License-Identifier: Apache-2.0
// The exchange alone: fields of any layout and value, what it launches and where, and that it allocates
// nothing.
#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/halo_exchange.hpp>

#include <gtest/gtest.h>

#include "support/loopback.hpp"
#include "support/memory.hpp"
#include "support/tools.hpp"

namespace tessera::test {

struct Cell {
  float number;
  std::int16_t twice[3];
};

/// What node `number` of the whole holds, in a field of T.
template <class T>
T cell(Index number) {
  if constexpr (std::is_same_v<T, Cell>) {
    auto const twice = static_cast<std::int16_t>(2 * number);
    return {static_cast<float>(number), {twice, twice, twice}};
  } else {
    return static_cast<T>(number);
  }
}
template <class T>
Index number_of(T const& value) {
  if constexpr (std::is_same_v<T, Cell>)
    return value.twice[0] == 2 * value.number && value.twice[2] == 2 * value.number
               ? static_cast<Index>(value.number)
               : -1;
  else
    return static_cast<Index>(value);
}

/// Views of a block of 3D nodes with its halo.
template <class T>
auto left(Extents<3> const& n) {
  return Kokkos::View<T***, Kokkos::LayoutLeft, Exec::memory_space>("left", n[0], n[1], n[2]);
}
template <class T>
auto right(Extents<3> const& n) {
  return Kokkos::View<T***, Kokkos::LayoutRight, Exec::memory_space>("right", n[0], n[1], n[2]);
}
/// A part of a larger array, with the middle axis fastest and only every second value of it.
template <class T>
auto strided(Extents<3> const& n) {
  Kokkos::LayoutStride const layout(n[0], 2 * n[1] * (n[2] + 1), n[1], 2, n[2], 2 * n[1]);
  return Kokkos::View<T***, Kokkos::LayoutStride, Exec::memory_space>("strided", layout);
}

/// Fills the halos of a field of numbered nodes on this many ranks; every node that `width` reaches holds the
/// number of the node whose image it is, and nodes beyond are as they were.
template <class T, class NewView>
void expect_filled(NewView const& new_view, int ranks, int width, bool corners) {
  HaloDepth const depth{.radius = corners ? 1 : 3, .fused_steps = corners ? 3 : 1};
  Grid<3> const grid{.nodes = {12, 17, 9}, .spacing = {1, 1, 1}};
  PeriodicAxes<3> const periodic{true, false, true};
  LoopbackWorld world(ranks, static_cast<std::uint64_t>(ranks));
  auto const cuts = cut(grid, periodic, depth, ranks);
  world.run([&](int rank) {
    Blocks<3> const blocks(grid, cuts, depth, rank);
    auto const box = blocks.box();
    auto const& halo = blocks.halo();
    Extents<3> outer{};
    for (int d = 0; d < 3; ++d) outer[d] = box.extent(d) + halo.lower[d] + halo.upper[d];
    auto const view = new_view(outer);
    auto const u = make_field(blocks.grid(), view, halo);
    auto const number = [&](Extents<3> const& node, int& beyond, bool& reached) {
      Extents<3> there{};
      beyond = 0;
      reached = true;
      for (int d = 0; d < 3; ++d) {
        Index const own = node[d] - halo.lower[d];
        beyond += own < 0 || own >= box.extent(d);
        reached = reached && own >= -width && own < box.extent(d) + width;
        there[d] = detail::wrapped(box.lower[d] + own, grid.nodes[d]);
      }
      return row_major<3>(grid.nodes, there);
    };
    std::vector<T> values;
    for_each_node<3>(outer, [&](Extents<3> const& node) {
      int beyond;
      bool reached;
      Index const here = number(node, beyond, reached);
      values.push_back(cell<T>(beyond > 0 ? 9999 : here));
    });
    fill_view(view, values);
    HaloExchange const exchange(Exec(), Loopback(world, rank), blocks, u);
    exchange.begin(Exec(), u, width);
    exchange.finish(Exec(), u, width);
    auto const found = values_of(view);
    std::size_t at = 0;
    for_each_node<3>(outer, [&](Extents<3> const& node) {
      int beyond;
      bool reached;
      Index const here = number(node, beyond, reached);
      bool const filled = beyond == 0 || (reached && (corners ? width > 1 || beyond == 1 : beyond == 1));
      ASSERT_EQ(number_of(found[at++]), filled ? here : 9999) << "rank " << rank << " of " << ranks;
    });
  });
}

TEST(HaloExchange, FillsFieldsOfAnyLayoutAndValue) {
  for (int ranks : {1, 2, 3, 4, 8, 12})
    for (int width : {1, 2, 3})
      for (bool corners : {false, true}) {
        expect_filled<double>(left<double>, ranks, width, corners);
        expect_filled<Cell>(right<Cell>, ranks, width, corners);
        expect_filled<float>(strided<float>, ranks, width, corners);
      }
}

TEST(HaloExchange, LaunchesTwoKernelsOnTheGivenInstanceAndFencesNoOther) {
  Grid<2> const grid{.nodes = {40, 30}, .spacing = {1, 1}};
  HaloDepth const depth{.fused_steps = 4};
  Exec const exec = Kokkos::Experimental::partition_space(Exec(), 1, 1)[1];
  auto const id = Kokkos::Tools::Experimental::device_id(exec);
  LoopbackWorld world(4, 1);
  auto const cuts = cut(grid, {true, true}, depth, 4);
  std::vector<ToolEvent> all;
  world.run([&](int rank) {
    Blocks<2> const blocks(grid, cuts, depth, rank);
    auto const u = make_field<double>(exec, blocks, "u");
    HaloExchange const exchange(exec, Loopback(world, rank), blocks, u);
    world.wait_for_all();
    std::optional<Recording> recording;
    if (rank == 0) recording.emplace();
    world.wait_for_all();
    exchange.fill(exec, u);
    world.wait_for_all();
    if (rank == 0) all = recording->all();
    world.wait_for_all();
  });
  std::size_t kernels = 0, fences = 0;
  for (auto const& event : all) {
    EXPECT_EQ(event.device, id) << event.name;
    EXPECT_EQ(event.name.find("tessera::halo::") == 0, event.type == ToolEvent::kernel) << event.name;
    EXPECT_TRUE(event.type == ToolEvent::kernel || event.type == ToolEvent::fence) << event.name;
    kernels += event.type == ToolEvent::kernel;
    fences += event.type == ToolEvent::fence;
  }
  EXPECT_EQ(kernels, 8u) << "four ranks pack and unpack once each";
  EXPECT_EQ(fences, 4u) << "before messages start";
}

} // namespace tessera::test
