// SPDX-License-Identifier: Apache-2.0
// What a choice was made for, in words: the question of an entry of the cache.
#pragma once

#include <tessera/core/device_name.hpp>
#include <tessera/tune/cache.hpp>
#include <tessera/tune/problem.hpp>

namespace tessera::detail {

/// The device in words, such as "OpenMP, AMD EPYC ..., 2 threads".
template <class Exec>
std::string device_text(Exec const& exec) {
  return text(Exec::name(), ", ", device_name(exec), ", ", exec.concurrency(),
              on_host<Exec>     ? " threads"
              : has_warps<Exec> ? " at a time"
                                : " at a time, portable kernels");
}

inline TuningLines question_of(std::string const& device, TuningSubject const& subject, Work const& work,
                               std::vector<std::string> const& schemes) {
  std::string allowed;
  for (auto const& scheme : schemes) allowed += (allowed.empty() ? "" : " ") + scheme;
  TuningLines question{
      {"device", device},
      {"stencil", subject.stencil},
      {"boundary", subject.boundary},
      {"obstacle", subject.obstacle ? "yes" : "no"},
      {"value", subject.value},
      {"grid", subject.grid},
      {"strides", subject.strides},
      {"halo", subject.halo},
      {"steps a call", work.steps_per_call > 0 ? std::to_string(work.steps_per_call) : "many"},
      {"schemes", allowed.empty() ? "all" : allowed}};
  if (!subject.stages.empty()) question.emplace_back("stages", subject.stages);
  if (!subject.exchange.empty()) question.emplace_back("exchange", subject.exchange);
  return question;
}

} // namespace tessera::detail
