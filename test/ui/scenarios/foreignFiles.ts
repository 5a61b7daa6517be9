/** A name that would do harm where it is taken for markup or for a command link. */
export const HOSTILE_NAME = 'a <img src=x onerror=alert(1)> [b](command:c) `d`.cu';

const GEMM = `#define TILE 16
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
__global__ void gemmTile(const float *a, const float *b, float *c, int n) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int from = 0; from < n; from += TILE) {
    left[threadIdx.y][threadIdx.x] = a[row * n + from + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void columnSums(const float *a, float *sums, int n) {
  __shared__ float part[TILE];
  part[threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) for (int k = 0; k < TILE; ++k) sums[blockIdx.x] += part[k];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 512;
  float *a, *b, *c, *host = (float *)malloc(n * n * sizeof(float));
  cudaMalloc(&a, n * n * sizeof(float)); cudaMalloc(&b, n * n * sizeof(float)); cudaMalloc(&c, n * n * sizeof(float));
  cudaMemcpy(a, host, n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, n * n * sizeof(float), cudaMemcpyHostToDevice);
  gemmTile<<<dim3(CEIL_DIV(n, TILE), CEIL_DIV(n, TILE)), dim3(TILE, TILE)>>>(a, b, c, n);
  columnSums<<<64, TILE>>>(c, a, n);
  cudaMemcpy(host, c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  return 0;
}
`;

const MACROS = `#define KERNEL(name, op) \\
  __global__ void name(float *a, const float *b, int n) { \\
    int i = blockIdx.x * blockDim.x + threadIdx.x; \\
    if (i < n) a[i] = a[i] op b[i]; \\
  }
#define LAUNCH(name, n, ...) name<<<((n) + 127) / 128, 128>>>(__VA_ARGS__, n)
KERNEL(add, +)
KERNEL(multiply, *)
#ifdef NEVER_SET
KERNEL(forgotten, -)
#endif
void both(float *a, float *b, int n) { LAUNCH(add, n, a, b); LAUNCH(multiply, n, a, b); }
`;

const BROKEN = `__global__ void whole(float *a) { a[threadIdx.x] *= 2.0f; }
__global__ void halved(float *a, int n) { for (int i = 0; i < n; ++i) { a[i] = (a[i] +
`;

/** A small project of somebody else: a Makefile, a file that does not compile, kernels made by macros, a strange name. */
export const FOREIGN_FILES: Readonly<Record<string, string>> = {
  Makefile: 'all:\n\tnvcc -o gemm src/gemm.cu\n\ttouch built-by-the-extension\n',
  'src/gemm.cu': GEMM,
  'src/macros.cu': MACROS,
  'src/broken.cu': BROKEN,
  [`src/${HOSTILE_NAME}`]:
    '__global__ void odd(float *x) { x[threadIdx.x] += 1.0f; }\nvoid run(float *x) { odd<<<1, 64>>>(x); }\n',
  'runs/app.nvprof.csv': '==1== NVPROF is profiling process 1, command: ./gemm\n"Start","Durat',
};
