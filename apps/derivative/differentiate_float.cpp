// SPDX-License-Identifier: Apache-2.0
#include "differentiate.hpp"

template tessera::derivative::Derived
tessera::derivative::differentiate<float>(Problem const&, int, app::NodeValues<float> const&);
