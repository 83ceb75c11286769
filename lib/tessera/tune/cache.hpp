// SPDX-License-Identifier: Apache-2.0
// The tuning cache: a text file that stores what has been tuned. An entry is a question, its answer and a
// seal (a hash) over both:
//
//     tessera tuning cache, format 1, version <Tessera's>
//
//     [scheme]
//     device: ...
//     grid: 2048 x 2048
//     tile = 2080 x 544
//     seal = 0123456789abcdef
//
// A file of another version, a file of another kind, and entries whose seal does not fit are ignored with a
// warning; they are gone when the next answer is stored.
#pragma once

#include <tessera/config.hpp>
#include <tessera/tune/detail/cache_text.hpp>
#include <tessera/tune/detail/whole_file.hpp>

#include <cstdlib>
#include <functional>

namespace tessera {

/// A function that is called with what is wrong with a cache; an empty one keeps silent.
using TuningWarning = std::function<void(std::string const&)>;

/// $XDG_CACHE_HOME/tessera/tuning.txt, or the same in ~/.cache; empty if neither is known. (XDG base
/// directory specification: a relative XDG_CACHE_HOME is ignored.)
inline std::filesystem::path default_tuning_cache() {
  auto const from = [](char const* variable) {
    char const* const value = std::getenv(variable);
    return std::filesystem::path(value ? value : "");
  };
  auto folder = from("XDG_CACHE_HOME");
  if (!folder.is_absolute()) {
    folder = from("HOME");
    if (!folder.is_absolute()) return {};
    folder /= ".cache";
  }
  return folder / "tessera" / "tuning.txt";
}

/// The contents of the file when this object was made. No member throws: a cache that can't be used costs
/// time, but ends no run.
class TuningCache {
public:
  /// \param path path of the file; if it is empty, nothing is stored
  explicit TuningCache(std::filesystem::path path, TuningWarning warn = {})
      : path_(std::move(path)), warn_(std::move(warn)), entries_(read(warn_)) {}

  std::optional<TuningLines> find(std::string const& kind, TuningLines const& question) const {
    for (auto const& entry : entries_)
      if (entry.kind == kind && entry.question == question) return entry.answer;
    return {};
  }

  /// Adds or replaces an answer. Answers that other processes have stored since remain.
  void store(TuningEntry const& entry) {
    if (path_.empty() || locked_) return;
    std::error_code code;
    std::filesystem::create_directories(path_.parent_path(), code);
    detail::FileLock const lock(path_);
    locked_ = lock.refused();
    if (locked_)
      return say(
          warn_,
          "is locked by another process, which does not let go (what was tuned is forgotten after this "
          "run; end that process, or remove " +
              path_.string() + ".lock)");
    entries_ = read({}); // the user has been warned of what is wrong with the file
    std::erase_if(entries_, [&](TuningEntry const& old) {
      return old.kind == entry.kind && old.question == entry.question;
    });
    entries_.push_back(entry);
    std::string text = detail::tuning_header(TESSERA_VERSION_STRING) + "\n";
    for (auto const& each : entries_) text += "\n" + detail::to_text(each);
    auto const problem = detail::replace_file(path_, text);
    if (!problem.empty())
      say(warn_, "can't be written: " + problem + " (what was tuned is forgotten after this run)");
  }

private:
  void say(TuningWarning const& warn, std::string const& what) const {
    if (warn) warn("tuning cache '" + path_.string() + "' " + what);
  }

  std::vector<TuningEntry> read(TuningWarning const& warn) const {
    std::vector<TuningEntry> entries;
    auto const content = path_.empty() ? std::nullopt : detail::file_content(path_);
    if (!content) return entries;
    auto const header = content->substr(0, content->find('\n'));
    std::string const ours = detail::tuning_header("");
    if (header.compare(0, ours.size(), ours) != 0) {
      say(warn, "is something else: ignored, and replaced when a choice is stored");
      return entries;
    }
    if (header != detail::tuning_header(TESSERA_VERSION_STRING)) {
      say(warn, "is of version " + detail::one_line(header.substr(ours.size())) + ", this is " +
                    TESSERA_VERSION_STRING + ": ignored, and replaced when a choice is stored");
      return entries;
    }
    int damaged = 0;
    for (std::size_t at = header.size(); at < content->size();) {
      auto const begin = content->find_first_not_of('\n', at);
      if (begin == std::string::npos) break;
      auto const end = content->find("\n\n", begin);
      at = end == std::string::npos ? content->size() : end + 1;
      auto entry = detail::entry_of(content->substr(begin, at - begin));
      if (entry)
        entries.push_back(std::move(*entry));
      else
        ++damaged;
    }
    if (damaged > 0)
      say(warn, "has " + std::to_string(damaged) + (damaged == 1 ? " entry" : " entries") +
                    " cut short or changed by hand: ignored");
    return entries;
  }

  std::filesystem::path path_;
  TuningWarning warn_;
  std::vector<TuningEntry> entries_;
  bool locked_ = false; // whether the lock was refused: the next store does not wait again
};

} // namespace tessera
