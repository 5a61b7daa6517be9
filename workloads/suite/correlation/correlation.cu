// Correlation of the columns of a table: means, deviations, standardised values, products of every two columns. The
// last kernel has one thread a column and decides: latency of long chains of loads, most SMs idle.
#include "../common/column_products.cuh"
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void columnDeviations(const float *__restrict__ table, const float *__restrict__ mean, float *deviation, int rows,
                                 int columns)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) {
        const float difference = table[row * columns + column] - mean[column];
        sum += difference * difference;
    }
    deviation[column] = sqrtf(sum / rows);
}

__global__ void standardise(float *table, const float *__restrict__ mean, const float *__restrict__ deviation, int rows, int columns)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        table[row * columns + column] = (table[row * columns + column] - mean[column]) / (sqrtf(float(rows)) * deviation[column]);
}

int main(int argc, char **argv)
{
    const int columns = argc > 1 ? atoi(argv[1]) : 512, rows = argc > 2 ? atoi(argv[2]) : 512;
    auto table = uniformFloats(size_t(rows) * columns, -1.0f, 1.0f, 1);
    float *device = toDevice(table), *mean = onDevice<float>(columns), *deviation = onDevice<float>(columns),
          *result = onDevice<float>(size_t(columns) * columns);
    const int blocks = ceilDiv(columns, 32);
    columnMeans<<<blocks, 32>>>(device, mean, rows, columns);
    columnDeviations<<<blocks, 32>>>(device, mean, deviation, rows, columns);
    standardise<<<dim3(ceilDiv(columns, 32), ceilDiv(rows, 8)), dim3(32, 8)>>>(device, mean, deviation, rows, columns);
    columnProducts<<<blocks, 32>>>(device, result, rows, columns);
    const auto got = toHost(result, size_t(columns) * columns);
    std::vector<float> wanted(size_t(columns) * columns);
    for (int column = 0; column < columns; ++column) {
        double sum = 0.0, squares = 0.0;
        for (int row = 0; row < rows; ++row)
            sum += table[size_t(row) * columns + column];
        for (int row = 0; row < rows; ++row)
            squares += std::pow(table[size_t(row) * columns + column] - sum / rows, 2.0);
        for (int row = 0; row < rows; ++row)
            table[size_t(row) * columns + column] = float((table[size_t(row) * columns + column] - sum / rows) / std::sqrt(squares));
    }
    for (int a = 0; a < columns; ++a)
        for (int b = 0; b < columns; ++b)
            for (int row = 0; row < rows; ++row)
                wanted[size_t(a) * columns + b] += table[size_t(row) * columns + a] * table[size_t(row) * columns + b];
    for (float *array : {device, mean, deviation, result})
        cudaFree(array);
    return report("correlation", largestError(got, wanted), 1e-2);
}
