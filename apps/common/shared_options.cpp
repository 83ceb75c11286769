// SPDX-License-Identifier: Apache-2.0
#include "shared_options.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scheme_names.hpp"

namespace tessera::app {

namespace {

constexpr char instead[] = "Instead of a run";

std::vector<SharedOption> const shared{
    {"--config", "FILE.toml", "Everything below and what has no option, such as the kinds of faces",
     "Problem", true},
    {"--nodes", "", "Nodes per axis, boundary nodes included", "Problem", true},
    {"--steps", "N", "", "Problem", false},
    {"--end-time", "T", "Time to reach", "Problem", false},
    {"--dt", "DT", "Time step; default: what the two before say, or as long as stability allows", "Problem",
     false},
    {"--initial", "WHAT", "", "Problem", true},
    {"--precision", "P", "float or double (default)", "Method", true},
    {"--scheme", "S", "", "Method", false},
    {"--tile", "", "Tile of the scheme, the axis that is contiguous in memory (the last) first", "Method",
     false},
    {"--fused-steps", "S", "Time steps made per load of a tile", "Method", false},
    {"--threads", "N", "OpenMP threads; default: one for every 2048 nodes, at most all", "Method", true},
    {"--allow-unstable", "", "Run even if dt is beyond the stability limit", "Method", false},
    {"--output", "DIR", "Folder for fields (HDF5, VTK for ParaView, PNG)", "Output", true},
    {"--output-every", "N", "Also write the field every N steps", "Output", false},
    {"--checkpoint-every", "N", "Write a checkpoint every N steps", "Output", false},
    {"--restart", "FILE", "Continue from a checkpoint, with the options it was written with", "Output",
     false},
    {"--overwrite", "", "Remove the files of an earlier run from the output folder first", "Output", true},
    {"--no-paraview", "", "No files for ParaView: they are a second copy of the fields", "Output", true},
    {"--bare-pictures", "", "Pictures of pixels alone, without axes, colour bar and title", "Output", true},
    {"--json", "FILE", "Write the result record; - for stdout", "Output", true},
    {"--quiet", "", "No progress, no summary", "Output", true},
    {"--check", "", "Do all up to the first step, say what would run, end as the run would", instead, true},
    {"--tune", "", "Measure which scheme is the fastest, and print it as options", instead, false},
    {"--print-config", "", "Print the run's complete configuration, for --config", instead, true},
};

/// Each program's own options, by which the others can say whose they are.
struct Owner {
  char const* program;
  std::vector<std::string> options;
};
std::vector<Owner> const owners{
    {"tessera-heat", {"--diffusivity", "--blocks"}},
    {"tessera-wave",
     {"--order", "--velocity", "--source", "--frequency", "--receivers", "--receiver-every",
      "--interpolation", "--sponge", "--blocks"}},
    {"tessera-derivative", {"--order", "--derivative", "--axis", "--pencils", "--published"}},
    {"tessera-poisson",
     {"--method", "--rhs", "--iterations", "--tolerance", "--max-iterations", "--stop-on", "--body",
      "--contours", "--published", "--blocks"}},
    {"tessera-flow",
     {"--reynolds", "--body", "--cfl", "--tolerance", "--max-iterations", "--contours", "--published",
      "--blocks"}},
    {"tessera-maxwell",
     {"--permittivity", "--permittivity-range", "--walls", "--pml", "--source", "--source-kind",
      "--source-direction", "--frequency", "--receivers", "--receiver-every", "--units", "--verify",
      "--blocks"}},
};

bool has(std::vector<std::string> const& words, std::string const& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

auto found(std::string const& name) {
  return std::find_if(shared.begin(), shared.end(), [&](auto const& option) { return option.name == name; });
}

/// "N,M[,K]" for grids of 2 to 3 axes
std::string list_of(char const* names, Range axes) {
  std::string text;
  for (int axis = 0; axis < axes.highest; ++axis) {
    bool const optional = axis >= axes.lowest;
    text += fmt::format("{}{}{}", optional ? "[" : "", axis > 0 ? "," : "", names[axis]);
  }
  return text + std::string(static_cast<std::size_t>(axes.highest - axes.lowest), ']');
}

std::string alternatives(std::vector<std::string> const& words) {
  std::vector<std::string> const most(words.begin(), words.end() - 1);
  return fmt::format("{} or {}", fmt::join(most, ", "), words.back());
}

} // namespace

std::vector<std::string> time_options() {
  return {"--steps",        "--end-time",         "--dt",     "--allow-unstable",
          "--output-every", "--checkpoint-every", "--restart"};
}

std::vector<std::string> all_options() {
  std::vector<std::string> options;
  for (auto const& option : shared)
    if (!option.by_all) options.push_back(option.name);
  return options;
}

std::vector<std::string> schemes_of(Taken const& taken) {
  auto schemes = taken.schemes;
  schemes.emplace_back("auto");
  return schemes;
}

std::vector<SharedOption> options_of(Taken const& taken, bool names) {
  std::vector<SharedOption> options;
  for (auto option : shared) {
    if (!takes(taken, option.name)) continue;
    if (option.name == "--nodes") {
      option.value = list_of("NMK", taken.axes);
      if (taken.axes.highest > taken.axes.lowest) option.meaning += "; how many decides the dimension";
    }
    if (option.name == "--output" && takes(taken, "--checkpoint-every")) option.meaning += " and checkpoints";
    if (option.name == "--tile") option.value = list_of("ABC", taken.axes);
    if (option.name == "--tune" && !takes(taken, "--steps"))
      option.meaning = "Measure which method is the fastest to the tolerance, and print it as options";
    if (option.name == "--steps") option.meaning = taken.steps;
    if (option.name == "--scheme") option.meaning = alternatives(schemes_of(taken)) + " (default)";
    if (option.name == "--initial")
      option.meaning =
          fmt::format("Initial field: {}a number, an expression in x, y, z, FILE.h5[:/dataset] or FILE.png",
                      names ? "a NAME (below), " : "");
    options.push_back(std::move(option));
  }
  return options;
}

bool takes(Taken const& taken, std::string const& name) {
  auto const option = name.starts_with("--") ? name : "--" + name;
  auto const at = found(option);
  return at != shared.end() && (at->by_all || has(taken.options, option));
}

void refuse_foreign_option(std::string const& name, std::string const& program, Taken const& taken) {
  if (found(name) != shared.end() && !takes(taken, name))
    throw InvalidInput(fmt::format("{} does not take {}: {}", program, name, taken.without));
  std::vector<std::string> with;
  for (auto const& owner : owners)
    if (has(owner.options, name)) with.emplace_back(owner.program);
  if (!with.empty() && !has(with, program))
    throw InvalidInput(fmt::format("{} does not take {}, an option of {} (leave it out)", program, name,
                                   fmt::join(with, ", ")));
}

void check_scheme(std::string const& name, std::string const& program, Taken const& taken) {
  auto const schemes = schemes_of(taken);
  if (has(schemes, name)) return;
  if (has(all_scheme_names(), name))
    throw InvalidInput(
        fmt::format("scheme {} can't step what {} computes (give {})", name, program, alternatives(schemes)));
  throw InvalidInput(fmt::format("scheme '{}' is unknown {}", name, suggestion(name, schemes)));
}

} // namespace tessera::app
