// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tessera::app {

/// muParser computes some formulas otherwise than they read: a comma outside a call keeps the last value, =
/// assigns, and 1 < x < 2 compares 0 or 1 with 2. muParser can turn its operators off only all together, so
/// the text is looked through.
/// \throws InvalidInput naming the text and what to write
void refuse_misread_signs(std::string const& text);

} // namespace tessera::app
