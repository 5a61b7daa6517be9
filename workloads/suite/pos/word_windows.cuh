// Network input of the text services: the embeddings of the words around each word.
#pragma once

/**
 * Row of word i: the embeddings of the words i - window / 2 to i + window / 2, `pitch` words of memory apart; words
 * outside the text are word 0. `embeddings` is vocabulary x dimensions.
 */
__global__ void gatherWindows(const int *__restrict__ text, const float *__restrict__ embeddings, float *rows, int words,
                              int dimensions, int window, int pitch)
{
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= words * window * dimensions)
        return;
    const int word = item / (window * dimensions);
    const int place = item / dimensions % window;
    const int dimension = item % dimensions;
    const int neighbour = word + place - window / 2;
    int entry = 0;
    if (neighbour >= 0 && neighbour < words)
        entry = text[neighbour];
    rows[word * pitch + place * dimensions + dimension] = embeddings[entry * dimensions + dimension];
}
