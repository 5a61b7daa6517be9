import assert from 'node:assert/strict';
import { kernelLenses } from '../../../src/words/texts/lensTexts';
import { buildTree } from '../../../src/editor/tree/nodes';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { createRandom } from '../../../src/stats/random';
import { analyzed, testSession } from './support';

const results = (source: string) => analyzed({ sources: { 'a.cu': source }, settings: { gpu: 'h100-sxm' } });

/** One tile of the matrix a block: the number of blocks goes by tiles, that of threads by their columns. */
const tiled = (head: string, tile: string, callee = 'columns') => `${head}
__global__ void columns(float *a) {
  __shared__ float t[${tile}][${tile}];
  for (int row = 0; row < ${tile}; ++row) t[row][threadIdx.x] = a[blockIdx.x * ${tile} + row];
  __syncthreads();
  a[blockIdx.x] = t[threadIdx.x][0];
}
int main() { float *d; cudaMalloc(&d, 1 << 20); ${callee}<<<64, ${tile}>>>(d); }`;

const FREE = `#define BLOCK 512
__global__ void add(float *a, int n) { int i = blockIdx.x * BLOCK + threadIdx.x; if (i < n) a[i] += 1; }
int main() { float *d; cudaMalloc(&d, 1 << 22); add<<<(1 << 20) / BLOCK, BLOCK>>>(d, 1 << 20); }`;

/** Two kernels whose blocks may come from one number, with alternatives for each piece. */
const PIECES: readonly (readonly string[])[] = [
  ['#define TILE 16', '#define TILE 16\n#define OTHER TILE', '#define TILE 32'],
  ['float s = 0;', 'float s = 1;', 'float s = TILE;', 'float s = 0;\n  s += 2;'],
  [
    'a[blockIdx.x] = t[threadIdx.x][0];',
    'a[blockIdx.x] = t[0][threadIdx.x];',
    'a[blockIdx.x] = t[0][0] * t[1][1];',
  ],
  ['64, TILE', '64, 16', '4096 / TILE, TILE'],
];

function twoKernels([head, other, own, launch]: readonly string[]): string {
  return `${head}
__global__ void sums(float *a) {
  ${other}
  for (int i = 0; i < 64; i++) s += a[i * 128 + threadIdx.x];
  a[threadIdx.x] = s;
}
__global__ void columns(float *a) {
  __shared__ float t[TILE][TILE];
  for (int row = 0; row < TILE; ++row) t[row][threadIdx.x] = a[blockIdx.x * TILE + row];
  __syncthreads();
  ${own}
}
int main() { float *d; cudaMalloc(&d, 1 << 20); sums<<<64, 512>>>(d); columns<<<${launch}>>>(d); }`;
}

describe('a block that is part of the algorithm', () => {
  it('is the same after edits as in a session that starts with the text', async () => {
    const random = createRandom(7);
    const session = await testSession();
    const settings = { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' };
    const choice = PIECES.map(() => 0);
    for (let edit = 0; edit < 24; edit++) {
      const place = random.below(PIECES.length);
      choice[place] = random.below(PIECES[place]!.length);
      const text = twoKernels(PIECES.map((piece, at) => piece[choice[at]!]!));
      const edited = await session.analyze({ sources: new Map([['a.cu', text]]), settings });
      assert.deepEqual(edited.files, (await results(text)).files, text);
    }
  });

  for (const [what, source, name] of [
    ['a macro', tiled('#define TILE 16', 'TILE'), 'TILE'],
    ['a constant', tiled('constexpr int kTile = 16;', 'kTile'), 'kTile'],
    ['a number', tiled('', '16'), '16'],
    [
      'a template argument',
      tiled('template <int Side>', 'Side', 'columns<16>').replace('<<<64, Side', '<<<64, 16'),
      'Side',
    ],
  ] as const)
    it(`is told where ${what} gives both it and the tile, and promises nothing`, async () => {
      const found = await results(source);
      const kernel = found.files[0]!.kernels[0]!;
      assert.equal(kernel.block!.bound?.what, name, JSON.stringify(kernel.block));
      assert.notEqual(kernel.block!.advised, kernel.block!.current);
      assert.equal(found.advice.filter(({ kind }) => kind === 'block-size').length, 0);
      const lens = kernelLenses(kernel).find(({ kind }) => kind === 'blockSize')!;
      assert.equal(lens.title, `block 16: part of the algorithm${name === '16' ? '' : ` (${name})`}`);
      assert.match(lens.tooltip, /A block of \d+ threads needs the kernel rewritten: .* share \w+ \(/);
      assert.match(JSON.stringify(buildTree(found, new Set(), new Set())), /block 16: part of the algorithm/);
    });

  it('is not where one number gives both another block and the grid', async () => {
    const found = await results(FREE);
    assert.equal(found.files[0]!.kernels[0]!.block!.bound, null);
  });

  it('is not advised to have another block while nothing timed it', async () => {
    const found = await results(FREE);
    const { advised, suggested } = found.files[0]!.kernels[0]!.block!;
    assert.deepEqual([advised, suggested], [null, 128]);
    assert.deepEqual(
      found.advice.filter(({ kind }) => kind === 'block-size'),
      [],
    );
  });

  it('is not where too little is known for a proof', async () => {
    const found = await results(FREE.replace('<<<(1 << 20) / BLOCK', '<<<blocksFor(d)'));
    assert.equal(found.files[0]!.kernels[0]!.block!.bound, null);
  });
});
