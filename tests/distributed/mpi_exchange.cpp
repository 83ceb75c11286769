// SPDX-License-Identifier: Apache-2.0
// Halos of random blocks, filled by every transport that the ranks can take: mpi_exchange SEEDS FIRST_SEED.
// Each node of a halo that an exchange reaches has to hold the value of the node whose image it is, and no
// other node changes.
#include <tessera/distributed.hpp>
#include <tessera/distributed/system_exchange.hpp>

#include <cstdio>
#include <cstdlib>

#include "support/memory.hpp"
#include "support/random.hpp"

namespace {

using namespace tessera;
using test::Exec;
using test::Random;

constexpr int untouched = -1;

/// Blocks of a random grid.
template <int D>
Blocks<D> random_blocks(Ranks const& ranks, Random& random) {
  HaloDepth const depth{.radius = 1 + static_cast<int>(random.below(2)),
                        .fused_steps = 1 + static_cast<int>(random.below(3)),
                        .box = random.below(2) == 0};
  Grid<D> grid{};
  PeriodicAxes<D> periodic{};
  for (int d = 0; d < D; ++d) {
    grid.nodes[d] = 2 * depth.width() * ranks.count() + random.below(50);
    grid.spacing[d] = 1;
    periodic[d] = random.below(2) == 0;
  }
  CutOptions<D> options;
  for (auto& parts : options.parts) parts = 1;
  options.parts[static_cast<std::size_t>(random.below(D))] = ranks.count(); // slabs along any axis
  return Blocks<D>(grid, cut(grid, periodic, depth, ranks.count(), options), depth, ranks.rank());
}

/// A field's View whose own nodes hold numbers of the whole grid, and what it should hold.
template <int D, class ViewType>
class Numbered {
public:
  using T = typename ViewType::non_const_value_type;

  explicit Numbered(Blocks<D> const& blocks)
      : blocks_(blocks), view_(Kokkos::view_alloc(std::string("numbered")), layout(blocks)) {}

  ViewType const& view() const { return view_; }
  auto field() const { return make_field(blocks_.grid(), view_, blocks_.halo()); }

  /// Node n of the whole has the number factor n + 1.
  void number(int factor) {
    wanted_.clear();
    for_each([&](Index number, int beyond, bool) {
      wanted_.push_back(static_cast<T>(beyond > 0 ? untouched : factor * number + 1));
    });
    test::fill_view(view_, wanted_);
    factor_ = factor;
  }
  /// Counts the nodes that are not what they should be after an exchange of so many nodes; 0: after none.
  Index wrong_nodes(int width, bool corners) const {
    auto const found = test::values_of(view_);
    Index wrong = 0;
    std::size_t at = 0;
    for_each(
        [&](Index number, int beyond, bool reached) {
          bool const filled = beyond == 0 || (reached && (corners || beyond == 1));
          wrong += found[at++] != static_cast<T>(filled ? factor_ * number + 1 : untouched);
        },
        width);
    return wrong;
  }

private:
  static Kokkos::LayoutRight extents(Blocks<D> const& blocks) {
    Kokkos::LayoutRight layout;
    for (int d = 0; d < D; ++d)
      layout.dimension[d] =
          static_cast<std::size_t>(blocks.box().extent(d) + blocks.halo().lower[d] + blocks.halo().upper[d]);
    return layout;
  }
  static typename ViewType::array_layout layout(Blocks<D> const& blocks) {
    typename ViewType::array_layout layout;
    for (int d = 0; d < D; ++d) layout.dimension[d] = extents(blocks).dimension[d];
    return layout;
  }
  /// Calls visit(number of the node in the whole, faces beyond which it lies, whether `width` reaches it).
  template <class Visit>
  void for_each(Visit const& visit, Index width = 0) const {
    auto const box = blocks_.box();
    Extents<D> outer{};
    for (int d = 0; d < D; ++d) outer[d] = static_cast<Index>(extents(blocks_).dimension[d]);
    test::for_each_node<D>(outer, [&](Extents<D> const& node) {
      Extents<D> there{};
      int beyond = 0;
      bool reached = true;
      for (int d = 0; d < D; ++d) {
        Index const own = node[d] - blocks_.halo().lower[d];
        beyond += own < 0 || own >= box.extent(d);
        reached = reached && own >= -width && own < box.extent(d) + width;
        there[d] = detail::wrapped(box.lower[d] + own, blocks_.whole().nodes[d]);
      }
      visit(test::row_major<D>(blocks_.whole().nodes, there), beyond, reached);
    });
  }

  Blocks<D> blocks_;
  ViewType view_;
  std::vector<T> wanted_{};
  int factor_ = 1;
};

/// Several exchanges, since a transport may use its memory in turns; with begin and finish, and by fill.
template <int D, class ViewType, class TransportType>
Index wrong_in_fields(TransportType const& transport, Blocks<D> const& blocks, Random& random) {
  Exec const exec;
  Numbered<D, ViewType> now(blocks), before(blocks);
  auto const u = now.field(), v = before.field();
  HaloExchange const exchange(exec, transport, blocks, u);
  auto const& depth = blocks.depth();
  Index wrong = 0;
  for (int round = 0; round < 6; ++round) {
    int const steps = 1 + static_cast<int>(random.below(depth.fused_steps)), width = depth.radius * steps,
              narrow = width - depth.radius;
    bool const two = steps > 1 && random.below(2) == 0;
    now.number(2 + round);
    before.number(20 + round);
    if (round % 2 == 0) {
      two ? exchange.fill(exec, u, width, v, narrow) : exchange.fill(exec, u, width);
    } else {
      two ? exchange.begin(exec, u, width, v, narrow) : exchange.begin(exec, u, width);
      two ? exchange.finish(exec, u, width, v, narrow) : exchange.finish(exec, u, width);
    }
    wrong += now.wrong_nodes(width, depth.reads_corners(width));
    wrong += before.wrong_nodes(two ? narrow : 0, depth.reads_corners(narrow));
  }
  return wrong;
}

template <class T>
struct Three {
  T a, b, c;
};

template <int D, class ViewType, class TransportType>
Index wrong_in_systems(TransportType const& transport, Blocks<D> const& blocks, Random& random) {
  Exec const exec;
  std::vector<Numbered<D, ViewType>> members(3, Numbered<D, ViewType>(blocks));
  for (int m = 1; m < 3; ++m) members[static_cast<std::size_t>(m)] = Numbered<D, ViewType>(blocks);
  using Value = Three<typename ViewType::non_const_value_type>;
  auto const system = make_system<Value>(blocks.grid(), blocks.halo(), members[0].view(), members[1].view(),
                                         members[2].view());
  SystemExchange const exchange(exec, transport, blocks, system);
  auto const& depth = blocks.depth();
  unsigned const written = 1 + static_cast<unsigned>(random.below(6)); // not all: 7
  exchange.check_sweeps(depth.radius, depth.box, depth.fused_steps, written);
  Index wrong = 0;
  for (int round = 0; round < 4; ++round) {
    int const width = depth.radius * (1 + static_cast<int>(random.below(depth.fused_steps)));
    unsigned const moved = random.below(2) == 0 ? 7 : written;
    for (std::size_t m = 0; m < 3; ++m) members[m].number(static_cast<int>(2 + round + 10 * m));
    if (round % 2 == 0) {
      exchange.fill(exec, system, width, moved);
    } else {
      exchange.begin(exec, system, width, moved);
      exchange.finish(exec, system, width, moved);
    }
    for (std::size_t m = 0; m < 3; ++m)
      wrong += members[m].wrong_nodes((moved >> m & 1u) != 0 ? width : 0, depth.reads_corners(width));
  }
  return wrong;
}

/// \returns how many problems there were
template <class TransportType>
int run(Ranks const& ranks, TransportType const& transport, std::uint64_t seed) {
  using Space = Exec::memory_space;
  int problems = 0;
  auto const expect_none = [&](Index wrong) {
    ++problems;
    ranks.agree([&] {
      if (wrong > 0)
        throw RunFailure(detail::text(wrong, " nodes are wrong in problem ", problems, " of seed ", seed,
                                      ", ", TransportType::name));
    });
  };
  Random random(seed);
  auto const line = random_blocks<1>(ranks, random);
  expect_none(wrong_in_fields<1, Kokkos::View<float*, Kokkos::LayoutRight, Space>>(transport, line, random));
  auto const plane = random_blocks<2>(ranks, random);
  using Plane = Kokkos::View<float**, Kokkos::LayoutRight, Space>;
  expect_none(wrong_in_fields<2, Plane>(transport, plane, random));
  expect_none(wrong_in_systems<2, Plane>(transport, plane, random));
  auto const volume = random_blocks<3>(ranks, random);
  expect_none(
      wrong_in_fields<3, Kokkos::View<double***, Kokkos::LayoutLeft, Space>>(transport, volume, random));
  return problems;
}

} // namespace

int main(int argc, char** argv) {
  MpiSession const mpi(argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run([&] {
    std::uint64_t const seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10;
    std::uint64_t const first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    Ranks const ranks;
    auto const run_all = [&](auto const& transport) {
      int problems = 0;
      for (std::uint64_t seed = first; seed < first + seeds; ++seed) problems += run(ranks, transport, seed);
      if (ranks.first())
        std::printf("%s: %d problems on %d ranks, all halos right\n", transport.name, problems,
                    ranks.count());
    };
    run_all(MpiTransport(ranks));
#if defined(KOKKOS_ENABLE_CUDA)
    auto const refused = PeerTransport::refusal(ranks);
    if (refused.empty())
      run_all(PeerTransport(ranks));
    else if (ranks.first())
      std::printf("peer access: not run, %s\n", refused.c_str());
#if defined(TESSERA_HAS_NCCL)
    if (shared_devices(ranks).empty()) run_all(NcclTransport(ranks));
#endif
#endif
  });
}
