// What the text services share: from a text to a score for each word and tag.
#pragma once

#include "../dense-layer/dense_host.cuh"
#include "word_windows.cuh"

#define BLOCK 256
#define VOCABULARY 30000
#define DIMENSIONS 50
#define WINDOW 5
#define INPUTS 256 // 5 x 50, rounded up
#define HIDDEN 320

/** Copies text and model to the device and computes `scores` (words x tags) there; the model does not stay resident. */
inline float *scoreWords(const std::vector<int> &text, int tags)
{
    const int words = int(text.size());
    const std::vector<float> embeddings = uniformFloats(size_t(VOCABULARY) * DIMENSIONS, -1.0f, 1.0f, 29);
    const std::vector<float> weights = uniformFloats(size_t(HIDDEN) * HIDDEN, -0.1f, 0.1f, 30);
    int *deviceText;
    float *deviceEmbeddings, *deviceWeights, *deviceBias, *deviceRows, *deviceHidden, *deviceScores;
    CUDA_CHECK(cudaMalloc(&deviceText, sizeof(int) * words));
    CUDA_CHECK(cudaMalloc(&deviceEmbeddings, sizeof(float) * VOCABULARY * DIMENSIONS));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * HIDDEN * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceRows, sizeof(float) * words * INPUTS));
    CUDA_CHECK(cudaMalloc(&deviceHidden, sizeof(float) * words * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceScores, sizeof(float) * words * tags));
    CUDA_CHECK(cudaMemcpy(deviceText, text.data(), sizeof(int) * words, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceEmbeddings, embeddings.data(), sizeof(float) * VOCABULARY * DIMENSIONS, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * HIDDEN * HIDDEN, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * HIDDEN));
    CUDA_CHECK(cudaMemset(deviceRows, 0, sizeof(float) * words * INPUTS));
    const int items = words * WINDOW * DIMENSIONS;
    gatherWindows<<<(items + BLOCK - 1) / BLOCK, BLOCK>>>(deviceText, deviceEmbeddings, deviceRows, words, DIMENSIONS, WINDOW, INPUTS);
    runDenseLayer(deviceRows, deviceWeights, deviceBias, deviceHidden, words, HIDDEN, INPUTS, HARD_TANH);
    runDenseLayer(deviceHidden, deviceWeights, deviceBias, deviceScores, words, tags, HIDDEN, LINEAR);
    for (float *array : {deviceEmbeddings, deviceWeights, deviceBias, deviceRows, deviceHidden})
        cudaFree(array);
    cudaFree(deviceText);
    return deviceScores;
}

inline std::vector<int> randomText(int words)
{
    Random random(31);
    std::vector<int> text(words);
    for (int &word : text)
        word = int(random.below(VOCABULARY));
    return text;
}
