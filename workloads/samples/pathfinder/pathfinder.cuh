// Sizes and kernel of pathfinder.cu, which streams_vmp.cu uses too.
#pragma once

#ifndef PATH_BLOCK
#define PATH_BLOCK 256
#endif
#define PATH_HEIGHT 20
#define PATH_USEFUL (PATH_BLOCK - 2 * PATH_HEIGHT)

__global__ void advanceRows(const int *costs, const int *from, int *to, int columns, int firstRow, int rows)
{
    __shared__ int above[PATH_BLOCK];
    __shared__ int below[PATH_BLOCK];
    const int lane = threadIdx.x;
    const int column = int(blockIdx.x) * PATH_USEFUL - PATH_HEIGHT + lane;
    const bool inside = column >= 0 && column < columns;
    above[lane] = inside ? from[column] : 1 << 28;
    __syncthreads();

    for (int r = 0; r < rows; ++r) {
        if (inside) {
            int best = above[lane];
            if (lane > 0)
                best = min(best, above[lane - 1]);
            if (lane < PATH_BLOCK - 1)
                best = min(best, above[lane + 1]);
            below[lane] = best + costs[(firstRow + r) * columns + column];
        } else {
            below[lane] = 1 << 28;
        }
        __syncthreads();
        above[lane] = below[lane];
        __syncthreads();
    }
    if (inside && lane >= PATH_HEIGHT && lane < PATH_BLOCK - PATH_HEIGHT)
        to[column] = above[lane];
}
