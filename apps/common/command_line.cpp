// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <tessera/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "schemas.hpp"
#include "streams.hpp"
#include "team.hpp"
#include "text.hpp"

namespace tessera::app {

namespace {

/// Everything is taken as text and read by ourselves: then the same mistake has the same message here and in
/// a configuration file.
struct Typed {
  std::map<std::string, std::string> text;

  template <class Set>
  void apply(std::string const& option, Set const& set) const {
    if (auto at = text.find(option); at != text.end()) set(at->second);
  }
};

void check_extras(CLI::App const& app, Program const& program) {
  auto const extras = app.remaining();
  if (extras.empty()) return;
  std::vector<std::string> known{"--help", "--version", "--print-schema"};
  if (!program.config.taken.schemes.empty()) known.emplace_back("--schemes");
  for (auto const& option : options_of(program.config.taken, true)) known.push_back(option.name);
  for (auto const& option : program.options) known.push_back(option.name);
  auto const& word = extras.front();
  if (word.starts_with("-")) {
    auto const name = word.substr(0, word.find('='));
    refuse_foreign_option(name, program.name, program.config.taken);
    throw InvalidInput(fmt::format("unknown option {} {}", name, suggestion(name, known)));
  }
  throw InvalidInput(
      fmt::format("unexpected argument '{}' (every value belongs to an option, see --help)", word));
}

/// Of steps, end time and dt two decide the third. What the command line gives replaces what it contradicts:
/// the end time moves the number of steps and the other way round, the time step stays unless given.
void apply_times(Typed const& typed, Options& options) {
  std::optional<std::int64_t> steps;
  std::optional<double> end_time, dt;
  typed.apply("--steps", [&](auto& text) { steps = parse_integer(text, "--steps"); });
  typed.apply("--end-time", [&](auto& text) { end_time = parse_number(text, "--end-time"); });
  typed.apply("--dt", [&](auto& text) { dt = parse_number(text, "--dt"); });
  auto const given = steps.has_value() + end_time.has_value() + dt.has_value();
  auto const configured = options.steps.has_value() + options.end_time.has_value() + options.dt.has_value();
  if (given >= 2) {
    options.steps = steps;
    options.end_time = end_time;
    options.dt = dt;
  } else if (given == 1 && configured >= 2) {
    if (steps) options.end_time = options.dt ? std::nullopt : options.end_time;
    if (end_time) options.steps = options.dt ? std::nullopt : options.steps;
    if (dt) options.steps = options.end_time ? std::nullopt : options.steps;
  }
  if (steps) options.steps = steps;
  if (end_time) options.end_time = end_time;
  if (dt) options.dt = dt;
}

void apply_task(Typed const& typed, Options& options) {
  std::string first;
  auto const take = [&](char const* name, Task task) {
    typed.apply(name, [&](auto&) {
      if (!first.empty())
        throw InvalidInput(fmt::format("{} and {} exclude each other (give one)", first, name));
      first = name;
      options.task = task;
    });
  };
  take("--check", Task::check);
  take("--tune", Task::tune);
  take("--print-config", Task::print_config);
  if (options.task != Task::tune) return;
  if (!options.steps && !options.end_time) options.steps = 1; // how many does not matter
  if (options.scheme.name != "auto")
    throw InvalidInput(fmt::format("--tune beside scheme {} (leave the scheme out)", options.scheme.name));
  options.scheme.tuned_by_ranks = team().shared();
}

void apply(Typed const& typed, Program const& program, Options& options) {
  typed.apply("--nodes", [&](auto& text) { options.nodes = parse_integers(text, "--nodes"); });
  apply_times(typed, options);
  typed.apply("--initial", [&](auto& text) {
    options.initial = parse_value(text, program.config.initial_names, {}, "--initial");
  });
  typed.apply("--precision", [&](auto& text) { options.precision = text; });
  typed.apply("--scheme", [&](auto& text) {
    // Tile and fused steps of a configuration belong to the scheme named there.
    if (text != options.scheme.name) options.scheme = {};
    options.scheme.name = text;
  });
  typed.apply("--tile", [&](auto& text) {
    options.scheme.tile = within(tile_range, parse_integers(text, "--tile"), "--tile");
  });
  typed.apply("--fused-steps", [&](auto& text) {
    options.scheme.fused_steps =
        within(fused_steps_range, parse_integer(text, "--fused-steps"), "--fused-steps");
  });
  typed.apply("--threads", [&](auto& text) {
    options.threads = within(threads_range, parse_integer(text, "--threads"), "--threads");
  });
  typed.apply("--output", [&](auto& text) { options.output = text; });
  typed.apply("--output-every",
              [&](auto& text) { options.output_every = parse_integer(text, "--output-every"); });
  typed.apply("--checkpoint-every",
              [&](auto& text) { options.checkpoint_every = parse_integer(text, "--checkpoint-every"); });
  typed.apply("--restart", [&](auto& text) {
    options.restart = text;
    options.overwrite = false; // of the configuration: to continue is the opposite
  });
  typed.apply("--overwrite", [&](auto&) { options.overwrite = true; });
  typed.apply("--json", [&](auto& text) {
    if (text.empty()) throw InvalidInput("--json is empty (give a file, or - for standard output)");
    options.json = text;
  });
  typed.apply("--allow-unstable", [&](auto&) { options.allow_unstable = true; });
  typed.apply("--no-paraview", [&](auto&) { options.paraview = false; });
  typed.apply("--bare-pictures", [&](auto&) { options.bare_pictures = true; });
  typed.apply("--quiet", [&](auto&) { options.quiet = true; });
  apply_task(typed, options);
  for (auto const& option : program.options) typed.apply(option.name, option.set);
}

/// The first of the footer.
std::string example_of(Program const& program) {
  std::string const heading = "Examples:\n  ";
  auto const at = program.footer.find(heading) + heading.size();
  return program.footer.substr(at, program.footer.find('\n', at) - at);
}

/// Without the end of its last line.
std::string schema_of(std::string const& what, Program const& program) {
  if (what != "config" && what != "record")
    throw InvalidInput(fmt::format("--print-schema '{}' is unknown (give config or record)", what));
  auto schema = what == "record" ? record_schema() : config_schema(program);
  schema.pop_back();
  return schema;
}

} // namespace

SolverOption blocks_option(std::vector<std::int64_t>& blocks) {
  return {"--blocks", "Blocks of ranks along each axis under mpirun; default: chosen", "N[,M[,K]]",
          [&](std::string const& text) { blocks = parse_integers(text, "--blocks"); }};
}

std::optional<Options> read_command_line(int argc, char const* const* argv, Program const& program) {
  CLI::App app(program.purpose, program.name);
  app.allow_extras();
  app.footer(program.footer);
  app.get_formatter()->column_width(34);
  app.set_help_flag("--help,-h", "Print this and exit");
  app.set_version_flag("--version", fmt::format("{} {}", program.name, program.version),
                       "Print the version and exit");
  auto const& taken = program.config.taken;
  if (!taken.schemes.empty()) // for scripts
    app.add_flag_callback(
        "--schemes",
        [&taken] { throw CLI::CallForVersion(fmt::format("{}", fmt::join(taken.schemes, "\n")), 0); },
        "Print the names of the schemes, a line each, and exit");
  Typed typed;
  auto add = [&](std::string const& name, std::string const& value, std::string const& meaning,
                 std::string const& group) {
    auto* const option =
        value.empty()
            ? app.add_flag_callback(
                  name, [&typed, name] { typed.text[name] = {}; }, meaning)
            : app.add_option_function<std::string>(
                     name, [&typed, name](std::string const& text) { typed.text[name] = text; }, meaning)
                  ->type_name(value);
    option->group(group);
  };
  for (auto const& option : options_of(taken, !program.config.initial_names.empty()))
    add(option.name, option.value, option.meaning, option.group);
  for (auto const& option : program.options) add(option.name, option.value, option.meaning, "Problem");
  app.add_option_function<std::string>(
         "--print-schema",
         [&program](std::string const& what) { throw CLI::CallForVersion(schema_of(what, program), 0); },
         "config or record; prints the JSON schema of the configuration or of what --json writes, and exits")
      ->type_name("WHAT");
  try {
    app.parse(argc, argv);
  } catch (CLI::CallForHelp const&) {
    print(app.help());
    return {};
  } catch (CLI::CallForVersion const& version) {
    print(fmt::format("{}\n", version.what()));
    return {};
  } catch (CLI::ParseError const& error) {
    throw InvalidInput(fmt::format("{} (see --help)", error.what()));
  }
  if (argc == 1 && program.needs_arguments) {
    say(fmt::format("usage: {} [OPTIONS]\nexample: {}\n", program.name, example_of(program)));
    throw InvalidInput("no options are given (run the example, or see --help)");
  }
  check_extras(app, program);
  Options options;
  options.precision = taken.precision;
  typed.apply("--config", [&](auto& file) { read_config(file, program.config, options); });
  apply(typed, program, options);
  check_scheme(options.scheme.name, program.name, taken);
  validate(options);
  return options;
}

} // namespace tessera::app
