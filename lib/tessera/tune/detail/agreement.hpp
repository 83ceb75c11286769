// SPDX-License-Identifier: Apache-2.0
// What the processes of a TuningTeam agree upon before each goes on.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/tune/detail/cache_text.hpp>
#include <tessera/tune/team.hpp>

#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// What together() throws on all processes of a team. After any other exception they may wait for each other.
class FailedTogether : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Without a team, each member gives back what it gets.
class Agreement {
public:
  explicit Agreement(TuningTeam const* team) : team_(team) {}

  bool first() const { return !team_ || team_->first(); }
  double greatest(double number) const { return team_ ? team_->greatest(number) : number; }
  double least(double number) const { return -greatest(-number); }
  Index greatest(Index number) const { return static_cast<Index>(greatest(static_cast<double>(number))); }
  bool all(bool answer) const { return greatest(answer ? 0. : 1.) == 0; }
  /// Whether all processes have the same number.
  bool same(int number) const { return greatest(double(number)) == least(double(number)); }

  /// The first process' answer of a cache, or that it has none.
  std::optional<TuningLines> of_first(std::optional<TuningLines> const& answer) const {
    if (!team_) return answer;
    auto const text = team_->text_of_first(answer ? to_text({"answer", {}, *answer}) : std::string());
    auto const entry = entry_of(text);
    return entry ? std::optional(entry->answer) : std::nullopt;
  }

  /// The result of work(), which sends no messages.
  /// \throws what work() does; in a team, FailedTogether on all if it throws on one
  template <class Work>
  std::invoke_result_t<Work const&> together(Work const& work) const {
    if (!team_) return work();
    std::optional<std::invoke_result_t<Work const&>> result;
    std::string failure = "another rank failed";
    try {
      result.emplace(work());
    } catch (std::exception const& failed) {
      failure = failed.what();
    }
    if (!all(result.has_value())) throw FailedTogether(failure);
    return std::move(*result);
  }

private:
  TuningTeam const* team_;
};

} // namespace tessera::detail
