// SPDX-License-Identifier: Apache-2.0
// Sets of problems that cover all kinds of boundary, pairs of them at corners, obstacles and sizes, without
// their full product.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "support/problem.hpp"
#include "support/random.hpp"

namespace tessera::test {

enum class Obstacle { none, block, scattered, touching };

/// A mask for these nodes. `touching` lies on the lower face of axis 0, in the upper corner, and on the last
/// axis's upper face, where it overlaps the nodes that faces set.
template <int D>
std::vector<std::uint8_t> obstacle(Extents<D> const& nodes, Obstacle layout, Random& random) {
  std::vector<std::uint8_t> mask;
  if (layout == Obstacle::none) return mask;
  for_each_node<D>(nodes, [&](Extents<D> const& node) {
    bool in_block = true, low = node[0] == 0, corner = true;
    for (int d = 0; d < D; ++d) {
      in_block &= 3 * node[d] >= nodes[d] && 3 * node[d] < 2 * nodes[d];
      low &= d == 0 || 2 * node[d] < nodes[d];
      corner &= node[d] + 3 >= nodes[d];
    }
    bool const top = node[D - 1] + 1 == nodes[D - 1] && node[0] % 5 < 2;
    bool const there = layout == Obstacle::block       ? in_block
                       : layout == Obstacle::scattered ? random.below(7) == 0
                                                       : low || corner || top;
    mask.push_back(there ? static_cast<std::uint8_t>(1 + random.below(255))
                         : std::uint8_t{0}); // any nonzero byte
  });
  return mask;
}

inline FaceSpec face_of(Kind kind, Random& random) {
  return {kind, random.value(), 0.1 * random.value(), 0.2 * random.value()};
}

/// Makes both faces of an axis periodic if it is too short for other conditions, or if only one is periodic.
template <int D>
void fix(Problem<D>& problem, int radius, Random& random) {
  for (int d = 0; d < D; ++d) {
    FaceSpec &lower = problem.faces[2 * d], &upper = problem.faces[2 * d + 1];
    if (problem.nodes[d] < 2 * radius + 1 || lower.kind == Kind::periodic) lower = upper = {Kind::periodic};
    if (upper.kind == Kind::periodic && lower.kind != Kind::periodic) upper = face_of(Kind::neumann, random);
  }
}

/// Problems with each kind of boundary on all faces, then `mixes` problems with randomly drawn faces, so that
/// every kind shares a corner with every other. Sizes and obstacle layouts alternate.
template <int D>
std::vector<Problem<D>> pairwise_problems(std::vector<Extents<D>> const& sizes, int radius, int mixes) {
  constexpr int kinds = static_cast<int>(Kind::periodic) + 1;
  Random random(static_cast<std::uint64_t>(1000 * D + radius));
  std::vector<Problem<D>> problems;
  for (int n = 0; n < kinds + mixes; ++n) {
    Problem<D> problem{.nodes = sizes[n % sizes.size()]};
    for (auto& face : problem.faces)
      face = face_of(static_cast<Kind>(n < kinds ? n : random.below(kinds)), random);
    fix(problem, radius, random);
    problem.obstacle = obstacle<D>(problem.nodes, static_cast<Obstacle>((n + n / 4) % 4), random);
    problems.push_back(problem);
  }
  // Under a device's sanitizer kernels take a hundred times as long. TESSERA_TEST_PROBLEMS=2 then takes fewer
  // problems, from the mixtures, which contain every kind.
  if (char const* const most = std::getenv("TESSERA_TEST_PROBLEMS"))
    problems.erase(problems.begin(),
                   problems.end() - std::min<std::ptrdiff_t>(std::atoi(most), std::ssize(problems)));
  return problems;
}

} // namespace tessera::test
