// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/systems.md.
#include <tessera/system.hpp>

#include <cmath>
#include <string_view>

#include "guide.hpp"

// snippet: stages
/// Maxwell's equations in a plane by Yee's scheme; ratio is dt / h in units in which light travels at 1.
struct Em {
  double ez, hx, hy; // the values of a node
};

struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);              // at the node and 1 beyond it
  static constexpr auto around = tessera::members<&Em::ez>;          // is read at neighbours
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy>; // gets new values
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.hx -= ratio * (u(0, 1).ez - q.ez);
    q.hy += ratio * (u(1, 0).ez - q.ez);
    return q;
  }
};

struct Electric {
  static constexpr auto reads = tessera::backward<2>(1); // at the node and 1 before it
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez>;
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.ez += ratio * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
    return q;
  }
};
// snippet end

/// A pulse at rest in the middle of a member.
void pulse(Exec const& exec, Kokkos::View<double**> const& view) {
  Kokkos::deep_copy(exec, Kokkos::subview(view, 40, 30), 1.);
}

void cavity(Exec const& exec) {
  // snippet: views
  tessera::Grid<2> const grid{.nodes = {80, 60}, .spacing = {1., 1.}};
  Kokkos::View<double**> ez("ez", 80, 60), hx("hx", 80, 60), hy("hy", 80, 60); // or any Views of yours
  auto const em = tessera::make_system<Em>(grid, ez, hx, hy);                  // no copy
  // snippet end
  pulse(exec, ez);
  // snippet: together
  Kokkos::View<double***, Kokkos::LayoutRight> const all("em", 3, 80, 60);
  auto const together = tessera::make_system<Em>(grid, all); // ez is all(0, i, j)
  // snippet end
  require(together.view(2).data() == &all(2, 0, 0), "members are parts of the one View");
  // snippet: conditions
  auto const conductor = tessera::everywhere(
      tessera::by_member(tessera::Dirichlet{0.}, tessera::Mirrored{}, tessera::Mirrored{})); // ez, hx, hy
  // snippet end
  // snippet: step
  tessera::Stepper stepper(exec, em, tessera::stages(Magnetic{0.5}, Electric{0.5}), conductor,
                           tessera::Temporal{});
  stepper.advance(em, 100); // asynchronous on exec; the result is in ez, hx and hy
  // snippet end
  exec.fence();
  require(stepper.step() == 100, "stages are not counted, steps are");

  // snippet: owned
  auto const owned = tessera::make_system<Em, double>(exec, grid, "cavity");
  Kokkos::View<double**> const electric = owned.view(0); // members in the order of the struct
  // snippet end
  pulse(exec, electric);
  tessera::Stepper direct(exec, owned, tessera::stages(Magnetic{0.5}, Electric{0.5}), conductor,
                          tessera::Direct{});
  direct.advance(owned, 100);
  exec.fence();
  bool same = true;
  for (int i = 0; i < 80; ++i) same &= value_at(electric, i, 21) == value_at(ez, i, 21);
  require(same, "Direct and Temporal give the same bits");
  require(value_at(ez, 0, 30) == 0 && value_at(ez, 40, 59) == 0, "ez is 0 on the walls");

  auto const report = stepper.report();
  bool const in_one_launch = report.fused_steps > 1 || std::string_view(report.way) == "cooperative";
  require(std::string_view(report.scheme) == "temporal" && in_one_launch,
          "Temporal makes several steps of a system in one launch");
}

// snippet: one_formula
/// Two substances that react (Gray and Scott): one formula that reads both members at the neighbours and
/// gives both new values. It needs neither lists of members nor stages.
struct Species {
  double u, v;
};

struct Reaction {
  static constexpr auto reads = tessera::star<2>(1);

  KOKKOS_FUNCTION Species operator()(auto const& s, auto const& /*at*/) const {
    Species const c = s.here(), w = s(-1, 0), e = s(1, 0), n = s(0, 1), o = s(0, -1);
    double const rate = c.u * c.v * c.v;
    return {c.u + 0.16 * (w.u + e.u + n.u + o.u - 4 * c.u) - rate + 0.035 * (1 - c.u),
            c.v + 0.08 * (w.v + e.v + n.v + o.v - 4 * c.v) + rate - 0.095 * c.v};
  }
};
// snippet end

// snippet: watched
struct OfV {
  KOKKOS_FUNCTION double operator()(Species const& s) const { return s.v; }
};
struct OfU {
  KOKKOS_FUNCTION double operator()(Species const& s, auto const& at) const {
    return at.time() >= 0 ? s.u : 0; // `at` is the node at the new level's time
  }
};
// snippet end

void reaction(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {50, 40}, .spacing = {1., 1.}};
  Kokkos::View<double**> const u("u", 50, 40), v("v", 50, 40);
  Kokkos::deep_copy(exec, u, 1.);
  // snippet: step_of_one
  auto const species = tessera::make_system<Species>(grid, u, v);
  tessera::Stepper stepper(exec, species, Reaction{}, tessera::everywhere(tessera::Periodic{}),
                           tessera::Temporal{.fused_steps = 4});
  stepper.advance(species, 1000);
  // snippet end
  exec.fence();
  require(value_at(u, 7, 7) == 1 && value_at(v, 7, 7) == 0, "without v nothing happens");

  // snippet: levels
  Kokkos::View<double**> const u2("u2", 50, 40), v2("v2", 50, 40);
  auto const second = tessera::make_system<Species>(grid, u2, v2);
  tessera::Levels both(species, second); // species holds the values
  for (int step = 0; step < 3; ++step) {
    stepper.advance(both, 1);
    auto const newest = both.now(); // species or second
    require(value_at(newest.view(0), 7, 7) == 1, "u stays");
  }
  // snippet end

  // snippet: watch
  Kokkos::View<double> const most("most of v"), all("u in all"); // in the memory of exec
  stepper.advance(both, 1, tessera::watch(tessera::Max{}, OfV{}, most),
                  tessera::watch(tessera::Sum{}, OfU{}, all));
  Kokkos::fence(); // then they hold the numbers of the new level
  // snippet end
  double host_most, host_all;
  Kokkos::deep_copy(host_most, most);
  Kokkos::deep_copy(host_all, all);
  require(host_most == 0 && host_all == 50 * 40, "what the watchers see");
}

// snippet: input
/// Matter that conducts: ez loses a part of itself in each step, and how much is a member that no stage
/// writes.
struct Matter {
  double ez, hx, hy, loss;
};

struct Ohm {
  static constexpr auto reads = tessera::star<2>(0); // the node alone
  static constexpr auto writes = tessera::members<&Matter::ez>;

  KOKKOS_FUNCTION Matter operator()(auto const& u, auto const& /*at*/) const {
    Matter q = u.here();
    q.ez -= q.loss * q.ez;
    return q;
  }
};
// snippet end

void lossy(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {80, 60}, .spacing = {1., 1.}};
  auto const matter = tessera::make_system<Matter, double>(exec, grid);
  Kokkos::deep_copy(exec, matter.view(0), 1.);
  Kokkos::deep_copy(exec, matter.view(3), 0.1);
  tessera::Stepper stepper(exec, matter, Ohm{}, tessera::everywhere(tessera::Fixed{}), tessera::Temporal{});
  stepper.advance(matter, 10);
  exec.fence();
  require(std::fabs(value_at(matter.view(0), 40, 30) - std::pow(0.9, 10)) < 1e-14, "ez is lost");
  require(value_at(matter.view(0), 0, 30) == value_at(matter.view(0), 40, 30), "radius 0 sets no node");
  require(value_at(matter.view(3), 40, 30) == 0.1, "an input stays");
}

// snippet: staggered
/// Pressure on the nodes, each velocity half a spacing beyond its node along its own axis.
struct Sound {
  double p, vx, vy;
  static constexpr double staggering[3][2] = {{0, 0}, {0.5, 0}, {0, 0.5}}; // a row for each member
};

struct Pulse {
  KOKKOS_FUNCTION Sound operator()(auto const& at) const {
    constexpr auto vx = tessera::member<&Sound::vx>;
    double const x = at.position(vx, 0), y = at.position(vx, 1); // where vx lies; at.position(0) is the node
    return {0, Kokkos::exp(-x * x - y * y), 0};
  }
};
// snippet end

struct Bump {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return Kokkos::exp(-at.position(0) * at.position(0) - at.position(1) * at.position(1));
  }
};

void staggered(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {21, 17}, .spacing = {0.1, 0.1}, .origin = {-1, -0.8}};
  // snippet: staggered_fill
  auto const sound = tessera::make_system<Sound, double>(exec, grid);
  tessera::fill(exec, sound, Pulse{});         // all members
  tessera::fill(exec, sound.field(1), Bump{}); // vx alone: at.position is where vx lies
  double const west = sound.grid(1).origin[0]; // half a spacing beyond that of the grid
  // snippet end
  exec.fence();
  require(west == -1 + 0.5 * 0.1, "the first vx lies half a spacing inside");
  double const y = grid.position(1, 4);
  require(value_at(sound.view(1), 0, 4) == std::exp(-west * west - y * y), "vx is filled where it lies");
}

void systems(Exec const& exec) {
  cavity(exec);
  reaction(exec);
  lossy(exec);
  staggered(exec);
}
