// SPDX-License-Identifier: Apache-2.0
#include "host_field.hpp"

#include <exception>
#include <map>

#include "team.hpp"

namespace tessera::app {

namespace {

using Answer = std::function<void(std::int64_t first, std::int64_t count)>;

/// What ranks other than 0 do for each field, by its number: all ranks make them in the same order.
std::map<std::int64_t, Answer>& answers() {
  static std::map<std::int64_t, Answer> all;
  return all;
}

constexpr std::int64_t no_more = -1;

/// Rank 0 says what it wants of the others; they hear it.
std::int64_t told(std::int64_t value) {
  return static_cast<std::int64_t>(team().of_first(static_cast<double>(value)));
}

std::int64_t next_number() {
  static std::int64_t made = 0;
  return made++;
}

class Registered {
public:
  explicit Registered(std::int64_t number) : number_(number) {}
  ~Registered() { answers().erase(number_); }
  Registered(Registered const&) = delete;
  Registered& operator=(Registered const&) = delete;
  std::int64_t number() const { return number_; }

private:
  std::int64_t number_;
};

} // namespace

template <class T>
HostValues<T> shared_values(std::int64_t planes, std::int64_t plane, Gather<T> gather) {
  auto const registered = std::make_shared<Registered const>(next_number());
  if (team().first())
    return {planes, plane, [registered, gather](std::int64_t first, std::int64_t count) {
              told(registered->number());
              told(first);
              told(count);
              return gather(first, count);
            }};
  answers()[registered->number()] = [gather](std::int64_t first, std::int64_t count) {
    gather(first, count);
  };
  return {planes, plane, [registered](std::int64_t, std::int64_t) { return std::vector<T>(); }};
}

template HostValues<float> shared_values(std::int64_t, std::int64_t, Gather<float>);
template HostValues<double> shared_values(std::int64_t, std::int64_t, Gather<double>);

void led_by_first(std::function<void()> const& work) {
  if (!team().shared()) return team().agree(work);
  std::exception_ptr failed;
  if (team().first()) {
    try {
      work();
    } catch (...) {
      failed = std::current_exception();
    }
    told(no_more);
  } else {
    for (auto number = told(0); number != no_more; number = told(0)) {
      auto const first = told(0), count = told(0);
      answers().at(number)(first, count);
    }
  }
  team().agree([&] {
    if (failed) std::rethrow_exception(failed);
  });
}

} // namespace tessera::app
