// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>

#include <fmt/format.h>

#include "setup.hpp"

namespace tessera::flow {

namespace {

constexpr char footer[] = R"text(
psi and omega of u = -psi_y, v = psi_x, omega = v_x - u_y. The initial field is the vorticity; the default is that of
the inflow. /u in the output files is the vorticity, /psi the stream function.
Sides stand in [flow]: west = { kind = "inflow", profile = "4*y*(1-y)" }, east = { kind = "outflow" },
north = { kind = "wall", speed = 1.0 }, others are slip and periodic. Without any: walls; with a body inflow, outflow, slip, slip.
Give --end-time or --steps: then steps are as long as --cfl and diffusion allow. Two of --end-time, --steps and --dt
make steps of one length.
Defaults: unit box, speed 1, cfl 0.8, double, scheme direct.
Exit codes: 0 done, 1 failed at run time, 2 bad arguments, configuration or input.
Examples:
  tessera-flow --nodes 129,65 --reynolds 100 --body circle --end-time 1 --output wake
  tessera-flow --published --output published
  tessera-flow --config apps/flow/examples/cavity.toml --output cavity
  tessera-flow --config apps/flow/examples/cylinder.toml --reynolds 150 --output cylinder --output-every 1000
  mpirun -n 4 tessera-flow --published --output wake)text";

constexpr app::Range contour_range{0, 1000};

void walk_side(app::ConfigKeys& keys, SideSpec& side, bool given, int face) {
  auto kind = static_cast<std::size_t>(side.kind);
  std::optional<double> speed;
  if (given && side.kind == FlowSide::wall) speed = side.speed;
  keys.kind(kind, app::words_of(flow_side_names));
  side.kind = static_cast<FlowSide>(kind);
  keys.number("speed", speed);
  keys.value("profile", side.profile);
  keys.refuse_if(
      speed && side.kind != FlowSide::wall, "speed",
      fmt::format("says nothing of a side of kind {} (leave it out, or make it a wall)", name_of(side.kind)));
  keys.refuse_if(side.profile && side.kind != FlowSide::inflow, "profile",
                 fmt::format("says nothing of a side of kind {} (leave it out, or make it an inflow)",
                             name_of(side.kind)));
  keys.refuse_if(side.kind == FlowSide::inflow && face != 0, "kind",
                 "is inflow (the stream runs from west to east: turn the problem)");
  keys.refuse_if(side.kind == FlowSide::outflow && face != 1, "kind",
                 "is outflow (the stream runs from west to east: turn the problem)");
  side.speed = speed.value_or(0.);
}

void walk_section(app::ConfigKeys& keys, Settings& s) {
  for (std::size_t face = 0; face < 4; ++face) {
    auto side = s.sides[face].value_or(SideSpec{});
    bool const given = s.sides[face].has_value();
    if (keys.table(face_names[face], given,
                   [&](app::ConfigKeys& inner) { walk_side(inner, side, given, static_cast<int>(face)); }))
      s.sides[face] = side;
  }
  keys.number("reynolds", s.reynolds);
  keys.number("length", s.length);
  keys.number("speed", s.speed);
  keys.number("cfl", s.cfl);
  keys.number("tolerance", s.tolerance);
  keys.integer("max-iterations", s.max_iterations);
  keys.integer("contours", s.contours, contour_range);
  keys.boolean("published", s.published);
  keys.integers("blocks", s.blocks);
  app::walk_body(keys, s.body, false);
}

} // namespace

app::Program program(Settings& s) {
  app::Program p;
  p.name = "tessera-flow";
  p.purpose =
      "Solves the streamfunction-vorticity equations of plane viscous flow, around a body or in a box.";
  p.footer = footer;
  p.version = TESSERA_VERSION_STRING;
  p.config.section = "flow";
  auto& taken = p.config.taken;
  taken.options = app::time_options();
  taken.options.insert(taken.options.end(), {"--scheme", "--tile"});
  taken.schemes = {"direct", "tiled"};
  taken.axes = {2, 2};
  taken.without =
      "its stream function changes with every stage, so that no steps can be fused (leave it out)";
  p.config.refused = {"boundary", "source", "obstacle"};
  p.config.keys = [&](app::ConfigKeys& keys) { walk_section(keys, s); };
  auto const add = [&](char const* option, char const* value, char const* meaning, auto const& set) {
    p.options.push_back({option, meaning, value, set});
  };
  using Text = std::string;
  add("--reynolds", "RE", "Reynolds number: speed times length over viscosity",
      [&](Text const& text) { s.reynolds = app::parse_number(text, "--reynolds"); });
  add("--body", "BODY", "rectangle, circle, polygon, naca or FILE.png; its sizes stand in [flow.body]",
      [&](Text const& text) {
        auto const body = app::parse_body(text, {}, "--body");
        if (!s.body || s.body->kind != body.kind || body.kind == app::BodySpec::Kind::picture) s.body = body;
      });
  add("--cfl", "C", "Spacings that the flow may cross in a step, |u| dt / hx + |v| dt / hy (default 0.8)",
      [&](Text const& text) { s.cfl = app::parse_number(text, "--cfl"); });
  add("--tolerance", "T", "Of Poisson's equation, relative (default 1e-9, float 2e-6)",
      [&](Text const& text) { s.tolerance = app::parse_number(text, "--tolerance"); });
  add("--max-iterations", "N", "Of Poisson's equation in a stage (default 100)",
      [&](Text const& text) { s.max_iterations = app::parse_integer(text, "--max-iterations"); });
  add("--contours", "N", "Streamlines in their picture (default 40; 0: no such file)", [&](Text const& text) {
    s.contours = app::within(contour_range, app::parse_integer(text, "--contours"), "--contours");
  });
  add("--published", "", "The set-up of Perezhogin's paper: a square in a uniform stream",
      [&](Text const&) { s.published = true; });
  p.options.push_back(app::blocks_option(s.blocks));
  return p;
}

} // namespace tessera::flow
