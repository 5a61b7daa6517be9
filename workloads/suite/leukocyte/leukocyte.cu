// Detection and tracking of white blood cells in video frames. Detection: the gradient inverse coefficient of
// variation (GICOV) of circles around every pixel, then a dilation. Tracking: motion gradient vector flow
// (MGVF) around each cell, solved by one block for each cell in shared memory.
// Stresses gathers that hit the L1 cache, fp32 with divisions, and barriers in the solver.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define CIRCLES 7         // radii that are tried
#define CIRCLE_POINTS 150 // sampled on each
#define MARGIN 22         // pixels at the frame's edge without a result
#define DETECT_THREADS 192
#define ELEMENT 25        // edge of the dilation's structuring element
#define DILATE_THREADS 176
#define CELL_ROWS 41
#define CELL_COLUMNS 81
#define CELL_PIXELS (CELL_ROWS * CELL_COLUMNS)
#define SOLVE_THREADS 320

__constant__ float cosine[CIRCLE_POINTS], sine[CIRCLE_POINTS];
__constant__ int offsetX[CIRCLES * CIRCLE_POINTS], offsetY[CIRCLES * CIRCLE_POINTS];
__constant__ float element[ELEMENT * ELEMENT];

__global__ void gicov(const float *__restrict__ gradientX, const float *__restrict__ gradientY, float *result, int rows,
                      int columns)
{
    const int pixel = blockIdx.x * DETECT_THREADS + threadIdx.x;
    const int row = pixel / columns, column = pixel % columns;
    if (row < MARGIN || row >= rows - MARGIN || column < MARGIN || column >= columns - MARGIN)
        return;
    float best = 0.0f;
    for (int circle = 0; circle < CIRCLES; ++circle) {
        float sum = 0.0f, mean = 0.0f, spread = 0.0f;
        for (int p = 0; p < CIRCLE_POINTS; ++p) {
            const int x = column + offsetX[circle * CIRCLE_POINTS + p], y = row + offsetY[circle * CIRCLE_POINTS + p];
            const int at = y * columns + x;
            const float outward = gradientX[at] * cosine[p] + gradientY[at] * sine[p];
            const float delta = outward - mean;
            sum += outward;
            mean += delta / float(p + 1);
            spread += delta * (outward - mean);
        }
        mean = sum / CIRCLE_POINTS;
        const float variance = spread / (CIRCLE_POINTS - 1);
        best = fmaxf(best, mean * mean / (variance + 1e-6f));
    }
    result[pixel] = best;
}

// The structuring element is a disc in its square.
// corun: share_element=0.71
__global__ void dilate(const float *__restrict__ image, float *dilated, int rows, int columns)
{
    const int pixel = blockIdx.x * DILATE_THREADS + threadIdx.x;
    const int row = pixel / columns, column = pixel % columns;
    if (row >= rows)
        return;
    float largest = 0.0f;
    for (int r = 0; r < ELEMENT; ++r) {
        const int y = row - ELEMENT / 2 + r;
        if (y < 0 || y >= rows)
            continue;
        for (int c = 0; c < ELEMENT; ++c) {
            const int x = column - ELEMENT / 2 + c;
            if (x >= 0 && x < columns && element[r * ELEMENT + c] != 0.0f)
                largest = fmaxf(largest, image[y * columns + x]);
        }
    }
    dilated[pixel] = largest;
}

/** A smooth step from 0 to 1. */
__device__ float heaviside(float x) { return atanf(x) * 0.3183098862f + 0.5f; }

/** Solves the flow in the window around each cell by relaxation; `rounds` sweeps over its pixels. */
__global__ void mgvf(const float *__restrict__ windows, float *flows, float vx, float vy, int rounds)
{
    __shared__ float flow[CELL_PIXELS];
    const int base = blockIdx.x * CELL_PIXELS;
    for (int i = threadIdx.x; i < CELL_PIXELS; i += SOLVE_THREADS)
        flow[i] = windows[base + i];
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        for (int first = 0; first < CELL_PIXELS; first += SOLVE_THREADS) {
            const int i = first + threadIdx.x;
            float value = 0.0f;
            if (i < CELL_PIXELS) {
                const int row = i / CELL_COLUMNS, column = i % CELL_COLUMNS;
                const int up = max(row - 1, 0), down = min(row + 1, CELL_ROWS - 1);
                const int left = max(column - 1, 0), right = min(column + 1, CELL_COLUMNS - 1);
                const float here = flow[i];
                const float u = flow[up * CELL_COLUMNS + column] - here, d = flow[down * CELL_COLUMNS + column] - here;
                const float l = flow[row * CELL_COLUMNS + left] - here, r = flow[row * CELL_COLUMNS + right] - here;
                const float weighted = heaviside(-u * vy) * u + heaviside(d * vy) * d + heaviside(-l * vx) * l +
                                       heaviside(r * vx) * r;
                const float pixel = windows[base + i];
                value = here + 0.2f * weighted - 0.05f * pixel * (here - pixel);
            }
            __syncthreads();
            if (i < CELL_PIXELS)
                flow[i] = value;
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < CELL_PIXELS; i += SOLVE_THREADS)
        flows[base + i] = flow[i];
}

static void makeTables()
{
    std::vector<float> c(CIRCLE_POINTS), s(CIRCLE_POINTS), disc(ELEMENT * ELEMENT);
    std::vector<int> x(CIRCLES * CIRCLE_POINTS), y(x.size());
    for (int p = 0; p < CIRCLE_POINTS; ++p) {
        c[p] = std::cos(6.2831853f * p / CIRCLE_POINTS);
        s[p] = std::sin(6.2831853f * p / CIRCLE_POINTS);
        for (int circle = 0; circle < CIRCLES; ++circle) {
            const float radius = 8.0f + 2.0f * circle;
            x[circle * CIRCLE_POINTS + p] = int(std::lround(radius * c[p]));
            y[circle * CIRCLE_POINTS + p] = int(std::lround(radius * s[p]));
        }
    }
    for (int i = 0; i < ELEMENT * ELEMENT; ++i)
        disc[i] = std::hypot(i / ELEMENT - 12.0f, i % ELEMENT - 12.0f) <= 12.0f ? 1.0f : 0.0f;
    CUDA_CHECK(cudaMemcpyToSymbol(cosine, c.data(), sizeof(cosine)));
    CUDA_CHECK(cudaMemcpyToSymbol(sine, s.data(), sizeof(sine)));
    CUDA_CHECK(cudaMemcpyToSymbol(offsetX, x.data(), sizeof(offsetX)));
    CUDA_CHECK(cudaMemcpyToSymbol(offsetY, y.data(), sizeof(offsetY)));
    CUDA_CHECK(cudaMemcpyToSymbol(element, disc.data(), sizeof(element)));
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 219, columns = argc > 2 ? atoi(argv[2]) : 640;
    const int cells = argc > 3 ? atoi(argv[3]) : 36;
    const int pixels = rows * columns;
    std::vector<float> gradient(pixels), windows(size_t(cells) * CELL_PIXELS, 0.5f);
    for (int i = 0; i < pixels; ++i)
        gradient[i] = float(i * 2654435761u % 1000) / 1000.0f - 0.5f;

    float *gradientX, *gradientY, *score, *dilated, *deviceWindows, *flows;
    for (float **array : {&gradientX, &gradientY, &score, &dilated})
        CUDA_CHECK(cudaMalloc(array, sizeof(float) * pixels));
    CUDA_CHECK(cudaMalloc(&deviceWindows, sizeof(float) * windows.size()));
    CUDA_CHECK(cudaMalloc(&flows, sizeof(float) * windows.size()));
    CUDA_CHECK(cudaMemcpy(gradientX, gradient.data(), sizeof(float) * pixels, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(gradientY, gradient.data(), sizeof(float) * pixels, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(score, 0, sizeof(float) * pixels));
    CUDA_CHECK(cudaMemcpy(deviceWindows, windows.data(), sizeof(float) * windows.size(), cudaMemcpyHostToDevice));
    makeTables();

    gicov<<<ceilDiv(pixels, DETECT_THREADS), DETECT_THREADS>>>(gradientX, gradientY, score, rows, columns);
    dilate<<<ceilDiv(pixels, DILATE_THREADS), DILATE_THREADS>>>(score, dilated, rows, columns);
    mgvf<<<cells, SOLVE_THREADS>>>(deviceWindows, flows, 1.0f, 0.0f, 100);
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> flow(windows.size());
    CUDA_CHECK(cudaMemcpy(flow.data(), flows, sizeof(float) * flow.size(), cudaMemcpyDeviceToHost));
    int changed = 0;
    for (float value : flow)
        changed += std::fabs(value - 0.5f) > 1e-4f;
    std::printf("%d values moved in windows without a gradient\n", changed);
    for (float *array : {gradientX, gradientY, score, dilated, deviceWindows, flows})
        cudaFree(array);
    return changed == 0 ? 0 : 1;
}
