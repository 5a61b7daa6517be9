// Parts of speech of a text: embeddings of word windows are gathered, two dense layers score the tags, and each word
// takes the best one. The kernels are short; the copies of the embedding table and the text dominate.
#include "tagger.cuh"

#define TAGS 64 // 45 of them are used

// The largest of the first t of 64 random scores is new with probability 1/t: 4.7 times altogether.
// corun: share_score=0.06
__global__ void bestTag(const float *__restrict__ scores, int *tag, int words)
{
    const int word = blockIdx.x * blockDim.x + threadIdx.x;
    if (word >= words)
        return;
    float highest = scores[word * TAGS];
    int best = 0;
    for (int t = 1; t < TAGS; ++t) {
        const float score = scores[word * TAGS + t];
        if (score > highest) {
            highest = score;
            best = t;
        }
    }
    tag[word] = best;
}

int main(int argc, char **argv)
{
    const int words = (argc > 1 ? atoi(argv[1]) : 2048) / DENSE_TILE * DENSE_TILE;
    float *deviceScores = scoreWords(randomText(words), TAGS);
    int *deviceTag;
    CUDA_CHECK(cudaMalloc(&deviceTag, sizeof(int) * words));
    bestTag<<<(words + 31) / 32, 32>>>(deviceScores, deviceTag, words);
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> tag(words);
    std::vector<float> scores(size_t(words) * TAGS);
    CUDA_CHECK(cudaMemcpy(tag.data(), deviceTag, sizeof(int) * words, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(scores.data(), deviceScores, sizeof(float) * words * TAGS, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int word = 0; word < words; ++word) {
        const float *row = &scores[size_t(word) * TAGS];
        wrong += tag[word] != std::max_element(row, row + TAGS) - row;
    }
    cudaFree(deviceScores);
    cudaFree(deviceTag);
    return report("pos", wrong, 0);
}
