// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI job as a Team.
#pragma once

#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/mpi/session.hpp>

#include "team.hpp"

namespace tessera::app {

/// Initialises MPI, and finalises it at its end.
class MpiTeam final : public Team {
public:
  MpiTeam();

  int rank() const override { return ranks_.rank(); }
  int count() const override { return ranks_.count(); }
  std::int64_t largest(std::int64_t value) const override { return ranks_.largest(Index{value}); }
  double largest(double value) const override { return ranks_.largest(value); }
  std::int64_t sum(std::int64_t value) const override { return ranks_.sum(Index{value}); }
  double of_first(double value) const override { return ranks_.broadcast(value); }
  std::string of_first(std::string const& text) const override { return ranks_.broadcast(text); }
  void add(std::int64_t* values, int count) const override { ranks_.add(values, count); }
  void expect_same(std::string const& what, std::string const& value) const override {
    ranks_.expect_same(what.c_str(), value);
  }
  bool agreed(std::exception const& error) const override {
    return dynamic_cast<AgreedFailure const*>(&error) != nullptr;
  }
  void abort(int code) const override;

  Ranks const& ranks() const { return ranks_; }

private:
  void run_agreed(std::function<void()> const& work) const override {
    ranks_.agree([&] { work(); });
  }

  int no_arguments_ = 0;
  char** no_words_ = nullptr;
  MpiSession session_;
  Ranks ranks_;
};

} // namespace tessera::app
