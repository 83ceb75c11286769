// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

#include "../common/places.hpp"
#include "exact.hpp"
#include "numbers.hpp"
#include "orders.hpp"
#include "schemes.hpp"
#include "settings.hpp"

namespace tessera::wave {

namespace {

constexpr char footer[] = R"(
Initial fields by name, all on the whole box: standing (one wave an axis, released at rest), plane (the same wave
running, every face periodic), gaussian (a bump in the middle, a tenth of the shortest side wide, at rest). Any other
initial field starts at rest.
Defaults: order 8, velocity 1, unit box, every face fixed, no source, no sponge, double; dt is 0.9 of the stability
limit.
Scheme auto: the fastest for this device, stencil and size. It is measured where that takes less than a tenth of the
run, and kept for the next in $XDG_CACHE_HOME/tessera/tuning.txt (or ~/.cache/tessera); else a model chooses.
Exit codes: 0 done, 1 failed at run time, 2 bad arguments, configuration or input.
Examples:
  tessera-wave --initial standing --nodes 101,101 --steps 400 --dt 5e-3 --output standing
  tessera-wave --nodes 301,301 --source 0.5,0.5 --frequency 15 --sponge default --steps 900 --dt 1e-3 --output pulse
  tessera-wave --config apps/wave/examples/layers.toml --order 16 --json -
  mpirun -n 4 tessera-wave --config apps/wave/examples/layers.toml --output layers)";

constexpr app::Range order_range{-1000000, 1000000}, sponge_range{0, 1 << 20};

int sponge_width(std::string const& text, std::string const& what) {
  if (text == "default") return usual_sponge_width();
  return app::within(sponge_range, app::parse_integer(text, what), what);
}

void walk_layers(app::ConfigKeys& keys, Layers& layers) {
  std::optional<int> axis;
  if (!layers.velocities.empty()) axis = layers.axis;
  keys.integer("axis", axis, {0, 2});
  keys.numbers("interfaces", layers.interfaces);
  keys.numbers("velocities", layers.velocities);
  auto const& at = layers.interfaces;
  keys.require(axis.has_value(), "axis", "is missing (give the number of the axis that crosses the layers)");
  keys.require(!at.empty(), "interfaces", "is missing (give positions along the axis, rising)");
  keys.require(layers.velocities.size() == at.size() + 1, "velocities",
               "wants one number more than there are interfaces (give one a layer)");
  keys.refuse_if(!std::is_sorted(at.begin(), at.end(), std::less_equal<>()), "interfaces",
                 "do not rise (give positions from the lower end of the axis on)");
  layers.axis = axis.value_or(0);
}

void walk_section(app::ConfigKeys& keys, WaveSettings& settings) {
  keys.integer("order", settings.order, order_range);
  keys.value("velocity", settings.velocity);
  keys.numbers("source", settings.source);
  keys.number("frequency", settings.frequency);
  keys.file("receivers", settings.receivers);
  keys.integer("receiver-every", settings.receiver_every);
  std::optional<std::string> how = name_of(settings.interpolation), width;
  keys.word("interpolation", how, app::words_of(app::interpolation_names));
  settings.interpolation = app::parse_interpolation(*how, keys.where("interpolation"));
  if (settings.sponge) width = std::to_string(*settings.sponge);
  keys.word("sponge", width, {"default"});
  if (width) settings.sponge = sponge_width(*width, keys.where("sponge"));
  keys.words("sponge-sides", settings.sponge_sides, app::words_of(face_names));
  keys.integers("blocks", settings.blocks);
  Layers layers = settings.layers.value_or(Layers{});
  if (keys.table("layers", settings.layers.has_value(),
                 [&](app::ConfigKeys& inner) { walk_layers(inner, layers); })) {
    keys.refuse_if(settings.velocity.has_value(), "velocity",
                   "and 'layers' exclude each other (give one of them)");
    settings.layers = layers;
  }
}

} // namespace

app::Program program(WaveSettings& settings) {
  app::Program p;
  p.name = "tessera-wave";
  p.purpose = "Solves the wave equation u_tt = v(x)^2 (u_xx + u_yy + u_zz) + s on a box in 2 or 3 "
              "dimensions, order 2 in "
              "time and order 2 to 16 in space.";
  p.footer = footer;
  p.version = TESSERA_VERSION_STRING;
  p.config.section = "wave";
  p.config.initial_names = initial_names;
  p.config.taken.options = app::all_options();
  p.config.taken.schemes = schemes();
  p.config.taken.axes = {2, 3};
  p.config.keys = [&](app::ConfigKeys& keys) { walk_section(keys, settings); };
  auto add = [&](char const* name, char const* value, std::string const& meaning, auto set) {
    p.options.push_back(
        {name, meaning, value, [=, &settings](std::string const& text) { set(settings, text); }});
  };
  using S = WaveSettings;
  using Text = std::string;
  add("--order", "N", fmt::format("Order in space: {} (default {})", fmt::join(orders, ", "), default_order),
      [](S& s, Text const& text) {
        s.order = app::within(order_range, app::parse_integer(text, "--order"), "--order");
      });
  add("--velocity", "V", "v: a number, an expression in x, y, z, or FILE.h5[:/dataset]",
      [](S& s, Text const& text) {
        s.velocity = app::parse_value(text, {}, {}, "--velocity");
        s.layers.reset();
      });
  add("--source", "X,Y[,Z]", "Position of a point source",
      [](S& s, Text const& text) { s.source = app::parse_position(text, "--source"); });
  add("--frequency", "F", "Peak frequency of the source's Ricker wavelet",
      [](S& s, Text const& text) { s.frequency = app::parse_number(text, "--frequency"); });
  add("--receivers", "FILE", "Positions, one a line, at which u is recorded",
      [](S& s, Text const& text) { s.receivers = text; });
  add("--receiver-every", "N", "Record every N steps; 1 unless given",
      [](S& s, Text const& text) { s.receiver_every = app::parse_integer(text, "--receiver-every"); });
  add("--interpolation", "NAME",
      fmt::format("Source and receivers between nodes: {} (default {})",
                  fmt::join(app::interpolation_names, ", "), name_of(settings.interpolation)),
      [](S& s, Text const& text) { s.interpolation = app::parse_interpolation(text, "--interpolation"); });
  add("--sponge", "W", "Nodes of the absorbing layer along the sides, or the word default",
      [](S& s, Text const& text) { s.sponge = sponge_width(text, "--sponge"); });
  p.options.push_back(app::blocks_option(settings.blocks));
  return p;
}

} // namespace tessera::wave
