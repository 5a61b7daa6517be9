import assert from 'node:assert/strict';
import { sharedGpu } from '../../../../src/predictors/sharedGpu/latencies';
import { mean } from '../../../../src/stats/means';
import { question, soloRun, type Part } from './runs';

/** A round that keeps the link busy for three quarters of its time: of many, one at a time gets to its kernel. */
const ROUND: readonly Part[] = [{ pinned: true, soloNs: 3000 }, { soloNs: 1000 }];
const SERVICE: readonly Part[] = [{ soloNs: 1000 }, { soloNs: 1000 }];

function meanBeside(other: readonly Part[], instances: number): number {
  const [service, neighbour] = [soloRun('service', SERVICE), soloRun('other', other)];
  const beside = Array.from({ length: instances }, () => neighbour);
  return mean(sharedGpu.latencies(question(service, beside, 60)));
}

describe('when a query comes beside others', () => {
  it('is as late as it takes until all are in each other’s way', () => {
    // The same neighbours, told as twenty of their rounds: queries come behind many rounds then. Sixty queries differ by 12 %.
    const long = Array.from({ length: 20 }, () => ROUND).flat();
    for (const instances of [4, 8]) {
      const [early, late] = [meanBeside(ROUND, instances), meanBeside(long, instances)];
      assert.ok(Math.abs(early / late - 1) < 0.25, `${instances} instances: ${early} ns, later ${late} ns`);
    }
  });
});
