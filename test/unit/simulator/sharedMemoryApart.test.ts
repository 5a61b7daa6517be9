import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';

/** Cycles of one block whose warps load from shared memory, from device memory, or both. */
function cyclesOn(gpu: string, parts: readonly ('shared' | 'global')[]): number {
  const loads = {
    shared: { op: 'load', array: 'tile', index: 'thread', into: 's', distance: 0 },
    global: { op: 'load', array: 'words', index: 'lane * 64', into: 'g', distance: 0 },
  };
  const body = parts.flatMap((part) => Array.from({ length: part === 'shared' ? 24 : 1 }, () => loads[part]));
  const program = {
    name: 'k',
    registersPerThread: 16,
    arrays: {
      tile: { elementBytes: 4, elements: 1024, space: 'shared' },
      words: { elementBytes: 4, elements: 2048 },
    },
    body: [{ op: 'loop', name: 'i', trips: 40, body }],
  };
  const app = { name: 'a', program, launch: { grid: [1, 1, 1], block: [1024, 1, 1] } };
  const result = simulate(parseScenario({ gpu, apps: [app] }));
  assert.equal(result.end, 'finished');
  return result.cycles;
}

describe('shared memory', () => {
  it('works beside the loads from device memory where it is apart from the L1 cache', () => {
    const [shared, global, both] = [
      cyclesOn('gtx-950', ['shared']),
      cyclesOn('gtx-950', ['global']),
      cyclesOn('gtx-950', ['shared', 'global']),
    ];
    assert.ok(both < 0.75 * (shared + global), `${both} for ${shared} and ${global}`);
  });

  it('takes turns with them where both are one', () => {
    const [shared, global, both] = [
      cyclesOn('v100-sxm2', ['shared']),
      cyclesOn('v100-sxm2', ['global']),
      cyclesOn('v100-sxm2', ['shared', 'global']),
    ];
    assert.ok(both > 0.9 * (shared + global), `${both} for ${shared} and ${global}`);
  });
});
