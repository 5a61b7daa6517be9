import type { Dim3 } from '../../../src/kernel/symbolic';

/** A kernel whose control flow does not depend on data, with a launch that fixes every loop. */
export interface StudyKernel {
  readonly name: string;
  readonly source: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Integer arguments by name; pointers and floating arguments stay unknown. */
  readonly integers: Readonly<Record<string, number>>;
}

/** Shorthand for the lists of study kernels. */
export function kernel(
  name: string,
  parameters: string,
  body: string,
  grid: Dim3,
  block: Dim3,
  integers: Readonly<Record<string, number>> = {},
  before = '',
): StudyKernel {
  const source = `${before}\nextern "C" __global__ void ${name}(${parameters}) {\n${body}\n}\n`;
  return { name, source, grid, block, integers };
}

export const LINE = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
export const PLANE = `int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;`;

/**
 * Written for this study: one idiom of CUDA code each, straight or with loops of known length. The
 * estimator's rules were found while looking at these, so their error is that of a fit.
 */
export const STUDY_KERNELS: readonly StudyKernel[] = [
  kernel(
    'axpy',
    'float a, const float* x, float* y, int n',
    `${LINE}\n if (i < n) y[i] = a * x[i] + y[i];`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'grid_stride',
    'float a, const float* x, float* y, int n',
    'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];',
    [16, 1, 1],
    [256, 1, 1],
    { n: 65536 },
  ),
  kernel(
    'copy_vector',
    'const float4* in, float4* out, int n',
    `${LINE}\n if (i < n) out[i] = in[i];`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'gather',
    'const int* __restrict__ index, const float* __restrict__ x, float* y, int n',
    `${LINE}\n if (i < n) y[i] = x[index[i]];`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'matmul',
    'const float* A, const float* B, float* C, int n',
    `int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) { float sum = 0.0f; for (int k = 0; k < n; k++) sum += A[row * n + k] * B[k * n + col]; C[row * n + col] = sum; }`,
    [16, 16, 1],
    [16, 16, 1],
    { n: 256 },
  ),
  kernel(
    'matmul_tiled',
    'const float* A, const float* B, float* C, int n',
    `__shared__ float sa[16][16];
  __shared__ float sb[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int m = 0; m < n / 16; m++) {
    sa[ty][tx] = A[row * n + m * 16 + tx];
    sb[ty][tx] = B[(m * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += sa[ty][k] * sb[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;`,
    [16, 16, 1],
    [16, 16, 1],
    { n: 256 },
  ),
  kernel(
    'reduce_shared',
    'const float* in, float* out',
    `__shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];`,
    [64, 1, 1],
    [256, 1, 1],
  ),
  kernel(
    'reduce_shuffle',
    'const float* in, float* out, int n',
    `${LINE}
  float v = i < n ? in[i] : 0.0f;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'stencil5',
    'const float* in, float* out, int w, int h',
    `${PLANE}
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int c = y * w + x;
    out[c] = 0.2f * (in[c] + in[c - 1] + in[c + 1] + in[c - w] + in[c + w]);
  }`,
    [16, 16, 1],
    [16, 16, 1],
    { w: 1024, h: 1024 },
  ),
  kernel(
    'stencil7',
    'const float* __restrict__ in, float* out, int nx, int ny, int nz, float c0, float c1',
    `${PLANE}
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  for (int z = 1; z < nz - 1; z++) {
    int at = x + nx * (y + ny * z);
    out[at] = c0 * in[at] + c1 * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny]);
  }`,
    [8, 8, 1],
    [32, 8, 1],
    { nx: 512, ny: 512, nz: 64 },
  ),
  kernel(
    'transpose',
    'const float* in, float* out, int w, int h',
    `__shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];`,
    [16, 16, 1],
    [32, 8, 1],
    { w: 512, h: 512 },
  ),
  kernel(
    'convolve_constant',
    'const float* in, float* out, int n',
    `${LINE}
  float sum = 0.0f;
  for (int j = -8; j <= 8; j++) { int k = i + j; if (k >= 0 && k < n) sum += in[k] * filter[j + 8]; }
  if (i < n) out[i] = sum;`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
    '__constant__ float filter[17];',
  ),
  kernel(
    'nbody',
    'const float4* __restrict__ p, float4* a, int n',
    `${LINE}
  float4 me = p[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < n; j++) {
    float4 o = p[j];
    float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
    float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inv = rsqrtf(r2);
    float s = o.w * inv * inv * inv;
    ax += dx * s; ay += dy * s; az += dz * s;
  }
  a[i] = make_float4(ax, ay, az, 0.0f);`,
    [4, 1, 1],
    [256, 1, 1],
    { n: 1024 },
  ),
  kernel(
    'black_scholes',
    'const float* S, const float* X, const float* T, float* call, float r, float v, int n',
    `${LINE}
  if (i >= n) return;
  float s = S[i], x = X[i], t = T[i];
  float root = sqrtf(t);
  float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root);
  float d2 = d1 - v * root;
  float c1 = 0.5f * (1.0f + erff(d1 * 0.70710678f)), c2 = 0.5f * (1.0f + erff(d2 * 0.70710678f));
  call[i] = s * c1 - x * expf(-r * t) * c2;`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'axpy_double',
    'double a, const double* x, double* y, int n',
    `${LINE}\n if (i < n) y[i] = a * x[i] / (y[i] + 1.0);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'dot_double',
    'const double* x, const double* y, double* out, int n',
    `double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i] * y[i];
  atomicAdd(out, sum);`,
    [16, 1, 1],
    [256, 1, 1],
    { n: 65536 },
  ),
  kernel(
    'random_walk',
    'unsigned* state, float* out, int steps',
    `${LINE}
  unsigned s = state[i]; float x = 0.0f;
  for (int k = 0; k < steps; k++) { s = s * 1664525u + 1013904223u; x += (float)(s >> 8) * 5.9604645e-8f - 0.5f; }
  state[i] = s; out[i] = x;`,
    [64, 1, 1],
    [256, 1, 1],
    { steps: 100 },
  ),
  kernel(
    'histogram',
    'const unsigned char* in, unsigned* out, int n',
    `__shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);`,
    [16, 1, 1],
    [256, 1, 1],
    { n: 65536 },
  ),
  kernel(
    'horner',
    'const float* x, float* y, int n',
    `${LINE}
  float c[6] = {1.0f, 0.5f, 0.25f, 0.125f, 0.0625f, 0.03125f};
  float v = x[i], r = c[5];
  for (int k = 4; k >= 0; k--) r = r * v + c[k];
  y[i] = r;`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'row_softmax',
    'const float* in, float* out, int cols',
    `int row = blockIdx.x * blockDim.x + threadIdx.x;
  float m = in[row * cols];
  for (int j = 1; j < cols; j++) m = fmaxf(m, in[row * cols + j]);
  float sum = 0.0f;
  for (int j = 0; j < cols; j++) sum += expf(in[row * cols + j] - m);
  for (int j = 0; j < cols; j++) out[row * cols + j] = expf(in[row * cols + j] - m) / sum;`,
    [4, 1, 1],
    [128, 1, 1],
    { cols: 64 },
  ),
  kernel(
    'gray',
    'const uchar4* in, unsigned char* out, int w, int h',
    `${PLANE}
  if (x >= w || y >= h) return;
  uchar4 p = in[y * w + x];
  out[y * w + x] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);`,
    [16, 16, 1],
    [16, 16, 1],
    { w: 256, h: 256 },
  ),
  kernel(
    'complex_multiply',
    'const float2* a, const float2* b, float2* c, int n',
    `${LINE}
  if (i >= n) return;
  c[i] = multiply(a[i], b[i]);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
    '__device__ float2 multiply(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }',
  ),
  kernel(
    'divide_index',
    'const float* in, float* out, int w, int c, int n',
    `${LINE}
  if (i >= n) return;
  int channel = i % c, pixel = i / c, px = pixel % w, py = pixel / w;
  out[(channel * w + py) * w + px] = in[i];`,
    [64, 1, 1],
    [256, 1, 1],
    { w: 64, c: 4, n: 16384 },
  ),
  kernel(
    'struct_update',
    'Body* bodies, float dt, int n',
    `${LINE}
  if (i >= n) return;
  Body b = bodies[i];
  b.vx += b.ax * dt; b.vy += b.ay * dt;
  b.x += b.vx * dt; b.y += b.vy * dt;
  bodies[i].x = b.x; bodies[i].y = b.y; bodies[i].vx = b.vx; bodies[i].vy = b.vy;`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
    'struct Body { float x, y, vx, vy, ax, ay; };',
  ),
  kernel(
    'half_axpy',
    'const __half2* x, __half2* y, int n',
    `${LINE}
  if (i < n) y[i] = __hfma2(x[i], __float2half2_rn(2.0f), y[i]);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
    '#include <cuda_fp16.h>',
  ),
  kernel(
    'trigonometry',
    'const float* x, float* y, int n',
    `${LINE}\n if (i < n) y[i] = sinf(x[i]) * cosf(x[i]) + powf(x[i], 1.5f);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'scan_block',
    'const int* in, int* out',
    `__shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = s[t];`,
    [64, 1, 1],
    [256, 1, 1],
  ),
  kernel(
    'triangular',
    'const float* a, float* out, int n',
    `${LINE}
  float sum = 0.0f;
  if (i < n) { for (int j = 0; j <= i; j++) sum += a[i * n + j]; out[i] = sum; }`,
    [1, 1, 1],
    [256, 1, 1],
    { n: 256 },
  ),
];
