// SPDX-License-Identifier: Apache-2.0
#include "flow_run.hpp"

template std::unique_ptr<tessera::flow::Run>
tessera::flow::make_run_of<double>(tessera::flow::Problem const&);
