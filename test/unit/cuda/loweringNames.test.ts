import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace, type LoweringOptions } from '../../../src/cuda/workspace';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

const KERNEL = `__global__ void k(const int* first, const int* mask, const int* list, float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (mask[i] > 0 && x[i] < 3.0f) x[i] = 0;
  for (int j = first[i]; j < first[i + 1]; j++)
    if (mask[j]) x[list[j]] += 1;
  float v = x[i];
  while (v > 1.0f) v *= 0.5f;
  x[i] = v;
}
void run(int* a, int* b, int* c, float* d) { k<<<8, 128>>>(a, b, c, d, 1000); }`;

describe('names of what a kernel leaves open', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const namesOf = (source: string): string[] =>
    lowerText(parser, source).assumptions.flatMap(({ parameter }) => parameter ?? []);

  it('say what a loop counts and what a branch looks at', () => {
    assert.deepEqual(namesOf(KERNEL), ['share_mask', 'trips_j', 'share_mask_2', 'trips_v', 'window_list']);
  });

  it('hold an argument whose default is for a launch with another number of threads', () => {
    const source = `__global__ void k(float* x, int n, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = a * x[i];
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 65536;
  float a = argc > 2 ? atof(argv[2]) : 2.0f, *x;
  k<<<n / 256, 256>>>(x, n, a);
}`;
    const of = (options: LoweringOptions) =>
      lowerText(parser, source, options).assumptions.map(({ parameter, value }) => [parameter, value]);
    assert.deepEqual(of({}), []);
    assert.deepEqual(of({ grid: [512, 1, 1], block: [128, 1, 1] }), []);
    assert.deepEqual(of({ grid: [1024, 1, 1] }), [['n', 65536]]);
    assert.deepEqual(of({ grid: [1024, 1, 1], arguments: { n: 262144 } }), []);
    const [assumed] = lowerText(parser, source, { grid: [1024, 1, 1] }).assumptions;
    assert.match(
      english(assumed!.text),
      /^n is taken as 65536: .*run without arguments.*another number of threads/,
    );
  });

  it('stay when code moves', () => {
    const moved = KERNEL.replace('int i =', '\n\n  // The thread.\n  int i =').replace(
      'float v',
      '\n  float v',
    );
    assert.deepEqual(namesOf(`// A file.\n\n${moved}`), namesOf(KERNEL));
  });

  it('take the numbers of a comment wherever the kernel stands', () => {
    for (const lines of ['', '\n\n\n']) {
      const { program, assumptions } = lowerText(
        parser,
        `${lines}// corun: trips_v=5, share_mask_2=0.125\n${KERNEL}`,
      );
      const conditions = those(program.body, 'if').map(({ condition }) => condition);
      assert.ok(conditions.some((one) => typeof one === 'object' && one.probability === 0.125));
      assert.equal(assumptions.find(({ parameter }) => parameter === 'trips_v')?.value, 5);
    }
  });

  it('are guesses where data decide how often a loop runs or a branch is taken, until somebody tells', () => {
    const guessed = (comment: string): (string | null)[] =>
      lowerText(parser, `${comment}\n${KERNEL}`)
        .assumptions.filter(({ isGuess }) => isGuess === true)
        .map(({ parameter }) => parameter);
    assert.deepEqual(guessed(''), ['share_mask', 'trips_j', 'share_mask_2', 'trips_v']);
    assert.deepEqual(guessed('// corun: trips_v=5, share_mask=0.1'), ['trips_j', 'share_mask_2']);
  });

  it('are no guesses where a test is mostly for one thing: a pointer that is passed, a number that is seldom met', () => {
    const taken = (test: string): (boolean | undefined)[] =>
      lowerText(
        parser,
        `__global__ void k(float *x, float *y, int n) { int i = threadIdx.x; if (${test}) x[i] += 1; }
        void run(float *x, float *y) { k<<<1, 32>>>(x, y, 9); }`,
      ).assumptions.map(({ isGuess }) => isGuess);
    assert.deepEqual(taken('y'), [undefined]);
    assert.deepEqual(taken('y[i] == 1.f'), [undefined]);
    assert.deepEqual(taken('y[i] > 1.f'), [true]);
    assert.deepEqual(taken('!(y[i] > 1.f)'), [true]);
    assert.deepEqual(taken('y && y[i] > 1.f'), [true]);
  });

  const unused = (
    source: string,
    numbers: Record<string, number> = {},
  ): [string, number | null, string][] => {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', source);
    const { id } = workspace.index().kernels[0]!;
    return workspace
      .unusedNumbers(id, workspace.launchesOf(id)[0] ?? null, { arguments: numbers })
      .map(({ name, range, text }) => [name, range?.startLine ?? null, english(text)]);
  };

  it('that nothing has are pointed out with their place', () => {
    const [found, ...others] = unused(
      `// Sparse rows.\n// corun: share_mask=0.5, share_57=0.1, n=1000\n${KERNEL}`,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(found?.slice(0, 2), ['share_57', 2]);
    assert.match(found[2], /kernel k has nothing of that name: it has share_mask, trips_j/);
  });

  it('that are mistyped are pointed out with what may be meant', () => {
    const [found] = unused(KERNEL, { trips_jj: 4 });
    assert.match(found![2], /nothing of that name; did you mean trips_j\?/);
  });

  it('are also those of index arrays, extents, arguments and host variables', () => {
    const source = KERNEL.replace('k<<<8, 128>>>', 'int count = atoi("8"); k<<<count, 128>>>');
    const given = { window_list: 4, elements_x: 4096, gridDimX: 8, n: 900, count: 8 };
    assert.deepEqual(unused(source, given), []);
    assert.deepEqual(
      unused(source, { ...given, elements_y: 5 }).map(([name, line]) => [name, line]),
      [['elements_y', null]],
    );
  });

  it('say of an argument that a loop of the host changes which of its values was taken', () => {
    const source = `__global__ void k(const float *a, float *o, int n) { for (int j = threadIdx.x; j < n; j += 64) o[j] = a[j]; }
      void f(float *a, float *b) { int sizes[] = {128, 256, 512}; for (int size : sizes) k<<<1, 64>>>(a, b, size); }`;
    const said = (options: LoweringOptions = {}) =>
      lowerText(parser, source, options).assumptions.map(({ text }) => english(text));
    assert.deepEqual(said(), [
      'n is taken as 128: size changes with each turn of its loop; that of the first is taken.',
    ]);
    assert.deepEqual(said({ arguments: { n: 512 } }), []);
  });
});
