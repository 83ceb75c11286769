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
  tessera-flow --published --output wake
  tessera-flow --config apps/flow/examples/cavity.toml --output cavity
  tessera-flow --config apps/flow/examples/cylinder.toml --reynolds 150 --output cylinder --output-every 1000
  mpirun -n 4 tessera-flow --published --output wake)text";

constexpr app::Range contour_range{0, 1000};

SideSpec read_side(app::ConfigTable& table, int face) {
  SideSpec side;
  side.kind = static_cast<FlowSide>(table.kind(flow_side_names));
  auto const speed = table.number("speed");
  side.profile = table.value("profile");
  table.finish();
  if (speed && side.kind != FlowSide::wall)
    table.refuse("speed", fmt::format("says nothing of a side of kind {} (leave it out, or make it a wall)",
                                      name_of(side.kind)));
  if (side.profile && side.kind != FlowSide::inflow)
    table.refuse("profile",
                 fmt::format("says nothing of a side of kind {} (leave it out, or make it an inflow)",
                             name_of(side.kind)));
  if (side.kind == FlowSide::inflow && face != 0)
    table.refuse("kind", "is inflow (the stream runs from west to east: turn the problem)");
  if (side.kind == FlowSide::outflow && face != 1)
    table.refuse("kind", "is outflow (the stream runs from west to east: turn the problem)");
  side.speed = speed.value_or(0.);
  return side;
}

void read_section(app::ConfigTable& table, Settings& s) {
  for (std::size_t face = 0; face < 4; ++face)
    if (auto side = table.table(face_names[face])) s.sides[face] = read_side(*side, static_cast<int>(face));
  s.reynolds = table.number("reynolds");
  s.length = table.number("length");
  if (auto const speed = table.number("speed")) s.speed = *speed;
  s.cfl = table.number("cfl");
  s.tolerance = table.number("tolerance");
  s.max_iterations = table.integer("max-iterations");
  s.contours = table.integer("contours", contour_range).value_or(s.contours);
  s.published = table.boolean("published").value_or(false);
  if (auto body = table.table("body")) {
    s.body = app::read_body(*body, table.folder());
    if (s.body->value) table.refuse("body", "has a value, which the flow finds out itself (leave it out)");
  }
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
  p.config.read = [&](app::ConfigTable& table) { read_section(table, s); };
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
