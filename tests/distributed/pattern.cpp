// SPDX-License-Identifier: Apache-2.0
// The halo pattern in one process: for any number of ranks each halo node comes once, from its owner, and
// each send has its receive in the same order.
#include <tessera/distributed/cut.hpp>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tessera::test {

template <int D, class Body>
void for_each_node_of(Box<D> const& box, Body const& body) {
  Extents<D> node = box.lower;
  if (box.empty()) return;
  for (;;) {
    body(node);
    int d = D - 1;
    for (; d >= 0 && node[d] + 1 == box.upper[d]; --d) node[d] = box.lower[d];
    if (d < 0) return;
    ++node[d];
  }
}

template <int D>
std::string words(Box<D> const& box) {
  std::string all;
  for (int d = 0; d < D; ++d) all += detail::text(" [", box.lower[d], ", ", box.upper[d], ")");
  return all;
}

template <int D>
class PatternCheck {
public:
  PatternCheck(Decomposition<D> const& blocks, Index width, bool corners)
      : blocks_(blocks), width_(width), corners_(corners) {}

  /// Returns the number of peers.
  std::size_t check(int rank) const {
    SCOPED_TRACE(detail::text("rank ", rank, " of ", blocks_.count(), ", width ", width_,
                              corners_ ? ", corners" : ""));
    auto const pattern = detail::halo_pattern(blocks_, rank, width_, corners_);
    expect_once(rank, pattern);
    for (auto const& from : pattern.receive) expect_pair(from, rank);
    // Each rank receives from those to which it sends.
    EXPECT_EQ(pattern.send.size(), pattern.receive.size());
    for (std::size_t peer = 0; peer < pattern.send.size(); ++peer)
      EXPECT_EQ(pattern.send[peer].rank, pattern.receive.at(peer).rank);
    return pattern.receive.size();
  }

private:
  Extents<D> global(int rank, Extents<D> const& node) const {
    Extents<D> where{};
    for (int d = 0; d < D; ++d) {
      where[d] = blocks_.box(rank).lower[d] + node[d];
      if (blocks_.periodic()[d]) where[d] = detail::wrapped(where[d], blocks_.nodes()[d]);
    }
    return where;
  }
  static bool contains(Box<D> const& box, Extents<D> const& node) {
    for (int d = 0; d < D; ++d)
      if (node[d] < box.lower[d] || node[d] >= box.upper[d]) return false;
    return true;
  }

  void expect_once(int rank, detail::HaloPattern<D> const& pattern) const {
    auto const own = blocks_.box(rank);
    auto const halo = detail::halo_of(blocks_, rank, width_);
    Box<D> outer{};
    Extents<D> extents{};
    for (int d = 0; d < D; ++d) {
      outer.lower[d] = -halo.lower[d];
      outer.upper[d] = own.extent(d) + halo.upper[d];
      extents[d] = outer.extent(d);
    }
    std::vector<int> times(static_cast<std::size_t>(outer.size()));
    auto const number = [&](Extents<D> const& node) {
      Index n = 0;
      for (int d = 0; d < D; ++d) n = n * extents[d] + node[d] - outer.lower[d];
      return static_cast<std::size_t>(n);
    };
    for (auto const& from : pattern.receive)
      for (auto const& box : from.boxes) {
        ASSERT_FALSE(box.empty());
        for_each_node_of(box, [&](Extents<D> const& node) {
          ASSERT_TRUE(contains(outer, node)) << words(box);
          ++times[number(node)];
          ASSERT_TRUE(contains(blocks_.box(from.rank), global(rank, node))) << "not the owner's";
        });
      }
    for_each_node_of(outer, [&](Extents<D> const& node) {
      int beyond = 0;
      for (int d = 0; d < D; ++d) beyond += node[d] < 0 || node[d] >= own.extent(d);
      bool const wanted = beyond == 1 || (corners_ && beyond > 1);
      ASSERT_EQ(times[number(node)], wanted ? 1 : 0);
    });
  }

  void expect_pair(detail::PeerBoxes<D> const& received, int rank) const {
    auto const theirs = detail::halo_pattern(blocks_, received.rank, width_, corners_);
    for (auto const& sent : theirs.send) {
      if (sent.rank != rank) continue;
      ASSERT_EQ(sent.boxes.size(), received.boxes.size());
      for (std::size_t i = 0; i < sent.boxes.size(); ++i) {
        auto const &out = sent.boxes[i], &in = received.boxes[i];
        for (int d = 0; d < D; ++d) {
          ASSERT_EQ(out.extent(d), in.extent(d));
          ASSERT_EQ(global(received.rank, out.lower)[d], global(rank, in.lower)[d]);
          ASSERT_GE(out.lower[d], 0);
          ASSERT_LE(out.upper[d], blocks_.box(received.rank).extent(d));
        }
      }
      return;
    }
    FAIL() << "rank " << received.rank << " sends nothing";
  }

  Decomposition<D> const& blocks_;
  Index width_;
  bool corners_;
};

/// All ranks if there are few, else some of them.
template <int D>
void check_ranks(Decomposition<D> const& blocks, Index width, std::uint64_t seed, int sampled = 8) {
  Random random(seed);
  for (bool corners : {false, true}) {
    PatternCheck<D> const pattern(blocks, width, corners);
    int const count = blocks.count();
    for (int i = 0; i < (count <= sampled ? count : sampled); ++i)
      EXPECT_LE(pattern.check(count <= sampled ? i : static_cast<int>(random.below(count))), D == 3   ? 26u
                                                                                             : D == 2 ? 8u
                                                                                                      : 2u);
  }
}

template <int D>
void check_cut(Extents<D> const& nodes, PeriodicAxes<D> const& periodic, int width, int ranks) {
  SCOPED_TRACE(detail::text(detail::extents_text(nodes, D), " nodes"));
  Grid<D> grid{.nodes = nodes, .spacing = {}};
  for (int d = 0; d < D; ++d) grid.spacing[d] = 1;
  auto const blocks = cut(grid, periodic, HaloDepth{.fused_steps = width}, ranks);
  ASSERT_EQ(blocks.count(), ranks);
  Index held = 0;
  for (int rank = 0; rank < ranks; ++rank) held += blocks.box(rank).size();
  EXPECT_EQ(held, grid.size());
  check_ranks(blocks, width, static_cast<std::uint64_t>(ranks));
}

TEST(HaloPattern, AnyNumberOfRanks) {
  for (int ranks : {1, 2, 3, 5, 7, 12, 60})
    for (int axes = 0; axes < 8; ++axes)
      for (int width : {1, 2, 5}) {
        PeriodicAxes<3> const periodic{bool(axes & 1), bool(axes & 2), bool(axes & 4)};
        if (axes % 5 == 0 || axes == 2) check_cut<3>({61, 45, 77}, periodic, width, ranks);
        check_cut<2>({211, 331}, {periodic[0], periodic[1]}, width, ranks);
        if (axes < 2) check_cut<1>({60 * 11 + 7}, {periodic[0]}, width, ranks);
      }
}

TEST(HaloPattern, WideHalos) {
  for (int width = 1; width <= 24; ++width)
    for (int axes = 0; axes < 4; ++axes) {
      check_cut<2>({203, 310}, {bool(axes & 1), bool(axes & 2)}, width, 12);
      check_cut<2>({2 * width + 2, 2 * width + 3}, {true, bool(axes & 1)}, width, 2);
    }
}

TEST(HaloPattern, ManyRanks) {
  for (int ranks : {1000, 9973, 10000}) {
    check_cut<3>({ranks == 9973 ? 40000 : 401, 403, 397}, {true, false, true}, 3, ranks);
    check_cut<2>({50021, 30011}, {false, true}, 2, ranks);
  }
}

/// Boxes of a random bisection: no lattice, and as thin as the halo in places.
template <int D>
void bisect(Box<D> const& box, Index least, Random& random, std::vector<Box<D>>& boxes) {
  int const axis = static_cast<int>(random.below(D));
  if (box.extent(axis) < 2 * least || random.below(8) == 0) {
    boxes.push_back(box);
    return;
  }
  Box<D> lower = box, upper = box;
  lower.upper[axis] = upper.lower[axis] =
      box.lower[axis] + least + random.below(box.extent(axis) - 2 * least + 1);
  bisect(lower, least, random, boxes);
  bisect(upper, least, random, boxes);
}

TEST(HaloPattern, OwnDecompositions) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    Index const least = 1 + random.below(5);
    PeriodicAxes<2> const periodic{random.below(2) == 1, random.below(2) == 1};
    std::vector<Box<2>> boxes;
    bisect(Box<2>{{}, {31, 44}}, least, random, boxes);
    Decomposition<2> const blocks({31, 44}, periodic, boxes);
    for (bool corners : {false, true}) {
      PatternCheck<2> const pattern(blocks, least, corners);
      for (int rank = 0; rank < blocks.count(); ++rank) pattern.check(rank);
      if (HasFailure()) FAIL() << "seed " << seed;
    }
  }
}

TEST(HaloPattern, PeersOfPeriodicAxes) {
  PeriodicAxes<2> const both{true, true};
  Decomposition<2> const alone({9, 7}, both, {std::vector<Index>{0}, {0}});
  EXPECT_TRUE(detail::halo_pattern(alone, 0, 3, true).receive.empty()) << "one rank wraps its indices";
  Decomposition<2> const two({9, 7}, both, {std::vector<Index>{0, 4}, {0}});
  auto const halves = detail::halo_pattern(two, 0, 3, true);
  ASSERT_EQ(halves.receive.size(), 1u) << "both neighbours are the same rank";
  EXPECT_EQ(halves.receive[0].boxes.size(), 2u);
  Decomposition<2> const four({9, 7}, both, {std::vector<Index>{0, 4}, {0, 3}});
  auto const quarters = detail::halo_pattern(four, 0, 3, true);
  ASSERT_EQ(quarters.receive.size(), 3u);
  EXPECT_EQ(quarters.receive[2].boxes.size(), 4u) << "the four corners are one rank's";
}

} // namespace tessera::test
