/** One elementwise kernel whose launches a profile timed at two block sizes: 128 threads a block took 20 % less time. */
export const TIMED_BLOCKS: Readonly<Record<string, string>> = {
  'scale.cu': `#define SCALE_BLOCK 512

__global__ void scaleAll(float *values, float factor, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] *= factor;
}

int main() {
    const int count = 1 << 22;
    float *values;
    cudaMalloc(&values, count * sizeof(float));
    scaleAll<<<(count + SCALE_BLOCK - 1) / SCALE_BLOCK, SCALE_BLOCK>>>(values, 2.0f, count);
    cudaDeviceSynchronize();
}
`,
  'scale.trace.csv': `==1== NVPROF is profiling process 1, command: ./scale
==1== Profiling application: ./scale
==1== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"
ms,us,,,,,,,,B,B,MB,GB/s,,,,
200.000000,500.000000,8192,1,1,512,1,1,10,0,0,,,"GeForce GTX 950 (0)","1","7","scaleAll(float*, float, int) [201]"
201.000000,400.000000,32768,1,1,128,1,1,10,0,0,,,"GeForce GTX 950 (0)","1","7","scaleAll(float*, float, int) [202]"
`,
};
