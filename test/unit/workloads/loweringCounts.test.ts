import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {
  ALL,
  classErrors,
  farClasses,
  FIRM,
  loweredCounts,
  type CountPair,
  type Counts,
} from '../../../lab/cuda/lowering/classErrors';
import { suiteKernels } from '../../../lab/cuda/lowering/suiteKernels';
import { testParser } from '../cuda/support';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

/** What `npm run study -- lowering-counts --record` keeps of the compiler's work. */
interface Recorded {
  readonly counts: Readonly<Record<string, Counts>>;
  readonly left: Readonly<Record<string, string>>;
}

/** Kernels with classes that are off by more than 15 %: quotients that the compiler makes twice. */
const FAR: Readonly<Record<string, string>> = {
  'ner gatherWindows': 'conversion,special',
  'pos gatherWindows': 'conversion,special',
};

describe('instructions of the lowered suite beside what nvcc makes of it', () => {
  let recorded: Recorded;
  let names: readonly string[];
  let pairs: readonly CountPair[];
  before(async () => {
    const text = fs.readFileSync(path.join(root, 'lab/cuda/lowering/ptx-counts.json'), 'utf8');
    recorded = JSON.parse(text) as Recorded;
    const kernels = await suiteKernels(await testParser(), 'all');
    names = kernels.map(({ name }) => name);
    pairs = kernels.flatMap(({ name, lowered }) => {
      const compiled = recorded.counts[name];
      return compiled === undefined ? [] : [{ name, lowered: loweredCounts(lowered), compiled }];
    });
  });

  it('are compared for each kernel, or it is said why not', () => {
    assert.deepEqual(
      [...Object.keys(recorded.counts), ...Object.keys(recorded.left)].sort(),
      [...names].sort(),
    );
  });

  it('are the same in most kernels, integer and control instructions apart', () => {
    const errors = classErrors(pairs);
    for (const [name, { median, close }] of errors) {
      if (name === 'integer' || name === 'control' || name === ALL) continue;
      assert.ok(median < 0.03, `${name}: median error ${median}`);
      assert.ok(close > 0.85, `${name}: ${close} within 15 %`);
    }
    assert.ok(errors.get(FIRM)!.close > 0.95);
    assert.ok(errors.get(ALL)!.median < 0.08);
  });

  it('differ by more than 15 % where that is known', () => {
    const far = pairs.flatMap((pair) => {
      const classes = farClasses(pair);
      return classes.length === 0 ? [] : [[pair.name, classes.join()]];
    });
    assert.deepEqual(Object.fromEntries(far), FAR);
  });
});
