/// The loops that naive classes have in common.
#pragma once

#define ROWS                                                                                       \
  for (int k = 0; k < nz; ++k)                                                                     \
    for (int j = 0; j < ny; ++j)
#define ROW for (int i = 0; i < nx; ++i)
