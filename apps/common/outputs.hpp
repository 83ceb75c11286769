// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/checkpoint.hpp>
#include <tessera/io/frame.hpp>
#include <tessera/io/hdf5.hpp>
#include <tessera/io/pvd.hpp>

#include <map>
#include <set>

#include "geometry.hpp"
#include "node_values.hpp"
#include "options.hpp"
#include "picture_words.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// What the outputs of a program have that others' have not.
struct OwnOutputs {
  std::vector<std::string> files = {}; ///< that this program alone writes, see prepare_output_folder
  bool signed_field = false;           ///< zero is in the middle of the colours of u's pictures
  PictureWords words = {};
  NodeValues<std::uint8_t> body = {};    ///< not zero in a solid
  bool body_has_values = false;          ///< pictures show the field on it, and outline it
  std::vector<io::FrameLine> lines = {}; ///< across pictures of planes: an axis of the grid, a position
  enum class Course { steps, iterations, none } course = Course::steps; ///< what titles say of it
};

/// When in a run something is written.
struct Instant {
  std::int64_t step = 0;
  double time = 0.;
};

/// The files of a run in its output folder: u-<step>.h5 and final.h5 with pictures beside them, the same
/// fields for ParaView (.vti, and u.pvd over all of them), and checkpoint-<step>.h5.
class Outputs {
public:
  /// Makes the folder and tries it.
  /// \throws InvalidInput if it can't be written to or holds an earlier run
  Outputs(Options const& options, std::filesystem::path folder, Geometry const& geometry,
          OwnOutputs const& own = {});

  /// Removes the files of an earlier run, where the user has asked for that. Call it before the first file is
  /// written.
  void remove_earlier();

  /// Takes outputs of an earlier part of the same run, up to `step`, into the series.
  void resume(std::int64_t step);

  /// A field of the series. `other_fields` goes into the same file, under its names. A field that lies
  /// elsewhere than u has axes and an origin of its own there; for ParaView, whose files have one origin, a
  /// file of its own, <stem>-<name>.vti, and a series <name>.pvd. `offset`: of u, as in NamedHostField.
  void write(HostField const& field, std::int64_t step, double time,
             std::vector<NamedHostField> const& other_fields = {}, std::vector<double> const& offset = {});
  void write_final(HostField const& field, std::int64_t step, double time,
                   std::vector<NamedHostField> const& other_fields = {},
                   std::vector<double> const& offset = {});
  /// <stem>.png of a plane: `levels` contour lines of `name`, none written for 0.
  /// \param body a byte a node, nonzero in a solid; empty: none
  void write_contours(HostField const& field, std::vector<std::uint8_t> const& body, int levels, Instant now,
                      std::string const& stem = "contours", std::string const& name = "u");
  std::filesystem::path write_checkpoint(std::vector<NamedHostField> const& state, std::int64_t step,
                                         double time, double dt, std::vector<io::Parameter> const& problem);
  std::filesystem::path const& folder() const { return folder_; }

  /// Adds a file in the folder that was written elsewhere to those of written().
  void note(std::string const& name);
  /// For the summary: "final.h5, final.png, 6 pictures u-*.png in out/"; nothing where nothing was written.
  std::vector<std::string> written() const;

private:
  /// A field of a file, and where it lies.
  struct Placed {
    std::string name;
    HostField const* values;
    std::vector<double> offset;
  };
  static std::vector<Placed> placed(HostField const& field, std::vector<NamedHostField> const& other_fields,
                                    std::vector<double> const& offset);
  void write_field(std::string const& stem, std::vector<Placed> const& fields, std::int64_t step,
                   double time);
  /// Positions along the axes, /x, /y and /z, or /x_half where they lie half a spacing from the nodes, as far
  /// as they are not there yet; returns their names.
  std::vector<std::string> write_axes(io::Hdf5Writer& file, std::vector<double> const& offset,
                                      std::set<std::string>& written) const;
  /// The first of the fields is u.
  template <class T>
  void write_vti(std::string const& stem, std::vector<Placed> const& fields, double time);
  template <class T>
  void write_pictures(std::string const& stem, Placed const& u, HostValues<T> const& values, Instant now);
  /// A plane of a grid, across the axes a and b; `of` is the grid on which the values lie.
  struct Plane {
    Geometry const& of;
    std::size_t a, b;
    NodeBox nodes;
    std::string at; ///< ", z = 0.5"; nothing in two dimensions
  };
  template <class T>
  void write_picture(std::string const& stem, std::vector<T> const& values, Plane const& plane, Instant now);
  std::string title(std::string const& quantity, Instant now) const;
  /// What stands around a picture whose edges are these.
  io::Frame frame(std::string const& title, io::FrameAxis across, io::FrameAxis up, io::ColourBar bar,
                  std::array<std::size_t, 2> axes) const;

  std::filesystem::path folder_;
  Geometry geometry_;
  std::optional<std::array<double, 2>> range_;
  bool paraview_, framed_; // files for ParaView; axes, title and colour bar around pictures
  OwnOutputs own_;
  std::vector<std::filesystem::path> earlier_;
  std::vector<io::PvdStep> series_; // those that ParaView can open
  std::int64_t last_written_ = -1;
  std::map<std::string, std::set<std::string>> written_; // names by the same with an asterisk for the step
};

/// The outputs of a run with one folder, nothing where no folder is asked for. Tries where the record will go
/// as well.
/// \throws InvalidInput, before anything is computed
std::optional<Outputs> make_outputs(Options const& options, Geometry const& geometry,
                                    OwnOutputs const& own = {});

} // namespace tessera::app
