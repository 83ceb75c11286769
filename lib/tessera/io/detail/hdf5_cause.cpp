// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/hdf5_handle.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace tessera::io::detail {

namespace {

herr_t keep_first(unsigned, H5E_error2_t const* error, void* data) {
  auto& text = *static_cast<std::string*>(data);
  if (text.empty() && error->desc) text = error->desc;
  return 0;
}

/// Collects all messages on HDF5's error stack of the last failure.
std::string all_causes() {
  std::string text;
  auto const add = [](unsigned, H5E_error2_t const* error, void* data) -> herr_t {
    if (error->desc) *static_cast<std::string*>(data) += std::string(error->desc) + '\n';
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, add, &text);
  return text;
}

/// Extracts the system's message: "... errno = 28, error message = 'No space left on device', buf = 0x..."
/// becomes "No space left on device".
std::string shortened(std::string const& description) {
  constexpr std::string_view key = "error message = '";
  auto begin = description.find(key);
  if (begin == std::string::npos) return description;
  begin += key.size();
  return description.substr(begin, description.find('\'', begin) - begin);
}

} // namespace

std::string last_cause() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  return text.empty() ? "HDF5 gives no cause" : shortened(text);
}

std::string why_not_opened() {
  auto const causes = all_causes();
  auto const says = [&](char const* text) { return causes.find(text) != std::string::npos; };
  if (says("unable to lock"))
    return says("errno = 11,") || says("temporarily unavailable")
               ? "it is open in another program, which may be writing it (close it there, or copy the file)"
               : fmt::format("{} (where a file system has no locks, set HDF5_USE_FILE_LOCKING=FALSE)",
                             last_cause());
  if (says("already open for write"))
    return "it is open for writing in another program, or was left so by one that was killed (close it "
           "there; after a "
           "kill: h5clear -s FILE)";
  return fmt::format("{} (the file is damaged or cut short: use another copy)", last_cause());
}

std::string why_no_dataset(hid_t file, std::string const& name) {
  H5L_info_t link{};
  bool const linked = name != "/" && H5Lget_info(file, name.c_str(), &link, H5P_DEFAULT) >= 0;
  if (linked && link.type != H5L_TYPE_HARD && H5Oexists_by_name(file, name.c_str(), H5P_DEFAULT) <= 0) {
    std::string value(link.u.val_size, '\0');
    H5Lget_val(file, name.c_str(), value.data(), value.size(), H5P_DEFAULT);
    if (link.type == H5L_TYPE_SOFT)
      return fmt::format("is a link to {}, which leads to nothing (name the dataset itself)", value.c_str());
    char const *target = nullptr, *object = nullptr;
    unsigned flags = 0;
    if (link.type == H5L_TYPE_EXTERNAL &&
        H5Lunpack_elink_val(value.data(), value.size(), &flags, &target, &object) >= 0)
      return fmt::format(
          "is a link to {} of the file {}, which can't be opened (put that file where the link "
          "looks for it, or name its dataset)",
          object, target);
  }
  Handle const object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
  if (!object.valid()) return {};
  if (H5Iget_type(object) == H5I_DATATYPE) return "is a type, not a dataset (name a dataset)";
  if (H5Iget_type(object) != H5I_GROUP) return {};
  auto const inside = datasets_below(file, name);
  return inside.empty() ? "is a group without a dataset in it (name a dataset)"
                        : fmt::format("is a group (name a dataset in it: {})", fmt::join(inside, ", "));
}

std::string missing_filter(hid_t dataset) {
  Handle const plan(H5Dget_create_plist(dataset), H5Pclose);
  auto const count = plan.valid() ? H5Pget_nfilters(plan) : 0;
  for (int n = 0; n < count; ++n) {
    unsigned flags = 0, config = 0;
    std::size_t values = 0;
    char name[64] = {};
    auto const filter =
        H5Pget_filter2(plan, static_cast<unsigned>(n), &flags, &values, nullptr, sizeof name, name, &config);
    if (filter >= 0 && H5Zfilter_avail(filter) <= 0)
      return name[0] ? fmt::format("'{}' (number {})", name, filter) : fmt::format("number {}", filter);
  }
  return {};
}

std::vector<std::string> datasets_below(hid_t file, std::string const& group, Groups groups) {
  std::vector<std::string> names;
  Handle const top(H5Gopen2(file, group.c_str(), H5P_DEFAULT), H5Gclose);
  if (!top.valid()) return names;
  auto const visit = [](hid_t from, char const* name, H5L_info_t const*, void* data) -> herr_t {
    Handle const object(H5Oopen(from, name, H5P_DEFAULT), H5Oclose);
    if (object.valid() && H5Iget_type(object) == H5I_DATASET)
      static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  if (groups == Groups::entered)
    H5Lvisit(top, H5_INDEX_NAME, H5_ITER_INC, visit, &names);
  else
    H5Literate(top, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names);
  for (auto& name : names) name = (group.ends_with('/') ? group : group + '/') + name;
  return names;
}

} // namespace tessera::io::detail
