// SPDX-License-Identifier: Apache-2.0
#include "time_setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>

#include "streams.hpp"

namespace tessera::app {

Schedule stable_schedule(Options const& options, double stable,
                         std::function<std::string(double dt)> const& refusal) {
  auto const schedule = make_schedule(options, stable);
  if (!options.allow_unstable && beyond_limit(schedule.dt, stable)) throw InvalidInput(refusal(schedule.dt));
  return schedule;
}

void print_time_step(Options const& options, Schedule const& schedule, double stable,
                     std::string const& limit) {
  if (options.quiet || options.json == "-" || options.task == Task::tune) return;
  auto const chosen = schedule.chosen
                          ? fmt::format(" (none given: {:.3g} of the limit)", schedule.dt / stable)
                          : std::string();
  print(fmt::format("dt {:.6g}{}, limit {}\n", schedule.dt, chosen, limit));
}

namespace {

template <class T>
Restart read(std::filesystem::path const& file, std::vector<io::Parameter> const& identity,
             Geometry const& geometry, std::int64_t last_step, std::vector<std::string> const& fields) {
  auto const checkpoint = std::make_shared<io::CheckpointFile<T> const>(file, identity);
  auto const& head = checkpoint->head();
  if (head.step > last_step)
    throw InvalidInput(
        fmt::format("checkpoint {} is at step {}, behind the last step {} of this run (give more steps)",
                    file.string(), head.step, last_step));
  Restart restart{head.step, head.time, {}};
  for (auto const& name : fields) {
    auto const found = std::any_of(head.fields.begin(), head.fields.end(),
                                   [&](auto const& field) { return field.name == name; });
    if (!found || head.shape != geometry.shape())
      throw InvalidInput(
          fmt::format("checkpoint {} holds no field /{} of {} (name a checkpoint of this program)",
                      file.string(), name, io::to_string(geometry.shape())));
    auto const axes = geometry.nodes.size();
    restart.fields.push_back(
        held_if_alone(NodeValues<double>(all_nodes(geometry), [checkpoint, name, axes](NodeBox const& box) {
          auto const values = checkpoint->read(name, {{box.first.begin(), box.first.begin() + axes},
                                                      {box.count.begin(), box.count.begin() + axes}});
          return std::vector<double>(values.begin(), values.end());
        })));
  }
  return restart;
}

} // namespace

std::optional<Restart> read_restart(Options const& options, std::vector<io::Parameter> const& identity,
                                    Geometry const& geometry, std::int64_t last_step,
                                    std::vector<std::string> const& fields) {
  if (!options.restart) return {};
  auto const& read_it = options.precision == "float" ? read<float> : read<double>;
  return read_it(*options.restart, identity, geometry, last_step, fields);
}

} // namespace tessera::app
