// SPDX-License-Identifier: Apache-2.0
// A condition chosen at run time gives the bits of the one chosen at compile time.
#include <tessera/equation/face_condition.hpp>
#include <tessera/equation/heat.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
using Plane = Kokkos::View<double**, Kokkos::LayoutRight, Memory>;

constexpr Index n0 = 14, n1 = 11, steps = 10;
constexpr double dt = 1e-3;

Grid<2> grid() { return {.nodes = {n0, n1}, .spacing = {0.1, 0.2}}; }

/// g(x, t) as a table of times holds it: the factor is computed on the host.
double factor_at(Index level) { return 1 + 0.25 * static_cast<double>(level); }

struct Table {
  TimeTableView<Memory> factor;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return (1 + static_cast<double>(at.index(1))) * factor(at.step());
  }
};

template <class SchemeType, class BoundaryType>
std::vector<double> stepped(BoundaryType const& boundary, SchemeType const& scheme) {
  Plane const view("u", n0, n1);
  auto const host = Kokkos::create_mirror_view(view);
  for (Index i = 0; i < n0; ++i)
    for (Index j = 0; j < n1; ++j)
      host(i, j) = std::sin(0.7 * static_cast<double>(i) + 0.1 * static_cast<double>(j * j));
  Kokkos::deep_copy(view, host);
  auto const u = make_field(grid(), view);
  Stepper stepper(Exec(), u, Heat<double, 2>{{0.1, 0.2}}, boundary, scheme, Clock{.dt = dt});
  stepper.advance(u, steps);
  Kokkos::deep_copy(host, view);
  return {host.data(), host.data() + host.size()};
}

/// On a face across `axis` with `count` nodes.
FaceValuesInTime<2, Memory> on(int axis, double first, double slope, Index count,
                               TimeTable<Memory> const& table) {
  Kokkos::View<double*, Memory> const values("values", static_cast<std::size_t>(count));
  auto const host = Kokkos::create_mirror_view(values);
  for (Index i = 0; i < count; ++i) host(i) = first + slope * static_cast<double>(i);
  Kokkos::deep_copy(values, host);
  return {.axis = axis, .values = values, .factor = table.view()};
}

TEST(FaceCondition, EqualsTheConditionItStandsFor) {
  TimeTable<Memory> const one, growing;
  one.fill(Exec(), 0, steps, [](Index) { return 1.; });
  growing.fill(Exec(), 0, steps, factor_at);
  using Face = FaceCondition<2, Memory>;
  auto const chosen = everywhere(Face())
                          .on(west, Face(Prescribed(on(0, 1, 1, n1, growing))))
                          .on(east, Face(ZeroGradient{}))
                          .on(south, Face(PrescribedFlux(on(1, 0.75, 0, n0, one))))
                          .on(north, Face(Fixed{}));
  auto const written = everywhere(Fixed{})
                           .on(west, Prescribed(Table{growing.view()}))
                           .on(east, ZeroGradient{})
                           .on(south, Neumann{0.75});
  EXPECT_EQ(stepped(chosen, Direct{}), stepped(written, Direct{}));
  EXPECT_EQ(stepped(chosen, Temporal{.fused_steps = 3}), stepped(written, Direct{}));
}

TEST(FaceCondition, PeriodicAxes) {
  FaceCondition<2, Memory> const periodic = Periodic{};
  auto const chosen = everywhere(FaceCondition<2, Memory>{}).on(west, periodic).on(east, periodic);
  auto const written = everywhere(Fixed{}).on(west, Periodic{}).on(east, Periodic{});
  EXPECT_EQ(stepped(chosen, Direct{}), stepped(written, Direct{}));
}

/// How many levels a kernel finds wrong.
Index wrong_levels(TimeTableView<Memory> const& view, Index first, Index end) {
  Index wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(first, end),
      KOKKOS_LAMBDA(Index level, Index & count) { count += view(level) != 0.5 * static_cast<double>(level); },
      wrong);
  return wrong;
}

TEST(TimeTable, MovesAlongWithTheRun) {
  TimeTable<Memory> const table;
  auto const window = TimeTable<Memory>::longest_advance();
  for (Index first : {Index{0}, Index{4000}, Index{1} << 40}) {
    table.fill(Exec(), first, window, [](Index level) { return 0.5 * static_cast<double>(level); });
    EXPECT_EQ(wrong_levels(table.view(), first, first + window + 1), 0);
  }
  EXPECT_THROW(table.fill(Exec(), 0, window + 1, [](Index) { return 0.; }), InvalidInput);
}

} // namespace tessera::test
