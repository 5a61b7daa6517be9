import assert from 'node:assert/strict';
import { contextCost } from '../../../../src/sharing/engine/controller';
import { handOver } from '../../../../src/sharing/engine/handOver';
import { coRunOf } from '../../../../lab/themis/reproduction/coRun';
import type { ScenarioApp } from '../../../../src/kernel/scenario';
import type { RepartitionPolicy } from '../../../../src/simulator/run/simulatorRun';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';

const EPOCH = 5000;
/** Launches take so long on the GPU to arrive that the first epoch sees little of them. */
const WARMUP = 10_000;
const loaded = loadSpec('themis-60sm');
const neighbour: ScenarioApp = {
  name: 'neighbour',
  program: vecadd,
  launch: launchOf(2 ** 20),
  arguments: { n: 2 ** 20 },
};
const blocksOf = (iterations: number): ScenarioApp => ({
  name: 'gives',
  program: alu,
  launch: { grid: 48_000, block: 256 },
  arguments: { iterations },
});

/** Context bytes at the end of each of two epochs, of which the first begins with ten SMs handed over. */
function movedBytes(gives: ScenarioApp, policy: RepartitionPolicy): number[] {
  const setting = { apps: [gives, neighbour], sms: [30, 30], seed: 1, limitCycles: 200_000 };
  const run = coRunOf(setting, loaded, 0, false);
  const until = (cycles: number): void => void run.run({ progressCycles: cycles, onProgress: () => false });
  until(WARMUP);
  return [1, 2].map(() => {
    handOver(run, [20, 40], policy);
    until(EPOCH);
    return contextCost(run).contextBytes;
  });
}

describe('SMs that change hands', () => {
  it('writes contexts out at once when it switches', () => {
    assert.ok(movedBytes(blocksOf(20), 'switch')[0]! > 0);
  });

  it('moves nothing of blocks that end before the next decision when it drains', () => {
    assert.deepEqual(movedBytes(blocksOf(2), 'drain'), [0, 0]);
  });

  it('writes out what has not left until the next decision', () => {
    const [first, second] = movedBytes(blocksOf(20_000), 'drain');
    assert.equal(first, 0);
    assert.ok(second! > 0);
  });
});
