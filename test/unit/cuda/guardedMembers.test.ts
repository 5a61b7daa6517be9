import { describeCounts, kernel, type Shape } from './countedShape';

const PARAMETERS = 'const float *a, float *b, int n';
const UPDATE = 'float d = a[j]; s.x += d; s.y += d * d;';
const expected = { globalStore: 2, globalLoad: 63, fp32: 126 };

function shape(name: string, source: string, given: Shape['expected'] = expected): Shape {
  return { name, source, grid: 1, block: 64, arguments: { n: 64 }, expected: given };
}

/** Members that a loop adds to under a condition, in 63 of 64 turns: an element, a sum and a product with one each. */
const SHAPES: readonly Shape[] = [
  shape(
    'members of a vector, of the others around a particle',
    kernel(
      PARAMETERS,
      `int i = threadIdx.x; float2 s = make_float2(0.f, 0.f); for (int j = 0; j < n; j++) { if (i != j) { ${UPDATE} } } b[i] = s.x; b[i + 64] = s.y;`,
    ),
  ),
  shape(
    'members of a structure',
    `struct S { float x, y; };\n${kernel(
      PARAMETERS,
      `int i = threadIdx.x; S s = {0.f, 0.f}; for (int j = 0; j < n; j++) if (j != i) { ${UPDATE} } b[i] = s.x; b[i + 64] = s.y;`,
    )}`,
  ),
  shape(
    'one member on either side of a branch',
    kernel(
      PARAMETERS,
      `int i = threadIdx.x; float2 s = make_float2(0.f, 0.f); for (int j = 0; j < n; j++) { float d = a[j]; if (j < 16) { s.x += d * d; s.x *= d; s.x += d / n; } else s.y += d; } b[i] = s.x; b[i + 64] = s.y;`,
    ),
    // A quotient is five multiply-adds and an approximation of the inverse.
    { globalStore: 2, globalLoad: 64, conversion: 1, fp32: 16 * 8 + 48, special: 16 },
  ),
  shape(
    'short sides of a branch, which all threads compute before they select',
    kernel(
      PARAMETERS,
      `int i = threadIdx.x; float2 s = make_float2(0.f, 0.f); for (int j = 0; j < n; j++) { float d = a[j]; if (j < 10) s.x += d * d * d; else s.y += d; } b[i] = s.x; b[i + 64] = s.y;`,
    ),
    // A product, a multiply-add, a sum and two selections in each turn.
    { globalStore: 2, globalLoad: 64, fp32: 64 * 5 },
  ),
];

describeCounts('counts of members that loops update under a condition', SHAPES);
