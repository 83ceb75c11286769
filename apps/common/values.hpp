// SPDX-License-Identifier: Apache-2.0
// What a ValueSpec says, as numbers on the nodes.
#pragma once

#include <functional>
#include <optional>

#include "geometry.hpp"
#include "node_values.hpp"

namespace tessera::app {

/// What a look at all values of a field finds.
struct FieldFacts {
  double least = 0., largest = 0., magnitude = 0.; ///< magnitude: the largest without its sign
  std::size_t least_at = 0;                        ///< number of the first node that has it
  struct Found {
    std::size_t node;
    double value;
  };
  std::optional<Found> not_positive; ///< the first value that is 0 or less
  std::uint64_t hash = 0;            ///< of all values, in row-major order
};

/// Goes through all values, some planes at a time. \param what names the field in errors: "the initial field"
/// \throws InvalidInput naming the first node whose value is not finite in the precision, and where all
/// values that are not 0 become 0 in it
FieldFacts facts_of(NodeValues<double> const& values, Geometry const& geometry, std::string const& what,
                    std::string const& precision);

/// What a ValueSpec says at the nodes of a grid.
struct GridField {
  NodeValues<double> values;
  FieldFacts facts;
  std::string text; ///< see description()
};

/// \param what names the field in errors: "the initial field"
/// \param precision "float" or "double", which has to hold the values
/// \throws InvalidInput if a file does not fit, says another spacing than the grid's, or has a value that the
/// precision can't hold (naming the node)
GridField values_on_grid(ValueSpec const& spec, Geometry const& geometry, std::string const& what,
                         std::string const& precision);

/// Throws InvalidInput where a number is not finite in the precision, or becomes 0 in it and is not.
void require_finite(double value, std::string const& what, std::string const& precision);

/// One value per node of a face (see face_names), the remaining axes in their order.
std::vector<double> values_on_face(ValueSpec const& spec, Geometry const& geometry, std::size_t face,
                                   std::string const& precision);

/// The function of time with an InvalidInput in place of values that the precision can't hold. The levels at
/// the ends of a run are looked up but not always used: what is wrong there alone is let through.
/// \param largest of the values that it multiplies, without their signs
/// \param at_new_time whether a step takes the function at its end, not at its begin
std::function<double(double)> checked(std::function<double(double)> function, double largest,
                                      bool at_new_time, std::string const& what,
                                      std::string const& precision);

/// A mask of the nodes of a grid.
struct GridMask {
  NodeValues<std::uint8_t> values;
  std::string text; ///< see description()
};

/// One byte per node, 1 where the value is not zero. Integer datasets are taken as well as floating-point
/// ones.
/// \throws InvalidInput also if it is zero everywhere
GridMask mask_on_grid(ValueSpec const& spec, Geometry const& geometry, std::string const& what);

/// The shape of the file behind it, where there is one.
std::optional<io::Shape> shape_of(ValueSpec const& spec);

/// Where the options leave lower and upper out, the box is that of the first of these fields whose file says
/// its spacing (and origin). A box that agrees is left as it is, to the last bit.
void take_box_of_file(std::vector<std::optional<ValueSpec>> const& fields, Options const& options,
                      Geometry& geometry);

/// The value in words that tell two different ones apart, for the fingerprint of a problem: an expression as
/// it stands, a file by the hash of its data.
std::string description(ValueSpec const& spec, std::vector<double> const& values);
/// The same from the hash of a file's data.
std::string description(ValueSpec const& spec, std::uint64_t hash);

} // namespace tessera::app
