// SPDX-License-Identifier: Apache-2.0
// Points of the stages of a system: fields and samples have the bits of plain loops that inject and sample by
// hand, by every scheme of systems.
#include <tessera/points/with_points.hpp>

#include "support/memory.hpp"
#include "support/system_compare.hpp"

namespace tessera::test {

double strength(Index point, Index level) {
  return 0.5 + 0.25 * static_cast<double>(point) - 0.125 * static_cast<double>(level % 5);
}

/// Some positions in a grid of any size.
template <int D>
std::vector<Lengths<D>> places(Grid<D> const& grid, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  std::vector<Lengths<D>> points(4);
  for (auto& point : points)
    for (int d = 0; d < D; ++d)
      point[d] = grid.spacing[d] * static_cast<double>(grid.nodes[d] - 1) * 0.5 * (1 + random.value());
  points.back() = {};
  return points;
}

/// What a reference does after stage `stage`: it injects into a member, or samples it at the end of the step.
template <int D>
struct ByHand {
  int stage, member;
  PointSet<D> points;
  bool injects;
};

/// Yee's scheme with a source in ez, receivers of hx and of ez: staggered members have offsets.
template <class T>
struct YeeWithPoints : Yee<T> {
  using Own = Yee<T>;
  using Value = typename Own::Value;
  static std::vector<ByHand<2>> by_hand(Grid<2> const& grid, BeyondFaces<2> const& faces) {
    return {{1, 0, {grid, places(grid, 1), Interpolation::sinc, faces}, true},
            {0, 1, {grid, places(grid, 2), Interpolation::linear, faces, {0., 0.5}}, false},
            {1, 0, {grid, places(grid, 3), Interpolation::sinc, faces}, false}};
  }
  static auto with(auto const& in, auto const& hx, auto const& ez) {
    return stages(
        with_points(typename Own::Magnetic{T(0.4)}, sample<&Value::hx>(hx)),
        with_points(typename Own::Electric{T(0.4)}, inject<&Value::ez>(in), sample<&Value::ez>(ez)));
  }
};

/// Four stages with a source in two of two levels, and receivers of two members of one stage.
template <class T>
struct MixedWithPoints : Mixed<T> {
  using Own = Mixed<T>;
  using Value = typename Own::Value;
  static std::vector<ByHand<2>> by_hand(Grid<2> const& grid, BeyondFaces<2> const& faces) {
    return {{0, 0, {grid, places(grid, 4), Interpolation::linear, faces}, true},
            {2, 1, {grid, places(grid, 5), Interpolation::sinc, faces}, false},
            {3, 2, {grid, places(grid, 6), Interpolation::sinc, faces}, false}};
  }
  static auto with(auto const& in, auto const& b, auto const& c) {
    return stages(with_points(typename Own::First{}, inject<&Value::a>(in)), typename Own::Second{},
                  with_points(typename Own::Third{}, sample<&Value::b>(b)),
                  with_points(typename Own::Fourth{}, sample<&Value::c>(c)));
  }
};

template <class SystemType, class T, class Layout, class BoundaryType>
void compare(std::array<long, 3> const& nodes, BoundaryType const& boundary, Beyond beyond,
             AnyScheme const& scheme, bool obstacle) {
  SCOPED_TRACE(scheme.name + " " + std::to_string(scheme.fused_steps) + (scheme.tile[0] > 0 ? " tile" : "") +
               (obstacle ? " obstacle" : ""));
  using V = typename SystemType::Value;
  using View = Kokkos::View<T**, Layout, typename Exec::memory_space>;
  using Reference = SystemReference<V, T, 2>;
  constexpr int M = Reference::M, steps = 11;
  Grid<2> const grid{{nodes[0], nodes[1]}, {0.5, 0.75}};
  Reference reference(nodes);
  reference.spacing = {0.5, 0.75, 1};
  reference.width = decltype(SystemType::step())::radius;
  for (int m = 0; m < M; ++m)
    detail::for_each_face<2>([&](auto face) {
      reference.rules[static_cast<std::size_t>(m)][static_cast<std::size_t>(face.number)] =
          rule_of(boundary.template face<face.number>(), m);
    });
  reference.frozen = [=](std::array<long, 3> const& i) {
    return obstacle && (i[0] * 7 + i[1] * 5) % 11 == 4;
  };
  auto const sets = [&](int m, Extents<2> const& i) { // whether a face sets member m of a node
    bool set = false;
    for (int face = 0; face < 4; ++face) {
      Index const from_edge = face % 2 == 0 ? i[face / 2] : grid.nodes[face / 2] - 1 - i[face / 2];
      set |= from_edge < reference.width &&
             reference.rules[static_cast<std::size_t>(m)][static_cast<std::size_t>(face)].sets();
    }
    return set;
  };

  Kokkos::Array<View, M> views;
  for (int m = 0; m < M; ++m) {
    auto& own = views[static_cast<std::size_t>(m)] = View("member", nodes[0], nodes[1]);
    auto& values = reference.values[static_cast<std::size_t>(m)];
    values = random_values<T>(values.size(), static_cast<std::uint64_t>(m + 1));
    fill_view(own, values);
  }
  Kokkos::View<std::uint8_t**, Layout, typename Exec::memory_space> mask;
  if (obstacle) {
    mask = decltype(mask)("mask", nodes[0], nodes[1]);
    std::vector<std::uint8_t> frozen;
    for (long x = 0; x < nodes[0]; ++x)
      for (long y = 0; y < nodes[1]; ++y) frozen.push_back(reference.frozen({x, y, 0}));
    fill_view(mask, frozen);
  }

  auto const by_hand = SystemType::by_hand(grid, beyond_all<2>(beyond));
  double const scale = 0.25;
  Injection<T, 2> const injection(by_hand[0].points, scale);
  Sampling<T, 2> const one(by_hand[1].points), two(by_hand[2].points, 2);
  std::vector<T> wanted[2];
  auto const points_after = [&](int stage, Index step) {
    for (auto const& own : by_hand) {
      if (own.stage != stage || !own.injects) continue;
      auto const& all = own.points.points();
      for (std::size_t n = 0; n < own.points.nodes().size(); ++n) {
        auto const& node = own.points.nodes()[n];
        if (reference.frozen({node[0], node[1], 0}) || sets(own.member, node)) continue;
        T sum = 0;
        bool first = true;
        for (std::size_t p = 0; p < all.size(); ++p)
          for (auto const& entry : all[p])
            if (entry.node == static_cast<Index>(n)) {
              T const term = static_cast<T>(scale * entry.weight) *
                             static_cast<T>(strength(static_cast<Index>(p), step));
              sum = first ? term : sum + term;
              first = false;
            }
        reference.at(own.member, {node[0], node[1], 0}) += sum;
      }
    }
  };
  for (Index step = 0; step < steps; ++step) {
    int number = 0;
    std::apply(
        [&](auto const&... stage) {
          ((make_stage(reference, stage, step), points_after(number++, step)), ...);
        },
        SystemType::step().stage);
    for (std::size_t k = 1; k < by_hand.size(); ++k) {
      if (k == 2 && (step + 1) % 2 != 0) continue;
      for (auto const& point : by_hand[k].points.points()) {
        double sum = 0;
        for (std::size_t e = 0; e < point.size(); ++e) {
          auto const& node = by_hand[k].points.nodes()[static_cast<std::size_t>(point[e].node)];
          auto const term =
              point[e].weight * static_cast<double>(reference.at(by_hand[k].member, {node[0], node[1], 0}));
          sum = e == 0 ? term : sum + term;
        }
        wanted[k - 1].push_back(static_cast<T>(sum));
      }
    }
  }

  Exec const exec;
  tessera::System<V, View> const u(grid, views);
  auto const step = SystemType::with(injection, one, two);
  Stepper<Exec, tessera::System<V, View>, std::remove_const_t<decltype(step)>, BoundaryType, AnyScheme,
          decltype(mask)>
      stepper(exec, u, step, boundary, scheme, Clock{}, mask);
  injection.fill(exec, 0, steps, strength);
  std::vector<T> found[2];
  Index done = 0;
  for (Index part : {4, 7}) {
    stepper.advance(u, part);
    auto const take = [&](auto const& sampling, std::vector<T>& to) {
      auto const more = values_of(sampling.samples(exec, done + 1, done + part));
      to.insert(to.end(), more.begin(), more.end());
    };
    take(one, found[0]);
    take(two, found[1]);
    done += part;
  }
  for (int m = 0; m < M; ++m) {
    auto const is = values_of(views[static_cast<std::size_t>(m)]);
    ASSERT_EQ(
        std::memcmp(is.data(), reference.values[static_cast<std::size_t>(m)].data(), is.size() * sizeof(T)),
        0)
        << "member " << m;
  }
  for (int k = 0; k < 2; ++k) {
    ASSERT_EQ(found[k].size(), wanted[k].size());
    for (std::size_t i = 0; i < found[k].size(); ++i)
      ASSERT_EQ(std::memcmp(&found[k][i], &wanted[k][i], sizeof(T)), 0)
          << "sampling " << k << ", sample " << i << ": " << found[k][i] << " for " << wanted[k][i];
  }
}

template <class SystemType, class T, class Layout, class BoundaryType>
void compare_schemes(std::array<long, 3> const& nodes, BoundaryType const& boundary, Beyond beyond) {
  for (bool obstacle : {false, true}) {
    auto const with = [&](AnyScheme const& scheme) {
      compare<SystemType, T, Layout>(nodes, boundary, beyond, scheme, obstacle);
    };
    with({Direct::name});
    with({Streaming::name});
    with({Tiled::name});
    with({Temporal::name});
    with({Temporal::name, {0, 0, 0}, 2});
    if constexpr (detail::on_host<Exec>)
      with({Temporal::name, {SystemType::tile, SystemType::tile + 1, 0}, 3});
  }
}

TEST(PointsInSystems, Staggered) {
  compare_schemes<YeeWithPoints<double>, double, Kokkos::LayoutRight>({33, 26, 1}, everywhere(Periodic{}),
                                                                      Beyond::period);
  compare_schemes<YeeWithPoints<float>, float, Kokkos::LayoutLeft>(
      {41, 58, 1}, everywhere(by_member(Fixed{}, Mirrored{}, Mirrored{})), Beyond::cut);
}
TEST(PointsInSystems, FourStages) {
  compare_schemes<MixedWithPoints<double>, double, Kokkos::LayoutRight>(
      {30, 61, 1},
      everywhere(by_member(Dirichlet{0.5}, Mirrored{}, Fixed{}, Mirrored{})).on(east, ZeroGradient{}),
      Beyond::even);
}

} // namespace tessera::test
