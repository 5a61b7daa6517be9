import assert from 'node:assert/strict';
import { withoutHarmless } from '../../../src/analysis/simulation/guessedShares';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText } from '../cuda/loweringSupport';
import { testParser } from '../cuda/support';

/** Work that every thread does, a hundred turns of it, and a branch that data decide. */
const kernel = (branches: string): string => `
__global__ void k(float *x, const int *mask, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 100; j++) sum += x[i + 1024 * j];
  ${branches}
  x[i] = sum;
}
void run(float *x, int *m, int *c) { k<<<8, 128>>>(x, m, c); }`;

describe('guessed shares of branches', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const guesses = (source: string): readonly string[] => {
    const lower = (numbers: Readonly<Record<string, number>>) =>
      lowerText(parser, source, { arguments: numbers });
    return withoutHarmless(lower({}), lower)
      .filter(({ isGuess }) => isGuess === true)
      .map(({ parameter }) => parameter!);
  };
  const heavy = 'for (int j = 0; j < 50; j++) sum += x[i + 4096 * j];';

  it('are no guesses where the kernel does about the same whether all take the branch or none', () => {
    const light = kernel('if (mask[i] > 3) sum += x[i + 7];');
    const [share] = lowerText(parser, light).assumptions;
    assert.deepEqual([share!.parameter, share!.isGuess], ['share_mask', true]);
    assert.deepEqual(guesses(light), []);
    assert.deepEqual(guesses(kernel(`if (mask[i] > 3) { ${heavy} }`)), ['share_mask']);
  });

  it('stay guesses where accesses change, though few instructions do', () => {
    const light = `
__global__ void k(float *x, const int *mask, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = x[i];
  for (int j = 0; j < 1000; j++) sum = sum * 0.5f + 1.f;
  if (mask[i] > 3) atomicAdd(&count[mask[i]], 1);
  x[i] = sum;
}
void run(float *x, int *m, int *c) { k<<<8, 128>>>(x, m, c); }`;
    assert.deepEqual(guesses(light), ['share_mask']);
  });

  it('are harmless together, not one by one', () => {
    // Each changes about a fiftieth.
    const each = (name: number): string => `if (mask[i + ${name}] > 3) { sum += x[i + 8]; sum += x[i + 9]; }`;
    const few = guesses(kernel([1, 2].map(each).join('\n')));
    const many = guesses(kernel([1, 2, 3, 4, 5].map(each).join('\n')));
    assert.deepEqual(few, []);
    assert.ok(many.length > 0 && many.length < 5, many.join());
  });

  it('are not tried where there are many', () => {
    const each = (name: number): string => `if (mask[i + ${name}] > 3) sum += x[i + 7];`;
    const nine = Array.from({ length: 9 }, (_, at) => each(at)).join('\n');
    assert.equal(guesses(kernel(nine)).length, 9);
  });
});
