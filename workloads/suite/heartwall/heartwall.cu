// Tracking of points on a heart's walls in ultrasound frames: a block looks, for one point, where around its
// last position the frame correlates best with the point's template (normalised cross-correlation).
// Stresses fp32 and shared-memory loads in long loops; there are only as many blocks as points (51 in the
// published video), so that a GPU with more SMs than points cannot use the rest.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 512
#define TEMPLATE 25                     // edge of a template, in pixels
#define WINDOW 45                       // edge of the part of the frame that is searched
#define SHIFTS (WINDOW - TEMPLATE + 1)  // positions along each axis
#define TEMPLATE_PIXELS (TEMPLATE * TEMPLATE)

struct Position {
    int row, column;
};

// The first score of a thread is its best, and hardly any thread has a second one.
// corun: share_score=1
__global__ void trackPoints(const float *__restrict__ frame, int columns, const float *__restrict__ templates,
                            Position *positions, float *scores)
{
    __shared__ float window[WINDOW * WINDOW];
    __shared__ float pattern[TEMPLATE_PIXELS];
    __shared__ float bestScore[THREADS];
    __shared__ int bestShift[THREADS];
    const int point = blockIdx.x, thread = threadIdx.x;
    const int top = positions[point].row - WINDOW / 2, left = positions[point].column - WINDOW / 2;

    for (int i = thread; i < WINDOW * WINDOW; i += THREADS)
        window[i] = frame[(top + i / WINDOW) * columns + left + i % WINDOW];
    for (int i = thread; i < TEMPLATE_PIXELS; i += THREADS)
        pattern[i] = templates[point * TEMPLATE_PIXELS + i];
    __syncthreads();

    float best = -2.0f;
    int where = 0;
    for (int shift = thread; shift < SHIFTS * SHIFTS; shift += THREADS) {
        const int row = shift / SHIFTS, column = shift % SHIFTS;
        float cross = 0.0f, sum = 0.0f, squares = 0.0f, patternSum = 0.0f, patternSquares = 0.0f;
        for (int r = 0; r < TEMPLATE; ++r)
            for (int c = 0; c < TEMPLATE; ++c) {
                const float pixel = window[(row + r) * WINDOW + column + c];
                const float wanted = pattern[r * TEMPLATE + c];
                cross += pixel * wanted;
                sum += pixel;
                squares += pixel * pixel;
                patternSum += wanted;
                patternSquares += wanted * wanted;
            }
        const float covariance = cross - sum * patternSum / TEMPLATE_PIXELS;
        const float variance = (squares - sum * sum / TEMPLATE_PIXELS) *
                               (patternSquares - patternSum * patternSum / TEMPLATE_PIXELS);
        const float score = covariance * rsqrtf(fmaxf(variance, 1e-12f));
        if (score > best) {
            best = score;
            where = shift;
        }
    }
    bestScore[thread] = best;
    bestShift[thread] = where;
    __syncthreads();

    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (thread < half && bestScore[thread + half] > bestScore[thread]) {
            bestScore[thread] = bestScore[thread + half];
            bestShift[thread] = bestShift[thread + half];
        }
        __syncthreads();
    }
    if (thread == 0) {
        positions[point].row = top + bestShift[0] / SHIFTS + TEMPLATE / 2;
        positions[point].column = left + bestShift[0] % SHIFTS + TEMPLATE / 2;
        scores[point] = bestScore[0];
    }
}

int main(int argc, char **argv)
{
    const int points = argc > 1 ? atoi(argv[1]) : 51;
    const int frames = argc > 2 ? atoi(argv[2]) : 5;
    const int rows = 609, columns = 590;
    std::vector<float> frame(size_t(rows) * columns), templates(size_t(points) * TEMPLATE_PIXELS);
    std::vector<Position> positions(points);
    for (size_t i = 0; i < frame.size(); ++i)
        frame[i] = float(i * 2654435761u % 255);
    for (int p = 0; p < points; ++p) {
        positions[p] = Position{60 + p * 9 % (rows - 120), 60 + p * 37 % (columns - 120)};
        for (int i = 0; i < TEMPLATE_PIXELS; ++i)
            templates[p * TEMPLATE_PIXELS + i] = frame[(positions[p].row - TEMPLATE / 2 + i / TEMPLATE) * columns +
                                                       positions[p].column - TEMPLATE / 2 + i % TEMPLATE];
    }

    float *deviceFrame, *deviceTemplates, *scores;
    Position *devicePositions;
    CUDA_CHECK(cudaMalloc(&deviceFrame, sizeof(float) * frame.size()));
    CUDA_CHECK(cudaMalloc(&deviceTemplates, sizeof(float) * templates.size()));
    CUDA_CHECK(cudaMalloc(&devicePositions, sizeof(Position) * points));
    CUDA_CHECK(cudaMalloc(&scores, sizeof(float) * points));
    CUDA_CHECK(cudaMemcpy(deviceTemplates, templates.data(), sizeof(float) * templates.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(devicePositions, positions.data(), sizeof(Position) * points, cudaMemcpyHostToDevice));
    for (int f = 0; f < frames; ++f) {
        CUDA_CHECK(cudaMemcpy(deviceFrame, frame.data(), sizeof(float) * frame.size(), cudaMemcpyHostToDevice));
        trackPoints<<<points, THREADS>>>(deviceFrame, columns, deviceTemplates, devicePositions, scores);
    }
    std::vector<Position> found(points);
    CUDA_CHECK(cudaMemcpy(found.data(), devicePositions, sizeof(Position) * points, cudaMemcpyDeviceToHost));
    int lost = 0;
    for (int p = 0; p < points; ++p)
        lost += found[p].row != positions[p].row || found[p].column != positions[p].column;
    std::printf("%d of %d points lost in a frame that did not change\n", lost, points);
    cudaFree(deviceFrame);
    cudaFree(deviceTemplates);
    cudaFree(devicePositions);
    cudaFree(scores);
    return lost == 0 ? 0 : 1;
}
