// SPDX-License-Identifier: Apache-2.0
// The kernels of Laplacian, divergence and gradient that devices run, on the host: every node has to come out
// with the bits that the host's own kernel gives, and nothing else may be written.
#include <tessera/operator/vector_calculus.hpp>

#include <vector>

#include "support/host_only.hpp"
#include "support/memory.hpp"
#include "support/operator_teams.hpp"
#include "support/same_bits.hpp"
#include "support/small_cache.hpp"

namespace tessera::test {

using detail::Terms;

template <class T, int R, int D>
struct Sums {
  using Field = Memory<T, D, Kokkos::LayoutRight>;
  static constexpr Index threads = 2 * 2048; // of the device, so that marches have runs of several lengths

  Grid<D> grid;
  std::vector<T> values = random_values<T>(static_cast<std::size_t>(grid.size()), 17);
  std::vector<Field> fields = {}, expected = {}, found = {};

  explicit Sums(Extents<D> const& nodes) : grid{.nodes = nodes, .spacing = {}} {
    for (int d = 0; d < D; ++d) {
      grid.spacing[d] = 0.5 + 0.3 * d;
      fields.emplace_back(nodes).fill(random_values<T>(values.size(), 18 + d));
      expected.emplace_back(nodes);
      found.emplace_back(nodes);
    }
  }

  static auto views(std::vector<Field>& of) {
    Kokkos::Array<typename Field::view_type, D> all;
    for (int d = 0; d < D; ++d) all[d] = of[d].view();
    return all;
  }

  void fill(std::vector<Field>& results) {
    for (Field& result : results) result.fill(values);
  }

  void expect_same(std::string const& way, std::string const& what) {
    for (int d = 0; d < D; ++d) {
      EXPECT_TRUE((same_bits<T, D>(grid.nodes, expected[d].read(), found[d].read())))
          << what << " by " << way << ", result " << d;
      EXPECT_TRUE(found[d].canaries_intact()) << what << " by " << way << ", result " << d;
    }
  }

  template <Terms terms>
  void check(std::string what, Kokkos::Array<Ends, D> const& ends) {
    OperatorSpec<D> const spec{.order = 2 * R, .ends = ends};
    what += detail::text(" of order ", 2 * R);
    for (int d = 0; d < D; ++d) what += detail::text(", ", grid.nodes[d], " nodes ", name_of(ends[d]));
    fill(expected);
    if constexpr (terms == Terms::of_one_field)
      Laplacian(Exec(), grid, spec)(fields[0].view(), expected[0].view());
    else if constexpr (terms == Terms::of_own_fields)
      Divergence(Exec(), grid, spec)(views(fields), expected[0].view());
    else
      Gradient(Exec(), grid, spec)(fields[0].view(), views(expected));
    auto const prepared = detail::prepare_sum<T, R>(
        grid, detail::UnitWeights(terms == Terms::of_one_field ? 2 : 1, R), detail::every_axis(spec), terms,
        [this](int t) { return fields[terms == Terms::of_own_fields ? t : 0].view(); },
        [this](int t) { return found[terms == Terms::apart ? t : 0].view(); });
    auto const run = [](auto const& tiles) { run_teams(tiles); };
    fill(found);
    run_teams(detail::line_sum_packs(prepared.sum, 0, prepared.wide));
    expect_same("packs", what);
    fill(found); // by what small grids take
    detail::with_line_sum<terms, D>(prepared.sum, 0, prepared.wide, threads, run);
    expect_same("the library's choice", what);
    auto const box = detail::central_nodes(prepared.sum);
    if (box.size() == 0) return;
    fill(found);
    detail::with_line_sum_march<terms, D == 3>(prepared.sum, box, prepared.wide, threads, run);
    expect_same("a march", what);
  }

  void check(Kokkos::Array<Ends, D> const& ends) {
    check<Terms::of_one_field>("laplacian", ends);
    check<Terms::of_own_fields>("divergence", ends);
    check<Terms::apart>("gradient", ends);
  }
};

template <class T, int R>
void check_volumes(Extents<3> const& nodes) {
  using enum Ends;
  Sums<T, R, 3> sums(nodes);
  sums.check({periodic, periodic, periodic});
  sums.check({bounded, bounded, bounded});
  sums.check({bounded, end_repeated, periodic});
  sums.check({periodic, bounded, end_repeated});
}

template <class T, int R>
void check_planes(Extents<2> const& nodes) {
  using enum Ends;
  Sums<T, R, 2> sums(nodes);
  sums.check({periodic, periodic});
  sums.check({bounded, bounded});
  sums.check({end_repeated, bounded});
}

class VectorCalculusTeams : public HostOnly {};

// Rows of whole packs and others, one tile and several, fewer nodes than a tile or a run.
TEST_F(VectorCalculusTeams, CoverEveryNodeOfVolumes) {
  check_volumes<float, 4>({37, 12, 24});
  check_volumes<float, 4>({11, 19, 135});
  check_volumes<float, 4>({10, 35, 132});
  check_volumes<float, 1>({29, 17, 72});
  check_volumes<float, 2>({6, 7, 6});
  check_volumes<double, 3>({27, 33, 66});
  check_volumes<double, 3>({11, 10, 31});
  check_volumes<double, 8>({20, 19, 38});
}
// Five rows of tiles, in bands of one to three of them.
TEST_F(VectorCalculusTeams, CoverEveryNodeInBands) {
  for (std::size_t bytes : {150 << 10, 350 << 10}) {
    SmallCache const small(detail::device_cache_size(), bytes);
    check_volumes<double, 3>({20, 75, 27});
  }
}
TEST_F(VectorCalculusTeams, CoverEveryNodeOfPlanes) {
  check_planes<float, 4>({41, 1028});
  check_planes<float, 2>({37, 515});
  check_planes<double, 1>({23, 270});
  check_planes<double, 6>({19, 14});
}

} // namespace tessera::test
