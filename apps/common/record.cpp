// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/hash.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

#include "file_names.hpp"
#include "schemas.hpp"
#include "streams.hpp"
#include "summary.hpp"

namespace tessera::app {

double Record::gcells_per_s() const {
  if (steps == 0 || time_s <= 0.) return 0.;
  double cells = static_cast<double>(steps);
  for (auto n : nodes) cells *= static_cast<double>(n);
  return cells / time_s * 1e-9;
}

void try_record(std::string const& target) {
  if (target.empty() || target == "-") return;
  auto refuse = [&](std::string const& cause) {
    throw InvalidInput(fmt::format("cannot write the result record {}: {} (choose a place you may write to)",
                                   target, cause));
  };
  std::error_code ignored;
  std::filesystem::path const path(target);
  auto const status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) refuse("it is a folder");
  // Fields, pictures, checkpoints and configurations are easily named by mistake, and would be lost.
  auto const kind = lower_case(path.extension().string());
  for (auto const* other : {".h5", ".hdf5", ".png", ".vti", ".pvd", ".csv", ".toml"})
    if (kind == other) refuse(fmt::format("{} names another kind of file", kind));
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, ignored) > 0 &&
      std::ifstream(path).get() != '{')
    refuse("the file that is there is no record");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    // Opening a pipe would wait for its reader.
    if (::access(target.c_str(), W_OK) != 0) refuse(std::strerror(errno));
    return;
  }
  io::AtomicFile const trial(target); // removes its temporary
  auto const file = ::open(trial.temporary().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) refuse(std::strerror(errno));
  ::close(file);
}

namespace {

using Json = nlohmann::ordered_json;

// Another number where a key changes its meaning or goes away.
constexpr char record_form[] = "tessera.record/1";

/// All that stands in a record, in its order: field(name, value, meaning). What stands there of some runs
/// alone comes in group(whether it does, fields).
template <class Walk>
void walk_record(Record const& r, Walk& walk) {
  walk.field("app", r.app, "Name of the program");
  walk.field("version", r.version, "Of Tessera");
  walk.field("backend", r.device.backend, "What the kernels ran on: openmp, threads, serial or cuda");
  walk.field("device", r.device.name, "Name of the processor or card");
  walk.field("threads", r.device.threads, "Of the host");
  walk.field("ranks", r.ranks, "That made the run together");
  auto const sharing = r.sharing.value_or(Sharing{});
  walk.group(r.sharing.has_value(), [&] {
    walk.field("blocks", sharing.blocks, "Of ranks along each axis");
    walk.field("transport", sharing.transport, "How messages went between ranks");
    walk.field("halo_width", sharing.halo_width, "Nodes that a sweep reads of a neighbour");
    walk.field("halo_bytes_per_step", sharing.halo_bytes_per_step, "Sent by all ranks together");
  });
  walk.field("precision", r.precision, "float or double");
  walk.field("scheme", r.scheme.name, "That stepped");
  walk.field("tile", r.scheme.tile, "Its tile with the halo, the axis that is contiguous in memory first");
  walk.field("fused_steps", r.scheme.fused_steps, "Its steps a load of a tile");
  walk.field("way", r.scheme.way, "Where it keeps values between reads");
  walk.field("nodes", r.nodes, "Along each axis");
  walk.field("steps", r.steps, "Made by this run; iterations or evaluations where there are no time steps");
  walk.field("dt", r.dt, "Time step; the mean of steps that differ, 0 where there are none");
  auto const iteration = r.iteration.value_or(Iteration{});
  walk.group(r.iteration.has_value(), [&] {
    walk.field("iterations", iteration.iterations, "Made");
    walk.field("residual", iteration.residual, "The last one, relative");
    walk.field("update_norm", iteration.update_norm,
               "The largest change that a Jacobi iteration would still make");
  });
  walk.field("time_s", r.time_s, "Seconds of stepping alone, fenced");
  walk.field("setup_s", r.setup_s,
             "Seconds from the start of the program to the first step, tuning included");
  walk.field("gcells_per_s", r.gcells_per_s(), "Node updates a second / 1e9");
  walk.field("ideal_bytes_per_update", r.ideal_bytes_per_update,
             "Each value that is needed read once, the result written once");
  walk.field("effective_gb_per_s", r.effective_gb_per_s(), "The bandwidth of these bytes");
  std::optional<double> fraction;
  if (r.copy_gb_per_s) fraction = r.effective_gb_per_s() / *r.copy_gb_per_s;
  walk.field("copy_gb_per_s", r.copy_gb_per_s,
             "Of a large copy in the same run; null if memory was too short for it");
  walk.field("fraction_of_copy", fraction, "Beyond 1 where several steps are made per load");
  std::optional<double> max, rms;
  if (r.errors) {
    max = r.errors->max;
    rms = r.errors->rms;
  }
  walk.field("max_error", max, "Against the exact solution, over all nodes; null if none is known");
  walk.field("rms_error", rms, "Against the exact solution, over all nodes; null if none is known");
  for (auto const& result : r.results) walk.field(result.name, result.value, result.words);
  walk.field("checksum", io::hex(r.checksum), "XXH64 of the final field's bytes, row-major, little endian");
}

/// Makes the record.
struct Values {
  Json json{{"schema", record_form}};

  template <class T>
  void field(std::string const& name, T const& value, std::string const&) {
    json[name] = value;
  }
  void field(std::string const& name, std::optional<double> const& value, std::string const&) {
    json[name] = value ? Json(*value) : Json(nullptr);
  }
  template <class Body>
  void group(bool there, Body const& body) {
    if (there) body();
  }
};

/// Makes the schema of records.
struct Forms {
  Json properties{{"schema", {{"const", record_form}}}}, required = Json::array({"schema"});
  bool always = true;

  template <class T>
  void field(std::string const& name, T const&, std::string const& meaning) {
    properties[name] = form_of(T());
    properties[name]["description"] = meaning;
    if (always) required.push_back(name);
  }
  template <class Body>
  void group(bool, Body const& body) {
    always = false;
    body();
    always = true;
  }

  static Json form_of(std::string const&) { return {{"type", "string"}}; }
  static Json form_of(std::int64_t) { return {{"type", "integer"}}; }
  static Json form_of(int) { return {{"type", "integer"}}; }
  static Json form_of(double) { return {{"type", "number"}}; }
  static Json form_of(std::optional<double> const&) { return {{"type", {"number", "null"}}}; }
  template <class T>
  static Json form_of(std::vector<T> const&) {
    return {{"type", "array"}, {"items", form_of(T())}};
  }
};

} // namespace

std::string record_schema() {
  Forms forms;
  walk_record({}, forms);
  Json const schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"title", "Record of a run of one of Tessera's programs"},
                    {"type", "object"},
                    {"properties", forms.properties},
                    {"required", forms.required},
                    // What a solver found besides its field.
                    {"additionalProperties", {{"type", {"number", "null"}}}}};
  return schema.dump(2) + "\n";
}

void write_json(Record const& record, std::string const& target) {
  Values values;
  walk_record(record, values);
  auto const text = values.json.dump(2) + "\n";
  if (target == "-")
    print(text);
  else
    io::write_file(target, text);
}

void print_summary(Record const& r) {
  print(headline(r, r.iteration ? fmt::format("{} iterations", r.iteration->iterations) : steps_of(r)));
  if (r.iteration)
    print(fmt::format("  residual {:.4g}, a Jacobi iteration would change {:.4g} at most\n",
                      r.iteration->residual, r.iteration->update_norm));
  if (r.steps > 0)
    print(fmt::format("  {:.3g} s stepping, {:.4g} GCells/s, {:.4g} GB/s effective\n", r.time_s,
                      r.gcells_per_s(), r.effective_gb_per_s()));
  if (r.errors)
    print(
        fmt::format("  against the exact solution: max {:.4g}, rms {:.4g}\n", r.errors->max, r.errors->rms));
  for (auto const& result : r.results)
    if (result.value) print(fmt::format("  {} {:.6g}\n", result.words, *result.value));
  print(fmt::format("  checksum {}\n", io::hex(r.checksum)));
  for (auto const& files : r.written) print(fmt::format("  wrote {}\n", files));
}

} // namespace tessera::app
