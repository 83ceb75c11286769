// SPDX-License-Identifier: Apache-2.0
// The kernel that reduces a level on a CUDA device, here run on the host, whose members take turns. The
// values are whole numbers, so that sums are exact in any order and a node that is missed or seen twice
// shows.
#include <tessera/scheme/detail/system/watch_level.hpp>
#include <tessera/system.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "support/host_only.hpp"
#include "support/random.hpp"
#include "support/systems.hpp"
#include "support/teams.hpp"

namespace tessera::test {

class DeviceWatch : public HostOnly {};

namespace {

using Value = Pair<double>::Value;

/// What a level knows of its system.
template <int D>
struct TwoMembers {
  using member_type = double;
  using apart = detail::Apart<Value, double>;
  using Order = detail::AxisOrder<D, true>;
  static constexpr int dimension = D, count = 2;
};

/// A whole number that tells nodes apart.
struct Weighed {
  KOKKOS_FUNCTION double operator()(Value const& q, auto const& at) const {
    return q.u + 3 * q.v + static_cast<double>(at.index(0) % 5) + static_cast<double>(at.step());
  }
};

template <int D>
void expect_numbers(detail::Index3 const& nodes) {
  SCOPED_TRACE(std::to_string(nodes[0]) + " x " + std::to_string(nodes[1]) + " x " +
               std::to_string(nodes[2]));
  detail::Domain domain;
  for (int d = 0; d < 3; ++d) domain.nodes[d] = domain.whole_nodes[d] = domain.readable.upper[d] = nodes[d];
  detail::SystemState<double, 2> state{};
  state.stride_y = nodes[0] + 3; // rows have a gap, whose nodes are not numbers
  state.stride_z = state.stride_y * nodes[1];
  std::vector<double> members[2];
  Random random(5);
  double most = -HUGE_VAL, sum = 0;
  Index const level = 7;
  for (int m = 0; m < 2; ++m) {
    members[m].assign(static_cast<std::size_t>(state.stride_z * nodes[2]), std::nan(""));
    state.now[m] = members[m].data();
  }
  for (Index z = 0; z < nodes[2]; ++z)
    for (Index y = 0; y < nodes[1]; ++y)
      for (Index x = 0; x < nodes[0]; ++x) {
        Index const node = x + y * state.stride_y + z * state.stride_z;
        for (int m = 0; m < 2; ++m) state.now[m][node] = std::floor(1000 * random.value());
        Index const slowest = D == 1 ? x : D == 2 ? y : z;
        double const number = state.now[0][node] + 3 * state.now[1][node] + static_cast<double>(slowest % 5) +
                              static_cast<double>(level);
        most = std::max(most, number);
        sum += number;
      }

  Kokkos::View<double, Kokkos::HostSpace> const seen_most("most"), seen_sum("sum");
  Index const partials = detail::WatchBlocks(domain).teams();
  std::vector<double> room(static_cast<std::size_t>(2 * partials + 16), std::nan(""));
  auto const list = detail::watch_list(reinterpret_cast<std::byte*>(room.data()), partials,
                                       watch(Max{}, Weighed{}, seen_most), watch(Sum{}, Weighed{}, seen_sum));
  unsigned arrived = 0;
  using Kernel = detail::WatchLevelKernel<Kokkos::DefaultHostExecutionSpace, TwoMembers<D>,
                                          std::decay_t<decltype(list)>>;
  Kernel const kernel{{state, domain, level}, list, detail::WatchBlocks(domain), &arrived};
  run_together(kernel, partials, Kernel::team_size, Kernel::scratch);
  EXPECT_EQ(seen_most(), most);
  EXPECT_EQ(seen_sum(), sum);
  EXPECT_EQ(arrived, 0u);
}

} // namespace

TEST_F(DeviceWatch, SeesEachNodeOnce) {
  for (Index const n : {1, 2, 31, 256, 1025, 5000}) expect_numbers<1>({{n, 1, 1}});
  for (Index const x : {1, 33, 129, 300, 700, 2049})
    for (Index const y : {1, 2, 37}) expect_numbers<2>({{x, y, 1}});
  for (auto const& nodes :
       {detail::Index3{{1, 1, 9}}, {{5, 1, 3}}, {{35, 7, 9}}, {{140, 3, 11}}, {{3, 90, 2}}})
    expect_numbers<3>(nodes);
}

TEST_F(DeviceWatch, TeamsTakeManyBlocks) {
  Index const n = 1024 * (detail::WatchBlocks::most_teams + 3) + 1;
  detail::Domain domain;
  domain.nodes[0] = n;
  ASSERT_GT(detail::WatchBlocks(domain).blocks, detail::WatchBlocks(domain).teams());
  expect_numbers<1>({{n, 1, 1}});
}

} // namespace tessera::test
