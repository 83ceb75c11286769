// SPDX-License-Identifier: Apache-2.0
// The code of docs/guide/ranks.md. Started with any number of ranks, it compares the field with that which
// one rank alone computes.
#include <tessera/distributed.hpp>
#include <tessera/tessera.hpp>

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
  auto const report = by_hand();
  if (ranks.first())
    std::printf("%d ranks, %s: %d peers, %lld bytes a step; heat %.17g\n", ranks.count(), report.transport,
                report.peers, static_cast<long long>(report.sent_bytes), heat);
}

// snippet: main
int main(int argc, char** argv) {
  tessera::MpiSession const mpi(argc, argv); // or your own MPI_Init
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run(heat); // an exception ends the job with one line; no rank waits for ever
}
// snippet end
