// SPDX-License-Identifier: Apache-2.0
#include "history.hpp"

#include <tessera/io/atomic_file.hpp>
#include <tessera/io/hdf5.hpp>

#include <fmt/format.h>
#include <string>

#include "../common/output_folder.hpp"

namespace tessera::flow {

namespace {

struct Column {
  char const* name;
  double Moment::*number;
  bool of_body;
};

constexpr Column columns[] = {{"time", &Moment::time, false},
                              {"dt", &Moment::dt, false},
                              {"cfl", &Moment::cfl, false},
                              {"change", &Moment::change, false},
                              {"drag", &Moment::drag, true},
                              {"lift", &Moment::lift, true},
                              {"circulation", &Moment::circulation, true}};

} // namespace

void History::resume(std::filesystem::path const& folder, std::int64_t step) {
  auto const path = folder / "history.h5";
  if (app::file_exists(path))
    app::continue_or_refuse(path, [&] { return take(io::Hdf5Reader(path), step); });
  else if (app::file_exists(folder / "history.csv"))
    app::refuse_to_lose(folder / "history.csv", "history.h5 is missing");
}

std::string History::take(io::Hdf5Reader const& file, std::int64_t step) {
  auto const shape = file.info("/step").shape;
  auto const steps = file.read<double>("/step", shape), iterations = file.read<double>("/iterations", shape);
  std::vector<Moment> found(steps.size());
  for (auto const& column : columns) {
    if (column.of_body && !body_) continue;
    auto const values = file.read<double>(std::string("/") + column.name, shape);
    for (std::size_t i = 0; i < found.size(); ++i) found[i].*column.number = values[i];
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].step = static_cast<std::int64_t>(steps[i]);
    found[i].iterations = static_cast<std::int64_t>(iterations[i]);
    if (found[i].step != found[0].step + static_cast<std::int64_t>(i))
      return fmt::format("step {} follows step {}", found[i].step, found[i - 1].step);
  }
  // A run that was itself restarted begins with a later step.
  if (found.empty()) return {};
  if (found.front().step > step + 1 || found.back().step < step)
    return fmt::format("it holds steps {} to {}, the checkpoint is of step {}", found.front().step,
                       found.back().step, step);
  found.resize(static_cast<std::size_t>(step + 1 - found.front().step));
  moments_ = std::move(found);
  return {};
}

void History::write(std::filesystem::path const& folder) const {
  std::string csv = "step";
  for (auto const& column : columns)
    if (body_ || !column.of_body) csv += std::string(",") + column.name;
  csv += ",iterations\n";
  for (auto const& moment : moments_) {
    csv += fmt::format("{}", moment.step);
    for (auto const& column : columns)
      if (body_ || !column.of_body) csv += fmt::format(",{}", moment.*column.number);
    csv += fmt::format(",{}\n", moment.iterations);
  }
  io::write_file(folder / "history.csv", csv);

  io::Hdf5Writer file(folder / "history.h5", moments_.size() * sizeof(Moment));
  io::Shape const shape{moments_.size()};
  std::vector<std::string> along_time;
  auto const dataset = [&](char const* name, auto const& value_of) {
    std::vector<double> values;
    for (auto const& moment : moments_) values.push_back(static_cast<double>(value_of(moment)));
    auto const path = std::string("/") + name;
    file.dataset(path, shape, std::span<const double>(values));
    if (path != "/time") along_time.push_back(path);
  };
  dataset("step", [](Moment const& m) { return m.step; });
  for (auto const& column : columns)
    if (body_ || !column.of_body) dataset(column.name, [&](Moment const& m) { return m.*column.number; });
  dataset("iterations", [](Moment const& m) { return m.iterations; });
  for (auto const& path : along_time) file.axes(path, {"/time"});
  file.commit();
}

} // namespace tessera::flow
