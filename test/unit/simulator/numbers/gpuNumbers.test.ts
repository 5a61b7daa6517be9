import assert from 'node:assert/strict';
import { listGpus } from '../../../../src/gpu/catalogue';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { gpuOfFile } from '../../../../src/gpu/gpuFile';
import { useOwnGpus } from '../../../../src/gpu/catalogue';
import { gpuNumbers } from '../../../../src/simulator/numbers/gpuNumbers';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { words } from '../../../../src/words/words';

const kindOf = (gpu: string, field: string) =>
  gpuNumbers(requireGpu(gpu)).find((number) => number.field === field)?.kind;

/** How many numbers are in an object, at whatever depth. */
const count = (value: unknown): number =>
  typeof value === 'number'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + count(inner), 0)
      : 0;

describe('the numbers of a GPU', () => {
  it('all have a kind and a source, of every GPU of the catalogue', () => {
    for (const gpu of listGpus()) {
      const numbers = gpuNumbers(gpu);
      assert.equal(numbers.length, count(gpu) + count(loadSpec(gpu.id).spec), gpu.id);
      for (const { field, source } of numbers) {
        const text = words(source);
        assert.ok(text.length > 3 && !text.startsWith('simulator.'), `${gpu.id} ${field}: ${text}`);
      }
    }
  });

  it('are measured where a card was, and assumed where none was', () => {
    assert.equal(kindOf('v100-sxm2', 'sms'), 'published');
    assert.equal(kindOf('v100-sxm2', 'latencyCycles.l2'), 'measured');
    assert.equal(kindOf('v100-sxm2', 'simulator.l2.latencyCycles'), 'derived');
    assert.equal(kindOf('v100-sxm2', 'simulator.launch.blockCycles'), 'measured');
    assert.equal(kindOf('v100-sxm2', 'simulator.launch.kernelCycles'), 'assumed');
    assert.equal(kindOf('a100-80gb', 'simulator.launch.kernelCycles'), 'measured');
    assert.equal(kindOf('a100-80gb', 'simulator.sm.classes.fp32.latencyCycles'), 'assumed');
    assert.equal(kindOf('v100-sxm2', 'simulator.sm.classes.fp32.latencyCycles'), 'measured');
    assert.equal(kindOf('themis-60sm', 'simulator.sm.l1.ways'), 'published');
  });

  it('are told of a part of what is assumed as a whole', () => {
    assert.equal(kindOf('h100-sxm', 'simulator.network.flitBytes'), 'assumed');
    assert.equal(kindOf('h100-sxm', 'simulator.network.storeFlitBytes'), 'measured');
    assert.equal(kindOf('a100-80gb', 'simulator.network.storeFlitBytes'), 'assumed');
    assert.equal(kindOf('h100-sxm', 'simulator.l2.atomicsPerCycle'), 'measured');
    assert.equal(kindOf('rtx-5090', 'simulator.sm.branchCycles'), 'measured');
    assert.equal(kindOf('gtx-950', 'simulator.sm.branchCycles'), 'assumed');
  });

  it('of a GPU file are those of a relative where it leaves them out', () => {
    const own = gpuOfFile('mine.json', {
      id: 'mine',
      like: 'a100-80gb',
      sms: 90,
      latencyCycles: { l2: 210 },
      measured: { by: 'a test', launchUs: 3 },
    });
    useOwnGpus([own]);
    try {
      const numbers = gpuNumbers(own);
      const kind = (field: string) => numbers.find((number) => number.field === field)?.kind;
      assert.equal(kind('sms'), 'published');
      assert.equal(kind('l2Bytes'), 'assumed');
      assert.equal(kind('dram.peakGBs'), 'assumed');
      assert.equal(kind('measured.launchUs'), 'measured');
      // What follows from them is no better known than they are.
      assert.equal(kind('simulator.sms'), 'published');
      assert.equal(kind('simulator.coreClockMHz'), 'assumed');
      assert.equal(kind('simulator.sm.l1.latencyCycles'), 'assumed');
      assert.equal(kind('simulator.l2.latencyCycles'), 'derived');
      const launch = numbers.find(({ field }) => field === 'simulator.launch.kernelCycles')!;
      assert.match(words(launch.source), /as its file tells/);
    } finally {
      useOwnGpus([]);
    }
  });
});
