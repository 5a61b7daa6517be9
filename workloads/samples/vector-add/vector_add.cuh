// The kernel of vector_add.cu, which streams_vmp.cu uses too.
#pragma once

__global__ void vectorAdd(const float *a, const float *b, float *sum, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        sum[i] = a[i] + b[i];
}
