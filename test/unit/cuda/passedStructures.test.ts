import { describeCounts, type Shape } from './countedShape';

const TYPES =
  'struct Box { float *to; float sums[4]; }; struct Work { const float *from; float *to; int n; Box box; Box *boxes; };';

function shape(name: string, body: string, expected: Shape['expected']): Shape {
  return {
    name,
    source: `${TYPES} __global__ void k(Work w) { int t = threadIdx.x; ${body} }`,
    grid: 1,
    block: 64,
    arguments: { 'w.n': 100 },
    expected,
  };
}

/** Storing where a pointer in a structure leads changes none of the structure's own members. */
const SHAPES: readonly Shape[] = [
  shape(
    'a loop that stores through a member',
    'for (int j = 0; j < w.n; j++) w.to[j * 64 + t] = w.from[j * 64 + t];',
    {
      globalLoad: 100,
      globalStore: 100,
    },
  ),
  shape(
    'a loop that stores through members of members and pointers',
    'for (int j = 0; j < w.n; j++) { w.box.to[j * 64 + t] = 1.f; w.boxes[t].sums[1] += w.from[j * 64 + t]; *w.to = 2.f; }',
    // The sum in memory may be what any of the others writes.
    { globalLoad: 200, globalStore: 300, fp32: 100 },
  ),
  shape(
    'a loop that changes a member, too',
    'for (int j = 0; j < 8; j++) { w.box.sums[1] += w.from[t]; w.to[j * 64 + t] = w.box.sums[1]; }',
    { globalLoad: 8, globalStore: 8, fp32: 8 },
  ),
];

describeCounts('counts of loops over structures that are passed by value', SHAPES);
