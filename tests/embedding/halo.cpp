// SPDX-License-Identifier: Apache-2.0
// Fields with a halo: filled with the periodic images before every sweep they give the periodic boundary's bits. This
// is what an exchange between ranks does, with one rank.
#include "support/diffusion.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// Copies every node of the halo from its periodic image; V holds nodes and halo.
template <class V>
struct FillFromImages {
  V u;
  Index n[2], lower[2];
  KOKKOS_FUNCTION Index image(int axis, Index i) const {
    return n[axis] == 0 ? i : ((i - lower[axis]) % n[axis] + n[axis]) % n[axis] + lower[axis];
  }
  KOKKOS_FUNCTION void operator()(Index i) const {
    Index const x = i / static_cast<Index>(u.extent(1)), y = i % static_cast<Index>(u.extent(1));
    Index const from_x = image(0, x), from_y = image(1, y);
    if (from_x != x || from_y != y) u(x, y) = u(from_x, from_y);
  }
};

/// The exchange; remembers the widths it was asked for.
struct PeriodicImages {
  std::vector<int>* widths;
  template <class FieldType>
  void begin(Exec const&, FieldType const&, int) const {}
  template <class FieldType>
  void finish(Exec const& exec, FieldType const& field, int width) const {
    widths->push_back(width);
    FillFromImages<typename FieldType::view_type> fill{field.view(), {}, {}};
    for (int d = 0; d < 2; ++d) {
      fill.n[d] = field.halo().lower[d] > 0 ? field.grid().nodes[d] : 0;
      fill.lower[d] = field.halo().lower[d];
    }
    Kokkos::parallel_for(
        "test::fill_halo",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, Index(field.view().size())), fill);
  }
};

template <class Layout, class BoundaryType>
void expect_periodic_bits(Halo<2> const& halo, BoundaryType const& boundary,
                          BoundaryType const& same_with_halo) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  Extents<2> const outer = {37 + halo.lower[0] + halo.upper[0], 53 + halo.lower[1] + halo.upper[1]};
  auto const initial = random_values<double>(37 * 53, 3);
  auto const in_halo = [&](Extents<2> const& n) {
    return Extents<2>{n[0] + halo.lower[0], n[1] + halo.lower[1]};
  };
  for_each_scheme<2>([&](char const* name, auto const& scheme) {
    Memory<double, 2, Layout> plain(grid.nodes), wide(outer);
    plain.fill(initial);
    auto values = random_values<double>(static_cast<std::size_t>(outer[0] * outer[1]), 4);
    Index number = 0;
    for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
      values[row_major<2>(outer, in_halo(n))] = initial[number++];
    });
    wide.fill(values);

    auto const u = alias(grid, plain.view()), v = alias(grid, wide.view(), halo);
    Stepper reference(Exec(), u, Literal<2>{}, boundary, Direct{});
    Stepper stepper(Exec(), v, Literal<2>{}, same_with_halo, scheme);
    std::vector<int> widths;
    for (Index steps : {1, 10, 3}) {
      reference.advance(u, steps);
      stepper.advance(v, steps, PeriodicImages{&widths});
    }
    auto const found_wide = wide.read();
    std::vector<double> found;
    for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
      found.push_back(found_wide[row_major<2>(outer, in_halo(n))]);
    });
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, plain.read(), found))) << name;
    for (int width : widths) EXPECT_LE(width, stepper.report().fused_steps) << name;
  });
}

TEST(Halo, OnAllFaces) {
  auto const periodic = everywhere(Periodic{});
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 8}, {8, 8}}, periodic, periodic);
  expect_periodic_bits<Kokkos::LayoutLeft>({{9, 8}, {11, 13}}, periodic, periodic);
}

TEST(Halo, OnOneAxis) {
  auto const boundary = everywhere(Periodic{}).on(south, Fixed{}).on(north, Fixed{});
  expect_periodic_bits<Kokkos::LayoutRight>({{8, 0}, {8, 0}}, boundary, boundary);
}

} // namespace tessera::test
