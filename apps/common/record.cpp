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

void write_json(Record const& r, std::string const& target) {
  using Json = nlohmann::ordered_json;
  auto or_null = [](auto const& known, auto const& value) {
    return known ? Json(value(*known)) : Json(nullptr);
  };
  Json json;
  json["app"] = r.app;
  json["version"] = r.version;
  json["backend"] = r.device.backend;
  json["device"] = r.device.name;
  json["threads"] = r.device.threads;
  json["ranks"] = r.ranks;
  if (r.sharing) {
    json["blocks"] = r.sharing->blocks;
    json["transport"] = r.sharing->transport;
    json["halo_width"] = r.sharing->halo_width;
    json["halo_bytes_per_step"] = r.sharing->halo_bytes_per_step;
  }
  json["precision"] = r.precision;
  json["scheme"] = r.scheme.name;
  json["tile"] = r.scheme.tile;
  json["fused_steps"] = r.scheme.fused_steps;
  json["way"] = r.scheme.way;
  json["nodes"] = r.nodes;
  json["steps"] = r.steps;
  json["dt"] = r.dt;
  if (r.iteration) {
    json["iterations"] = r.iteration->iterations;
    json["residual"] = r.iteration->residual;
    json["update_norm"] = r.iteration->update_norm;
  }
  json["time_s"] = r.time_s;
  json["setup_s"] = r.setup_s;
  json["gcells_per_s"] = r.gcells_per_s();
  json["ideal_bytes_per_update"] = r.ideal_bytes_per_update;
  json["effective_gb_per_s"] = r.effective_gb_per_s();
  json["copy_gb_per_s"] = or_null(r.copy_gb_per_s, [](double rate) { return rate; });
  json["fraction_of_copy"] =
      or_null(r.copy_gb_per_s, [&](double rate) { return r.effective_gb_per_s() / rate; });
  json["max_error"] = or_null(r.errors, [](Errors const& e) { return e.max; });
  json["rms_error"] = or_null(r.errors, [](Errors const& e) { return e.rms; });
  for (auto const& result : r.results)
    json[result.name] = or_null(result.value, [](double value) { return value; });
  json["checksum"] = io::hex(r.checksum);
  auto const text = json.dump(2) + "\n";
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
