// Stems of words: plural, past and progressive endings are stripped by the first step of Porter's rules, one word
// of at most 31 letters for each thread. A block stages its words in shared memory so that device memory is read and
// written in whole lines. Stresses divergent byte and integer code; the copies of the words there and back over the
// host link take longer than the kernel.
#include <cstring>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 128
#define WORD 32
#define QUADS (WORD / 4) // four letters each

__host__ __device__ inline bool isVowel(const char *word, int i)
{
    const char c = word[i];
    if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
        return true;
    return c == 'y' && i > 0 && word[i - 1] != 'a' && word[i - 1] != 'e' && word[i - 1] != 'o';
}

/** How often a vowel is followed by a consonant among the first `end` letters. */
__host__ __device__ inline int measure(const char *word, int end)
{
    int count = 0;
    bool before = false;
    for (int i = 0; i < end; ++i) {
        const bool vowel = isVowel(word, i);
        if (before && !vowel)
            count++;
        before = vowel;
    }
    return count;
}

/** Length of the word's stem, which may have its last letter replaced. */
__host__ __device__ inline int stem(char *word)
{
    int length = 0;
    while (length < WORD - 1 && word[length] != 0)
        length++;
    if (length < 4)
        return length;
    if (word[length - 1] == 's') {
        if (word[length - 2] == 'e' && (word[length - 3] == 'i' || word[length - 3] == 's'))
            length -= 2;
        else if (word[length - 2] != 's')
            length -= 1;
    }
    if (word[length - 1] == 'd' && word[length - 2] == 'e') {
        if (measure(word, length - 2) > 0)
            length -= word[length - 3] == 'e' ? 1 : 2;
    } else if (length > 4 && word[length - 1] == 'g' && word[length - 2] == 'n' && word[length - 3] == 'i') {
        if (measure(word, length - 3) > 0)
            length -= 3;
    }
    if (word[length - 1] == 'y' && measure(word, length - 1) > 0)
        word[length - 1] = 'i';
    return length;
}

// English words have about 7 letters, 4 in 10 of them vowels. A twentieth is too short to stem; a third ends in s,
// of these three in ten in ies or sses and nearly all others in a single s; 15 % end in ed, 10 % in ing, 9 % in y.
// corun: trips_length=7, share_length=0.05, share_word=0.33, share_word_2=0.3, share_word_3=0.95, share_word_4=0.15, trips_i_2=5,
// corun: share_c=0.4, share_before=0.3, share_word_5=0.9, share_length_2=0.1, share_word_6=0.9, share_word_7=0.09
__global__ void stemWords(int *words, int *lengths)
{
    __shared__ int staged[BLOCK][QUADS + 1];
    const int first = blockIdx.x * BLOCK * QUADS;
    for (int i = threadIdx.x; i < BLOCK * QUADS; i += BLOCK)
        staged[i / QUADS][i % QUADS] = words[first + i];
    __syncthreads();
    lengths[blockIdx.x * BLOCK + threadIdx.x] = stem((char *)staged[threadIdx.x]);
    __syncthreads();
    for (int i = threadIdx.x; i < BLOCK * QUADS; i += BLOCK)
        words[first + i] = staged[i / QUADS][i % QUADS];
}

int main(int argc, char **argv)
{
    const int count = (argc > 1 ? atoi(argv[1]) : 1 << 20) / BLOCK * BLOCK;
    const char *stems[] = {"walk", "relat", "compute", "schedul", "kernel", "memor", "plaster", "quer"};
    const char *endings[] = {"", "s", "ed", "ing", "ies", "y", "es", "eed"};
    Random random(22);
    std::vector<char> words(size_t(count) * WORD, 0);
    for (int i = 0; i < count; ++i)
        std::snprintf(&words[size_t(i) * WORD], WORD, "%s%s", stems[random.below(8)], endings[random.below(8)]);
    std::vector<char> wanted = words;
    std::vector<int> lengths(count);

    int *deviceWords, *deviceLengths;
    CUDA_CHECK(cudaMalloc(&deviceWords, size_t(count) * WORD));
    CUDA_CHECK(cudaMalloc(&deviceLengths, count * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(deviceWords, words.data(), size_t(count) * WORD, cudaMemcpyHostToDevice));
    stemWords<<<count / BLOCK, BLOCK>>>(deviceWords, deviceLengths);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(words.data(), deviceWords, size_t(count) * WORD, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(lengths.data(), deviceLengths, count * sizeof(int), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const int length = stem(&wanted[size_t(i) * WORD]);
        wrong += length != lengths[i] || std::memcmp(&wanted[size_t(i) * WORD], &words[size_t(i) * WORD], WORD) != 0;
    }
    cudaFree(deviceWords);
    cudaFree(deviceLengths);
    return report("stemmer", wrong, 0);
}
