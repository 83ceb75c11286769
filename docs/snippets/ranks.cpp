// SPDX-License-Identifier: Apache-2.0
// The code of docs/guide/ranks.md. Started with any number of ranks, it compares the field with that which
// one rank alone computes.
#include <tessera/distributed.hpp>
#include <tessera/system.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using Exec = Kokkos::DefaultExecutionSpace;

struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);
  double ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

struct Bump {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - 1, y = at.position(1) - 0.7;
    return Kokkos::exp(-20 * (x * x + y * y));
  }
};

/// The field that one rank alone computes, in row-major order.
template <class BoundaryType>
std::vector<double> alone(tessera::Grid<2> const& grid, BoundaryType const& boundary) {
  Kokkos::View<double**, Kokkos::LayoutRight> const view("alone", grid.nodes[0], grid.nodes[1]);
  auto const u = tessera::make_field(grid, view);
  tessera::fill(Exec(), u, Bump{});
  tessera::Stepper(Exec(), u, Diffusion{0.2}, boundary, tessera::Direct{}).advance(u, 500);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return {host.data(), host.data() + host.size()};
}

/// Maxwell's equations in a plane by Yee's scheme: two stages, each of which reads one node on one side.
struct Em {
  double ez, hx, hy;
};
struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy>;
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.hx -= ratio * (u(0, 1).ez - q.ez);
    q.hy += ratio * (u(1, 0).ez - q.ez);
    return q;
  }
};
struct Electric {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez>;
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.ez += ratio * (q.hy - u(-1, 0).hy - q.hx + u(0, -1).hx);
    return q;
  }
};
struct Pulse {
  KOKKOS_FUNCTION Em operator()(auto const& at) const { return {Bump{}(at), 0, 0}; }
};
struct Strength {
  KOKKOS_FUNCTION double operator()(Em const& q) const { return Kokkos::abs(q.ez); }
};

void light(tessera::Ranks const& ranks, tessera::MpiTransport const& transport,
           tessera::Grid<2> const& grid) {
  Exec const exec;
  // snippet: system
  auto const step = tessera::stages(Magnetic{0.5}, Electric{0.5});
  auto const walls = tessera::everywhere(
      tessera::by_member(tessera::Dirichlet{0.}, tessera::Mirrored{}, tessera::Mirrored{})); // ez, hx, hy

  auto const blocks = tessera::cut(ranks, grid, walls, tessera::halo_depth_of<Em, double>(step, walls, 8));
  auto const em = tessera::make_system<Em, double>(exec, blocks, "em");
  tessera::fill(exec, em, Pulse{});

  tessera::SystemExchange const exchange(exec, transport, blocks, em);
  tessera::Stepper stepper(exec, em, step, walls, tessera::Temporal{.fused_steps = 8});
  Kokkos::View<double> const strongest("strongest"); // of all blocks
  stepper.advance(em, 500, exchange, tessera::watch(tessera::Max{}, Strength{}, strongest));
  // snippet end
  auto const all = tessera::gather(exec, transport, blocks, em.field(0));
  auto const number = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), strongest);
  ranks.agree([&] {
    if (!ranks.first()) return;
    using View = Kokkos::View<double**, Kokkos::LayoutRight>;
    View const ez("ez", grid.nodes[0], grid.nodes[1]), hx("hx", grid.nodes[0], grid.nodes[1]),
        hy("hy", grid.nodes[0], grid.nodes[1]);
    auto const whole = tessera::make_system<Em>(grid, ez, hx, hy);
    tessera::fill(exec, whole, Pulse{});
    tessera::Stepper(exec, whole, step, walls, tessera::Direct{}).advance(whole, 500);
    auto const expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ez);
    if (std::memcmp(all.data(), expected.data(), all.size() * sizeof(double)) != 0)
      throw tessera::RunFailure("the system is not that of one rank");
    double most = 0;
    for (double value : all) most = std::max(most, std::abs(value));
    if (most != number()) throw tessera::RunFailure("the watched number is not that of the whole grid");
  });
}

void heat() {
  // snippet: heat
  Exec const exec;
  tessera::Grid<2> const grid{.nodes = {300, 200}, .spacing = {0.01, 0.01}}; // the whole
  auto const boundary = tessera::everywhere(tessera::Neumann{0.}).on(tessera::west, tessera::Dirichlet{1.});

  tessera::Ranks const ranks; // all of MPI_COMM_WORLD, through a communicator of their own
  auto const blocks = tessera::cut(ranks, grid, boundary, tessera::halo_depth_of<Diffusion>(8));
  auto const u = tessera::make_field<double>(exec, blocks, "temperature"); // this rank's nodes, and a halo
  tessera::fill(exec, u, Bump{}); // at.position and at.index are the whole grid's

  tessera::MpiTransport const transport(ranks);
  tessera::HaloExchange const exchange(exec, transport, blocks, u);
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{.fused_steps = 8});
  stepper.advance(u, 500, exchange);
  // snippet end
  // snippet: sum
  double const heat = tessera::sum(exec, ranks, u); // the same bits on any number of ranks
  // snippet end
  // snippet: gather
  std::vector<double> const all = tessera::gather(exec, transport, blocks, u); // empty but on rank 0
  // snippet end
  // snippet: agree
  ranks.agree([&] {
    if (ranks.first() && all.size() != 300 * 200) throw tessera::RunFailure("the field is not whole");
  }); // if one rank throws here, all do, with its words
  // snippet end
  ranks.agree([&] {
    if (!ranks.first()) return;
    auto const expected = alone(grid, boundary);
    if (std::memcmp(all.data(), expected.data(), expected.size() * sizeof(double)) != 0)
      throw tessera::RunFailure("the field is not that of one rank");
  });

  tessera::ExactSum expected_heat;
  for (double value : all) expected_heat.add(value);
  ranks.agree([&] {
    if (ranks.first() && expected_heat.value() != heat)
      throw tessera::RunFailure("the sum is not that of one rank");
  });

  auto const by_hand = [&] {
    // snippet: own_blocks
    // Rank r has the r-th of as many slabs; any boxes will do that together are the grid.
    tessera::Index const n = grid.nodes[0], r = ranks.rank(), count = ranks.count();
    tessera::Box<2> const mine{.lower = {n * r / count, 0}, .upper = {n * (r + 1) / count, grid.nodes[1]}};
    auto const own = tessera::Blocks<2>::of(ranks, grid, mine, boundary, tessera::HaloDepth{.radius = 1});
    Kokkos::View<double**> view("temperature",
                                own.grid().nodes[0] + own.halo().lower[0] + own.halo().upper[0],
                                own.grid().nodes[1]); // slabs have a halo along axis 0 only
    auto const v = tessera::make_field(own.grid(), view, own.halo());
    // snippet end
    return tessera::HaloExchange(exec, transport, own, v).report();
  };
  light(ranks, transport, grid);
  auto const report = by_hand();
  if (ranks.first())
    std::printf("%d ranks, %s: %d peers, %lld bytes a step; heat %.17g\n", ranks.count(),
                report.transport.c_str(), report.peers, static_cast<long long>(report.sent_bytes), heat);
}

// snippet: main
int main(int argc, char** argv) {
  tessera::MpiSession const mpi(argc, argv); // or your own MPI_Init
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run(heat); // an exception ends the job with one line; no rank waits for ever
}
// snippet end
