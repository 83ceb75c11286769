// SPDX-License-Identifier: Apache-2.0
// Two levels of the user's own: the same bits as in one system, and no copy.
#include <tessera/system.hpp>

#include <gtest/gtest.h>

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
    Kokkos::deep_copy(views[m], host);
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
  Kokkos::deep_copy(all, host);
  tessera::System<Value, View> const apart(grid, views);
  auto const together = make_system<Value>(grid, all);
  Stepper(Exec(), apart, System::step(), everywhere(Fixed{}), Direct{}).advance(apart, 9);
  Stepper stepper(Exec(), together, System::step(), everywhere(Fixed{}), scheme);
  stepper.advance(together, 9);
  Exec().fence();
  EXPECT_EQ(stepper.report().scheme, scheme.name);
  Kokkos::deep_copy(host, all);
  int different = 0;
  for (int m = 0; m < M; ++m) {
    auto const wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, apart.view(m));
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 29; ++j) different += at(host, m, i, j) != wanted(i, j);
  }
  EXPECT_EQ(different, 0);
}

TEST(OneViewOfAllMembers, IsSteppedBySchemesByName) {
  for (char const* name : {"direct", "tiled", "temporal"}) {
    expect_same_in_one_view<Yee<double>, 3, Kokkos::LayoutRight>({.name = name});
    expect_same_in_one_view<Mixed<double>, 4, Kokkos::LayoutRight>({.name = name});
  }
  expect_same_in_one_view<Yee<double>, 3, Kokkos::LayoutLeft>({.name = "temporal", .fused_steps = 3});
}

TEST(Levels, GiveTheBitsOfOneSystem) {
  expect_same<Yee<double>, 3>(Direct{});
  expect_same<Yee<double>, 3>(Temporal{});
  expect_same<Nine<double>, 9>(Direct{});
  expect_same<Nine<double>, 9>(Temporal{.fused_steps = 3});
  expect_same<Mixed<double>, 4>(Direct{});
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
