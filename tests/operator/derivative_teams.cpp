// SPDX-License-Identifier: Apache-2.0
// The kernels that devices run, member after member on the host: every node has to come out with the bits
// that the host's own kernel gives, whatever the shape of teams, and nothing else may be written.
#include <tessera/operator/derivative.hpp>

#include <vector>

#include "support/host_only.hpp"
#include "support/memory.hpp"
#include "support/operator_teams.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

template <class T, int R>
struct Teams {
  using Field = Memory<T, 3, Kokkos::LayoutRight>;
  Grid<3> grid;
  std::vector<T> values = random_values<T>(static_cast<std::size_t>(grid.size()), 17);
  Field u{grid.nodes}, expected{grid.nodes}, found{grid.nodes};

  explicit Teams(Extents<3> const& nodes) : grid{.nodes = nodes, .spacing = {0.5, 0.25, 2.}} {
    u.fill(values);
    expected.fill(values);
  }

  void expect_same(std::string const& what) {
    EXPECT_TRUE((same_bits<T, 3>(grid.nodes, expected.read(), found.read()))) << what;
    EXPECT_TRUE(found.canaries_intact()) << what;
  }

  auto prepared(int derivative, detail::AxisFormula const& formula) {
    found.fill(values);
    return detail::prepare_sum<T, R>(
        grid, detail::UnitWeights(derivative, R), {{formula, {}, {}}}, detail::Terms::one,
        [this](int) { return u.view(); }, [this](int) { return found.view(); });
  }

  void check_derivative(int axis, int derivative, Ends ends, Index pencils) {
    Derivative(Exec(), grid, {.axis = axis, .derivative = derivative, .order = 2 * R, .ends = ends})(
        u.view(), expected.view());
    auto const what = detail::text("axis ", axis, ", derivative ", derivative, " of order ", 2 * R, ", ",
                                   name_of(ends), ", ", pencils, " pencils");
    auto const p = prepared(derivative, {axis, ends});
    Index const threads = axis < 2 && pencils > 0 ? 1000000 : 0;
    detail::with_one_line(p.sum, pencils, p.wide, threads, [](auto const& tiles) { run_teams(tiles); });
    expect_same(what);
  }

  void check() {
    constexpr Ends all[] = {Ends::bounded, Ends::periodic, Ends::end_repeated};
    for (int axis = 0; axis < 3; ++axis)
      for (int derivative : {1, 2})
        for (Ends ends : all) {
          check_derivative(axis, derivative, ends, 0);
          check_derivative(axis, derivative, ends, 24);
        }
  }
};

class DerivativeTeams : public HostOnly {};

// Periodic rows of whole packs, rows with a remainder, grids smaller than a run of nodes or a team, and
// some whose ends are apart and whose last run is not whole.
TEST_F(DerivativeTeams, CoverEveryNodeInFloat) {
  for (Extents<3> const& nodes :
       {Extents<3>{37, 12, 24}, {37, 11, 30}, {10, 10, 10}, {11, 40, 12}, {11, 27, 48}}) {
    Teams<float, 4>(nodes).check();
    Teams<float, 2>(nodes).check();
    Teams<float, 1>(nodes).check();
  }
  Teams<float, 8>({36, 20, 24}).check();
  Teams<float, 8>({19, 20, 48}).check();
}
TEST_F(DerivativeTeams, CoverEveryNodeInDouble) {
  for (Extents<3> const& nodes : {Extents<3>{39, 12, 24}, {37, 11, 31}, {11, 27, 46}})
    Teams<double, 3>(nodes).check();
  Teams<double, 5>({29, 17, 22}).check();
}

// Along the unit-stride axis planes are one long plane where their rows lie evenly; here they do not.
TEST_F(DerivativeTeams, PlanesThatLieApart) {
  Grid<3> const grid{.nodes = {6, 5, 24}, .spacing = {0.5, 0.25, 2.}};
  using View = Kokkos::View<float***, Kokkos::LayoutRight, Exec::memory_space>;
  View const u("u", 6, 7, 24), v("v", 6, 7, 24), expected("expected", 6, 5, 24);
  auto const values = random_values<float>(u.size(), 3);
  for (std::size_t i = 0; i < values.size(); ++i) u.data()[i] = v.data()[i] = values[i];
  auto const part = [](View const& all) {
    return Kokkos::subview(all, Kokkos::ALL, Kokkos::make_pair(0, 5), Kokkos::ALL);
  };
  for (Ends ends : {Ends::bounded, Ends::periodic}) {
    Derivative(Exec(), grid, {.axis = 2, .order = 8, .ends = ends})(part(u), expected);
    auto const p = detail::prepare_sum<float, 4>(
        grid, detail::UnitWeights(1, 4), {{{2, ends}, {}, {}}}, detail::Terms::one,
        [&](int) { return part(u); }, [&](int) { return part(v); });
    ASSERT_TRUE(p.wide);
    detail::with_line_along(p.sum, p.wide, [](auto const& tiles) { run_teams(tiles); });
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 7; ++j)
        for (int k = 0; k < 24; ++k)
          EXPECT_EQ(v(i, j, k), j < 5 ? expected(i, j, k) : u(i, j, k)) << i << ", " << j << ", " << k;
  }
}

} // namespace tessera::test
