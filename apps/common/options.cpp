// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

#include "expression.hpp"
#include "file_names.hpp"
#include "text.hpp"

namespace tessera::app {

std::filesystem::path located(std::string const& name, std::filesystem::path const& folder) {
  std::filesystem::path path(name);
  std::error_code ignored;
  if (path.is_relative() && !folder.empty() && std::filesystem::exists(folder / path, ignored))
    return folder / path;
  return path;
}

namespace {

/// Throws InvalidInput if the text is no formula, with what it may have been meant as.
void check_formula(std::string const& text, std::vector<std::string> const& names,
                   std::filesystem::path const& folder, std::string const& what) {
  std::error_code ignored;
  auto const path = located(text, folder);
  auto const refuse = [&](std::string const& why) {
    if (std::filesystem::is_regular_file(path, ignored))
      throw InvalidInput(fmt::format(
          "{}: {} is a file of an unknown kind (give FILE.h5, FILE.hdf5 or FILE.png)", what, path.string()));
    throw InvalidInput(fmt::format("{}{}", what, why));
  };
  auto const word =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) || c == '-'; });
  auto const coordinate = text == "x" || text == "y" || text == "z" || text == "pi" || text == "e";
  if (word && !coordinate)
    refuse(fmt::format(" '{}' is unknown {}", text,
                       names.empty() ? "(give a number, an expression, FILE.h5[:/dataset] or FILE.png)"
                                     : suggestion(text, names)));
  try {
    Expression(text, {"x", "y", "z"});
  } catch (InvalidInput const& error) {
    refuse(fmt::format(": {}", error.what()));
  }
}

} // namespace

ValueSpec parse_value(std::string const& text, std::vector<std::string> const& names,
                      std::filesystem::path const& folder, std::string const& what) {
  ValueSpec spec;
  if (std::find(names.begin(), names.end(), text) != names.end()) {
    spec.kind = ValueSpec::Kind::named;
    spec.text = text;
  } else if (auto const end = end_of_hdf5_name(text); end != std::string::npos) {
    spec.kind = ValueSpec::Kind::dataset;
    spec.file = located(text.substr(0, end), folder);
    if (end < text.size()) spec.dataset = text.substr(end + 1);
    if (!spec.dataset.empty() && spec.dataset[0] != '/') spec.dataset = fmt::format("/{}", spec.dataset);
  } else if (names_png(text)) {
    spec.kind = ValueSpec::Kind::picture;
    spec.file = located(text, folder);
  } else {
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), spec.number);
    auto const whole = stop == text.data() + text.size();
    if (error == std::errc() && whole) return spec;
    if (error == std::errc::result_out_of_range && whole && std::isinf(std::strtod(text.c_str(), nullptr)))
      throw InvalidInput(
          fmt::format("{} is {}, which is out of range (give a number that fits 64 bits)", what, text));
    spec.kind = ValueSpec::Kind::expression;
    spec.text = text;
    check_formula(text, names, folder, what);
  }
  return spec;
}

RunLength run_length(Options const& options, std::int64_t steps) {
  constexpr std::int64_t many = 256; // where it no longer matters how a call ends
  RunLength length{.steps = steps};
  if (options.task == Task::check) length.steps = 1; // nothing is measured for a run that is not made
  if (options.task == Task::tune) length.steps = 1'000'000'000; // and all is where it is wanted
  for (auto const every : {options.output_every, options.checkpoint_every})
    if (every > 0 && every < many)
      length.steps_per_call = length.steps_per_call > 0 ? std::min(length.steps_per_call, every) : every;
  return length;
}

void validate(Options const& o) {
  auto refuse = [](std::string const& what) { throw InvalidInput(what); };
  auto joined = fmt::format("{}", fmt::join(o.nodes, ","));
  if (o.nodes.size() > 3)
    refuse(fmt::format("{} values for nodes: {} (give 1 to 3, one an axis)", o.nodes.size(), joined));
  for (auto n : o.nodes)
    if (n < 1) refuse(fmt::format("nodes are {} (give at least 1 an axis)", joined));
  if (o.steps && *o.steps < 0) refuse(fmt::format("steps are {} (give 0 or more)", *o.steps));
  if (o.end_time && *o.end_time < 0.) refuse(fmt::format("end-time is {} (give 0 or more)", *o.end_time));
  if (o.dt && !(*o.dt > 0.)) refuse(fmt::format("dt is {} (give more than 0)", *o.dt));
  if (!o.precision.empty() && o.precision != "float" &&
      o.precision != "double") // empty: the program's choice
    refuse(fmt::format("precision '{}' is unknown {}", o.precision,
                       suggestion(o.precision, {"float", "double"})));
  if (o.output_every < 0) refuse(fmt::format("output-every is {} (give 0 or more steps)", o.output_every));
  if (o.checkpoint_every < 0)
    refuse(fmt::format("checkpoint-every is {} (give 0 or more steps)", o.checkpoint_every));
  if (!o.output && o.output_every > 0) refuse("output-every is given without a folder (give --output DIR)");
  if (!o.output && o.checkpoint_every > 0)
    refuse("checkpoint-every is given without a folder (give --output DIR)");
  if (!o.output && o.overwrite) refuse("overwrite is given without a folder (give --output DIR)");
  if (o.picture_range && !((*o.picture_range)[0] < (*o.picture_range)[1]))
    refuse(fmt::format("picture-range is {} to {} (give the lower value first)", (*o.picture_range)[0],
                       (*o.picture_range)[1]));
}

} // namespace tessera::app
