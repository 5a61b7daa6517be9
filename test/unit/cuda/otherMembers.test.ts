import { describeCounts, kernel, type Shape } from './countedShape';

const BODY = 'struct B { float3 pos, vel; float mass; };';

function ofMembers(name: string, source: string, expected: Shape['expected']): Shape {
  return { name, source, grid: 4, block: 256, expected };
}

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  ofMembers(
    'lanes of vectors that are added to those of another array, one by one',
    kernel(
      'float4 *p, float4 *q',
      'int i = threadIdx.x; p[i].x += q[i].x; p[i].y += q[i].y; p[i].z += q[i].z;',
    ),
    { globalLoad: 2, globalStore: 2, fp32: 3 },
  ),
  ofMembers(
    'a butterfly on numbers of two lanes',
    kernel(
      'float2 *p, int h',
      'int i = threadIdx.x; float2 t; t.x = p[i + h].x; t.y = p[i + h].y; p[i + h].x = p[i].x - t.x; p[i + h].y = p[i].y - t.y; p[i].x = p[i].x + t.x; p[i].y = p[i].y + t.y;',
    ),
    { globalLoad: 3, globalStore: 2, fp32: 4 },
  ),
  ofMembers(
    'a sum by a tree of vectors in shared memory',
    kernel(
      'const float4 *p, float4 *q',
      '__shared__ float4 d[256]; int i = threadIdx.x; d[i] = p[i]; __syncthreads(); for (int s = 128; s > 0; s >>= 1) { if (i < s) { d[i].x += d[i + s].x; d[i].y += d[i + s].y; d[i].z += d[i + s].z; } __syncthreads(); } if (i == 0) q[blockIdx.x] = d[0];',
    ),
    { globalLoad: 1, globalStore: 1 / 256, sharedLoad: 1.996, sharedStore: 2.992, fp32: 2.988 },
  ),
  // Members of members may be the same: mass and velocity are loaded again behind stores to them.
  ofMembers(
    'members of members of two objects',
    `${BODY}\n${kernel(
      'B *p, B *q, float dt',
      'int i = threadIdx.x; q[i].pos.x = p[i].pos.x + p[i].vel.x * dt; q[i].pos.y = p[i].pos.y + p[i].vel.y * dt; q[i].vel.x = p[i].vel.x * p[i].mass; q[i].vel.y = p[i].vel.y * p[i].mass;',
    )}`,
    { globalLoad: 8, globalStore: 4, fp32: 4 },
  ),
];

describeCounts('counts of members that stores to others leave as they are', SHAPES);
