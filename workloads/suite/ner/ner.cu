// Named entities of a text: words are scored as in pos, then Viterbi decoding finds the best sequence of tags of each
// sentence, a warp for each. Short kernels after large copies; the last one is sequential in the words of a sentence.
#include "../pos/tagger.cuh"

#define TAGS 32
#define SENTENCE 32 // words at most

/** One block of 32 threads for each sentence, a thread for each tag; `transition` is from-tag x to-tag. */
__global__ void viterbi(const float *__restrict__ scores, const float *__restrict__ transition, int *tag, int length)
{
    __shared__ float best[TAGS];
    __shared__ int from[SENTENCE][TAGS];
    const int t = threadIdx.x;
    const int first = blockIdx.x * length;
    best[t] = scores[first * TAGS + t];
    __syncthreads();
    for (int word = 1; word < length; ++word) {
        float highest = -1e30f;
        int source = 0;
        for (int s = 0; s < TAGS; ++s) {
            const float score = best[s] + transition[s * TAGS + t];
            source = score > highest ? s : source;
            highest = fmaxf(highest, score);
        }
        __syncthreads();
        best[t] = highest + scores[(first + word) * TAGS + t];
        from[word][t] = source;
        __syncthreads();
    }
    if (t == 0) {
        int last = 0;
        for (int s = 1; s < TAGS; ++s)
            last = best[s] > best[last] ? s : last;
        for (int word = length - 1; word >= 0; --word) {
            tag[first + word] = last;
            last = word > 0 ? from[word][last] : 0;
        }
    }
}

/** Score of a sequence of tags. */
static double scoreOf(const float *scores, const std::vector<float> &transition, const int *tag, int length)
{
    double sum = scores[tag[0]];
    for (int word = 1; word < length; ++word)
        sum += transition[size_t(tag[word - 1]) * TAGS + tag[word]] + scores[word * TAGS + tag[word]];
    return sum;
}

/** Score of the best sequence. */
static double bestScore(const float *scores, const std::vector<float> &transition, int length)
{
    std::vector<double> best(scores, scores + TAGS), next(TAGS);
    for (int word = 1; word < length; ++word) {
        for (int t = 0; t < TAGS; ++t) {
            next[t] = -1e30;
            for (int s = 0; s < TAGS; ++s)
                next[t] = std::max(next[t], best[s] + transition[size_t(s) * TAGS + t]);
            next[t] += scores[word * TAGS + t];
        }
        best.swap(next);
    }
    return *std::max_element(best.begin(), best.end());
}

int main(int argc, char **argv)
{
    const int sentences = argc > 1 ? atoi(argv[1]) : 64;
    const int words = sentences * SENTENCE;
    float *deviceScores = scoreWords(randomText(words), TAGS);
    const std::vector<float> transition = uniformFloats(TAGS * TAGS, -1.0f, 1.0f, 32);
    float *deviceTransition;
    int *deviceTag;
    CUDA_CHECK(cudaMalloc(&deviceTransition, sizeof(float) * TAGS * TAGS));
    CUDA_CHECK(cudaMalloc(&deviceTag, sizeof(int) * words));
    CUDA_CHECK(cudaMemcpy(deviceTransition, transition.data(), sizeof(float) * TAGS * TAGS, cudaMemcpyHostToDevice));
    viterbi<<<sentences, TAGS>>>(deviceScores, deviceTransition, deviceTag, SENTENCE);
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> tag(words);
    std::vector<float> scores(size_t(words) * TAGS);
    CUDA_CHECK(cudaMemcpy(tag.data(), deviceTag, sizeof(int) * words, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(scores.data(), deviceScores, sizeof(float) * words * TAGS, cudaMemcpyDeviceToHost));

    double error = 0.0;
    for (int s = 0; s < sentences; ++s) {
        const float *rows = &scores[size_t(s) * SENTENCE * TAGS];
        error = std::max(error, bestScore(rows, transition, SENTENCE) - scoreOf(rows, transition, &tag[size_t(s) * SENTENCE], SENTENCE));
    }
    cudaFree(deviceScores);
    cudaFree(deviceTransition);
    cudaFree(deviceTag);
    return report("ner", error, 1e-3);
}
