// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host_field.hpp"

namespace tessera::app {

struct NamedHostField {
  std::string name;
  HostField values;
  std::vector<double> offset = {}; ///< of its values from the nodes, in spacings along each axis; empty: none
};

/// What a scheme settled on.
struct SchemeChoice {
  std::string name;
  std::vector<int> tile;
  int fused_steps = 1;
  std::string way = "memory"; ///< where values stay between reads
};

/// A solver with its types hidden: all that the shared part of the applications needs. Compiled once per
/// dimension and precision behind this.
class Simulation {
public:
  virtual ~Simulation() = default;

  /// Makes steps and waits for them.
  virtual void advance(std::int64_t steps) = 0;
  /// The longest `advance` it can make at a time.
  virtual std::int64_t longest_advance() const = 0;
  virtual std::int64_t step() const = 0;
  /// Whether the field is free of NaN and infinity.
  virtual bool finite() const = 0;
  virtual HostField field() const = 0;
  /// Of the values of `field` from the nodes, as in NamedHostField.
  virtual std::vector<double> offset() const { return {}; }
  /// What goes into the files of the field beside it.
  virtual std::vector<NamedHostField> other_fields() const { return {}; }
  /// All that a bitwise restart needs besides the step.
  virtual std::vector<NamedHostField> state() const {
    std::vector<NamedHostField> state;
    state.push_back({"u", field()});
    return state;
  }
  virtual SchemeChoice scheme() const = 0;
  /// Least memory traffic of an update, in bytes: every value it needs read once, the result written once.
  virtual double ideal_bytes_per_update() const = 0;
};

} // namespace tessera::app
