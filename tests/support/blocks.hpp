// SPDX-License-Identifier: Apache-2.0
// A grid that is cut in blocks in one process. Each block is a field with a halo and a stepper of its own; in
// place of an exchange, halos are copied from the whole before each sweep. What a sweep must not read is NaN.
#pragma once

#include <tessera/tessera.hpp>

#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <vector>

#include "support/memory.hpp"
#include "support/problems.hpp"

namespace tessera::test {

/// A block and its place in the whole. Blocks that are the whole have no halo.
template <int D>
struct Block {
  Grid<D> grid;
  Halo<D> halo;

  Extents<D> outer() const {
    Extents<D> n = grid.nodes;
    for (int d = 0; d < D; ++d) n[d] += halo.lower[d] + halo.upper[d];
    return n;
  }
  /// The index in the whole grid of value `node` of the block's memory, halo included.
  Extents<D> in_whole(Extents<D> const& node) const {
    Extents<D> n = node;
    for (int d = 0; d < D; ++d) n[d] += grid.first[d] - halo.lower[d];
    return n;
  }
  /// How many nodes a value of the block's memory lies beyond the block, at most along any axis.
  Index beyond(Extents<D> const& node) const {
    Index most = 0;
    for (int d = 0; d < D; ++d)
      most = std::max({most, halo.lower[d] - node[d], node[d] + 1 - halo.lower[d] - grid.nodes[d]});
    return most;
  }
  Block with_wider_halo(Index nodes) const {
    Block wider = *this;
    for (int d = 0; d < D; ++d) {
      wider.halo.lower[d] += nodes;
      wider.halo.upper[d] += nodes;
    }
    return wider;
  }
};

template <int D>
bool is_periodic(Problem<D> const& problem, int axis) {
  return problem.faces[static_cast<std::size_t>(2 * axis)].kind == Kind::periodic;
}

/// Cuts a problem's grid in up to three blocks along each axis, at random. Sweeps read `width` nodes of a
/// halo. Blocks at a face of the whole have as many nodes as a stencil of this radius needs, others may have
/// one.
template <int D>
std::vector<Block<D>> cut(Problem<D> const& problem, Index radius, Index width, Random& random) {
  struct Piece {
    Index first, nodes, lower, upper; // along one axis
  };
  std::vector<Piece> pieces[D];
  for (int d = 0; d < D; ++d) {
    Index const n = problem.nodes[d];
    bool const periodic = is_periodic(problem, d);
    Index const least = periodic ? 1 : std::max(width, 2 * radius + 1);
    std::vector<Index> ends;
    bool const one = periodic && width > n; // then no halo would be as wide as a sweep reads
    for (Index count = one ? 0 : random.below(3); count > 0; --count)
      if (Index const room = n - 2 * least + 1; room > 0) ends.push_back(least + random.below(room));
    ends.push_back(0);
    ends.push_back(n);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    // A periodic axis that is not cut wraps in memory, or its other end lies in a halo.
    bool const wraps = periodic && ends.size() == 2 && (one || random.below(2) == 0);
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      auto const halo = [&](bool open) {
        Index const wide = width + random.below(4);
        return !open || wraps ? Index{0} : periodic ? std::min(wide, n) : wide;
      };
      Index const lower = halo(periodic || ends[k] > 0), upper = halo(periodic || ends[k + 1] < n);
      pieces[d].push_back({ends[k], ends[k + 1] - ends[k], lower, upper});
    }
  }
  std::vector<Block<D>> blocks{{problem.grid(), {}}};
  for (int d = 0; d < D; ++d) {
    std::vector<Block<D>> parts;
    for (auto block : blocks)
      for (auto const& piece : pieces[d]) {
        block.grid.whole = problem.nodes;
        block.grid.nodes[d] = piece.nodes;
        block.grid.first[d] = piece.first;
        block.halo.lower[d] = piece.lower;
        block.halo.upper[d] = piece.upper;
        parts.push_back(block);
      }
    blocks = std::move(parts);
  }
  return blocks;
}

/// The values that a block's memory has, in row-major order: those of the whole, on periodic axes wrapped,
/// and `beyond_face` where the whole has no node.
template <class T, int D>
std::vector<T> part_of(Problem<D> const& problem, std::vector<T> const& whole, Block<D> const& block,
                       T beyond_face) {
  std::vector<T> values;
  for_each_node<D>(block.outer(), [&](Extents<D> const& node) {
    Extents<D> n = block.in_whole(node);
    bool exists = true;
    for (int d = 0; d < D; ++d) {
      if (is_periodic(problem, d)) n[d] = (n[d] % problem.nodes[d] + problem.nodes[d]) % problem.nodes[d];
      exists &= n[d] >= 0 && n[d] < problem.nodes[d];
    }
    values.push_back(exists ? whole[static_cast<std::size_t>(row_major<D>(problem.nodes, n))] : beyond_face);
  });
  return values;
}

/// Puts the nodes of a block where they belong in the whole.
template <class T, int D>
void put(std::vector<T>& whole, Extents<D> const& nodes, Block<D> const& block,
         std::vector<T> const& values) {
  std::size_t number = 0;
  for_each_node<D>(block.outer(), [&](Extents<D> const& node) {
    T const value = values[number++];
    if (block.beyond(node) == 0)
      whole[static_cast<std::size_t>(row_major<D>(nodes, block.in_whole(node)))] = value;
  });
}

/// Spoils the values that lie further beyond the block than `width` nodes.
template <class T, int D>
void spoil(std::vector<T>& values, Block<D> const& block, Index width) {
  std::size_t number = 0;
  for_each_node<D>(block.outer(), [&](Extents<D> const& node) {
    T& value = values[number++];
    if (block.beyond(node) > width) value = std::numeric_limits<T>::quiet_NaN();
  });
}

/// A value or a flux that depends on the place of the node and on the time.
struct AtPlace {
  FaceSpec face;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    double g = face.a + face.c * at.time();
    for (int d = 0; d < At::dimension; ++d)
      g += face.b * ((d + 1) * at.position(d) + 0.25 * static_cast<double>(at.index(d) % 3));
    return g;
  }
};

using PlacedCondition =
    OneOf<Fixed, Prescribed<AtPlace>, ZeroGradient, PrescribedFlux<AtPlace>, HalfMirrored, Periodic>;

/// A condition for what the problem asks for; values and fluxes depend on the place.
inline PlacedCondition placed_condition(FaceSpec const& face) {
  switch (face.kind) {
  case Kind::fixed:
    return Fixed{};
  case Kind::dirichlet:
  case Kind::prescribed:
    return Prescribed(AtPlace{face});
  case Kind::zero_gradient:
    return ZeroGradient{};
  case Kind::neumann:
  case Kind::flux_in_time:
    return PrescribedFlux(AtPlace{face});
  case Kind::periodic:
    return Periodic{};
  default:
    return HalfMirrored{};
  }
}

template <int D>
auto placed_boundary(std::array<FaceSpec, 2 * D> const& f) {
  auto const one = [&](int number) { return placed_condition(f[number]); };
  auto const x = everywhere(one(0)).on(east, one(1));
  if constexpr (D == 1) {
    return x;
  } else {
    auto const xy = x.on(south, one(2)).on(north, one(3));
    if constexpr (D == 2)
      return xy;
    else
      return xy.on(bottom, one(4)).on(top, one(5));
  }
}

/// Stands for an exchange where halos have been filled.
struct FilledHalos {
  bool overlapping; ///< whether sweeps are made in two parts, as while messages are under way
  bool overlaps() const { return overlapping; }
  template <class FieldType>
  void begin(Exec const&, FieldType const&, int) const {}
  template <class FieldType>
  void finish(Exec const&, FieldType const&, int) const {}
};

/// A problem that is stepped in blocks. `make_formula(kappa)` makes the formula of a block; kappa is a
/// NodeReader of a coefficient with one more halo node than the block on every side.
template <class T, int D, class Layout, class MakeFormula, class SchemeType>
class SteppedBlocks {
  using Formula = decltype(std::declval<MakeFormula const&>()(
      std::declval<NodeReader<typename Memory<T, D, Layout>::view_type>>()));
  using Mask = Memory<std::uint8_t, D, Layout>;
  using FieldType = Field<typename Memory<T, D, Layout>::view_type>;
  using MaskField = Field<typename Mask::view_type>;
  using BoundaryType = decltype(placed_boundary<D>(std::declval<Problem<D> const&>().faces));
  using StepperType =
      Stepper<Exec, typename FieldType::view_type, Formula, BoundaryType, SchemeType, MaskField>;
  static constexpr bool two_levels = reads_previous<Formula>;
  static constexpr T nan = std::numeric_limits<T>::quiet_NaN();

  struct Part {
    Block<D> block;
    Memory<T, D, Layout> memory, kappa;
    Mask mask;
    std::unique_ptr<StepperType> stepper{};
    FieldType field() const { return make_field(block.grid, memory.view(), block.halo); }
  };

public:
  SteppedBlocks(Problem<D> const& problem, std::vector<Block<D>> const& blocks,
                MakeFormula const& make_formula, SchemeType const& scheme)
      : problem_(problem) {
    auto const size = static_cast<std::size_t>(problem.grid().size());
    now_ = random_values<T>(size, 7);
    before_ = random_values<T>(size, 8);
    auto const coefficient = random_values<T>(size, 9);
    Clock const clock{.dt = problem.dt, .start = problem.start, .first_step = problem.first_step};
    for (auto const& block : blocks) {
      auto const wider = block.with_wider_halo(1);
      parts_.push_back({block, {block.outer()}, {wider.outer()}, {block.outer()}});
      Part& part = parts_.back();
      part.kappa.fill(part_of<T, D>(problem, coefficient, wider, T(0.25)));
      auto const mask_or_none =
          problem.obstacle.empty() ? std::vector<std::uint8_t>(size, 0) : problem.obstacle;
      part.mask.fill(part_of<std::uint8_t, D>(problem, mask_or_none, block, 0));
      part.stepper = std::make_unique<StepperType>(
          Exec(), part.field(),
          make_formula(NodeReader(make_field(block.grid, part.kappa.view(), wider.halo))),
          placed_boundary<D>(problem.faces), scheme, clock,
          make_field(block.grid, part.mask.view(), block.halo));
    }
  }

  /// Makes the steps, a sweep at a time in all blocks.
  void advance(Index steps, Index radius) {
    while (steps > 0) {
      Index const sweep = std::min<Index>(steps, parts_.front().stepper->report().fused_steps);
      for (auto& part : parts_) {
        part.memory.fill(halo_filled(now_, part.block, radius * sweep));
        if constexpr (two_levels)
          fill_view(part.stepper->previous().view(), halo_filled(before_, part.block, radius * (sweep - 1)));
      }
      for (auto& part : parts_) part.stepper->advance(part.field(), sweep, FilledHalos{sweeps_ % 2 == 1});
      ++sweeps_;
      for (auto& part : parts_) {
        put<T, D>(now_, problem_.nodes, part.block, part.memory.read());
        if constexpr (two_levels)
          put<T, D>(before_, problem_.nodes, part.block, values_of(part.stepper->previous().view()));
      }
      steps -= sweep;
    }
    for (auto const& part : parts_) EXPECT_TRUE(part.memory.canaries_intact());
  }

  std::vector<T> const& now() const { return now_; }
  std::vector<T> const& before() const { return before_; }

private:
  std::vector<T> halo_filled(std::vector<T> const& whole, Block<D> const& block, Index width) const {
    auto values = part_of<T, D>(problem_, whole, block, nan);
    spoil<T, D>(values, block, width);
    return values;
  }

  Problem<D> problem_;
  std::vector<Part> parts_;
  int sweeps_ = 0;
  std::vector<T> now_, before_; // of the whole
};

} // namespace tessera::test
