// SPDX-License-Identifier: Apache-2.0
#include "output_folder.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <system_error>

namespace tessera::app {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view of_all_programs[] = {
    "final.h5", "final.vti", "final.png", "final-xy.png", "final-xz.png", "final-yz.png", "u.pvd",
    "u-#.h5",   "u-#.vti",   "u-#.png",   "u-#-xy.png",   "u-#-xz.png",   "u-#-yz.png",   "checkpoint-#.h5"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The number in the place of '#', 0 where there is none; nothing if the name is another one.
std::optional<std::string> matched(std::string_view pattern, std::string_view name) {
  auto const hash = pattern.find('#');
  if (hash == pattern.npos) return name == pattern ? std::optional<std::string>("0") : std::nullopt;
  auto const head = pattern.substr(0, hash), tail = pattern.substr(hash + 1);
  if (name.size() <= head.size() + tail.size() || !name.starts_with(head) || !name.ends_with(tail)) return {};
  auto const number = name.substr(head.size(), name.size() - head.size() - tail.size());
  return std::all_of(number.begin(), number.end(), is_digit) ? std::optional<std::string>(number)
                                                             : std::nullopt;
}

bool is_file(fs::path const& path) {
  std::error_code ignored;
  auto const status = fs::symlink_status(path, ignored);
  return fs::is_regular_file(status) || fs::is_symlink(status);
}

std::vector<fs::path> earlier_files(fs::path const& folder, std::vector<std::string> const& own) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (auto const& entry : fs::directory_iterator(folder, ignored)) {
    auto const name = entry.path().filename().string();
    auto const fits = [&](std::string_view pattern) { return matched(pattern, name).has_value(); };
    if ((std::any_of(std::begin(of_all_programs), std::end(of_all_programs), fits) ||
         std::any_of(own.begin(), own.end(), fits)) &&
        is_file(entry.path()))
      found.push_back(folder / name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Of the last checkpoint among the files; empty if there is none.
fs::path last_checkpoint(std::vector<fs::path> const& files) {
  fs::path last;
  std::string largest;
  for (auto const& file : files)
    if (auto const number = matched("checkpoint-#.h5", file.filename().string()))
      if (std::pair(number->size(), *number) > std::pair(largest.size(), largest)) {
        largest = *number;
        last = file;
      }
  return last;
}

/// The folders that lead to this one and are not there yet, the innermost first.
std::vector<fs::path> missing_folders(fs::path folder) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  for (; !folder.empty() && !fs::exists(folder, ignored); folder = folder.parent_path())
    missing.push_back(folder);
  return missing;
}

/// \param keep whether a folder that was not there stays
void try_folder(fs::path const& folder, bool keep) {
  std::error_code error;
  auto const missing = missing_folders(folder);
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw InvalidInput(fmt::format("cannot make the output folder {}: {} (choose a place you may write to)",
                                   folder.string(),
                                   error ? error.message() : "something else has that name"));
  // Better now than after hours of computing.
  auto const trial = folder / ".tessera-trial";
  try {
    io::write_file(trial, std::string_view());
  } catch (RunFailure const& failure) {
    throw InvalidInput(
        fmt::format("cannot write to the output folder {}: {}", folder.string(), failure.what()));
  }
  fs::remove(trial, error);
  if (!keep)
    for (auto const& made : missing) fs::remove(made, error); // only what is empty
}

} // namespace

bool continues_in_its_folder(Options const& options) {
  if (!options.restart || !options.output) return false;
  std::error_code ignored;
  auto const& file = *options.restart;
  return fs::equivalent(file.has_parent_path() ? file.parent_path() : fs::path("."), *options.output,
                        ignored);
}

std::vector<fs::path> prepare_output_folder(fs::path const& folder, Options const& options,
                                            std::vector<std::string> const& own) {
  try_folder(folder, options.task == Task::run);
  if (continues_in_its_folder(options)) {
    if (options.overwrite)
      throw InvalidInput(
          fmt::format("overwrite would remove the run that restart continues from {} (leave one "
                      "of them out)",
                      options.restart->string()));
    return {};
  }
  auto earlier = earlier_files(folder, own);
  if (earlier.empty() || options.overwrite) return earlier;
  auto const checkpoint = last_checkpoint(earlier);
  auto const more = earlier.size() == 1 ? std::string() : fmt::format(" and {} more", earlier.size() - 1);
  throw InvalidInput(fmt::format("the output folder {} holds files of an earlier run: {}{} (give another "
                                 "folder, {}or --overwrite to remove "
                                 "them)",
                                 folder.string(), earlier.front().filename().string(), more,
                                 checkpoint.empty()
                                     ? std::string()
                                     : fmt::format("--restart {} to continue it, ", checkpoint.string())));
}

void remove_files(std::vector<fs::path> const& files) {
  for (auto const& file : files) {
    std::error_code error;
    fs::remove(file, error);
    if (error)
      throw RunFailure(fmt::format("cannot remove {} of an earlier run: {} (give another output folder)",
                                   file.string(), error.message()));
  }
}

bool file_exists(fs::path const& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

void refuse_to_lose(fs::path const& file, std::string const& cause) {
  throw InvalidInput(fmt::format("{} of the first part can't be continued and would be lost: {} (give "
                                 "another output folder, or move the "
                                 "file away)",
                                 file.string(), cause));
}

void continue_or_refuse(fs::path const& file, std::function<std::string()> const& take) {
  std::string obstacle;
  try {
    obstacle = take();
  } catch (InvalidInput const& error) {
    obstacle = error.what();
    obstacle.resize(std::min(obstacle.size(), obstacle.rfind(" ("))); // refuse_to_lose gives its own advice
  }
  if (!obstacle.empty()) refuse_to_lose(file, obstacle);
}

} // namespace tessera::app
