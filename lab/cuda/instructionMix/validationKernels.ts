import { kernel, LINE, PLANE, type StudyKernel } from './kernels';

/** Kernels written after the rules were settled and not looked at before: their error is that of a prediction. */
export const VALIDATION_KERNELS: readonly StudyKernel[] = [
  kernel(
    'conv5',
    'const float* in, float* out, int w, int h',
    `${PLANE}
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) sum += in[(y + dy) * w + x + dx] * weights[(dy + 2) * 5 + dx + 2];
  out[y * w + x] = sum;`,
    [32, 32, 1],
    [32, 8, 1],
    { w: 1024, h: 256 },
    '__constant__ float weights[25];',
  ),
  kernel(
    'jacobi_shared',
    'const float* in, float* out, int w',
    `__shared__ float tile[18][18];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 16 + threadIdx.y + 1;
  tile[ty][tx] = in[y * w + x];
  if (threadIdx.x == 0) { tile[ty][0] = in[y * w + x - 1]; tile[ty][17] = in[y * w + x + 16]; }
  if (threadIdx.y == 0) { tile[0][tx] = in[(y - 1) * w + x]; tile[17][tx] = in[(y + 16) * w + x]; }
  __syncthreads();
  out[y * w + x] = 0.25f * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1]);`,
    [16, 16, 1],
    [16, 16, 1],
    { w: 258 },
  ),
  kernel(
    'nearest_centre',
    'const float* points, const float* centres, int* nearest, int n, int k, int d',
    `${LINE}
  if (i >= n) return;
  int best = 0; float least = 3.4e38f;
  for (int c = 0; c < k; c++) {
    float sum = 0.0f;
    for (int j = 0; j < d; j++) { float t = points[j * n + i] - centres[c * d + j]; sum += t * t; }
    if (sum < least) { least = sum; best = c; }
  }
  nearest[i] = best;`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384, k: 5, d: 34 },
  ),
  kernel(
    'normalise',
    'const float3* in, float3* out, int n',
    `${LINE}
  if (i >= n) return;
  float3 v = in[i];
  float s = 1.0f / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  out[i] = make_float3(v.x * s, v.y * s, v.z * s);`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'runge_kutta',
    'double* y, double h, int steps',
    `${LINE}
  double v = y[i];
  for (int s = 0; s < steps; s++) {
    double k1 = slope(v), k2 = slope(v + 0.5 * h * k1), k3 = slope(v + 0.5 * h * k2), k4 = slope(v + h * k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  y[i] = v;`,
    [16, 1, 1],
    [128, 1, 1],
    { steps: 50 },
    '__device__ double slope(double v) { return v * (1.0 - v); }',
  ),
  kernel(
    'quantise',
    'const float* in, signed char* out, float scale, int n',
    `${LINE}
  if (i < n) { int q = (int)rintf(in[i] * scale); out[i] = (signed char)max(-128, min(127, q)); }`,
    [64, 1, 1],
    [256, 1, 1],
    { n: 16384 },
  ),
  kernel(
    'layer_norm',
    'const float* in, float* out, int cols',
    `const float* row = in + blockIdx.x * cols;
  float sum = 0.0f, squares = 0.0f;
  for (int j = threadIdx.x; j < cols; j += 32) { float v = row[j]; sum += v; squares += v * v; }
  for (int o = 16; o > 0; o >>= 1) {
    sum += __shfl_xor_sync(0xffffffffu, sum, o);
    squares += __shfl_xor_sync(0xffffffffu, squares, o);
  }
  float mean = sum / cols, inv = rsqrtf(squares / cols - mean * mean + 1e-5f);
  for (int j = threadIdx.x; j < cols; j += 32) out[blockIdx.x * cols + j] = (row[j] - mean) * inv;`,
    [64, 1, 1],
    [32, 1, 1],
    { cols: 768 },
  ),
  kernel(
    'mat_vec_shared',
    'const float* A, const float* x, float* y, int n',
    `__shared__ float xs[128];
  ${LINE}
  float sum = 0.0f;
  for (int base = 0; base < n; base += 128) {
    xs[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; j++) sum += A[(base + j) * n + i] * xs[j];
    __syncthreads();
  }
  y[i] = sum;`,
    [8, 1, 1],
    [128, 1, 1],
    { n: 1024 },
  ),
  kernel(
    'bilinear',
    'const float* in, float* out, int w, int h, float sx, float sy',
    `${PLANE}
  if (x >= w || y >= h) return;
  float fx = x * sx, fy = y * sy;
  int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
  float ax = fx - x0, ay = fy - y0;
  float a = in[y0 * w + x0], b = in[y0 * w + x0 + 1], c = in[(y0 + 1) * w + x0], d = in[(y0 + 1) * w + x0 + 1];
  out[y * w + x] = (a * (1.0f - ax) + b * ax) * (1.0f - ay) + (c * (1.0f - ax) + d * ax) * ay;`,
    [16, 16, 1],
    [16, 16, 1],
    { w: 256, h: 256 },
  ),
  kernel(
    'monte_carlo',
    'unsigned* seeds, unsigned* hits, int trials',
    `${LINE}
  unsigned s = seeds[i], inside = 0;
  for (int t = 0; t < trials; t++) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    float x = s * 2.3283064e-10f;
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    float y = s * 2.3283064e-10f;
    inside += (x * x + y * y < 1.0f) ? 1 : 0;
  }
  hits[i] = inside;`,
    [16, 1, 1],
    [128, 1, 1],
    { trials: 200 },
  ),
  kernel(
    'butterfly',
    'float2* data, int half',
    `${LINE}
  int k = i % half, at = (i / half) * half * 2 + k;
  float angle = -3.14159265f * k / half, s, c;
  __sincosf(angle, &s, &c);
  float2 a = data[at], b = data[at + half];
  float tx = b.x * c - b.y * s, ty = b.x * s + b.y * c;
  data[at] = make_float2(a.x + tx, a.y + ty);
  data[at + half] = make_float2(a.x - tx, a.y - ty);`,
    [64, 1, 1],
    [256, 1, 1],
    { half: 512 },
  ),
  kernel(
    'register_tile',
    'const float* A, const float* B, float* C, int n',
    `int row = (blockIdx.y * 8 + threadIdx.y) * 4, col = (blockIdx.x * 8 + threadIdx.x) * 4;
  float acc[4][4] = {};
  for (int k = 0; k < n; k++) {
    float a[4], b[4];
    for (int i = 0; i < 4; i++) { a[i] = A[k * n + row + i]; b[i] = B[k * n + col + i]; }
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) acc[i][j] += a[i] * b[j];
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) C[(row + i) * n + col + j] = acc[i][j];`,
    [8, 8, 1],
    [8, 8, 1],
    { n: 256 },
  ),
  kernel(
    'row_update',
    'float* A, int n, int k',
    `${PLANE}
  x += k + 1; y += k + 1;
  if (x < n && y < n) A[y * n + x] -= A[y * n + k] / A[k * n + k] * A[k * n + x];`,
    [16, 16, 1],
    [16, 16, 1],
    { n: 512, k: 16 },
  ),
  kernel(
    'path_row',
    'const int* wall, const int* src, int* dst, int cols, int row',
    `${LINE}
  if (i >= cols) return;
  int least = src[i];
  if (i > 0) least = min(least, src[i - 1]);
  if (i < cols - 1) least = min(least, src[i + 1]);
  dst[i] = wall[row * cols + i] + least;`,
    [64, 1, 1],
    [256, 1, 1],
    { cols: 16384, row: 3 },
  ),
  kernel(
    'mandelbrot',
    'int* out, int w, float scale, int limit',
    `${PLANE}
  float cr = (x - w / 2) * scale, ci = (y - w / 2) * scale, zr = 0.0f, zi = 0.0f;
  int count = 0;
  for (int k = 0; k < limit; k++) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci; zr = t;
    count += zr * zr + zi * zi < 4.0f;
  }
  out[y * w + x] = count;`,
    [16, 16, 1],
    [16, 16, 1],
    { w: 256, limit: 64 },
  ),
  kernel(
    'strided_sum',
    'const float* in, float* out, int n',
    `__shared__ float s[128];
  float v = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[blockIdx.x * n + i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0) s[threadIdx.x] += s[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];`,
    [64, 1, 1],
    [128, 1, 1],
    { n: 4096 },
  ),
];
