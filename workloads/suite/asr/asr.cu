// Acoustic model of a speech service: features of a batch of frames through hidden layers to log-probabilities of
// the senones. A chain of products bound by FP32, with little to copy, and a short row kernel at the end.
#include "../../samples/softmax-layernorm/block_reduce.cuh"
#include "../dense-layer/dense_host.cuh"

#define BLOCK 256
#define FEATURES 448
#define HIDDEN 2048
#define SENONES 4096
#define LAYERS 5

/** Row by row, in place: value - log(sum(exp(values))). One block for each row. */
__global__ void logSoftmax(float *rows, int width)
{
    float *row = rows + blockIdx.x * width;
    float highest = Max::identity;
    for (int i = threadIdx.x; i < width; i += BLOCK)
        highest = fmaxf(highest, row[i]);
    highest = blockReduce<Max, BLOCK>(highest);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < width; i += BLOCK)
        sum += __expf(row[i] - highest);
    const float scale = highest + logf(blockReduce<Sum, BLOCK>(sum));
    for (int i = threadIdx.x; i < width; i += BLOCK)
        row[i] -= scale;
}

int main(int argc, char **argv)
{
    const int frames = (argc > 1 ? atoi(argv[1]) : 256) / DENSE_TILE * DENSE_TILE;
    const std::vector<float> features = uniformFloats(size_t(frames) * FEATURES, -1.0f, 1.0f, 20);
    const std::vector<float> weights = uniformFloats(size_t(HIDDEN) * SENONES, -0.05f, 0.05f, 21);
    std::vector<float> scores(size_t(frames) * SENONES);

    float *deviceFeatures, *deviceWeights, *deviceBias, *layer[2], *deviceScores;
    CUDA_CHECK(cudaMalloc(&deviceFeatures, sizeof(float) * frames * FEATURES));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * HIDDEN * SENONES)); // resident; layers share one matrix
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * SENONES));
    CUDA_CHECK(cudaMalloc(&layer[0], sizeof(float) * frames * HIDDEN));
    CUDA_CHECK(cudaMalloc(&layer[1], sizeof(float) * frames * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceScores, sizeof(float) * frames * SENONES));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * HIDDEN * SENONES, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * SENONES));
    CUDA_CHECK(cudaMemcpy(deviceFeatures, features.data(), sizeof(float) * frames * FEATURES, cudaMemcpyHostToDevice));
    runDenseLayer(deviceFeatures, deviceWeights, deviceBias, layer[0], frames, HIDDEN, FEATURES, SIGMOID);
    for (int l = 1; l < LAYERS; ++l)
        runDenseLayer(layer[(l - 1) % 2], deviceWeights, deviceBias, layer[l % 2], frames, HIDDEN, HIDDEN, SIGMOID);
    runDenseLayer(layer[(LAYERS - 1) % 2], deviceWeights, deviceBias, deviceScores, frames, SENONES, HIDDEN, LINEAR);
    logSoftmax<<<frames, BLOCK>>>(deviceScores, SENONES);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(scores.data(), deviceScores, sizeof(float) * frames * SENONES, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int frame = 0; frame < frames; frame += 17) { // the probabilities of a frame add up to 1
        double sum = 0.0;
        for (int s = 0; s < SENONES; ++s)
            sum += exp(double(scores[size_t(frame) * SENONES + s]));
        got.push_back(float(sum));
        wanted.push_back(1.0f);
    }
    for (float *array : {deviceFeatures, deviceWeights, deviceBias, layer[0], layer[1], deviceScores})
        cudaFree(array);
    return report("asr", largestError(got, wanted), 1e-3);
}
