// Constants and the kernel of the heat simulation; included by hotspot.cu.
#pragma once

#define HOTSPOT_BLOCK 16

struct ChipConstants {
    float heatCapacity;
    float resistanceX;
    float resistanceY;
    float resistanceZ;
    float ambient;
};

/** One explicit Euler step of heat flow between neighbouring cells, from a tile with a one-cell rim. */
__global__ void hotspotStep(const float *__restrict__ power, const float *__restrict__ now, float *__restrict__ next,
                            int rows, int columns, ChipConstants chip, float step)
{
    __shared__ float tile[HOTSPOT_BLOCK + 2][HOTSPOT_BLOCK + 2];
    const int column = blockIdx.x * HOTSPOT_BLOCK + threadIdx.x;
    const int row = blockIdx.y * HOTSPOT_BLOCK + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int lastColumn = columns - 1, lastRow = rows - 1;
    const int c = min(column, lastColumn), r = min(row, lastRow);

    tile[ty][tx] = now[r * columns + c];
    if (threadIdx.x == 0)
        tile[ty][0] = now[r * columns + max(c - 1, 0)];
    if (threadIdx.x == HOTSPOT_BLOCK - 1)
        tile[ty][HOTSPOT_BLOCK + 1] = now[r * columns + min(c + 1, lastColumn)];
    if (threadIdx.y == 0)
        tile[0][tx] = now[max(r - 1, 0) * columns + c];
    if (threadIdx.y == HOTSPOT_BLOCK - 1)
        tile[HOTSPOT_BLOCK + 1][tx] = now[min(r + 1, lastRow) * columns + c];
    __syncthreads();

    if (column < columns && row < rows) {
        const float here = tile[ty][tx];
        const float flow = power[row * columns + column] + (tile[ty][tx - 1] + tile[ty][tx + 1] - 2.0f * here) / chip.resistanceX +
                           (tile[ty - 1][tx] + tile[ty + 1][tx] - 2.0f * here) / chip.resistanceY +
                           (chip.ambient - here) / chip.resistanceZ;
        next[row * columns + column] = here + step / chip.heatCapacity * flow;
    }
}
