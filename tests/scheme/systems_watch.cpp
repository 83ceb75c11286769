// SPDX-License-Identifier: Apache-2.0
// Watchers of systems: extremes as a plain loop finds them, sums to rounding and with the same bits by every
// scheme, and the fields that they leave alone.
#include <tessera/system.hpp>

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

#include "support/memory.hpp"
#include "support/random.hpp"
#include "support/refusal.hpp"
#include "support/systems.hpp"

namespace tessera::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
template <int D>
using View =
    Kokkos::View<typename detail::ViewData<double, D>::type, Kokkos::LayoutRight, Exec::memory_space>;
template <class A>
using Number = Kokkos::View<A, Exec::memory_space>;

template <class A>
A host_value(Number<A> const& number) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, number)();
}

template <int D>
std::array<std::size_t, 3> extents_of(std::array<Index, 3> const& nodes) {
  std::array<std::size_t, 3> e;
  for (std::size_t d = 0; d < 3; ++d)
    e[d] = d < D ? static_cast<std::size_t>(nodes[d]) : KOKKOS_INVALID_INDEX;
  return e;
}

template <class System, int M, int D>
auto filled(std::array<Index, 3> const& nodes) {
  Kokkos::Array<View<D>, M> views;
  Random random(11);
  auto const e = extents_of<D>(nodes);
  for (int m = 0; m < M; ++m) {
    views[m] = View<D>("member", e[0], e[1], e[2]);
    auto const host = Kokkos::create_mirror_view(views[m]);
    for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = 1 + 0.5 * random.value();
    copy_nodes(views[m], host);
  }
  Grid<D> grid{};
  for (std::size_t d = 0; d < D; ++d) {
    grid.nodes[d] = nodes[d];
    grid.spacing[d] = 1;
  }
  return tessera::System<typename System::Value, View<D>>(grid, views);
}

/// The first member and a product of the node's place and time, so that a node that is missed, counted twice
/// or given the wrong place changes the number.
template <class Value>
struct First {
  KOKKOS_FUNCTION double operator()(Value const& q, auto const& at) const {
    double first;
    memcpy(&first, &q, sizeof first); // the struct's first member
    return first * static_cast<double>(1 + at.index(0) % 7) + static_cast<double>(at.step());
  }
};
/// The last member, without the node.
template <class Value>
struct Last {
  KOKKOS_FUNCTION float operator()(Value const& q) const {
    double all[sizeof(Value) / sizeof(double)];
    memcpy(all, &q, sizeof all);
    return static_cast<float>(all[sizeof(Value) / sizeof(double) - 1]);
  }
};

struct Numbers {
  double most, least, sum, norm;
  float last;
  friend bool operator==(Numbers const& a, Numbers const& b) {
    return std::memcmp(&a, &b, 4 * sizeof(double) + 4) == 0;
  }
};

/// Three steps with watchers, and what a plain loop finds in their result.
template <class System, int M, int D, class SchemeType>
Numbers watched(std::array<Index, 3> const& nodes, SchemeType const& scheme, std::string const& what) {
  SCOPED_TRACE(what);
  using Value = typename System::Value;
  auto const u = filled<System, M, D>(nodes), plain = filled<System, M, D>(nodes);
  Exec const exec;
  Number<double> const most("most"), least("least"), sum("sum"), norm("norm");
  Number<float> const last("last");
  auto const boundary = everywhere(Fixed{});
  Stepper stepper(exec, u, System::step(), boundary, scheme);
  stepper.advance(u, 3, watch(Max{}, First<Value>{}, most), watch(Min{}, First<Value>{}, least),
                  watch(Sum{}, First<Value>{}, sum), watch(EuclideanNorm{}, First<Value>{}, norm),
                  watch(Max{}, Last<Value>{}, last));
  Stepper(exec, plain, System::step(), boundary, scheme).advance(plain, 3);
  exec.fence();
  EXPECT_EQ(stepper.step(), 3);
  for (int m = 0; m < M; ++m) {
    auto const is = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(m));
    auto const wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, plain.view(m));
    EXPECT_EQ(std::memcmp(is.data(), wanted.data(), is.size() * sizeof(double)), 0) << "member " << m;
  }
  auto const first = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(0));
  auto const of_last = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(M - 1));
  double highest = -HUGE_VAL, lowest = HUGE_VAL;
  float last_most = -HUGE_VALF;
  long double total = 0, squares = 0;
  std::size_t const inner = first.size() / static_cast<std::size_t>(nodes[0]);
  for (std::size_t i = 0; i < first.size(); ++i) {
    double const value = first.data()[i] * static_cast<double>(1 + i / inner % 7) + 3;
    highest = std::max(highest, value);
    lowest = std::min(lowest, value);
    last_most = std::max(last_most, static_cast<float>(of_last.data()[i]));
    total += value;
    squares += static_cast<long double>(value) * value;
  }
  Numbers const found{host_value(most), host_value(least), host_value(sum), host_value(norm),
                      host_value(last)};
  EXPECT_EQ(found.most, highest);
  EXPECT_EQ(found.least, lowest);
  EXPECT_EQ(found.last, last_most);
  EXPECT_NEAR(found.sum, static_cast<double>(total), 1e-12 * std::abs(static_cast<double>(total)));
  EXPECT_NEAR(found.norm, std::sqrt(static_cast<double>(squares)),
              1e-12 * static_cast<double>(std::sqrt(squares)));
  return found;
}

template <class System, int M, int D>
void expect_watched(std::array<Index, 3> const& nodes) {
  std::string const size = std::to_string(nodes[0]) + " x " + std::to_string(nodes[1]);
  Numbers const direct = watched<System, M, D>(nodes, Direct{}, "direct " + size);
  EXPECT_EQ(direct, (watched<System, M, D>(nodes, Tiled{}, "tiled " + size)));
  EXPECT_EQ(direct, (watched<System, M, D>(nodes, Temporal{}, "temporal " + size)));
  EXPECT_EQ(direct, (watched<System, M, D>(nodes, Temporal{.fused_steps = 2}, "temporal 2 " + size)));
}

TEST(Watchers, InPlace) {
  expect_watched<Yee<double>, 3, 2>({37, 29, 1});
  expect_watched<Yee<double>, 3, 2>({3, 90, 1});
  expect_watched<Yee<double>, 3, 2>({5, 4099, 1}); // rows of more than one piece
}
TEST(Watchers, TwoLevels) {
  expect_watched<Mixed<double>, 4, 2>({64, 33, 1});
  expect_watched<Pair<double>, 2, 1>({20001, 1, 1});
  expect_watched<Pair<double>, 2, 1>({3, 1, 1});
}
TEST(Watchers, Volume) { expect_watched<Yee3<double>, 6, 3>({9, 7, 35}); }

TEST(Watchers, SumsDependNotOnThreads) {
  if (detail::has_warps<Exec>) GTEST_SKIP() << "CUDA devices have an order of their own";
  // The program runs with several numbers of threads; the plain loop below repeats the documented order.
  auto const u = filled<Pair<double>, 2, 1>({20001, 1, 1});
  Number<double> const sum("sum");
  Stepper stepper(Exec(), u, Pair<double>::step(), everywhere(Fixed{}), Direct{});
  stepper.advance(u, 1, watch(Sum{}, First<Pair<double>::Value>{}, sum));
  Exec().fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(0));
  double wanted = 0;
  for (Index begin = 0; begin < 20001; begin += 4096) {
    double part[16] = {};
    for (Index x = begin; x < std::min<Index>(20001, begin + 4096); ++x)
      part[(x - begin) % 16] += host(x) * static_cast<double>(1 + x % 7) + 1;
    double piece = part[0];
    for (int p = 1; p < 16; ++p) piece += part[p];
    wanted += piece;
  }
  EXPECT_EQ(host_value(sum), wanted);
}

TEST(Watchers, TwoLevelsOfTheUsersOwn) {
  using Value = Pair<double>::Value;
  auto const first = filled<Pair<double>, 2, 1>({50, 1, 1}), second = filled<Pair<double>, 2, 1>({50, 1, 1});
  auto const one = filled<Pair<double>, 2, 1>({50, 1, 1});
  Number<double> const a("a"), b("b");
  Levels both(first, second);
  Stepper stepper(Exec(), first, Pair<double>::step(), everywhere(Fixed{}), Direct{});
  Stepper other(Exec(), one, Pair<double>::step(), everywhere(Fixed{}), Direct{});
  for (int s = 0; s < 3; ++s) {
    stepper.advance(both, 1, watch(Sum{}, First<Value>{}, a));
    other.advance(one, 1, watch(Sum{}, First<Value>{}, b));
    Exec().fence();
    EXPECT_EQ(host_value(a), host_value(b)) << "step " << s;
  }
}

struct Number0 {
  KOKKOS_FUNCTION double operator()(Pair<double>::Value const& q) const { return q.u; }
};
TEST(Watchers, ShowNotANumber) {
  auto const u = filled<Pair<double>, 2, 1>({100, 1, 1});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(0));
  host(40) = std::nan("");
  copy_nodes(u.view(0), host);
  Number<double> const most("most"), least("least");
  Stepper stepper(Exec(), u, Pair<double>::step(), everywhere(Fixed{}), Temporal{});
  stepper.advance(u, 1, watch(Max{}, Number0{}, most), watch(Min{}, Number0{}, least));
  Exec().fence();
  EXPECT_TRUE(std::isnan(host_value(most)));
  EXPECT_TRUE(std::isnan(host_value(least)));
}

TEST(Watchers, RefuseWhatTheyCannotSee) {
  auto const u = filled<Pair<double>, 2, 1>({100, 1, 1});
  Stepper stepper(Exec(), u, Pair<double>::step(), everywhere(Fixed{}), Direct{});
  Number<double> const most("most"), nothing;
  EXPECT_EQ(refusal([&] { stepper.advance(u, 0, watch(Max{}, Number0{}, most)); }),
            "advance by 0 steps with watches, which look at the last step (give one or more)");
  EXPECT_EQ(refusal([&] { stepper.advance(u, 1, watch(Max{}, Number0{}, nothing)); }),
            "tessera::watch: the result is a View without memory (give it a label)");
  EXPECT_EQ(stepper.step(), 0);
}

} // namespace
} // namespace tessera::test
