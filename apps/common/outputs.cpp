// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/contour.hpp>
#include <tessera/io/hdf5.hpp>
#include <tessera/io/picture.hpp>
#include <tessera/io/vti.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>

#include "output_folder.hpp"
#include "record.hpp"
#include "text.hpp"

namespace tessera::app {

namespace fs = std::filesystem;

Outputs::Outputs(Options const& options, fs::path folder, Geometry const& geometry,
                 std::vector<std::string> const& own)
    : folder_(std::move(folder)), geometry_(geometry), range_(options.picture_range),
      paraview_(options.paraview), earlier_(prepare_output_folder(folder_, options, own)) {}

void Outputs::remove_earlier() {
  remove_files(earlier_);
  earlier_.clear();
}

void Outputs::resume(std::int64_t step) {
  std::map<std::int64_t, io::PvdStep> found;
  std::error_code ignored;
  for (auto const& entry : fs::directory_iterator(folder_, ignored)) {
    auto const name = entry.path().filename().string();
    if (!name.starts_with("u-") || !name.ends_with(".h5")) continue;
    try {
      auto const number = parse_integer(name.substr(2, name.size() - 5), "step");
      io::Hdf5Reader file(entry.path());
      if (number <= step && file.info("/u").shape == geometry_.shape())
        found[number] = {fmt::format("u-{}.vti", number), file.attribute<double>("/u", "time")};
    } catch (InvalidInput const&) {
      // Something else with such a name: it is not of this series.
    }
  }
  for (auto& [number, entry] : found) {
    if (fs::exists(folder_ / entry.file, ignored)) series_.push_back(entry);
    last_written_ = number;
  }
}

void Outputs::write(HostField const& field, std::int64_t step, double time,
                    std::vector<NamedHostField> const& other_fields) {
  if (step == last_written_) return; // a restart begins where the last part has written
  auto const stem = fmt::format("u-{}", step);
  write_field(stem, field, step, time, other_fields);
  last_written_ = step;
  if (!paraview_) return;
  series_.push_back({stem + ".vti", time});
  io::write_pvd(folder_ / "u.pvd", series_);
}

void Outputs::write_final(HostField const& field, std::int64_t step, double time,
                          std::vector<NamedHostField> const& other_fields) {
  write_field("final", field, step, time, other_fields);
}

void Outputs::write_contours(HostField const& field, std::vector<std::uint8_t> const& body, int levels,
                             std::string const& stem, std::string const& name) const {
  if (levels == 0) return;
  auto const n = geometry_.shape();
  std::visit(
      [&]<class T>(std::vector<T> const& values) {
        auto const found = io::finite_range(std::span<const T>(values));
        bool const ranged = range_ && name == "u"; // the user's range is that of u
        auto const low = ranged ? (*range_)[0] : found.first, high = ranged ? (*range_)[1] : found.second;
        io::ContourStyle const style{levels, {geometry_.spacing[0], geometry_.spacing[1]}};
        io::write_png(folder_ / (stem + ".png"),
                      io::paint_contours(std::span<const T>(values), body, n[0], n[1], low, high, style),
                      fmt::format("{} contour lines of {} between {} and {}", levels, name, low, high));
      },
      field);
}

fs::path Outputs::write_checkpoint(std::vector<NamedHostField> state, std::int64_t step, double time,
                                   double dt, std::vector<io::Parameter> const& problem) const {
  auto const path = folder_ / fmt::format("checkpoint-{}.h5", step);
  std::visit(
      [&]<class T>(std::vector<T> const&) {
        io::Checkpoint<T> checkpoint{step, time, dt, geometry_.shape(), {}, problem};
        for (auto& [name, values] : state)
          checkpoint.fields.push_back({name, std::get<std::vector<T>>(std::move(values))});
        io::write_checkpoint(path, checkpoint);
      },
      HostField(state.front().values.index() == 0 ? HostField(std::vector<float>())
                                                  : HostField(std::vector<double>())));
  return path;
}

void Outputs::write_field(std::string const& stem, HostField const& field, std::int64_t step, double time,
                          std::vector<NamedHostField> const& other_fields) const {
  std::visit(
      [&]<class T>(std::vector<T> const& values) {
        io::Hdf5Writer file(folder_ / (stem + ".h5"), (1 + other_fields.size()) * values.size() * sizeof(T));
        auto const axes = write_axes(file);
        auto const dataset = [&](std::string const& name, std::vector<T> const& of) {
          file.dataset(name, geometry_.shape(), std::span<const T>(of));
          file.axes(name, axes);
        };
        dataset("/u", values);
        for (auto const& other : other_fields)
          dataset("/" + other.name, std::get<std::vector<T>>(other.values));
        for (auto const* object : {"/", "/u"}) {
          file.attribute(object, "time", time);
          file.attribute(object, "step", step);
          file.attribute(object, "spacing", geometry_.spacing);
          file.attribute(object, "origin", geometry_.origin);
        }
        file.commit();
        std::error_code ignored;
        if (paraview_)
          write_vti(stem, values, time, other_fields);
        else
          fs::remove(folder_ / (stem + ".vti"), ignored); // of an earlier run: it shows another field by now
        write_pictures(stem, values);
      },
      field);
}

std::vector<std::string> Outputs::write_axes(io::Hdf5Writer& file) const {
  std::vector<std::string> names;
  for (int axis = 0; axis < geometry_.dimension; ++axis) {
    names.push_back(fmt::format("/{}", "xyz"[axis]));
    std::vector<double> positions;
    for (std::int64_t i = 0; i < geometry_.nodes[static_cast<std::size_t>(axis)]; ++i)
      positions.push_back(geometry_.position(axis, i));
    file.dataset(names.back(), {positions.size()}, std::span<const double>(positions));
  }
  return names;
}

template <class T>
void Outputs::write_vti(std::string const& stem, std::vector<T> const& values, double time,
                        std::vector<NamedHostField> const& other_fields) const {
  std::vector<io::VtiField<T>> fields{{"u", values}};
  for (auto const& other : other_fields)
    fields.push_back({other.name, std::get<std::vector<T>>(other.values)});
  io::write_vti(folder_ / (stem + ".vti"), {geometry_.shape(), geometry_.origin, geometry_.spacing}, time,
                fields);
}

template <class T>
void Outputs::write_pictures(std::string const& stem, std::vector<T> const& values) const {
  auto const n = geometry_.shape();
  if (n.size() == 2) write_picture(stem, values, n[0], n[1]);
  if (n.size() < 3) return;
  // Three planes through the middle.
  constexpr std::array names{"yz", "xz", "xy"};
  for (std::size_t normal = 0; normal < 3; ++normal) {
    auto const a = normal == 0 ? 1u : 0u, b = normal == 2 ? 1u : 2u;
    std::size_t at[3];
    at[normal] = n[normal] / 2;
    std::vector<T> plane;
    plane.reserve(n[a] * n[b]);
    for (at[a] = 0; at[a] < n[a]; ++at[a])
      for (at[b] = 0; at[b] < n[b]; ++at[b]) plane.push_back(values[(at[0] * n[1] + at[1]) * n[2] + at[2]]);
    write_picture(fmt::format("{}-{}", stem, names[normal]), plane, n[a], n[b]);
  }
}

template <class T>
void Outputs::write_picture(std::string const& stem, std::vector<T> const& plane, std::size_t n0,
                            std::size_t n1) const {
  auto const found = io::finite_range(std::span<const T>(plane));
  auto const low = range_ ? (*range_)[0] : found.first, high = range_ ? (*range_)[1] : found.second;
  io::write_png(folder_ / (stem + ".png"),
                io::paint(std::span<const T>(plane), n0, n1, low, high, {.least = 512}),
                fmt::format("u from {} (dark) to {} (light)", low, high));
}

std::optional<Outputs> make_outputs(Options const& options, Geometry const& geometry,
                                    std::vector<std::string> const& own) {
  std::optional<Outputs> outputs;
  if (options.output) outputs.emplace(options, *options.output, geometry, own);
  try_record(options.json); // often a file in that folder
  return outputs;
}

} // namespace tessera::app
