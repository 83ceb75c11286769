// SPDX-License-Identifier: Apache-2.0
#include "differentiate.hpp"

template tessera::derivative::Derived
tessera::derivative::differentiate<double>(Problem const&, int, app::NodeValues<double> const&);
