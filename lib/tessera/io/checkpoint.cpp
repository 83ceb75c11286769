// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/checkpoint.hpp>
#include <tessera/io/detail/file_seal.hpp>
#include <tessera/io/hdf5.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace tessera::io {

namespace {

constexpr char problem_group[] = "/problem";

void check_problem(std::filesystem::path const& path, std::vector<Parameter> const& theirs,
                   std::vector<Parameter> const& ours) {
  auto value_in = [](std::vector<Parameter> const& list, std::string const& name) -> std::string {
    auto at = std::find_if(list.begin(), list.end(), [&](Parameter const& p) { return p.name == name; });
    return at == list.end() ? "nothing" : at->value;
  };
  std::string differences;
  auto compare = [&](std::string const& name) {
    auto const there = value_in(theirs, name), here = value_in(ours, name);
    if (there != here)
      differences +=
          fmt::format("{}{} is {} there, {} here", differences.empty() ? "" : "; ", name, there, here);
  };
  for (auto const& parameter : ours) compare(parameter.name);
  for (auto const& parameter : theirs)
    if (value_in(ours, parameter.name) == "nothing") compare(parameter.name);
  if (!differences.empty())
    throw InvalidInput(
        fmt::format("checkpoint {} belongs to another problem: {} (restart with the options it was "
                    "written with)",
                    path.string(), differences));
}

} // namespace

template <class T>
void write_checkpoint(std::filesystem::path const& path, Checkpoint<T> const& checkpoint) {
  auto const bytes = element_count(checkpoint.shape) * sizeof(T) * checkpoint.fields.size();
  Hdf5Writer file(path, bytes, detail::seal_size);
  for (auto const& field : checkpoint.fields)
    file.dataset("/" + field.name, checkpoint.shape, std::span<const T>(field.values));
  file.attribute("/", "step", checkpoint.step);
  file.attribute("/", "time", checkpoint.time);
  file.attribute("/", "dt", checkpoint.dt);
  file.group(problem_group);
  for (auto const& parameter : checkpoint.problem)
    file.attribute(problem_group, parameter.name, parameter.value);
  detail::seal(file.close());
  file.commit();
}

template <class T>
Checkpoint<T> read_checkpoint(std::filesystem::path const& path, std::vector<Parameter> const& problem) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    auto const seal = detail::check_seal(path);
    if (seal == detail::SealState::broken)
      throw InvalidInput(
          fmt::format("checkpoint {} is damaged: its checksum does not match its content (restart from "
                      "another checkpoint)",
                      path.string()));
    if (seal == detail::SealState::absent)
      throw InvalidInput(
          fmt::format("{} is not a checkpoint (name a checkpoint-<step>.h5 file)", path.string()));
  }
  Hdf5Reader file(path);
  Checkpoint<T> checkpoint;
  for (auto const& name : file.attribute_names(problem_group))
    checkpoint.problem.push_back({name, file.attribute<std::string>(problem_group, name)});
  check_problem(path, checkpoint.problem, problem);
  checkpoint.step = file.attribute<std::int64_t>("/", "step");
  checkpoint.time = file.attribute<double>("/", "time");
  checkpoint.dt = file.attribute<double>("/", "dt");
  for (auto const& dataset : file.datasets()) {
    auto const info = file.info(dataset);
    checkpoint.shape = info.shape;
    // The parameters should name the precision; this check is for applications that leave it out.
    if (info.bytes != sizeof(T))
      throw InvalidInput(
          fmt::format("checkpoint {} holds {}, this run computes with float{} (restart with the same "
                      "precision)",
                      path.string(), element_name(info), 8 * sizeof(T)));
    checkpoint.fields.push_back({dataset.substr(1), file.read<T>(dataset, info.shape)});
  }
  return checkpoint;
}

template void write_checkpoint(std::filesystem::path const&, Checkpoint<float> const&);
template void write_checkpoint(std::filesystem::path const&, Checkpoint<double> const&);
template Checkpoint<float> read_checkpoint(std::filesystem::path const&, std::vector<Parameter> const&);
template Checkpoint<double> read_checkpoint(std::filesystem::path const&, std::vector<Parameter> const&);

} // namespace tessera::io
