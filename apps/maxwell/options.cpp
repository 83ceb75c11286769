// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>
#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/places.hpp"
#include "settings.hpp"

namespace tessera::maxwell {

namespace {

constexpr char footer[] = R"(
In a plane: Ez, Hx, Hy (TM); in three dimensions all six. /u in the output files is Ez, /hx, /hy and others beside it
are the other members, H in units of E. H is half a step earlier than E.
Initial field by name: standing (one wave an axis, released at rest). Any other one is Ez, which starts at rest.
Units: light in vacuum travels at 1; with --units si at 299792458 m/s.
Defaults: permittivity 1, unit box, conducting walls, no source, double, dt 0.9 of the stability limit.
Exit codes: 0 done, 1 failed at run time, 2 bad arguments, configuration or input.
Examples:
  tessera-maxwell --initial standing --nodes 101,101 --steps 400 --dt 5e-3 --verify --output cavity
  tessera-maxwell --nodes 301,301 --source 0.5,0.5 --frequency 10 --steps 600 --dt 2e-3 --output pulse
  tessera-maxwell --config apps/maxwell/examples/lens.toml --output lens --output-every 100
  tessera-maxwell --config apps/maxwell/examples/antenna.toml --output antenna
  mpirun -n 4 tessera-maxwell --config apps/maxwell/examples/lens.toml --output lens)";

constexpr app::Range pml_range{1, 1 << 20};

template <std::size_t N>
std::size_t word_of(std::string const& word, std::array<char const*, N> const& names,
                    std::string const& what) {
  auto const at = std::find(names.begin(), names.end(), word);
  if (at == names.end())
    throw InvalidInput(
        fmt::format("{} is '{}' {}", what, word, app::suggestion(word, {names.begin(), names.end()})));
  return static_cast<std::size_t>(at - names.begin());
}

std::vector<Wall> walls_of(std::vector<std::string> const& words, std::string const& what) {
  if (words.empty() || words.size() > 3)
    throw InvalidInput(fmt::format("{} has {} words (give one, or one an axis)", what, words.size()));
  std::vector<Wall> walls;
  for (auto const& word : words) walls.push_back(static_cast<Wall>(word_of(word, wall_names, what)));
  return walls;
}

std::vector<std::string> parted(std::string const& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0;;) {
    auto const comma = text.find(',', begin);
    words.push_back(text.substr(begin, comma - begin));
    if (comma == std::string::npos) return words;
    begin = comma + 1;
  }
}

SourceKind source_kind_of(std::string const& word, std::string const& what) {
  return static_cast<SourceKind>(word_of(word, source_kind_names, what));
}

int direction_of(std::string const& word, std::string const& what) {
  return static_cast<int>(word_of(word, direction_names, what));
}

constexpr std::array unit_names{"natural", "si"};

bool is_si(std::string const& word, std::string const& what) { return word_of(word, unit_names, what) == 1; }

void walk_section(app::ConfigKeys& keys, Settings& s) {
  keys.value("permittivity", s.permittivity);
  keys.numbers("permittivity-range", s.permittivity_range);
  std::vector<std::string> walls;
  for (auto const wall : s.walls) walls.emplace_back(name_of(wall));
  keys.words("walls", walls, app::words_of(wall_names));
  s.walls = walls_of(walls, keys.where("walls"));
  keys.integer("pml", s.pml, pml_range);
  keys.numbers("source", s.source);
  std::optional<std::string> kind;
  if (s.source_kind) kind = name_of(*s.source_kind);
  keys.text("source-kind", kind, app::words_of(source_kind_names));
  if (kind) s.source_kind = source_kind_of(*kind, keys.where("source-kind"));
  std::optional<std::string> direction;
  if (s.source_direction) direction = name_of_direction(*s.source_direction);
  keys.text("source-direction", direction, app::words_of(direction_names));
  if (direction) s.source_direction = direction_of(*direction, keys.where("source-direction"));
  keys.number("frequency", s.frequency);
  keys.file("receivers", s.receivers);
  keys.integer("receiver-every", s.receiver_every);
  std::string units = unit_names[s.si ? 1 : 0];
  keys.text("units", units, app::words_of(unit_names));
  s.si = is_si(units, keys.where("units"));
  keys.boolean("verify", s.verify);
  keys.integers("blocks", s.blocks);
}

} // namespace

app::Program program(Settings& s) {
  app::Program p;
  p.name = "tessera-maxwell";
  p.purpose =
      "Solves Maxwell's equations by Yee's scheme, in a plane or in three dimensions, between walls, in a "
      "periodic box or with absorbing sides.";
  p.footer = footer;
  p.version = TESSERA_VERSION_STRING;
  p.config.section = "maxwell";
  p.config.initial_names = {"standing"};
  p.config.taken.options = app::all_options();
  p.config.taken.schemes = {"direct", "tiled", "temporal", "streaming"};
  p.config.taken.axes = {2, 3};
  p.config.refused = {"boundary", "source"};
  p.config.keys = [&](app::ConfigKeys& keys) { walk_section(keys, s); };
  auto const add = [&](char const* option, char const* value, char const* meaning, auto const& set) {
    p.options.push_back({option, meaning, value, set});
  };
  using Text = std::string;
  add("--permittivity", "E", "Relative: a number, an expression in x, y, z, FILE.h5[:/dataset] or FILE.png",
      [&](Text const& text) { s.permittivity = app::parse_value(text, {}, {}, "--permittivity"); });
  add("--permittivity-range", "A,B", "Permittivity of dark and light pixels of a picture",
      [&](Text const& text) { s.permittivity_range = app::parse_position(text, "--permittivity-range"); });
  add("--walls", "WALLS", "conducting (default), periodic or absorbing; one word, or one an axis with commas",
      [&](Text const& text) { s.walls = walls_of(parted(text), "--walls"); });
  add("--pml", "N", "Nodes of the absorbing layers (default 10)",
      [&](Text const& text) { s.pml = app::within(pml_range, app::parse_integer(text, "--pml"), "--pml"); });
  add("--source", "X,Y[,Z]", "Position of the source; the nearest node is taken",
      [&](Text const& text) { s.source = app::parse_position(text, "--source"); });
  add("--source-kind", "KIND",
      "additive (default): a dipole; hard: Ez itself; plane-x, -y, -z: plane waves along an axis",
      [&](Text const& text) { s.source_kind = source_kind_of(text, "--source-kind"); });
  add("--source-direction", "AXIS", "x, y or z: the component of E that is driven (default z; x for plane-z)",
      [&](Text const& text) { s.source_direction = direction_of(text, "--source-direction"); });
  add("--frequency", "F", "Peak frequency of the source's Ricker wavelet",
      [&](Text const& text) { s.frequency = app::parse_number(text, "--frequency"); });
  add("--receivers", "FILE", "Positions, one a line; Ez, or what the source drives, is recorded nearby",
      [&](Text const& text) { s.receivers = text; });
  add("--receiver-every", "N", "Record every N steps; 1 unless given",
      [&](Text const& text) { s.receiver_every = app::parse_integer(text, "--receiver-every"); });
  add("--units", "U", "natural (default: light travels at 1) or si (metres, seconds)",
      [&](Text const& text) { s.si = is_si(text, "--units"); });
  add("--verify", "", "Fail unless the fields are the scheme's own standing wave to rounding",
      [&](Text const&) { s.verify = true; });
  p.options.push_back(app::blocks_option(s.blocks));
  return p;
}

} // namespace tessera::maxwell
