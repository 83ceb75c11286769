// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/xdmf.hpp>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::test::content;
using tessera::test::Folder;

TEST(Xdmf, DescribesASeries) {
  Folder folder;
  io::write_xdmf(folder / "u.xdmf", {{37, 53}, {0.5, -1.}, {0.1, 0.2}, "u", 8},
                 {{"u-0.h5", 0.}, {"u-10.h5", 0.5}});
  auto text = content(folder / "u.xdmf");
  EXPECT_SAYS(text, "CollectionType=\"Temporal\"");
  EXPECT_SAYS(text, "<Topology TopologyType=\"2DCoRectMesh\" Dimensions=\"37 53\"/>");
  EXPECT_SAYS(text, ">0.5 -1<");
  EXPECT_SAYS(text, "<Time Value=\"0.5\"/>");
  EXPECT_SAYS(text, "u-10.h5:/u<");
  EXPECT_SAYS(text, "Precision=\"8\" Format=\"HDF\"");
}

TEST(Xdmf, LinesAndVolumes) {
  Folder folder;
  io::write_xdmf(folder / "line.xdmf", {{9}, {0.}, {0.125}, "u", 4}, {{"u.h5", 0.}});
  auto text = content(folder / "line.xdmf");
  EXPECT_SAYS(text, "Dimensions=\"9 1\"");
  EXPECT_SAYS(text, "<DataItem Dimensions=\"9\" NumberType=\"Float\" Precision=\"4\"");
  io::write_xdmf(folder / "volume.xdmf", {{3, 4, 5}, {0., 0., 0.}, {1., 1., 1.}, "u", 4}, {{"u.h5", 0.}});
  text = content(folder / "volume.xdmf");
  EXPECT_SAYS(text, "3DCoRectMesh\" Dimensions=\"3 4 5\"");
  EXPECT_SAYS(text, "ORIGIN_DXDYDZ");
}

TEST(Xdmf, NamesAreEscaped) {
  Folder folder;
  io::write_xdmf(folder / "u.xdmf", {{3, 3}, {0., 0.}, {1., 1.}, "u", 8}, {{"a<b>&\"c\".h5", 0.}});
  EXPECT_SAYS(content(folder / "u.xdmf"), "a&lt;b&gt;&amp;&quot;c&quot;.h5:/u");
}
