import { ID, describeCounts, kernel, type Shape } from './countedShape';

const UNIONS = `union Word { unsigned u; float f; unsigned char b[4]; };
union Pair { unsigned long long all; unsigned half[2]; };
union Quad { int4 v; int a[4]; };
struct Tagged { int tag; union { int i; float f; }; };
struct Lanes { union { struct { float x, y, z, w; }; float4 v; float d[4]; }; __device__ float sum() const { return x + y + z + w; } };
struct Held { int tag; union { int i; float f; } u; struct Two { float a, b; } two[2]; };
`;

function shape(name: string, parameters: string, body: string, expected: Shape['expected']): Shape {
  const source = `${UNIONS}${kernel(parameters, `${ID} ${body}`)}`;
  return { name, source, grid: 4, block: 256, arguments: {}, expected };
}

/** Counts of PTX of nvcc 13.0 for sm_80. */
const SHAPES: readonly Shape[] = [
  shape(
    'the bits of a number that another member was given',
    'const unsigned *p, float *o',
    'Word w; w.u = p[i] | 0x3f800000u; o[i] = w.f - 1.0f;',
    { globalLoad: 1, globalStore: 1, fp32: 1 },
  ),
  shape(
    'a union in memory and a copy of it',
    'const Word *p, float *o',
    'Word w = p[i]; o[i] = w.f * 2.0f;',
    {
      globalLoad: 1,
      globalStore: 1,
      fp32: 1,
    },
  ),
  shape(
    'halves of a word',
    'const unsigned long long *p, unsigned *o',
    'Pair w; w.all = p[i]; o[i] = w.half[0] ^ w.half[1];',
    { globalLoad: 1, globalStore: 1 },
  ),
  shape(
    'a word of two halves',
    'const unsigned *p, unsigned long long *o',
    'Pair w; w.half[0] = p[2 * i]; w.half[1] = p[2 * i + 1]; o[i] = w.all * 3;',
    { globalLoad: 2, globalStore: 1 },
  ),
  shape(
    'elements of a vector',
    'const int4 *p, int *o',
    'Quad q; q.v = p[i]; int s = 0; for (int k = 0; k < 4; k++) s += q.a[k]; o[i] = s;',
    { globalLoad: 1, globalStore: 1 },
  ),
  shape(
    'a union without a name among the statements',
    'const float4 *p, float *o',
    'union { float4 v; float f[4]; }; v = p[i]; float s = 0; for (int k = 0; k < 4; k++) s += f[k]; o[i] = s;',
    { globalLoad: 1, globalStore: 1, fp32: 4 },
  ),
  shape(
    'a variable of a union without a name',
    'const float *p, unsigned *o',
    'union { float f; unsigned u; } w; w.f = p[i]; o[i] = w.u >> 23;',
    { globalLoad: 1, globalStore: 1 },
  ),
  shape(
    'a union that the function defines',
    'const float *p, unsigned *o',
    'union Bits { float f; unsigned u; }; Bits w; w.f = p[i]; o[i] = w.u + 1;',
    { globalLoad: 1, globalStore: 1 },
  ),
  shape(
    'a union without a name in a structure that is copied and changed',
    'const Tagged *p, float *o',
    'Tagged t = p[i]; t.i ^= 1; o[i] = t.f;',
    { globalLoad: 1, globalStore: 1 },
  ),
  shape(
    'members of a structure in a union, both without a name, in a method',
    'const Lanes *p, float *o',
    'Lanes q = p[i]; o[i] = q.sum() * q.d[1];',
    { globalLoad: 1, globalStore: 1, fp32: 4 },
  ),
  shape(
    'members that stand behind the brace of their type',
    'const Held *p, float *o',
    'Held h = p[i]; o[i] = h.u.f + h.two[1].b;',
    { globalLoad: 2, globalStore: 1, fp32: 1 },
  ),
  shape(
    'a member that was written behind another one',
    'const unsigned *p, const float *q, float *o',
    'Word w; w.u = p[i]; w.f = q[i]; o[i] = w.f;',
    { globalLoad: 1, globalStore: 1 },
  ),
];

describeCounts('counts of unions', SHAPES);
