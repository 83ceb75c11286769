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
  std::vector<Pieces<T>> values;
  for (auto const& field : checkpoint.fields)
    values.push_back([&field](auto const& put) { put(std::span<const T>(field.values)); });
  write_checkpoint(path, checkpoint, values);
}

template <class T>
void write_checkpoint(std::filesystem::path const& path, Checkpoint<T> const& checkpoint,
                      std::vector<Pieces<T>> const& values) {
  auto const bytes = element_count(checkpoint.shape) * sizeof(T) * checkpoint.fields.size();
  Hdf5Writer file(path, bytes, detail::seal_size);
  for (std::size_t f = 0; f < values.size(); ++f)
    file.dataset("/" + checkpoint.fields[f].name, checkpoint.shape, values[f]);
  file.attribute("/", "step", checkpoint.step);
  file.attribute("/", "time", checkpoint.time);
  file.attribute("/", "dt", checkpoint.dt);
  file.group(problem_group);
  for (auto const& parameter : checkpoint.problem)
    file.attribute(problem_group, parameter.name, parameter.value);
  detail::seal(file.close());
  file.commit();
}

namespace {

/// The path of a checkpoint that is whole, or of something that is no file.
std::filesystem::path const& verified(std::filesystem::path const& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return path; // the reader says what it is
  auto const seal = detail::check_seal(path);
  if (seal == detail::SealState::broken)
    throw InvalidInput(
        fmt::format("checkpoint {} is damaged: its checksum does not match its content (restart from "
                    "another checkpoint)",
                    path.string()));
  if (seal == detail::SealState::absent)
    throw InvalidInput(
        fmt::format("{} is not a checkpoint (name a checkpoint-<step>.h5 file)", path.string()));
  return path;
}

} // namespace

template <class T>
CheckpointFile<T>::CheckpointFile(std::filesystem::path const& path, std::vector<Parameter> const& problem)
    : file_(verified(path)) {
  for (auto const& name : file_.attribute_names(problem_group))
    head_.problem.push_back({name, file_.attribute<std::string>(problem_group, name)});
  check_problem(path, head_.problem, problem);
  head_.step = file_.attribute<std::int64_t>("/", "step");
  head_.time = file_.attribute<double>("/", "time");
  head_.dt = file_.attribute<double>("/", "dt");
  for (auto const& dataset : file_.datasets()) {
    auto const info = file_.info(dataset);
    head_.shape = info.shape;
    // The parameters should name the precision; this check is for applications that leave it out.
    if (info.bytes != sizeof(T))
      throw InvalidInput(
          fmt::format("checkpoint {} holds {}, this run computes with float{} (restart with the same "
                      "precision)",
                      path.string(), element_name(info), 8 * sizeof(T)));
    head_.fields.push_back({dataset.substr(1), {}});
  }
}

template <class T>
Checkpoint<T> read_checkpoint(std::filesystem::path const& path, std::vector<Parameter> const& problem) {
  CheckpointFile<T> const file(path, problem);
  auto checkpoint = file.head();
  for (auto& field : checkpoint.fields)
    field.values = file.read(field.name, {Shape(checkpoint.shape.size(), 0), checkpoint.shape});
  return checkpoint;
}

template class CheckpointFile<float>;
template class CheckpointFile<double>;
template void write_checkpoint(std::filesystem::path const&, Checkpoint<float> const&);
template void write_checkpoint(std::filesystem::path const&, Checkpoint<double> const&);
template void write_checkpoint(std::filesystem::path const&, Checkpoint<float> const&,
                               std::vector<Pieces<float>> const&);
template void write_checkpoint(std::filesystem::path const&, Checkpoint<double> const&,
                               std::vector<Pieces<double>> const&);
template Checkpoint<float> read_checkpoint(std::filesystem::path const&, std::vector<Parameter> const&);
template Checkpoint<double> read_checkpoint(std::filesystem::path const&, std::vector<Parameter> const&);

} // namespace tessera::io
