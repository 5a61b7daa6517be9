import assert from 'node:assert/strict';
import {
  aloneNs,
  inTurns,
  NO_HOST_WORK,
  roundOf,
  slowdownBeside,
  underMps,
  type Sharing,
} from '../../../../lab/magic/jobs/replayed';
import type { SoloLaunch, SoloRow } from '../../../../lab/magic/jobs/rows';
import { isDisputed, tellerErrors } from '../../../../lab/magic/jobs/underMps';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const GPU = loadSpec('gtx-950');
const MS_CYCLES = 1000 * GPU.spec.coreClockMHz;

/** A program of one kernel of a ms. */
const program = (app: string, fills: NonNullable<SoloLaunch['fills']> | null): SoloRow => ({
  kind: 'solo',
  key: app,
  gpu: 'gtx-950',
  app,
  cycles: MS_CYCLES,
  clockMHz: GPU.spec.coreClockMHz,
  launchCycles: 1000,
  launches: [{ name: app, cycles: MS_CYCLES, contextBytes: 0, ...(fills && { fills }) }],
  copies: [],
  gaps: [],
  threadInstructions: 0,
  metrics: {},
});

function slowdown(sharing: Sharing, pair: readonly [SoloRow, SoloRow]): number {
  const [own, other] = [roundOf(pair[0], NO_HOST_WORK), roundOf(pair[1], NO_HOST_WORK)];
  const alone = [aloneNs(own, sharing), aloneNs(other, sharing)] as const;
  return slowdownBeside([own, other], alone, sharing, 10 * alone[0]);
}

describe('programs beside each other under MPS, told from their runs alone', () => {
  const small = program('small', { blocks: 2, blocksPerSm: 1, dramBytes: 0 });
  const whole = program('whole', { blocks: 6 * 8, blocksPerSm: 8, dramBytes: 0 });
  // All that DRAM gives in a ms.
  const bytes = (GPU.gpu.dram.measuredGBs ?? GPU.gpu.dram.peakGBs!) * 1e6;
  const streaming = program('streaming', { blocks: 2, blocksPerSm: 1, dramBytes: bytes });

  it('do not notice each other where both fit on the GPU, which have it in turns without', () => {
    assert.ok(Math.abs(slowdown(underMps(GPU), [small, small]) - 1) < 0.02);
    assert.ok(slowdown(inTurns(GPU, 2e6), [small, small]) > 1.8);
  });

  it('wait for SMs where each fills all of them, and share the bandwidth of DRAM', () => {
    assert.ok(slowdown(underMps(GPU), [whole, whole]) > 1.8);
    const beside = slowdown(underMps(GPU), [streaming, streaming]);
    assert.ok(beside > 1.7 && beside < 2.1, String(beside));
  });

  it('are not told from a run that does not say what its kernels fill', () => {
    const old = program('old', null);
    assert.throws(() => slowdown(underMps(GPU), [old, small]), /does not tell what its kernels fill/);
  });

  it('are told by whom is least off in the mean of the pairs that were simulated', () => {
    const pair = (simulated: number, sideBySide: number, turns: number) => ({
      ...{ of: 'a', beside: 'b', simulated },
      told: { 'side by side': sideBySide, 'in turns': turns, 'nobody slows anybody': 1 },
    });
    const [best, ...others] = tellerErrors([pair(1.25, 1.5, 2), pair(2, 1.8, 2)]);
    assert.equal(best!.teller, 'side by side');
    assert.ok(Math.abs(best!.mean - 0.15) < 1e-12 && Math.abs(best!.worst - 0.2) < 1e-12);
    assert.ok(Math.abs(best!.bias - 1.05) < 1e-12);
    assert.ok(isDisputed(pair(1, 1.5, 2)) && !isDisputed(pair(1, 1.9, 2)), 'a tenth apart');
    assert.deepEqual(
      others.map(({ teller }) => teller),
      ['in turns', 'nobody slows anybody'],
    );
  });
});
