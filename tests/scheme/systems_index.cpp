// SPDX-License-Identifier: Apache-2.0
// Formulas of systems that ask where their node lies: where an axis is periodic, tiles reach beyond its ends,
// and the formula is asked there for the node of the other end.
#include <tessera/system.hpp>

#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "support/memory.hpp"
#include "support/random.hpp"

namespace tessera::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

struct Couple {
  double a, b;
};
/// What a node gets added, another value at each node and step.
KOKKOS_INLINE_FUNCTION double source(Index i, Index j, Index step) {
  return 0.01 * static_cast<double>(i * 3 + j * 5 + step % 4);
}
struct WithPlace {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION Couple operator()(auto const& u, auto const& at) const {
    Couple const q = u.here();
    return {0.25 * (u(1, 0).b + u(-1, 0).b + u(0, 1).b + u(0, -1).b) +
                source(at.index(0), at.index(1), at.step()),
            q.a};
  }
};
/// A condition that asks as well, on the faces of axis 0.
struct PlacedValue : SetsNodes {
  static constexpr bool pointwise = true;
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION Couple value(Reads const&, At const& at, FaceTag) const {
    return {source(at.index(1), at.index(0), at.step()), 1};
  }
};

class Reference {
public:
  Reference(Index nx, Index ny, bool walls) : nx_(nx), ny_(ny), walls_(walls) {
    Random random(5);
    for (Index k = 0; k < nx * ny; ++k) {
      double const a = random.value();
      values_.push_back({a, random.value()});
    }
  }
  Couple at(Index i, Index j) const {
    return values_[static_cast<std::size_t>((i + nx_) % nx_ * ny_ + (j + ny_) % ny_)];
  }
  void step(Index number) {
    auto made = values_;
    for (Index i = 0; i < nx_; ++i)
      for (Index j = 0; j < ny_; ++j) {
        bool const set = walls_ && (i == 0 || i == nx_ - 1);
        made[static_cast<std::size_t>(i * ny_ + j)] =
            set ? Couple{source(j, i, number + 1), 1}
                : Couple{0.25 * (at(i + 1, j).b + at(i - 1, j).b + at(i, j + 1).b + at(i, j - 1).b) +
                             source(i, j, number),
                         at(i, j).a};
      }
    values_ = made;
  }

private:
  Index nx_, ny_;
  bool walls_;
  std::vector<Couple> values_;
};

template <class Layout, class BoundaryType, class SchemeType>
void expect_reference(Index nx, Index ny, bool walls, BoundaryType const& boundary,
                      SchemeType const& scheme) {
  SCOPED_TRACE(std::to_string(nx) + " x " + std::to_string(ny) + (walls ? " walls " : " periodic ") +
               scheme.name);
  using View = Kokkos::View<double**, Layout, Exec::memory_space>;
  Reference reference(nx, ny, walls);
  View const a("a", nx, ny), b("b", nx, ny);
  auto const host_a = Kokkos::create_mirror_view(a), host_b = Kokkos::create_mirror_view(b);
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j) {
      host_a(i, j) = reference.at(i, j).a;
      host_b(i, j) = reference.at(i, j).b;
    }
  copy_nodes(a, host_a);
  copy_nodes(b, host_b);
  auto const u = make_system<Couple>(Grid<2>{.nodes = {nx, ny}, .spacing = {1, 1}}, a, b);
  constexpr int steps = 11;
  Stepper(Exec(), u, WithPlace{}, boundary, scheme).advance(u, steps);
  Exec().fence();
  for (int s = 0; s < steps; ++s) reference.step(s);
  copy_nodes(host_a, a);
  copy_nodes(host_b, b);
  int different = 0;
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j)
      different += host_a(i, j) != reference.at(i, j).a || host_b(i, j) != reference.at(i, j).b;
  EXPECT_EQ(different, 0);
}

template <class Layout, class BoundaryType>
void expect_all(bool walls, BoundaryType const& boundary) {
  for (auto const& nodes : {std::array<Index, 2>{81, 37}, {5, 90}, {130, 4}}) {
    expect_reference<Layout>(nodes[0], nodes[1], walls, boundary, Direct{});
    expect_reference<Layout>(nodes[0], nodes[1], walls, boundary, Streaming{});
    expect_reference<Layout>(nodes[0], nodes[1], walls, boundary, Tiled{});
    expect_reference<Layout>(nodes[0], nodes[1], walls, boundary, Temporal{});
    expect_reference<Layout>(nodes[0], nodes[1], walls, boundary, Temporal{.fused_steps = 3});
  }
}

TEST(PlaceInAFormula, IsThatOfThePeriod) {
  expect_all<Kokkos::LayoutRight>(false, everywhere(Periodic{}));
  expect_all<Kokkos::LayoutLeft>(false, everywhere(Periodic{}));
}
TEST(PlaceInAFormula, IsThatOfThePeriodBetweenWalls) {
  auto const walls = everywhere(Periodic{}).on(west, PlacedValue{}).on(east, PlacedValue{});
  expect_all<Kokkos::LayoutRight>(true, walls);
  expect_all<Kokkos::LayoutLeft>(true, walls);
}

} // namespace
} // namespace tessera::test
