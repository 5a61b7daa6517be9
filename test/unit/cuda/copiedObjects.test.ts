import { ID, describeCounts, kernel, type Shape } from './countedShape';

const BODY =
  'struct Body { float3 at, pace; float mass; };\nstruct Box { int tag; float low[3], high[3]; };\nstruct __align__(16) Row { float d[4]; };\n';

function shape(name: string, parameters: string, body: string, expected: Shape['expected']): Shape {
  const source = `${BODY}${kernel(parameters, body)}`;
  return { name, source, grid: 4, block: 256, arguments: { n: 64 }, expected };
}

/** Counts of PTX of nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  shape(
    'a copy of which two members are asked for',
    'const Body *p, float *o',
    `${ID} Body b = p[i]; float3 v = b.pace; o[i] = v.y * b.mass;`,
    { globalLoad: 2, globalStore: 1, fp32: 1 },
  ),
  shape(
    'a copy that is changed in part and stored where it came from',
    'Body *p',
    `${ID} Body b = p[i]; b.at.x += b.pace.x; b.at.z += b.pace.z; p[i] = b;`,
    { globalLoad: 4, globalStore: 2, fp32: 2 },
  ),
  shape(
    'a copy that is changed in part and stored elsewhere',
    'float3 *p, float3 *o',
    `${ID} float3 v = p[i]; v.x += 1.f; o[i] = v;`,
    { globalLoad: 3, globalStore: 3, fp32: 1 },
  ),
  shape(
    'copies in a loop, before a condition',
    'const Body *p, float *o, int n',
    `${ID} float s = 0; for (int j = 0; j < n; j++) { Body b = p[j]; if (j != i) s += b.mass * b.at.x; } o[i] = s;`,
    { globalLoad: 128, globalStore: 1, fp32: 128 },
  ),
  shape('a lane of a vector of three in memory', 'const float3 *p, float *o', `${ID} o[i] = p[i].y;`, {
    globalLoad: 1,
    globalStore: 1,
  }),
  shape(
    'lanes of a vector of three in shared memory, of a copy and of a place',
    'const float3 *p, float *o',
    `__shared__ float3 s[256]; ${ID} s[threadIdx.x] = p[i]; __syncthreads(); float3 v = s[255 - threadIdx.x]; o[i] = v.x + v.z + s[threadIdx.x ^ 1].y;`,
    { globalLoad: 3, globalStore: 1, sharedLoad: 3, sharedStore: 3, fp32: 2 },
  ),
  shape(
    'members of a copy of a structure in shared memory',
    'const Body *p, float *o, int n',
    `__shared__ Body s[64]; ${ID} if (threadIdx.x < 64) s[threadIdx.x] = p[i]; __syncthreads(); float v = 0; for (int j = 0; j < 32; j++) { Body b = s[j]; v += b.mass * b.at.y; } o[i] = v;`,
    { globalLoad: 1.75, globalStore: 1, sharedLoad: 64, sharedStore: 1.75, fp32: 32 },
  ),
  shape(
    'elements of an array in a copy',
    'const Box *p, float *o',
    `${ID} Box b = p[i]; o[i] = b.high[2] - b.low[0] + b.tag;`,
    { globalLoad: 3, globalStore: 1, fp32: 2, conversion: 1 },
  ),
  shape(
    'elements of an array in a copy, in a loop',
    'const Box *p, float *o',
    `${ID} Box b = p[i]; float s = 0; for (int k = 0; k < 3; k++) s += b.high[k] * b.low[k]; o[i] = s;`,
    { globalLoad: 6, globalStore: 1, fp32: 3 },
  ),
  shape(
    'an aligned array that is copied, changed and stored',
    'Row *p',
    `${ID} Row r = p[i]; for (int k = 0; k < 4; k++) r.d[k] *= 2.f; p[i] = r;`,
    { globalLoad: 1, globalStore: 1, fp32: 4 },
  ),
  shape(
    'an array in a copy of which one element is changed and stored',
    'Box *p',
    `${ID} Box b = p[i]; b.low[1] += b.high[1]; p[i] = b;`,
    { globalLoad: 2, globalStore: 1, fp32: 1 },
  ),
  shape(
    'a copy of two words in shared memory, which one access moves',
    'const float *p, float *o',
    `struct Span { float low, high; }; __shared__ Span s[256]; ${ID} s[threadIdx.x].low = p[i]; __syncthreads(); Span v = s[255 - threadIdx.x]; o[i] = v.low * v.high;`,
    { globalLoad: 1, globalStore: 1, sharedLoad: 1, sharedStore: 1, fp32: 1 },
  ),
];

describeCounts('counts of structures that are copied', SHAPES);
