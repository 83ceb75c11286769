// SPDX-License-Identifier: Apache-2.0
// Fields with a halo: if it is filled with the periodic images before every sweep, they give the periodic
// boundary's bits. An exchange between ranks does the same; here there is one rank.
#include <limits>
#include <numeric>

#include "support/diffusion.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// Copies halo nodes that are at most `width` beyond the grid from their periodic images and spoils the
/// others, so that a scheme that reads them can't give the right bits. V holds nodes and halo; an axis
/// without a halo has lower 0.
template <class V>
struct FillFromImages {
  V u;
  Index nodes[2], lower[2];
  Index width;
  typename V::non_const_value_type spoilt;

  /// The grid's own node that stands for index i, halo included, of an axis.
  KOKKOS_FUNCTION Index image(int axis, Index i) const {
    Index const n = nodes[axis];
    return ((i - lower[axis]) % n + n) % n + lower[axis];
  }
  KOKKOS_FUNCTION bool wanted(int axis, Index i) const {
    return i >= lower[axis] - width && i < lower[axis] + nodes[axis] + width;
  }
  KOKKOS_FUNCTION void operator()(Index i) const {
    Index const x = i / static_cast<Index>(u.extent(1)), y = i % static_cast<Index>(u.extent(1));
    Index const from_x = image(0, x), from_y = image(1, y);
    if (from_x != x || from_y != y) u(x, y) = wanted(0, x) && wanted(1, y) ? u(from_x, from_y) : spoilt;
  }
};

/// The exchange; it records the widths that it was asked for.
struct PeriodicImages {
  std::vector<int>* widths;
  template <class FieldType>
  void begin(Exec const&, FieldType const&, int) const {}
  template <class FieldType>
  void finish(Exec const& exec, FieldType const& field, int width) const {
    widths->push_back(width);
    FillFromImages<typename FieldType::view_type> fill{
        field.view(), {}, {}, width, std::numeric_limits<double>::quiet_NaN()};
    for (int d = 0; d < 2; ++d) {
      fill.nodes[d] = field.grid().nodes[d];
      fill.lower[d] = field.halo().lower[d];
    }
    Kokkos::parallel_for(
        "test::fill_halo",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, Index(field.view().size())), fill);
  }
};

/// Every sweep needs a halo of radius x steps. The widths have to sum to the steps of the call, and none may
/// be more than the scheme fuses.
void expect_widths(std::vector<int> const& widths, int radius, Index steps, int fused_steps) {
  EXPECT_EQ(std::accumulate(widths.begin(), widths.end(), Index{0}), radius * steps);
  for (int width : widths) {
    EXPECT_EQ(width % radius, 0);
    EXPECT_GE(width, radius);
    EXPECT_LE(width, radius * fused_steps);
  }
}

template <class Layout, class StencilType, class BoundaryType>
void expect_periodic_bits(Halo<2> const& halo, StencilType const& stencil, BoundaryType const& boundary) {
  constexpr int R = StencilType::reads.radius;
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  Extents<2> const outer = {37 + halo.lower[0] + halo.upper[0], 53 + halo.lower[1] + halo.upper[1]};
  auto const initial = random_values<double>(37 * 53, 3);
  auto const in_halo = [&](Extents<2> const& n) {
    return Extents<2>{n[0] + halo.lower[0], n[1] + halo.lower[1]};
  };
  for_each_scheme<StencilType>([&](char const* name, auto const& scheme) {
    SCOPED_TRACE(detail::text(name, ", radius ", R));
    Memory<double, 2, Layout> plain(grid.nodes), wide(outer);
    plain.fill(initial);
    auto values = random_values<double>(static_cast<std::size_t>(outer[0] * outer[1]), 4);
    Index number = 0;
    for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
      values[row_major<2>(outer, in_halo(n))] = initial[number++];
    });
    wide.fill(values);

    auto const u = make_field(grid, plain.view()), v = make_field(grid, wide.view(), halo);
    Stepper reference(Exec(), u, stencil, boundary, Direct{});
    Stepper stepper(Exec(), v, stencil, boundary, scheme);
    for (Index steps : {1, 10, 3}) {
      reference.advance(u, steps);
      std::vector<int> widths;
      stepper.advance(v, steps, PeriodicImages{&widths});
      expect_widths(widths, R, steps, stepper.report().fused_steps);
    }
    auto const found_wide = wide.read();
    std::vector<double> found;
    for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
      found.push_back(found_wide[row_major<2>(outer, in_halo(n))]);
    });
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, plain.read(), found)));
  });
}

TEST(Halo, OnAllFaces) {
  auto const periodic = everywhere(Periodic{});
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 8}, {8, 8}}, Literal<2>{}, periodic);
  expect_periodic_bits<Kokkos::LayoutLeft>({{9, 8}, {11, 13}}, Literal<2>{}, periodic);
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 8}, {8, 8}}, StarSum<2, 2>{}, periodic);
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 8}, {8, 8}}, BoxSum<2>{}, periodic);
}

TEST(Halo, OnOneAxis) {
  auto const boundary = everywhere(Periodic{}).on(south, Fixed{}).on(north, Fixed{});
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 0}, {8, 0}}, Literal<2>{}, boundary);
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 0}, {8, 0}}, StarSum<2, 2>{}, boundary);
}

} // namespace tessera::test
