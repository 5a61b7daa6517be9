// Gram-Schmidt orthogonalisation, column by column: the norm of a column by a single thread, the column divided by it,
// then taken out of all columns behind. Three short launches a step, the first without any parallelism.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void columnNorm(const float *__restrict__ a, float *r, int rows, int columns, int k)
{
    if (threadIdx.x > 0)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row)
        sum += a[row * columns + k] * a[row * columns + k];
    r[k * columns + k] = sqrtf(sum);
}

__global__ void divideColumn(const float *__restrict__ a, const float *__restrict__ r, float *q, int rows, int columns, int k)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        q[row * columns + k] = a[row * columns + k] / r[k * columns + k];
}

__global__ void takeOut(float *a, float *r, const float *__restrict__ q, int rows, int columns, int k)
{
    const int column = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row)
        sum += q[row * columns + k] * a[row * columns + column];
    r[k * columns + column] = sum;
    for (int row = 0; row < rows; ++row)
        a[row * columns + column] -= q[row * columns + k] * sum;
}

int main(int argc, char **argv)
{
    const int columns = argc > 1 ? atoi(argv[1]) : 256, rows = argc > 2 ? atoi(argv[2]) : 512;
    const size_t count = size_t(rows) * columns;
    const auto a = uniformFloats(count, -1.0f, 1.0f, 1);
    float *device = toDevice(a), *r = onDevice<float>(size_t(columns) * columns), *q = onDevice<float>(count);
    for (int k = 0; k < columns; ++k) {
        columnNorm<<<1, 32>>>(device, r, rows, columns, k);
        divideColumn<<<ceilDiv(rows, 256), 256>>>(device, r, q, rows, columns, k);
        takeOut<<<ceilDiv(columns, 256), 256>>>(device, r, q, rows, columns, k);
    }
    const auto basis = toHost(q, count);
    double worst = 0.0;
    for (int left = 0; left < columns; ++left)
        for (int right = left; right < columns; ++right) {
            double sum = 0.0;
            for (int row = 0; row < rows; ++row)
                sum += double(basis[size_t(row) * columns + left]) * basis[size_t(row) * columns + right];
            worst = std::max(worst, std::fabs(sum - (left == right ? 1.0 : 0.0)));
        }
    for (float *array : {device, r, q})
        cudaFree(array);
    return report("gramschmidt", worst, 1e-3);
}
