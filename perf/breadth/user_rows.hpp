// SPDX-License-Identifier: Apache-2.0
// The rows of one problem of the breadth benchmark: what does not depend on the stencil, and is compiled
// once.
#pragma once

#include <tessera/scheme/scheme.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../measure.hpp"
#include "../options.hpp"

namespace tessera::perf {

/// Makes so many time steps and waits for them.
using MakeSteps = std::function<void(int steps)>;

/// A problem that was set up. Its rows can be run while it lives.
class UserRows {
public:
  virtual ~UserRows() = default;
  /// Fills the fields, before the turns that are timed.
  virtual void prepare() = 0;
  std::vector<Row> const& rows() const { return rows_; }

protected:
  /// \param nodes of the grid, \param bytes_moved the least that a step moves of a node
  UserRows(double nodes, double bytes_moved, Options const& options)
      : nodes_(nodes), bytes_moved_(bytes_moved), seconds_(options.milliseconds * 1e-3) {}

  /// Copies of a field of so many bytes. What they move is the least traffic of so many updates.
  void add_copies(void* to, void const* from, std::int64_t bytes);
  /// A row of time steps, which begins with those after which all rows have to have the same checksum.
  /// \param fused steps of a sweep, \param checksum of the field as it is
  Row& add_steps(std::string const& name, MakeSteps const& make_steps, int fused,
                 std::function<std::uint64_t()> const& checksum);
  /// The same of a scheme. \param says its report, which a trial of two ways may change \param nodes along
  /// every axis
  void add_scheme(MakeSteps const& make_steps, std::function<SchemeReport()> const& says, int radius,
                  std::vector<double> const& nodes, std::function<std::uint64_t()> const& checksum);
  /// From here on every row is compared with the fastest of the rows "loop...".
  void choose_loop();

private:
  int check_steps() const;
  int repeats(MakeSteps const& make_steps, int unit) const;
  int steps_of_repetition(MakeSteps const& make_steps, int fused) const;

  double nodes_, bytes_moved_, seconds_;
  std::string loop_ = "loop";
  std::vector<Row> rows_;
};

/// The limits' names and those of the plain loops.
std::vector<std::string> user_row_names();

} // namespace tessera::perf
