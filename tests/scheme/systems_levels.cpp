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
