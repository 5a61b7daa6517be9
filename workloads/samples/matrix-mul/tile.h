// Sizes shared by the kernels and by the code that launches them.
#ifndef MATRIX_MUL_TILE_H
#define MATRIX_MUL_TILE_H

#define TILE 16
#define DEFAULT_N 1024

#endif
