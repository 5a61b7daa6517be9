// Covariance of the columns of a table: means, differences from them, products of every two columns. The last kernel
// has one thread a column and decides: latency of long chains of loads, most SMs idle.
#include "../common/column_products.cuh"
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void centre(float *table, const float *__restrict__ mean, int rows, int columns)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        table[row * columns + column] -= mean[column];
}

int main(int argc, char **argv)
{
    const int columns = argc > 1 ? atoi(argv[1]) : 512, rows = argc > 2 ? atoi(argv[2]) : 512;
    auto table = uniformFloats(size_t(rows) * columns, -1.0f, 1.0f, 1);
    float *device = toDevice(table), *mean = onDevice<float>(columns), *result = onDevice<float>(size_t(columns) * columns);
    columnMeans<<<ceilDiv(columns, 32), 32>>>(device, mean, rows, columns);
    centre<<<dim3(ceilDiv(columns, 32), ceilDiv(rows, 8)), dim3(32, 8)>>>(device, mean, rows, columns);
    columnProducts<<<ceilDiv(columns, 32), 32>>>(device, result, rows, columns);
    const auto got = toHost(result, size_t(columns) * columns);
    std::vector<float> wanted(size_t(columns) * columns);
    for (int column = 0; column < columns; ++column) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            sum += table[size_t(row) * columns + column];
        for (int row = 0; row < rows; ++row)
            table[size_t(row) * columns + column] -= sum / rows;
    }
    for (int a = 0; a < columns; ++a)
        for (int b = 0; b < columns; ++b)
            for (int row = 0; row < rows; ++row)
                wanted[size_t(a) * columns + b] += table[size_t(row) * columns + a] * table[size_t(row) * columns + b];
    for (float *array : {device, mean, result})
        cudaFree(array);
    return report("covariance", largestError(got, wanted), 1e-2);
}
