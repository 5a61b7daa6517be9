// Unfolds the windows of an image into the columns of a matrix, so that a convolution becomes a product.
#pragma once

/**
 * `image` is channels x height x width; a column of `columns` holds the size x size windows of all channels around
 * one pixel, zero outside the image; its rows are `pitch` words apart. One thread for each channel and pixel.
 */
__global__ void im2col(const float *__restrict__ image, float *columns, int channels, int height, int width, int size,
                       int pitch)
{
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    const int pixels = height * width;
    if (item >= channels * pixels)
        return;
    const int channel = item / pixels;
    const int pixel = item % pixels;
    const int y = pixel / width;
    const int x = pixel % width;
    for (int dy = 0; dy < size; ++dy) {
        for (int dx = 0; dx < size; ++dx) {
            const int sourceY = y + dy - size / 2;
            const int sourceX = x + dx - size / 2;
            float value = 0.0f;
            if (sourceY >= 0 && sourceY < height && sourceX >= 0 && sourceX < width)
                value = image[(channel * height + sourceY) * width + sourceX];
            columns[((channel * size + dy) * size + dx) * pitch + pixel] = value;
        }
    }
}
