// SPDX-License-Identifier: Apache-2.0
#include "traces.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/hdf5.hpp>

#include <algorithm>
#include <numeric>

#include "seismogram.hpp"

namespace tessera::wave {

namespace {

constexpr char file_name[] = "traces.h5";

std::vector<double> joined(std::vector<std::vector<double>> const& rows) {
  std::vector<double> all;
  for (auto const& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

} // namespace

bool Traces::resume(std::filesystem::path const& folder, std::int64_t step) {
  try {
    io::Hdf5Reader const file(folder / file_name);
    auto const shape = file.info("/traces").shape;
    auto const positions = joined(positions_);
    if (shape.size() != 2 || shape[0] != receivers() ||
        file.read<double>("/positions", {receivers(), positions_.front().size()}) != positions ||
        file.attribute<std::int64_t>("/traces", "every") != every_ ||
        file.attribute<double>("/traces", "dt") != dt_)
      return false;
    auto const first = file.attribute<std::int64_t>("/traces", "first_step");
    auto const wanted =
        static_cast<std::size_t>(std::max<std::int64_t>(0, (step - first + every_ - 1) / every_));
    if (first > step || shape[1] < wanted) return false;
    auto const values = file.read<double>("/traces", shape);
    first_step_ = first;
    for (std::size_t r = 0; r < receivers(); ++r) {
      auto const row = values.begin() + static_cast<std::ptrdiff_t>(r * shape[1]);
      values_[r].assign(row, row + static_cast<std::ptrdiff_t>(wanted));
    }
    return true;
  } catch (InvalidInput const&) {
    return false; // none, or something else with such a name
  }
}

void Traces::add(double const* sample) {
  for (auto& row : values_) row.push_back(*sample++);
}

void Traces::write(std::filesystem::path const& folder) const {
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
  file.commit();
  write_seismogram(folder / "seismogram.png", values_, times.front(), times.back());
}

} // namespace tessera::wave
