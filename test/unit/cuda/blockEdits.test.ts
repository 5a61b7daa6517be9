import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editBlockSize } from '../../../src/cuda/edits/blockSize';
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
  const edit = outcome.edits.find((candidate) => candidate.path === path)!;
  const lines = files[path]!.split('\n');
  const { startLine, startColumn, endColumn } = edit.range;
  const line = lines[startLine - 1]!;
  lines[startLine - 1] = line.slice(0, startColumn) + edit.newText + line.slice(endColumn);
  return lines.join('\n');
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

  it('keeps the suffix of a literal in the launch itself', () => {
    const text = `${KERNEL}void run(float *a) { const int n = 4096; add<<<n / 128, 128u>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': text }, 256), /^refused: .*grid does not follow/);
    const following = `${KERNEL}void run(float *a) { const int n = 4096; const int t = 128u; add<<<n / t, t>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': following }, 256), /const int t = 256u;/);
  });

  it('changes both sides of a square tile', () => {
    const text = `#define TILE 16\n__global__ void t(float *a, int n) { __shared__ float s[TILE][TILE]; s[threadIdx.y][threadIdx.x] = a[n]; }\nvoid run(float *a, int n) { dim3 block(TILE, TILE); dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE); t<<<grid, block>>>(a, n); }\n`;
    assert.match(edited({ 'a.cu': text }, 1024), /#define TILE 32\n/);
    assert.match(edited({ 'a.cu': text }, 512), /^refused/);
  });

  const refusals: readonly [name: string, reason: RegExp, text: string][] = [
    [
      'a grid that does not follow',
      /grid does not follow/,
      `${KERNEL}void run(float *a) { add<<<64, 256>>>(a, 16384); }\n`,
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
      'a second launch that would break',
      /grid does not follow/,
      `#define B 256\n${KERNEL}void run(float *a, int n) { add<<<(n + B - 1) / B, B>>>(a, n); add<<<100, B>>>(a, n); }\n`,
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
  ];
  for (const [name, reason, text] of refusals)
    it(`refuses ${name}`, () => assert.match(edited({ 'a.cu': text }, 512), reason));

  it('tells of its own file first where launches of several refuse', () => {
    const launch = '#include "size.h"\nvoid run(float *a, int n, int m) { add<<<GRID, B>>>(a, n); }\n';
    const files = {
      'size.h': '#define B 256\n',
      'b.cu': `${KERNEL}${launch.replace('GRID', '64')}`,
      'c.cu': launch.replace('GRID', 'gridOf(n)'),
    };
    const workspace = workspaceOf({ ...files, 'a.cu': launch.replace('GRID', 'gridOf(m)') });
    const own = workspace.index().launches.find(({ path }) => path === 'b.cu')!;
    const outcome = editBlockSize(workspace, own, 512);
    assert.ok(outcome.kind === 'refused' && !outcome.unknown);
    assert.equal(english(outcome.reason), 'b.cu:3: the grid does not follow the block');
  });

  it('refuses where a launch in another file speaks against it', () => {
    const include = '#include "size.h"\n';
    const files = {
      'a.cu': `${include}${KERNEL}void run(float *a, int n) { add<<<(n + B - 1) / B, B>>>(a, n); }\n`,
      'b.cu': `${include}__global__ void other(float *a) { a[0] = 1; }\nvoid b(float *a) { other<<<64, B>>>(a); }\n`,
      'size.h': '#define B 256\n',
    };
    assert.match(edited(files, 512), /^refused: b.cu:3: the grid does not follow/);
    assert.equal(
      edited({ ...files, 'b.cu': files['b.cu'].replace('64', '65536 / B') }, 512, 'size.h'),
      '#define B 512\n',
    );
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
