import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import { parseScenario } from '../../../../src/kernel/scenario';
import { resultOf } from '../../../../src/simulator/run/result';
import { createRun } from '../../../../src/simulator/simulate';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { launchOf, vecadd } from '../programs';

/** Two applications that stream through memory, one on far more SMs than the other. */
const scenario = parseScenario({
  gpu: 'rtx-2060',
  mode: { kind: 'spatial', sms: [6, 24] },
  apps: ['few', 'many'].map((name) => ({
    name,
    program: vecadd,
    arguments: { n: 1048576 },
    launch: launchOf(1048576),
    repeat: 'always',
  })),
  warmupCycles: 8000,
  limits: { cycles: 6000 },
});

function bytesOf(levels: readonly number[] | null, applicationOrder: 'age' | 'least-served' = 'age') {
  const { gpu, spec } = loadSpec('rtx-2060');
  const run = createRun(scenario, { gpu, spec: { ...spec, memory: { ...spec.memory, applicationOrder } } });
  if (levels) run.prioritizeMemory(levels);
  const { apps, dram } = resultOf(run, run.run(), []);
  const bytes = apps.map(({ kernels }) => {
    const { dramReadBytes, dramWriteBytes, dramReads, dramWrites, dramRowHits } = kernels[0]!.counters;
    assert.ok(dramRowHits <= dramReads + dramWrites);
    return dramReadBytes + dramWriteBytes;
  });
  return { few: bytes[0]!, many: bytes[1]!, utilisation: dram.utilisation };
}

describe('applications at the memory controllers', () => {
  it('share bandwidth by what they ask for, by priority, or evenly', () => {
    const plain = bytesOf(null);
    assert.ok(plain.utilisation > 0.6, `memory-bound: ${plain.utilisation}`);
    const share = ({ few, many }: typeof plain) => few / (few + many);
    assert.ok(share(bytesOf([1, 0])) > 1.1 * share(plain), 'the application with priority gets more');
    assert.ok(share(bytesOf([0, 1])) < 0.9 * share(plain), 'and the other way round');
    assert.ok(share(bytesOf(null, 'least-served')) > 1.1 * share(plain), 'the one with less is helped');
  });

  it('have one priority each', () => {
    const run = createRun(scenario);
    assert.throws(() => run.prioritizeMemory([1]), told(/levels: 1 entries for 2 applications/));
    assert.throws(() => run.prioritizeMemory([1, -1]), told(/whole numbers from 0 to 63/));
  });
});
