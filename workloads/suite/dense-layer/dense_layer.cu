// A dense layer of a network service on a batch of requests. Stresses fused multiply-add: each word that a thread
// loads from shared memory is used twice, each word from device memory 32 times.
#include "dense_host.cuh"

int main(int argc, char **argv)
{
    const int rows = (argc > 1 ? atoi(argv[1]) : 256) / DENSE_TILE * DENSE_TILE;
    const int columns = (argc > 2 ? atoi(argv[2]) : 4096) / DENSE_TILE * DENSE_TILE;
    const int depth = (argc > 3 ? atoi(argv[3]) : 1024) / DENSE_BLOCK * DENSE_BLOCK;
    const std::vector<float> input = uniformFloats(size_t(rows) * depth, -1.0f, 1.0f, 12);
    const std::vector<float> weights = uniformFloats(size_t(depth) * columns, -0.05f, 0.05f, 13);
    std::vector<float> output(size_t(rows) * columns);

    float *deviceInput, *deviceWeights, *deviceBias, *deviceOutput;
    CUDA_CHECK(cudaMalloc(&deviceInput, sizeof(float) * rows * depth));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * depth * columns));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * columns));
    CUDA_CHECK(cudaMalloc(&deviceOutput, sizeof(float) * rows * columns));
    CUDA_CHECK(cudaMemcpy(deviceInput, input.data(), sizeof(float) * rows * depth, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * depth * columns, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * columns));
    runDenseLayer(deviceInput, deviceWeights, deviceBias, deviceOutput, rows, columns, depth, SIGMOID);
    CUDA_CHECK(cudaMemcpy(output.data(), deviceOutput, sizeof(float) * rows * columns, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < rows; row += 13) {
        const int column = row * 29 % columns;
        got.push_back(output[size_t(row) * columns + column]);
        wanted.push_back(denseValue(input, weights, row, column, columns, depth, SIGMOID));
    }
    for (float *array : {deviceInput, deviceWeights, deviceBias, deviceOutput})
        cudaFree(array);
    return report("dense layer", largestError(got, wanted), 1e-4);
}
