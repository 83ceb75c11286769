// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/hdf5.hpp>
#include <tessera/io/vti.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <system_error>

#include "output_folder.hpp"
#include "record.hpp"
#include "text.hpp"

namespace tessera::app {

namespace fs = std::filesystem;

Outputs::Outputs(Options const& options, fs::path folder, Geometry const& geometry, OwnOutputs const& own)
    : folder_(std::move(folder)), geometry_(geometry), range_(options.picture_range),
      paraview_(options.paraview), framed_(!own.words.bare && io::draws_frames()), own_(own),
      earlier_(prepare_output_folder(folder_, options, own.files)) {}

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

namespace {

template <class T>
io::Pieces<T> pieces_of(HostValues<T> const& values) {
  return [values](auto const& put) {
    values.for_pieces([&](std::size_t, std::span<T const> piece) { put(piece); });
  };
}

/// The same in pieces of 64 MiB, for VTK's images: there x is the fastest, so more planes make longer rows.
template <class T>
io::Pieces<T> large_pieces_of(HostValues<T> const& values, std::int64_t planes) {
  auto const plane = static_cast<std::int64_t>(values.size() * sizeof(T)) / planes;
  return [values, planes,
          at_once = std::max<std::int64_t>(1, (std::int64_t{64} << 20) / plane)](auto const& put) {
    for (std::int64_t first = 0; first < planes; first += at_once)
      put(values.planes(first, std::min(at_once, planes - first)));
  };
}

/// "u-12-hx.vti"
std::string own_vti(std::string const& stem, std::string const& name) {
  return fmt::format("{}-{}.vti", stem, name);
}

} // namespace

std::vector<Outputs::Placed> Outputs::placed(HostField const& field,
                                             std::vector<NamedHostField> const& other_fields,
                                             std::vector<double> const& offset) {
  std::vector<Placed> fields{{"u", &field, offset}};
  for (auto const& other : other_fields) fields.push_back({other.name, &other.values, other.offset});
  return fields;
}

void Outputs::write(HostField const& field, std::int64_t step, double time,
                    std::vector<NamedHostField> const& other_fields, std::vector<double> const& offset) {
  if (step == last_written_) return; // a restart begins where the last part has written
  auto const stem = fmt::format("u-{}", step);
  write_field(stem, placed(field, other_fields, offset), step, time);
  last_written_ = step;
  if (!paraview_) return;
  series_.push_back({stem + ".vti", time});
  io::write_pvd(folder_ / "u.pvd", series_);
  note("u.pvd");
  for (auto const& other : other_fields) {
    if (other.offset == offset) continue;
    auto series = series_;
    for (auto& entry : series) entry.file = own_vti(entry.file.substr(0, entry.file.size() - 4), other.name);
    io::write_pvd(folder_ / (other.name + ".pvd"), series);
    note(other.name + ".pvd");
  }
}

void Outputs::write_final(HostField const& field, std::int64_t step, double time,
                          std::vector<NamedHostField> const& other_fields,
                          std::vector<double> const& offset) {
  write_field("final", placed(field, other_fields, offset), step, time);
}

fs::path Outputs::write_checkpoint(std::vector<NamedHostField> const& state, std::int64_t step, double time,
                                   double dt, std::vector<io::Parameter> const& problem) {
  auto const name = fmt::format("checkpoint-{}.h5", step);
  auto const path = folder_ / name;
  std::visit(
      [&]<class T>(HostValues<T> const&) {
        io::Checkpoint<T> checkpoint{step, time, dt, geometry_.shape(), {}, problem};
        std::vector<io::Pieces<T>> values;
        for (auto const& field : state) {
          checkpoint.fields.push_back({field.name, {}});
          values.push_back(pieces_of(std::get<HostValues<T>>(field.values)));
        }
        io::write_checkpoint(path, checkpoint, values);
      },
      state.front().values);
  note(name);
  return path;
}

void Outputs::write_field(std::string const& stem, std::vector<Placed> const& fields, std::int64_t step,
                          double time) {
  std::visit(
      [&]<class T>(HostValues<T> const& values) {
        io::Hdf5Writer file(folder_ / (stem + ".h5"), fields.size() * values.size() * sizeof(T));
        std::set<std::string> written;
        write_axes(file, {}, written);
        for (auto const& field : fields) {
          auto const name = "/" + field.name;
          auto const axes = write_axes(file, field.offset, written);
          file.dataset(name, geometry_.shape(), pieces_of(std::get<HostValues<T>>(*field.values)));
          file.axes(name, axes);
          if (field.offset.empty() || field.name == "u") continue;
          file.attribute(name, "spacing", geometry_.spacing);
          file.attribute(name, "origin", shifted(geometry_, field.offset).origin);
        }
        for (auto const* object : {"/", "/u"}) {
          file.attribute(object, "time", time);
          file.attribute(object, "step", step);
          file.attribute(object, "spacing", geometry_.spacing);
        }
        file.attribute("/", "origin", geometry_.origin);
        file.attribute("/u", "origin", shifted(geometry_, fields[0].offset).origin);
        file.commit();
        note(stem + ".h5");
        std::error_code ignored;
        if (paraview_) {
          write_vti<T>(stem, fields, time);
        } else { // of an earlier run: they show other fields by now
          fs::remove(folder_ / (stem + ".vti"), ignored);
          for (auto const& field : fields) fs::remove(folder_ / own_vti(stem, field.name), ignored);
        }
        write_pictures(stem, fields[0], values, {step, time});
      },
      *fields[0].values);
}

std::vector<std::string> Outputs::write_axes(io::Hdf5Writer& file, std::vector<double> const& offset,
                                             std::set<std::string>& written) const {
  auto const own = shifted(geometry_, offset);
  std::vector<std::string> names;
  for (int axis = 0; axis < geometry_.dimension; ++axis) {
    auto const a = static_cast<std::size_t>(axis);
    bool const on_nodes = offset.empty() || offset[a] == 0.;
    names.push_back(fmt::format("/{}{}", "xyz"[axis], on_nodes ? "" : "_half"));
    if (!written.insert(names.back()).second) continue;
    std::vector<double> positions;
    for (std::int64_t i = 0; i < geometry_.nodes[a]; ++i) positions.push_back(own.position(axis, i));
    file.dataset(names.back(), {positions.size()}, std::span<const double>(positions));
  }
  return names;
}

template <class T>
void Outputs::write_vti(std::string const& stem, std::vector<Placed> const& fields, double time) {
  auto const write = [&](std::string const& name, std::vector<Placed> const& of_file) {
    std::vector<io::VtiPieces<T>> images;
    for (auto const& field : of_file)
      images.push_back(
          {field.name, large_pieces_of(std::get<HostValues<T>>(*field.values), geometry_.nodes[0])});
    io::write_vti(folder_ / name,
                  {geometry_.shape(), shifted(geometry_, of_file[0].offset).origin, geometry_.spacing}, time,
                  images);
    note(name);
  };
  std::vector<Placed> with_u;
  for (auto const& field : fields)
    if (field.offset == fields[0].offset)
      with_u.push_back(field);
    else
      write(own_vti(stem, field.name), {field});
  write(stem + ".vti", with_u);
}

void Outputs::note(std::string const& name) {
  auto series = name;
  if (auto const digits = name.find_first_of("0123456789");
      digits != name.npos && digits > 0 && name[digits - 1] == '-')
    series = name.substr(0, digits) + "*" + name.substr(name.find_first_not_of("0123456789", digits));
  written_[series].insert(name);
}

std::vector<std::string> Outputs::written() const {
  std::vector<std::string> parts;
  for (auto const& [series, names] : written_) {
    auto const kind = series.starts_with("checkpoint") ? "checkpoints"
                      : series.ends_with(".png")       ? "pictures"
                      : series.ends_with(".h5")        ? "fields"
                                                       : "files";
    parts.push_back(names.size() == 1 ? *names.begin() : fmt::format("{} {} {}", names.size(), kind, series));
  }
  if (parts.empty()) return {};
  return {fmt::format("{} in {}", fmt::join(parts, ", "), (folder_ / "").string())};
}

std::optional<Outputs> make_outputs(Options const& options, Geometry const& geometry, OwnOutputs const& own) {
  std::optional<Outputs> outputs;
  if (options.output) outputs.emplace(options, *options.output, geometry, own);
  try_record(options.json); // often a file in that folder
  return outputs;
}

} // namespace tessera::app
