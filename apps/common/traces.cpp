// SPDX-License-Identifier: Apache-2.0
#include "traces.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/hdf5.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include "output_folder.hpp"
#include "seismogram.hpp"

namespace tessera::app {

namespace {

constexpr char file_name[] = "traces.h5";

std::vector<double> joined(std::vector<std::vector<double>> const& rows) {
  std::vector<double> all;
  for (auto const& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

} // namespace

void Traces::require_none(std::filesystem::path const& folder) {
  auto const path = folder / file_name;
  if (file_exists(path)) refuse_to_lose(path, "this run has no receivers");
}

bool Traces::resume(std::filesystem::path const& folder, std::int64_t step) {
  auto const path = folder / file_name;
  if (!file_exists(path)) return false;
  continue_or_refuse(path, [&] { return take(io::Hdf5Reader(path), step); });
  return true;
}

std::string Traces::take(io::Hdf5Reader const& file, std::int64_t step) {
  auto const shape = file.info("/traces").shape;
  auto const every = file.attribute<std::int64_t>("/traces", "every"),
             first = file.attribute<std::int64_t>("/traces", "first_step");
  if (shape.size() != 2 || shape[0] != receivers())
    return detail::text("it has ", shape.empty() ? 0 : shape[0], " receivers, this run ", receivers());
  if (every != every_) return detail::text("receiver-every is ", every, " there, ", every_, " here");
  // A file of a version without interpolation has the values of nodes.
  auto const interpolation = file.has_attribute("/traces", "interpolation")
                                 ? file.attribute<std::string>("/traces", "interpolation")
                                 : "nearest";
  if (interpolation != interpolation_)
    return detail::text("interpolation is ", interpolation, " there, ", interpolation_, " here");
  auto const axes = positions_.front().size();
  auto const there = file.read<double>("/positions", {receivers(), axes}), here = joined(positions_);
  for (std::size_t i = 0; i < here.size(); ++i)
    if (there[i] != here[i])
      return detail::text("coordinate ", i % axes, " of receiver ", i / axes + 1, " is ", there[i],
                          " there, ", here[i], " here");
  auto const dt = file.attribute<double>("/traces", "dt");
  if (dt != dt_) return detail::text("dt is ", dt, " there, ", dt_, " here");
  auto const wanted = static_cast<std::size_t>(std::max<std::int64_t>(0, (step - first + every - 1) / every));
  if (first > step || shape[1] < wanted)
    return detail::text("it holds steps ", first, " to ",
                        first + (static_cast<std::int64_t>(shape[1]) - 1) * every,
                        ", the checkpoint is of step ", step);
  auto const values = file.read<double>("/traces", shape);
  first_step_ = first;
  for (std::size_t r = 0; r < receivers(); ++r) {
    auto const row = values.begin() + static_cast<std::ptrdiff_t>(r * shape[1]);
    values_[r].assign(row, row + static_cast<std::ptrdiff_t>(wanted));
  }
  return {};
}

void Traces::add(double const* sample) {
  for (auto& row : values_) row.push_back(*sample++);
}

void Traces::write(std::filesystem::path const& folder, PictureWords const& words) const {
  if (values_.empty() || values_.front().empty()) return;
  auto const count = values_.front().size();
  std::vector<double> times;
  for (std::size_t s = 0; s < count; ++s)
    times.push_back(static_cast<double>(first_step_ + static_cast<std::int64_t>(s) * every_) * dt_);
  auto const values = joined(values_), positions = joined(positions_);
  io::Hdf5Writer file(folder / file_name, (values.size() + times.size() + positions.size()) * sizeof(double));
  file.dataset("/traces", {receivers(), count}, std::span<const double>(values));
  file.dataset("/times", {count}, std::span<const double>(times));
  file.dataset("/positions", {receivers(), positions_.front().size()}, std::span<const double>(positions));
  auto const numbers = [&](char const* name, std::size_t count) {
    std::vector<std::int64_t> indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    file.dataset(name, {count}, std::span<const std::int64_t>(indices));
  };
  numbers("/receivers", receivers());
  numbers("/axes", positions_.front().size());
  file.axes("/traces", {"/receivers", "/times"});
  file.axes("/positions", {"/receivers", "/axes"});
  file.attribute("/traces", "first_step", first_step_);
  file.attribute("/traces", "every", every_);
  file.attribute("/traces", "dt", dt_);
  file.attribute("/traces", "interpolation", interpolation_);
  file.commit();
  write_seismogram(folder / "seismogram.png", values_, times.front(), times.back(), words);
}

} // namespace tessera::app
