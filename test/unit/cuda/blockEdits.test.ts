import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withEdits } from '../../../src/cuda/edits/tryOut';
import { editBlockSize } from '../../../src/cuda/edits/block/blockSize';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';

const KERNEL =
  '__global__ void add(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }\n';

function workspaceOf(files: Readonly<Record<string, string>>): CudaWorkspace {
  const workspace = new CudaWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.setFile(path, text);
  return workspace;
}

/** The text of `path` after the edit, or the reason for a refusal. */
function edited(files: Readonly<Record<string, string>>, threads: number, path = 'a.cu'): string {
  const workspace = workspaceOf(files);
  const before = workspace.index();
  const outcome = editBlockSize(workspace, before.launches[0]!, threads);
  for (const [name, text] of Object.entries(files)) assert.equal(workspace.text(name), text);
  for (const file of before.files)
    assert.equal(workspace.file(file.path), file, 'the workspace is left as it was');
  if (outcome.kind === 'refused') return `refused: ${english(outcome.reason)}`;
  return withEdits(workspace, outcome.edits, () => workspace.text(path)!);
}

describe('rewriting the block size', () => {
  it('changes a macro that grid and block share', () => {
    const text = `#define BLOCK 256\n${KERNEL}void run(float *a, int n) { add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': text }, 128), /#define BLOCK 128\n/);
  });

  it('changes a constant in another file', () => {
    const files = {
      'size.h': 'const int kThreads = 256;\n',
      'a.cu': `#include "size.h"\n${KERNEL}void run(float *a, int n) { dim3 block(kThreads); dim3 grid((n + block.x - 1) / block.x); add<<<grid, block>>>(a, n); }\n`,
    };
    assert.equal(edited(files, 512, 'size.h'), 'const int kThreads = 512;\n');
  });

  it('changes a local variable whatever another file calls by its name', () => {
    const local = (name: string): string =>
      `${KERNEL.replace('add', name)}void run_${name}(float *a, int n) { const int block = 256; ${name}<<<(n + block - 1) / block, block>>>(a, n); }\n`;
    const files = { 'a.cu': local('one'), 'b.cu': local('two') };
    assert.match(edited(files, 128), /const int block = 128;/);
  });

  it('keeps the suffix of a literal in the launch itself', () => {
    const text = `${KERNEL}void run(float *a) { const int n = 4096; add<<<n / 128, 128u>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': text }, 256), /add<<<n \/ 256, 256u>>>/);
    const following = `${KERNEL}void run(float *a) { const int n = 4096; const int t = 128u; add<<<n / t, t>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': following }, 256), /const int t = 256u;/);
  });

  const kernel = (body: string, parameters = 'float *a, int n') =>
    `__global__ void k(${parameters}) { ${body} }\n`;
  const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
  const launched = (grid: string, args = 'a, n', before = '') =>
    `#define B 256\nvoid run(float *a, int n) { ${before}k<<<${grid}, B>>>(${args}); }\n`;
  const ROUNDED = '(n + B - 1) / B';

  const offers: readonly [name: string, text: string][] = [
    ['a guard that leaves', kernel(`${ID} if (i >= n) return; a[i] *= 2;`) + launched(ROUNDED)],
    ['a guard the other way round', kernel(`${ID} if (n > i) { a[i] *= 2; }`) + launched(ROUNDED)],
    [
      'ids by way of variables and old products',
      kernel(
        'int t = threadIdx.x; int b = blockIdx.x; int i = __mul24(b, blockDim.x) + t; if (i < n) a[i] = 0;',
      ) + launched(ROUNDED),
    ],
    [
      'a grid-stride loop on a literal grid',
      kernel(
        `${ID} for (int j = i; j < n; j += blockDim.x * gridDim.x) { float v = a[j]; v *= 2; a[j] = v; }`,
      ) + launched('64'),
    ],
    [
      'a device function of the value',
      `__device__ float f(float v) { return v * v; }\n${kernel(`${ID} if (i < n) a[i] = f(a[i]);`)}${launched(ROUNDED)}`,
    ],
    [
      'a kernel that names the block in the ids of its threads',
      `#define B 256\n${kernel(`int i = blockIdx.x * B + threadIdx.x; if (i < n) a[i] = 0;`)}void run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a, n); }\n`,
    ],
    [
      'a second axis that stays',
      `#define B 256\n${kernel(`${ID} int j = blockIdx.y; if (i < n) a[j * n + i] = 0;`)}void run(float *a, int n) { dim3 g((n + B - 1) / B, 12); k<<<g, B>>>(a, n); }\n`,
    ],
    [
      'threads that are as many as before, without a guard',
      kernel(`${ID} a[i] *= 2;`) +
        '#define B 256\nvoid run(float *a) { const int n = 1 << 20; k<<<n / B, B>>>(a, n); }\n',
    ],
    [
      'sizes that a call gives',
      kernel(`${ID} if (i < n) a[i] *= 2;`) +
        '#define B 256\nvoid run(float *a, char **argv) { int n = atoi(argv[1]); k<<<(n + B - 1) / B, B>>>(a, n); }\n',
    ],
  ];
  for (const [name, text] of offers)
    it(`is offered for ${name}`, () => assert.match(edited({ 'a.cu': text }, 512), /#define B 512\n/));

  it('is offered for a number that the launch repeats in its grid', () => {
    const add = kernel(`${ID} if (i < n) a[i] *= 2;`);
    const up = 'int up(int n, int by) { return (n + by - 1) / by; }\n';
    const rounded = `${add}void run(float *a, int n) { k<<<(n + 255) / 256, 256>>>(a, n); }\n`;
    const called = `${add}${up}void run(float *a, int n) { k<<<up(n, 256), 256>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': rounded }, 512), /k<<<\(n \+ 511\) \/ 512, 512>>>/);
    assert.match(edited({ 'a.cu': called }, 64), /k<<<up\(n, 64\), 64>>>/);
  });

  const refusals: readonly [name: string, reason: RegExp, text: string][] = [
    [
      'a grid that does not follow',
      /grid does not follow/,
      `${KERNEL}void run(float *a) { add<<<64, 256>>>(a, 16384); }\n`,
    ],
    [
      'a number repeated in a grid that is rounded down',
      /lets|grid does not follow/,
      `${kernel(`${ID} if (i < n) a[i] *= 2;`)}void run(float *a, int n) { k<<<n / 256, 256>>>(a, n); }\n`,
    ],
    [
      'a number repeated in a grid that it is not the block of',
      /lets|grid does not follow/,
      `${kernel(`${ID} if (i < n) a[i] *= 2;`)}void run(float *a, int n) { k<<<n * 256, 256>>>(a, n); }\n`,
    ],
    [
      'a reduction in one block',
      /array s does not grow/,
      kernel(
        '__shared__ float s[1024]; s[threadIdx.x] = threadIdx.x < n ? a[threadIdx.x] : 0; __syncthreads();',
      ) + launched('1'),
    ],
    [
      'one block whose threads are the elements',
      /threadIdx/,
      kernel('int i = threadIdx.x; if (i < n) a[i] += 1;') + launched('1'),
    ],
    [
      'one block by global ids',
      /grid does not follow|lets/,
      kernel(`${ID} if (i < n) a[i] += 1;`) + launched('1'),
    ],
    [
      'a warp reduction',
      /__shfl_down_sync/,
      kernel(`${ID} float v = i < n ? a[i] : 0; v += __shfl_down_sync(~0u, v, 1); if (i < n) a[i] = v;`) +
        launched(ROUNDED),
    ],
    [
      'sums by block',
      /blockIdx/,
      kernel(`${ID} if (i < n) atomicAdd(&a[blockIdx.x], 1.f);`) + launched(ROUNDED),
    ],
    [
      'a sum by thread of a grid-stride loop',
      /hands sum|not the whole/,
      kernel(
        `${ID} float sum = 0; for (int j = i; j < n; j += blockDim.x * gridDim.x) sum += a[j]; a[i] = sum;`,
      ) + launched('64'),
    ],
    [
      'a value that rounds of a loop hand on',
      /hands last from round to round/,
      kernel(
        `${ID} float last = 0; for (int j = i; j < n; j += blockDim.x * gridDim.x) { a[j] += last; last = a[j]; }`,
      ) + launched('64'),
    ],
    ['a missing guard', /keeps threads past the last/, kernel(`${ID} a[i] = 0;`) + launched(ROUNDED)],
    [
      'a guard behind a load',
      /keeps threads past the last/,
      kernel(`${ID} float v = a[i]; if (i < n) a[i] = v + 1;`) + launched(ROUNDED),
    ],
    [
      'a guard by another number than the grid is made for',
      /grid does not follow/,
      kernel(`${ID} if (i < m) a[i] = 0;`, 'float *a, int m') + launched(ROUNDED, 'a, 2 * n'),
    ],
    [
      'a guard by a number that is not known',
      /lets through by \*m is not known|lets through by m\[0\] is not known/,
      kernel(`${ID} if (i < m[0]) a[i] = 0;`, 'float *a, const int *m') + launched(ROUNDED, 'a, (int *)a'),
    ],
    [
      'a grid that is rounded down',
      /grid does not follow/,
      kernel(`${ID} if (i < n) a[i] = 0;`) + launched('n / B'),
    ],
    [
      'a grid that is rounded down, without a guard',
      /keeps threads past the last/,
      kernel(`${ID} a[i] = 0;`) + launched('n / B'),
    ],
    [
      'a grid-stride loop whose grid small sizes leave empty',
      /without a block/,
      kernel(`${ID} for (int j = i; j < n; j += blockDim.x * gridDim.x) a[j] = 0;`) + launched('n / B'),
    ],
    [
      'a second loop by the stride within',
      /uses STRIDE_x/,
      kernel(
        `${ID} for (int j = i; j < n; j += blockDim.x * gridDim.x) { float s = 0; for (int m = j; m < n; m += blockDim.x * gridDim.x) s += a[m]; a[j] = s; }`,
      ) + launched('64'),
    ],
    [
      'what a thread knows of itself in a grid-stride loop',
      /uses w, which/,
      kernel(`${ID} float w = i * 0.5f; for (int j = i; j < n; j += blockDim.x * gridDim.x) { a[j] = w; }`) +
        launched('64'),
    ],
    [
      'an argument that follows the block',
      /argument B follows the block/,
      kernel(`${ID} if (i < n) a[i] = m;`, 'float *a, int n, int m') + launched(ROUNDED, 'a, n, B'),
    ],
    [
      'a number that an allocation uses, too',
      /B is used at a\.cu:3, too/,
      kernel(`${ID} if (i < n) a[i] = 0;`) + launched(ROUNDED, 'a, n', 'cudaMalloc(&a, B * 4); '),
    ],
    [
      'a kernel that names the block otherwise',
      /uses blockDim otherwise|shares B with the block/,
      `#define B 256\n${kernel(`int i = blockIdx.x * B + threadIdx.x; if (i < n) a[i] = B;`)}void run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a, n); }\n`,
    ],
    [
      'a kernel that hard-codes the size',
      /contains the number 256/,
      '__global__ void k(float *a) { __shared__ float s[256]; s[threadIdx.x] = a[0]; }\n#define B 256\nvoid run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a); }\n',
    ],
    [
      'launch bounds that are too small',
      /allows 256 threads/,
      '__global__ void __launch_bounds__(256) k(float *a) { a[0] = 1; }\n#define B 128\nvoid run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a); }\n',
    ],
    [
      'a shared array that does not grow',
      /does not grow/,
      '#define S 4096\n__global__ void k(float *a) { __shared__ float s[S]; s[threadIdx.x] = a[0]; }\n#define B 128\nvoid run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a); }\n',
    ],
    [
      'a block that is not known',
      /not a known number/,
      `${KERNEL}void run(float *a, int n, int b) { add<<<(n + b - 1) / b, b>>>(a, n); }\n`,
    ],
    [
      'a block that two launches share',
      /the launch at a\.cu:4 has its block from the same number/,
      `#define B 256\n${KERNEL}void run(float *a, int n) { add<<<(n + B - 1) / B, B>>>(a, n);\nadd<<<100, B>>>(a, n); }\n`,
    ],
    [
      'the block that is there',
      /line 2 has that block/,
      `${KERNEL}void run(float *a, int n) { add<<<(n + 511) / 512, 512>>>(a, n); }\n`,
    ],
    [
      'a kernel out of sight',
      /not in the workspace/,
      '#define B 256\n__global__ void k(float *a);\nvoid run(float *a, int n) { k<<<(n + B - 1) / B, B>>>(a); }\n',
    ],
    [
      'a function that is not at hand',
      /calls update, which is not at hand/,
      kernel(`${ID} if (i < n) update(a, i);`) + launched(ROUNDED),
    ],
    [
      'a result of an atomic operation',
      /uses what an atomic operation returns/,
      kernel(`${ID} if (i < n) { int at = atomicAdd(m, 1); a[at] = i; }`, 'float *a, int n, int *m') +
        launched(ROUNDED, 'a, n, (int *)a'),
    ],
  ];
  for (const [name, reason, text] of refusals)
    it(`refuses ${name}`, () => assert.match(edited({ 'a.cu': text }, 512), reason));

  it('refuses a block that a loop or the calls of a function change', () => {
    const sweep = `${KERNEL}void run(float *a, int n) { for (int t = 64; t <= 512; t *= 2) add<<<(n + t - 1) / t, t>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': sweep }, 256), /refused: .*changes with the turns of a loop/);
    const sizes = `${KERNEL}void run(float *a, int n) { int s[] = {64, 128}; for (int j = 0; j < 2; j++) { int t = s[j]; add<<<(n + t - 1) / t, t>>>(a, n); } }\n`;
    assert.match(edited({ 'a.cu': sizes }, 256), /refused: .*changes with the turns of a loop/);
    const calls = `${KERNEL}void run(float *a, int n, int t) { add<<<(n + t - 1) / t, t>>>(a, n); }\nvoid f(float *a, int n) { run(a, n, 64); run(a, n, 128); }\n`;
    assert.match(edited({ 'a.cu': calls }, 256), /refused: .*the calls of its function/);
  });

  it('refuses where a launch of a variable starts another kernel with the same block', () => {
    const text = `${KERNEL}__global__ void both(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
template <typename F> void run(F what, float *a, int n) { const int t = 64; what<<<(n + t - 1) / t, t>>>(a, n); }
void f(float *a, int n) { run(add, a, n); run(both, a, n); }\n`;
    assert.match(
      edited({ 'a.cu': text }, 256),
      /refused: the launch at a\.cu:3 has its block from the same number/,
    );
  });

  it('refuses a square tile, whose side the kernel knows', () => {
    const text =
      '#define TILE 16\n__global__ void t(float *a, int n) { __shared__ float s[TILE][TILE]; s[threadIdx.y][threadIdx.x] = a[n]; }\nvoid run(float *a, int n) { dim3 block(TILE, TILE); dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE); t<<<grid, block>>>(a, n); }\n';
    assert.match(edited({ 'a.cu': text }, 1024), /it uses __shared__/);
  });

  it('changes both sides of a block over a plane', () => {
    const text = `#define SIDE 16\n__global__ void t(float *a, int w, int h) { int x = blockIdx.x * blockDim.x + threadIdx.x; int y = blockIdx.y * blockDim.y + threadIdx.y; if (x >= w || y >= h) return; a[y * w + x] = 0; }\nvoid run(float *a, int w, int h) { dim3 block(SIDE, SIDE); dim3 grid((w + SIDE - 1) / SIDE, (h + SIDE - 1) / SIDE); t<<<grid, block>>>(a, w, h); }\n`;
    assert.match(edited({ 'a.cu': text }, 1024), /#define SIDE 32\n/);
    assert.match(edited({ 'a.cu': text.replace(' || y >= h', '') }, 1024), /along y/);
  });

  it('refuses where a launch in another file has the same block', () => {
    const include = '#include "size.h"\n';
    const files = {
      'a.cu': `${include}${KERNEL}void run(float *a, int n) { add<<<(n + B - 1) / B, B>>>(a, n); }\n`,
      'b.cu': `${include}__global__ void other(float *a) { a[0] = 1; }\nvoid b(float *a) { other<<<64, B>>>(a); }\n`,
      'size.h': '#define B 256\n',
    };
    assert.match(edited(files, 512), /^refused: the launch at b\.cu:3 has its block from the same number/);
    assert.match(
      edited({ ...files, 'b.cu': `${include}float room[B];\n` }, 512),
      /B is used at b\.cu:2, too/,
    );
    assert.equal(edited({ ...files, 'b.cu': '' }, 512, 'size.h'), '#define B 512\n');
  });

  it('leaves a name that nothing declares undeclared', () => {
    const text = `#define B 256\n${KERNEL}void run(float *a) { add<<<(COUNT + B - 1) / B, B>>>(a, COUNT); }\n`;
    const workspace = workspaceOf({ 'a.cu': text });
    const [launch] = workspace.index().launches;
    assert.equal(editBlockSize(workspace, launch!, 512).kind, 'edit');
    const run = workspace.functionsNamed('run', 'a.cu')[0]!;
    assert.equal(run.scopeAt(run.text.indexOf('<<<')).lookup('COUNT'), null);
  });

  it('only ever offers an edit after which the launch has the wanted block', () => {
    const size = fc.constantFrom(32, 64, 96, 128, 192, 256, 384, 512, 1024);
    fc.assert(
      fc.property(size, size, fc.boolean(), (from, to, ceiling) => {
        const grid = ceiling ? '(n + B - 1) / B' : 'n / B + 1';
        const text = `#define B ${from}\n${KERNEL}void run(float *a, int n) { add<<<${grid}, B>>>(a, n); }\n`;
        if (from === to) return;
        const result = edited({ 'a.cu': text }, to);
        assert.match(result, new RegExp(`#define B ${to}\\n`));
        assert.deepEqual(
          workspaceOf({ 'a.cu': result })
            .index()
            .launches[0]!.block.map((extent) => extent.value),
          [to, 1, 1],
        );
      }),
      { numRuns: 40 },
    );
  });
});
