// SPDX-License-Identifier: Apache-2.0
// Values of several components (Gray-Scott has two): a scheme moves bytes, and only the formula computes with
// them. Two components that do not mix give the bits of two scalar fields.
#include "support/diffusion.hpp"
#include "support/memory.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

struct Pair {
  double a, b;
  // The operators that a flux and a mirrored image need.
  friend KOKKOS_FUNCTION Pair operator+(Pair const& one, Pair const& other) {
    return {one.a + other.a, one.b + other.b};
  }
  friend KOKKOS_FUNCTION Pair operator*(double factor, Pair const& pair) {
    return {factor * pair.a, factor * pair.b};
  }
  KOKKOS_FUNCTION Pair operator-() const { return {-a, -b}; }
};

/// Selects one component of what a reader returns.
template <class Reads, auto component>
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

/// `boundary_a` and `boundary_b` are the boundaries of the two components.
template <class BoundaryType, class BoundaryA, class BoundaryB>
void expect_components(BoundaryType const& boundary, BoundaryA const& boundary_a,
                       BoundaryB const& boundary_b) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  std::size_t const size = 37 * 53;
  auto const a = random_values<double>(size, 1), b = random_values<double>(size, 2);
  auto const alone = [&](std::vector<double> const& initial, double ratio, auto const& its_boundary) {
    Memory<double, 2, Kokkos::LayoutRight> memory(grid.nodes);
    memory.fill(initial);
    auto const u = make_field(grid, memory.view());
    Stepper stepper(Exec(), u, Literal<2>{ratio}, its_boundary, Direct{});
    stepper.advance(u, 9);
    return memory.read();
  };
  auto const expected_a = alone(a, 0.1, boundary_a), expected_b = alone(b, 0.05, boundary_b);
  for_each_scheme<BothComponents, Pair>([&](char const* name, auto const& scheme) {
    View const view("pairs", 37, 53);
    auto const host = Kokkos::create_mirror(view);
    for (std::size_t i = 0; i < size; ++i) host.data()[i] = {a[i], b[i]};
    copy_nodes(view, host);
    auto const u = make_field(grid, view);
    Stepper stepper(Exec(), u, BothComponents{}, boundary, scheme);
    stepper.advance(u, 9);
    Kokkos::fence();
    copy_nodes(host, view);
    std::vector<Pair> const found(host.data(), host.data() + size);
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, expected_a, component(found, &Pair::a)))) << name;
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, expected_b, component(found, &Pair::b)))) << name;
  });
}

TEST(ValueTypes, TwoComponents) {
  auto const boundary = everywhere(Periodic{}).on(south, Fixed{}).on(north, ZeroGradient{});
  expect_components(boundary, boundary, boundary);
}

/// A value with constructors: it can't be made where only bytes are known.
struct Made {
  double a;
  KOKKOS_FUNCTION Made() : a(0) {}
  KOKKOS_FUNCTION explicit Made(double value) : a(value) {}
};
struct OfMade {
  static constexpr auto reads = star<2>(1);
  template <class Reads, class At>
  KOKKOS_FUNCTION Made operator()(Reads const& u, At const& at) const {
    return Made(Literal<2>{0.1}(Component<Reads, &Made::a>{u}, at));
  }
};

TEST(ValueTypes, StructsWithConstructors) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const initial = random_values<double>(37 * 53, 3);
  Memory<double, 2, Kokkos::LayoutRight> numbers(grid.nodes);
  numbers.fill(initial);
  auto const u = make_field(grid, numbers.view());
  Stepper(Exec(), u, Literal<2>{0.1}, everywhere(Fixed{}), Direct{}).advance(u, 9);

  Kokkos::View<Made**, Kokkos::LayoutRight, Exec::memory_space> const view("made", 37, 53);
  auto const host = Kokkos::create_mirror(view);
  for (std::size_t i = 0; i < initial.size(); ++i) host.data()[i] = Made(initial[i]);
  copy_nodes(view, host);
  auto const made = make_field(grid, view);
  Stepper(Exec(), made, OfMade{}, everywhere(Fixed{}), Temporal{}).advance(made, 9);
  Kokkos::fence();
  copy_nodes(host, view);
  std::vector<double> found;
  for (std::size_t i = 0; i < initial.size(); ++i) found.push_back(host.data()[i].a);
  EXPECT_TRUE((same_bits<double, 2>(grid.nodes, numbers.read(), found)));
}

/// A prescribed function that differs from node to node and from step to step.
template <class T>
struct Rising {
  T slope;
  KOKKOS_FUNCTION T operator()(auto const& at) const {
    return (0.1 * static_cast<double>(at.index(1)) + at.time()) * slope;
  }
};

/// The conditions that take a value, here one of the field's type.
template <class T>
auto conditions(T value, T flux, T slope) {
  return everywhere(Neumann{flux})
      .on(west, Dirichlet{value})
      .on(east, Prescribed{Rising<T>{slope}})
      .on(north, Antisymmetric{});
}

TEST(ValueTypes, ConditionsTakeValuesOfTwoComponents) {
  expect_components(conditions<Pair>({1.5, -2}, {0.5, -0.25}, {0.3, 0.7}), conditions(1.5, 0.5, 0.3),
                    conditions(-2., -0.25, 0.7));
}

TEST(ValueTypes, AFillTakesTwoComponents) {
  View const view("pairs", 3, 4);
  fill(Exec(), make_field(Grid<2>{.nodes = {3, 4}, .spacing = {1, 1}}, view), Rising<Pair>{{1, -2}});
  auto const values = values_of(view);
  EXPECT_EQ(values[7].a, 0.1 * 3);
  EXPECT_EQ(values[7].b, 0.1 * 3 * -2);
}

/// Conway's game of life: the formula returns an int, which is converted to a byte.
struct Life {
  static constexpr auto reads = box<2>(1);
  KOKKOS_FUNCTION int operator()(auto const& u, auto const&) const {
    int around = -u(0, 0);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) around += u(i, j);
    return around == 3 || (around == 2 && u(0, 0) == 1);
  }
};

/// The formula returns a mean in double, which is converted to a float.
struct Mean {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const {
    return 0.2 * (double(u(0, 0)) + u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
  }
};

/// One step on a periodic grid by hand; node(i, j) is the node there, wrapped.
template <class T, class StencilType>
std::vector<T> by_hand(std::vector<T> const& u, int n, int m) {
  std::vector<T> next;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      next.push_back(static_cast<T>(StencilType{}(
          [&](int di, int dj) {
            return u[static_cast<std::size_t>((i + di + n) % n * m + (j + dj + m) % m)];
          },
          0)));
  return next;
}

template <class T, class StencilType>
void expect_numbers(T (*start)(double)) {
  int const n = 23;
  for (int m : {31, 200}) { // rows of less than a cache line of bytes, and of several
    SCOPED_TRACE(m);
    Grid<2> const grid{.nodes = {n, m}, .spacing = {1, 1}};
    std::vector<T> initial;
    for (double value : random_values<double>(static_cast<std::size_t>(n * m), 5))
      initial.push_back(start(value));
    auto expected = initial;
    for (int s = 0; s < 6; ++s) expected = by_hand<T, StencilType>(expected, n, m);
    for_each_scheme<StencilType, T>([&](char const* name, auto const& scheme) {
      Kokkos::View<T**, Kokkos::LayoutRight, Exec::memory_space> const view("numbers", n, m);
      fill_view(view, initial);
      auto const u = make_field(grid, view);
      Stepper(Exec(), u, StencilType{}, everywhere(Periodic{}), scheme).advance(u, 6);
      EXPECT_EQ(values_of(view), expected) << name;
    });
  }
}

TEST(ValueTypes, NumbersBecomeNumbersAsInTheLanguage) {
  expect_numbers<float, Mean>([](double value) { return static_cast<float>(value); });
  expect_numbers<std::uint8_t, Life>([](double value) { return static_cast<std::uint8_t>(value > 0); });
}

struct Wider : Pair {
  double c;
};
struct Holder {
  Pair pair;
  double c;
};
struct FromNumber {
  double a, b;
  explicit FromNumber(double both) : a(both), b(both) {}
};
enum class Cell : unsigned char { dead, alive };

TEST(ValueTypes, WhatBecomesWhat) {
  using detail::becomes;
  static_assert(becomes<double, float> && becomes<double, int> && becomes<int, std::uint8_t> &&
                becomes<int, bool>);
  static_assert(becomes<double, Kokkos::complex<double>> &&
                becomes<Kokkos::complex<double>, Kokkos::complex<float>>);
  static_assert(becomes<float, Kokkos::Experimental::half_t> && becomes<Kokkos::Experimental::half_t, float>);
  static_assert(becomes<double, FromNumber> && becomes<Cell, Cell> && becomes<Cell, int> &&
                becomes<Pair, Pair>);
  static_assert(!becomes<double, Pair> && !becomes<Pair, double> && !becomes<Pair, Holder> &&
                !becomes<Pair, Wider>);
  static_assert(!becomes<Wider, Pair> && !becomes<int, Cell> && !becomes<double, Kokkos::Array<double, 3>>);
  static_assert(!becomes<Cell, Pair> && !becomes<Kokkos::Array<double, 2>, Pair>);
}

} // namespace tessera::test
