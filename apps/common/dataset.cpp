// SPDX-License-Identifier: Apache-2.0
#include "dataset.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::app {

namespace {

/// Numbers in a line, each with six digits; made one by one for the reason that listed() gives.
std::string six_digits(std::vector<double> const& numbers, char const* separator) {
  std::string text;
  for (double number : numbers) text += fmt::format("{}{:.6g}", text.empty() ? "" : separator, number);
  return text;
}

std::string chosen_dataset(io::Hdf5Reader const& file, ValueSpec const& spec) {
  if (!spec.dataset.empty()) return spec.dataset;
  auto const present = file.datasets();
  if (present.size() == 1) return present.front();
  if (present.empty() || std::find(present.begin(), present.end(), "/u") != present.end()) return "/u";
  throw InvalidInput(fmt::format("{} has {} datasets and none is /u (say which: {}:/name; it has {})",
                                 spec.file.string(), present.size(), spec.file.string(),
                                 fmt::join(present, ", ")));
}

/// Where the far ends lie, for the options that would make a grid agree.
std::vector<double> far_ends(FileGrid const& file, Geometry const& g, std::vector<double> const& origin) {
  std::vector<double> ends;
  for (std::size_t d = 0; d < g.nodes.size(); ++d)
    ends.push_back(origin[d] +
                   file.spacing[d] * static_cast<double>(g.periodic[d] ? g.nodes[d] : g.nodes[d] - 1));
  return ends;
}

std::vector<double> of_axes(std::vector<double> const& values, std::vector<std::size_t> const& axes) {
  std::vector<double> chosen;
  for (auto axis : axes) chosen.push_back(values[axis]);
  return chosen;
}

} // namespace

Dataset::Dataset(ValueSpec const& spec)
    : path_(spec.file.string()), file_(spec.file), name_(chosen_dataset(file_, spec)) {}

std::optional<FileGrid> Dataset::grid(std::size_t axes) const {
  FileGrid grid;
  for (auto const& object : {name_, std::string("/")}) {
    auto const fits = [&](std::vector<double> const& values) { return values.size() == axes; };
    if (grid.spacing.empty())
      if (auto const spacing = file_.numbers(object, "spacing");
          fits(spacing) &&
          std::all_of(spacing.begin(), spacing.end(), [](double h) { return h > 0. && std::isfinite(h); }))
        grid.spacing = spacing;
    if (grid.origin.empty())
      if (auto const origin = file_.numbers(object, "origin");
          fits(origin) &&
          std::all_of(origin.begin(), origin.end(), [](double x) { return std::isfinite(x); }))
        grid.origin = origin;
  }
  if (grid.spacing.empty()) return {};
  return grid;
}

bool agrees(FileGrid const& file, Geometry const& g, std::vector<std::size_t> const& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    auto const h = g.spacing[axes[i]];
    if (!(std::abs(file.spacing[i] - h) <= 1e-6 * h)) return false;
    if (!file.origin.empty() && !(std::abs(file.origin[i] - g.origin[axes[i]]) <= 1e-3 * h)) return false;
  }
  return true;
}

void Dataset::require_grid(Geometry const& g, std::vector<std::size_t> const& axes) const {
  auto const said = grid(axes.size());
  if (!said || agrees(*said, g, axes)) return;
  auto const origin = said->origin.empty() ? of_axes(g.origin, axes) : said->origin;
  auto const advice =
      axes.size() < g.nodes.size()
          ? std::string("give the corners of the file's grid as lower and upper")
          : fmt::format("the file's box is lower = [{}], upper = [{}]", six_digits(origin, ", "),
                        six_digits(far_ends(*said, g, origin), ", "));
  throw InvalidInput(fmt::format("dataset {} of {} has the spacing {}, the grid {} ({})", name_, path_,
                                 grid_text(said->spacing, origin),
                                 grid_text(of_axes(g.spacing, axes), of_axes(g.origin, axes)), advice));
}

std::string grid_text(std::vector<double> const& spacing, std::vector<double> const& origin) {
  return fmt::format("{} from ({})", six_digits(spacing, " x "), six_digits(origin, ", "));
}

} // namespace tessera::app
