import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { listGpus, ownGpus, useOwnGpus } from '../../../src/gpu/catalogue';
import { findGpu, requireGpu } from '../../../src/gpu/findGpu';
import { InputError } from '../../../src/kernel/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { ownGpu } from '../../../src/simulator/spec/ownGpu';
import { simulationTask } from '../../../src/analysis/simulation/task';
import { parseScenario } from '../../../src/kernel/scenario';
import { told } from '../../support/told';

const read = (content: unknown) => ownGpu('my.gpu.json', content);

describe('a GPU file', () => {
  afterEach(() => useOwnGpus([]));

  it('tells what it has, and takes the rest from the GPU that it is like', () => {
    const gpu = read({ id: 'lab', like: 'H100 PCIe', sms: 100, dram: { peakGBs: 1500 } });
    const relative = requireGpu('h100-pcie');
    assert.deepEqual([gpu.id, gpu.name, gpu.sms, gpu.dram.peakGBs], ['lab', 'lab', 100, 1500]);
    assert.deepEqual([gpu.l2Bytes, gpu.dram.type], [relative.l2Bytes, relative.dram.type]);
    assert.deepEqual(gpu.limits, relative.limits);
    assert.equal(gpu.standIn!.gpu, 'h100-pcie');
    assert.ok(gpu.standIn!.fields.includes('l2KiB') && gpu.standIn!.fields.includes('dram.busBits'));
    assert.ok(!gpu.standIn!.fields.includes('sms') && !gpu.standIn!.fields.includes('dram.peakGBs'));
  });

  it('is like the nearest of its compute capability where it names none', () => {
    assert.equal(read({ id: 'lab', computeCapability: '8.9', sms: 140 }).standIn!.gpu, 'l40');
    assert.equal(read({ id: 'lab', computeCapability: '8.9', sms: 50 }).standIn!.gpu, 'rtx-4070');
  });

  it('is like the nearest of its architecture where none has its compute capability, which it keeps', () => {
    const gpu = read({ id: 'orin', computeCapability: '8.7', sms: 16, dram: { busBits: 256, peakGBs: 205 } });
    assert.deepEqual([gpu.standIn!.gpu, gpu.computeCapability], ['rtx-3060', '8.7']);
    assert.equal(gpu.limits.maxWarps, 48);
    useOwnGpus([gpu]);
    const { spec } = loadSpec('orin');
    assert.deepEqual(spec.sm.tensor, loadSpec('rtx-3060').spec.sm.tensor);
    assert.ok(spec.assumptions.some(({ field }) => field === 'sm.tensor'));
  });

  it('is found by its id while it is used, by the simulator too, which lists what was assumed', () => {
    useOwnGpus([read({ id: 'lab', like: 'a100-80gb', boostClockMHz: 1000 })]);
    assert.equal(findGpu('lab').kind, 'found');
    const { spec } = loadSpec('lab');
    assert.equal(spec.coreClockMHz, 1000);
    assert.ok(spec.assumptions.some(({ field }) => field === 'l2KiB'));
    useOwnGpus([]);
    assert.equal(findGpu('lab').kind, 'unknown');
    assert.deepEqual(ownGpus(), []);
  });

  it('has results of its own in caches, for each of its figures', () => {
    const program = { name: 'k', registersPerThread: 8, body: [{ op: 'compute', class: 'fp32' }] };
    const scenario = parseScenario({
      gpu: 'lab',
      apps: [{ name: 'k', program, launch: { grid: 1, block: 32 } }],
    });
    const keyWith = (sms: number): string => {
      useOwnGpus([]);
      useOwnGpus([read({ id: 'lab', like: 'a100-80gb', sms })]);
      return simulationTask({ kind: 'time', kernelId: 'k' }, scenario).key;
    };
    assert.notEqual(keyWith(50), keyWith(60));
    assert.equal(keyWith(50), keyWith(50));
  });

  it('names the field of what cannot be', () => {
    const faults: [unknown, RegExp][] = [
      [{ id: 'lab', like: 'h100-pcie', sms: 0 }, /sms: .*1 to 1024/],
      [{ id: 'h100-pcie', like: 'h100-pcie' }, /id: .*already/],
      [{ id: 'lab', like: 'hsm-80sm-hbm' }, /like: .*paper/],
      [{ id: 'lab', computeCapability: '99.0' }, /computeCapability: .*99\.0/],
      [{ id: 'lab' }, /like: .*computeCapability/],
      [{ id: 'lab', like: 'h100-pcie', smss: 3 }, /smss: /],
      [{ id: '../lab', like: 'h100-pcie' }, /id: expected at most 40 lower-case letters/],
      [{ id: 'lab', like: 'h100-pcie', dram: { type: 'XYZ' } }, /dram\.type: .*XYZ.*HBM3e/],
      [{ id: 'lab', like: 'h100-pcie', dram: { busBits: 100 } }, /dram\.busBits: 100 bits .*64/],
      [{ id: 'lab', like: 'h100-pcie', dram: { type: 'GDDR7', busBits: 4096 } }, /dram\.busBits: /],
      [{ id: 'lab', like: 'h100-pcie', latencyCycles: { l2: 20 } }, /latencyCycles: .*20/],
      [
        { id: 'lab', like: 'h100-pcie', baseClockMHz: 1200, boostClockMHz: 1000 },
        /boostClockMHz: 1000.*1200/,
      ],
      [{ id: 'lab', like: 'h100-pcie', measured: { by: 'x', l2ReadGBs: 1e9 } }, /l2/],
      [[], /./],
    ];
    for (const [content, fault] of faults) assert.throws(() => read(content), told(fault));
  });

  it('of any content describes a GPU or is refused', () => {
    const known = listGpus().length;
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isObject) => {
        const content = isObject ? { id: 'lab', like: 'a40', dram: value } : value;
        try {
          assert.ok(loadableFields(read(content)));
        } catch (error) {
          assert.ok(error instanceof InputError, String(error));
        }
        assert.equal(listGpus().length, known);
      }),
    );
  });
});

function loadableFields({ sms, limits }: ReturnType<typeof read>): boolean {
  return sms > 0 && limits.maxWarps > 0;
}
