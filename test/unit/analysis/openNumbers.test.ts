import assert from 'node:assert/strict';
import { mostWanted } from '../../../src/analysis/results/openNumbers';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { noAdviceText, openNumbers, openNumbersText } from '../../../src/words/texts/noAdvice';
import { analyzed } from './support';

const KERNEL = (name: string): string =>
  `__global__ void ${name}(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n`;
const host = (...launches: string[]): string => `void f(float *a, int n, int m) { ${launches.join(' ')} }`;

function resultsOf(text: string): Promise<WorkspaceResults> {
  return analyzed({ sources: { 'a.cu': text } });
}

describe('numbers that kernels wait for', () => {
  it('are those that time most of them', async () => {
    const kernels = ['k', 'l', 'o'].map(KERNEL).join('');
    const results = await resultsOf(
      kernels + host('k<<<n, 32>>>(a, n);', 'l<<<n, 32>>>(a, n);', 'o<<<m, 32>>>(a, m);'),
    );
    assert.deepEqual(openNumbers(results), { names: ['n'], kernels: 2 });
    assert.match(openNumbersText(openNumbers(results)!), /^2 kernels have no time, .*: --arguments n=…$/);
    assert.match(noAdviceText(results), /no kernel here has a time/);
  });

  it('are none where something without a name is missing, or nothing', async () => {
    const known = await resultsOf(KERNEL('k') + host('k<<<4, 32>>>(a, 100);'));
    assert.equal(openNumbers(known), null);
    const nameless = await resultsOf(KERNEL('k') + host('k<<<measured(a), 32>>>(a, 100);'));
    assert.equal(openNumbers(nameless), null);
    assert.equal(mostWanted([]), null);
  });
});
