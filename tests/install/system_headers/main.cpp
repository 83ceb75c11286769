// SPDX-License-Identifier: Apache-2.0
#include <along.hpp>

int main() { return along(0, 1); }
