// SPDX-License-Identifier: Apache-2.0
// Two levels of the user's own: the same bits as in one system, and no copy.
#include <tessera/system.hpp>

#include <gtest/gtest.h>

#include "support/host_only.hpp"
#include "support/memory.hpp"
#include "support/random.hpp"
#include "support/refusal.hpp"
#include "support/systems.hpp"

namespace tessera::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using View = Kokkos::View<double**, Exec::memory_space>;

template <int M>
Kokkos::Array<View, M> filled(Index nx, Index ny) {
  Kokkos::Array<View, M> views;
  Random random(7);
  for (int m = 0; m < M; ++m) {
    views[m] = View("member", nx, ny);
    auto const host = Kokkos::create_mirror_view(views[m]);
    for (Index i = 0; i < nx; ++i)
      for (Index j = 0; j < ny; ++j) host(i, j) = random.value();
    copy_nodes(views[m], host);
  }
  return views;
}

template <class System, int M, class SchemeType>
void expect_same(SchemeType const& scheme) {
  using Value = typename System::Value;
  Grid<2> const grid{.nodes = {37, 29}, .spacing = {1, 1}};
  auto const views = filled<M>(37, 29), first = filled<M>(37, 29);
  tessera::System<Value, View> const one(grid, views);
  Kokkos::Array<View, M> second;
  for (int m = 0; m < M; ++m) second[m] = View("second", 37, 29);
  Levels both(tessera::System<Value, View>(grid, first), tessera::System<Value, View>(grid, second));
  Stepper a(Exec(), one, System::step(), everywhere(Fixed{}), scheme);
  Stepper b(Exec(), one, System::step(), everywhere(Fixed{}), scheme);
  a.advance(one, 7);
  for (int s = 0; s < 5; ++s) b.advance(both, 1);
  b.advance(both, 2);
  Exec().fence();
  EXPECT_EQ(b.step(), 7);
  auto const now = both.now();
  for (int m = 0; m < M; ++m) {
    auto const wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, one.view(m));
    auto const is = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, now.view(m));
    int different = 0;
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 29; ++j) different += is(i, j) != wanted(i, j);
    EXPECT_EQ(different, 0) << "member " << m;
    EXPECT_TRUE(now.view(m).data() == first[m].data() || now.view(m).data() == second[m].data());
  }
}

/// A scheme by its name, on one View of all members, gives the bits of a typed one on Views of their own.
template <class System, int M, class Layout>
void expect_same_in_one_view(AnyScheme const& scheme) {
  SCOPED_TRACE(scheme.name);
  using Value = typename System::Value;
  constexpr bool first = std::is_same_v<Layout, Kokkos::LayoutRight>;
  Grid<2> const grid{.nodes = {37, 29}, .spacing = {1, 1}};
  auto const views = filled<M>(37, 29);
  Kokkos::View<double***, Layout, Exec::memory_space> const all("all", first ? M : 37, first ? 37 : 29,
                                                                first ? 29 : M);
  auto const at = [&](auto const& view, int m, Index i, Index j) -> auto& {
    return first ? view(m, i, j) : view(i, j, m);
  };
  auto const host = Kokkos::create_mirror_view(all);
  for (int m = 0; m < M; ++m) {
    auto const of_member = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, views[m]);
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 29; ++j) at(host, m, i, j) = of_member(i, j);
  }
  copy_nodes(all, host);
  tessera::System<Value, View> const apart(grid, views);
  auto const together = make_system<Value>(grid, all);
  Stepper(Exec(), apart, System::step(), everywhere(Fixed{}), Direct{}).advance(apart, 9);
  Stepper stepper(Exec(), together, System::step(), everywhere(Fixed{}), scheme);
  stepper.advance(together, 9);
  Exec().fence();
  EXPECT_EQ(stepper.report().scheme, scheme.name);
  copy_nodes(host, all);
  int different = 0;
  for (int m = 0; m < M; ++m) {
    auto const wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, apart.view(m));
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 29; ++j) different += at(host, m, i, j) != wanted(i, j);
  }
  EXPECT_EQ(different, 0);
}

TEST(OneViewOfAllMembers, IsSteppedBySchemesByName) {
  for (char const* name : {"direct", "streaming", "tiled", "temporal"}) {
    expect_same_in_one_view<Yee<double>, 3, Kokkos::LayoutRight>({.name = name});
    expect_same_in_one_view<Mixed<double>, 4, Kokkos::LayoutRight>({.name = name});
  }
  expect_same_in_one_view<Yee<double>, 3, Kokkos::LayoutLeft>({.name = "temporal", .fused_steps = 3});
}

TEST(SchemesOfSystems, SayWhatTheyCanNotDo) {
  using System = Yee<double>;
  Grid<2> const grid{.nodes = {9, 8}, .spacing = {1, 1}};
  tessera::System<System::Value, View> const u(grid, filled<3>(9, 8));
  auto const by = [&](AnyScheme const& scheme) {
    Stepper(Exec(), u, System::step(), everywhere(Fixed{}), scheme);
  };
  expect_in(refusal([&] { by({.name = "two-pass"}); }), "two passes are two stages");
  expect_in(refusal([&] {
              by({.name = "streaming", .tile = {2, 9, 0}});
            }),
            detail::on_host<Exec> ? "leaves no node to write along axis 0" : "leave the tile out");
}

TEST(Levels, GiveTheBitsOfOneSystem) {
  expect_same<Yee<double>, 3>(Direct{});
  expect_same<Yee<double>, 3>(Temporal{});
  expect_same<Nine<double>, 9>(Direct{});
  expect_same<Nine<double>, 9>(Temporal{.fused_steps = 3});
  expect_same<Mixed<double>, 4>(Direct{});
}

/// One stage by the kernel itself, with rows stored through or around the caches.
template <class Stage, class Value, class Members>
void make_stage(Stage const& stage, Grid<2> const& grid, Members const& from, Members const& to,
                bool nontemporal) {
  constexpr int M = tessera::System<Value, View>::count;
  using Order = detail::AxisOrder<2, true>;
  auto const boundary = everywhere(Fixed{});
  constexpr int radius = Stage::reads.radius;
  using Rules =
      detail::StageRules<Value, double, Order, Stage, std::remove_const_t<decltype(boundary)>, radius>;
  auto domain = detail::domain_of<Order>(make_field(grid, from[0]), 0., 1.);
  detail::apply_boundary<Order, radius>(domain, boundary);
  detail::SystemLevels<double, M> levels{{}, {}, grid.nodes[1], grid.nodes[0] * grid.nodes[1]};
  for (int m = 0; m < M; ++m) {
    levels.in[m] = from[m].data();
    levels.out[m] = to[m].data();
  }
  Rules const rules{stage, boundary, domain, {}};
  auto const blocks = detail::StageBlocks::of(rules, domain.whole(), 3, false, {{grid.nodes[1], 4, 1}});
  detail::StageHostKernel<Rules> const kernel{rules, {}, levels, 0, blocks, nontemporal};
  for (Index share = 0; share < blocks.shares; ++share) kernel(share);
}

class RowsOfSystems : public HostOnly {};

/// On small grids no scheme stores around the caches. One member begins within a cache line of its own.
TEST_F(RowsOfSystems, AroundTheCachesAreTheSame) {
  using System = Nine<double>;
  for (Index const width : {3, 7, 8, 23, 64, 131}) {
    Grid<2> const grid{.nodes = {11, width}, .spacing = {1, 1}};
    auto const from = filled<9>(11, width);
    auto through = filled<9>(11, width), around = filled<9>(11, width);
    Kokkos::View<double*, Exec::memory_space> const memory("displaced", 11 * width + 1);
    View const displaced(memory.data() + 1, 11, width);
    copy_nodes(displaced, around[4]);
    around[4] = displaced;
    make_stage<System::Formula, System::Value>({0.3}, grid, from, through, false);
    make_stage<System::Formula, System::Value>({0.3}, grid, from, around, true);
    int different = 0;
    for (int m = 0; m < 9; ++m)
      for (Index i = 0; i < 11; ++i)
        for (Index j = 0; j < width; ++j) different += through[m](i, j) != around[m](i, j);
    EXPECT_EQ(different, 0) << width;
    EXPECT_NE(through[0](5, 1), from[0](5, 1));
  }
}

TEST(Levels, RefuseMemoryThatTheyShareAndGridsThatDiffer) {
  Grid<2> const grid{.nodes = {9, 8}, .spacing = {1, 1}}, wide{.nodes = {9, 8}, .spacing = {2, 1}};
  auto const a = filled<3>(9, 8), b = filled<3>(9, 8);
  using Em = Yee<double>::Value;
  tessera::System<Em, View> const u(grid, a), v(wide, b);
  expect_in(refusal([&] { Levels(u, u); }), "share memory");
  expect_in(refusal([&] { Levels(u, v); }), "differ along axis 0");
}

} // namespace
} // namespace tessera::test
