import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const gpu = 'h100-sxm';
const loaded = loadSpec(gpu);

/** Sectors that leave `sms` SMs in a core cycle, in the long run; every lane stores a word, `stride` words apart. */
function sectorsPerCycle(sms: number, stride: number): number {
  const block = 256;
  const lanes = sms * block;
  const cyclesOf = (stores: number): number => {
    const each = Array.from({ length: stores }, (_, i): Statement => ({
      op: 'store',
      array: 'A',
      index: `${i * lanes * stride} + (block * ${block} + thread) * ${stride}`,
    }));
    const arrays = { A: { elementBytes: 4, elements: stores * lanes * stride } };
    const program = parseKernelProgram({ name: 'stores', registersPerThread: 16, arrays, body: each });
    const apps = [{ name: 'one', program, launch: { grid: sms, block } }];
    const run = createRun(parseScenario({ gpu, apps }), { ...loaded, spec: { ...loaded.spec, sms } });
    run.run();
    // A kernel ends when its stores are queued.
    run.machine.drain();
    return run.machine.now;
  };
  const [few, many] = [8, 24];
  const sectors = (many - few) * lanes * Math.min(1, stride / 8);
  return sectors / (cyclesOf(many) - cyclesOf(few));
}

describe('stores of an H100', () => {
  it('leave an SM at a sector a cycle, whole or not', () => {
    for (const stride of [1, 8]) {
      const rate = sectorsPerCycle(2, stride);
      assert.ok(rate > 1.9 && rate <= 2.01, `${rate} of two SMs, stride ${stride}`);
    }
  });

  it('pass its L2 cache at the measured 63 sectors a cycle, and at half of that where they are written in part', () => {
    const [whole, part] = [sectorsPerCycle(132, 1), sectorsPerCycle(132, 8)];
    assert.ok(Math.abs(whole / 63 - 1) < 0.12, String(whole));
    assert.ok(part / whole > 0.42 && part / whole < 0.58, `${part} beside ${whole}`);
  });
});
