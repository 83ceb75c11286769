// SPDX-License-Identifier: Apache-2.0
// What a user asked for, from the command line and the configuration file together.
#pragma once

#include <tessera/boundary/face.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "text.hpp"

namespace tessera::app {

/// A value on the nodes of a grid or a face, not yet evaluated.
struct ValueSpec {
  enum class Kind { number, expression, dataset, picture, named };
  Kind kind = Kind::number;
  double number = 0.;
  std::string text;           ///< the expression, or the name of an analytic field
  std::filesystem::path file; ///< HDF5 or PNG
  std::string dataset;        ///< in an HDF5 file; empty: /u, or the only one there is
};

/// Faces are numbered as in tessera::face_names: two an axis. The names are in the order of the kinds.
enum class FaceKind { fixed, value, neumann, zero_gradient, periodic };
inline constexpr std::array face_kind_names{"fixed", "value", "neumann", "zero-gradient", "periodic"};
constexpr char const* name_of(FaceKind kind) { return face_kind_names[static_cast<std::size_t>(kind)]; }

/// value(x) times time(t) on a face; of a neumann face the value is the outward flux du/dn.
struct FaceSpec {
  bool given = false;
  FaceKind kind = FaceKind::fixed;
  ValueSpec value;
  std::optional<std::string> time;
};

/// f(x) times time(t)
struct SourceSpec {
  ValueSpec value;
  std::optional<std::string> time;
};

struct ObstacleSpec {
  ValueSpec mask;                 ///< obstacle where it is not zero
  std::optional<ValueSpec> value; ///< what the nodes of the obstacle start with (and keep)
};

/// What numbers may be that the library and Kokkos take as int. A tile's sizes multiply: a million along each
/// of three axes can still be counted in bytes, and refused for what it is. The library fuses at most 1024
/// steps, and Kokkos takes at most 512 threads.
inline constexpr Range tile_range{1, 1 << 20}, fused_steps_range{1, 1024}, threads_range{1, 512};

struct SchemeSpec {
  std::string name = "auto";
  std::vector<int> tile;
  std::optional<int> fused_steps;
  /// Of `auto` on several ranks: whether they measure, with halos for as many fused steps as above. Otherwise
  /// scheme_of_ranks() chooses.
  bool tuned_by_ranks = false;
};

/// How long a run is and how it is cut: what is worth tuning for it.
struct RunLength {
  std::int64_t steps = 0;
  std::int64_t steps_per_call = 0; ///< 0: many
};

/// What to do with a run: make it, print its configuration, do all that comes before its first step, or say
/// which scheme is the fastest for it.
enum class Task { run, print_config, check, tune };

struct Options {
  Task task = Task::run;
  std::vector<std::int64_t> nodes;
  std::vector<double> lower, upper;
  std::optional<std::int64_t> steps;
  std::optional<double> end_time, dt;
  std::string precision = "double";
  SchemeSpec scheme;
  std::optional<ValueSpec> initial;
  std::array<FaceSpec, std::size(face_names)> faces;
  std::optional<SourceSpec> source;
  std::optional<ObstacleSpec> obstacle;
  std::optional<std::filesystem::path> output;
  std::int64_t output_every = 0;     ///< 0: the final field only
  std::int64_t checkpoint_every = 0; ///< 0: none
  std::optional<std::array<double, 2>> picture_range;
  std::optional<std::filesystem::path> restart;
  std::optional<int> threads;
  std::string json;           ///< file, "-" for stdout, empty for none
  bool overwrite = false;     ///< files of an earlier run in the output folder are removed
  bool paraview = true;       ///< files for ParaView: a second copy of the fields
  bool bare_pictures = false; ///< pictures of pixels alone, without axes, colour bar and title
  bool allow_unstable = false;
  bool quiet = false;
};

/// Of a run of so many steps, by how often it writes.
RunLength run_length(Options const& options, std::int64_t steps);

/// A relative file is looked for in `folder` first, if one is given.
std::filesystem::path located(std::string const& name, std::filesystem::path const& folder);

/// Reads a value as typed: a number, FILE.h5[:/dataset], FILE.png, one of `names`, or an expression.
/// \param folder where a relative file is looked for first
/// \throws InvalidInput
ValueSpec parse_value(std::string const& text, std::vector<std::string> const& names,
                      std::filesystem::path const& folder, std::string const& what);

/// Throws InvalidInput naming the option if one has a value that can never be right (negative counts, unknown
/// words).
void validate(Options const& options);

} // namespace tessera::app
