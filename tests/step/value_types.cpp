// SPDX-License-Identifier: Apache-2.0
// Values of several components (Gray-Scott has two): what a scheme moves are bytes, what it computes is the formula's
// affair. Two components that do not mix give the bits of two scalar fields.
#include "support/diffusion.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

struct Pair {
  double a, b;
};

/// Picks one component of what a reader gives.
template <class Reads, double Pair::*component>
struct Component {
  Reads const& u;
  template <class... Offsets>
  KOKKOS_FUNCTION double operator()(Offsets... offsets) const {
    return u(offsets...).*component;
  }
  KOKKOS_FUNCTION double here() const { return u.here().*component; }
};

struct BothComponents {
  static constexpr auto reads = star<2>(1);
  template <class Reads, class At>
  KOKKOS_FUNCTION Pair operator()(Reads const& u, At const& at) const {
    return {Literal<2>{0.1}(Component<Reads, &Pair::a>{u}, at),
            Literal<2>{0.05}(Component<Reads, &Pair::b>{u}, at)};
  }
};

/// One component of all values.
std::vector<double> component(std::vector<Pair> const& pairs, double Pair::*which) {
  std::vector<double> values;
  for (auto const& pair : pairs) values.push_back(pair.*which);
  return values;
}

using View = Kokkos::View<Pair**, Kokkos::LayoutRight, Exec::memory_space>;

template <class BoundaryType>
void expect_components(BoundaryType const& boundary) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  std::size_t const size = 37 * 53;
  auto const a = random_values<double>(size, 1), b = random_values<double>(size, 2);
  auto const alone = [&](std::vector<double> const& initial, double ratio) {
    Memory<double, 2, Kokkos::LayoutRight> memory(grid.nodes);
    memory.fill(initial);
    auto const u = alias(grid, memory.view());
    Stepper stepper(Exec(), u, Literal<2>{ratio}, boundary, Direct{});
    stepper.advance(u, 9);
    return memory.read();
  };
  auto const expected_a = alone(a, 0.1), expected_b = alone(b, 0.05);
  for_each_scheme<2>([&](char const* name, auto const& scheme) {
    View const view("pairs", 37, 53);
    auto const host = Kokkos::create_mirror(view);
    for (std::size_t i = 0; i < size; ++i) host.data()[i] = {a[i], b[i]};
    Kokkos::deep_copy(view, host);
    auto const u = alias(grid, view);
    Stepper stepper(Exec(), u, BothComponents{}, boundary, scheme);
    stepper.advance(u, 9);
    Kokkos::fence();
    Kokkos::deep_copy(host, view);
    std::vector<Pair> const found(host.data(), host.data() + size);
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, expected_a, component(found, &Pair::a)))) << name;
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, expected_b, component(found, &Pair::b)))) << name;
  });
}

TEST(ValueTypes, TwoComponents) {
  expect_components(everywhere(Periodic{}).on(south, Fixed{}).on(north, ZeroGradient{}));
}

} // namespace tessera::test
