import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { KernelCounts } from '../../../lab/cuda/proof/compiledCounts';
import { generateKernels, type GeneratedKernel } from '../../../lab/cuda/proof/generate';
import { lowerGenerated } from '../../../lab/cuda/proof/loweredCounts';
import { verdictOf, type Verdict } from '../../../lab/cuda/proof/verdict';
import { testParser } from './support';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

/** What `npm run study -- lowering-proof --record` keeps of the compiler's work. */
interface Recorded {
  readonly seed: number;
  readonly counts: Readonly<Record<string, KernelCounts>>;
}

describe('generated kernels beside what nvcc makes of them', () => {
  let kernels: readonly GeneratedKernel[];
  let verdicts: ReadonlyMap<string, Verdict>;

  before(async () => {
    const file = path.join(root, 'lab/cuda/proof/compiled-counts.json');
    const { seed, counts } = JSON.parse(fs.readFileSync(file, 'utf8')) as Recorded;
    kernels = generateKernels(Object.keys(counts).length, seed);
    const lowered = lowerGenerated(kernels, await testParser());
    verdicts = new Map(kernels.map(({ name }) => [name, verdictOf(lowered.get(name)!, counts[name]!)]));
  });

  it('are all lowered, and three of four hold with no assumption', () => {
    const all = [...verdicts.values()];
    assert.ok(all.every(({ kind }) => kind !== 'refused'));
    const hold = all.filter(({ kind, assumptions }) => kind === 'holds' && assumptions === 0);
    assert.ok(hold.length >= 0.75 * all.length, `${hold.length} of ${all.length}`);
  });

  it('say at which line something was assumed where they differ', () => {
    const silent = kernels.filter(({ name }) => verdicts.get(name)!.kind === 'silent');
    const told = silent.map(({ name, patterns }) => [name, patterns, verdicts.get(name)!.differences]);
    assert.deepEqual(told, []);
  });

  it('differ where data decides, and only a few of the others', () => {
    const data = kernels.filter(({ patterns }) =>
      patterns.some((name) => /data\.data(Loop|Trips|Branch)/.test(name)),
    );
    assert.ok(data.length > 5);
    for (const { name } of data) assert.ok(verdicts.get(name)!.assumptions > 0, name);
  });
});

describe('the comparison of counts', () => {
  const compiled: KernelCounts = {
    classes: { fp32: 100, integer: 10 },
    arrays: { a: { load: 2, store: 0, atomic: 0 } },
  };
  const verdict = (fp32: number, load: number, line: number | null): Verdict =>
    verdictOf(
      {
        kind: 'lowered',
        assumptions: [{ text: 'x', line, range: null, parameter: null, value: null }],
        counts: { classes: { fp32, integer: 14 }, arrays: { a: { load, store: 0, atomic: 0 } } },
      },
      compiled,
    );

  it('allows 5 % of accesses and arithmetic, and excuses more by an assumption at a line alone', () => {
    assert.equal(verdict(104, 2, null).kind, 'holds');
    assert.equal(verdict(106, 2, null).kind, 'silent');
    assert.equal(verdict(106, 2, 7).kind, 'marked');
    assert.deepEqual(
      verdict(100, 3, null).differences.map(({ what }) => what),
      ['integer', 'a load'],
    );
  });

  it('allows 15 % of integer and control instructions, apart', () => {
    assert.equal(verdict(100, 2, null).holdsSoft, false);
  });
});
