import assert from 'node:assert/strict';
import fc from 'fast-check';
import { InputError } from '../../../../src/kernel/result';
import type { KernelOperation } from '../../../../src/kernel/application';
import { KNOWN_FROM_OPERATION, type BlockModel } from '../../../../src/predictors/moka/blocks/blockModel';
import { BlockShapes } from '../../../../src/predictors/moka/blocks/blockShape';
import { pipelinedBlocks } from '../../../../src/predictors/moka/blocks/pipelinedBlocks';
import { waveBlocks } from '../../../../lab/moka/blocks/waveBlocks';
import { replay } from '../../../../src/timeline/replay';
import type { Timeline } from '../../../../src/timeline/timeline';
import { application, kernel, plainModels, testGpu } from '../../timeline/builders';
import { told } from '../../../support/told';

const gpu = testGpu({ sms: 2 });

/** Kernels of 32 KiB shared memory: three blocks on an SM of 96 KiB. */
function threePerSm(stream: string, name: string, soloNs: number, blocks: number): KernelOperation {
  return kernel(stream, name, soloNs, blocks, { sharedBytes: 32 * 1024 }) as KernelOperation;
}

function run(
  model: BlockModel,
  kernels: readonly KernelOperation[],
  knowledge = KNOWN_FROM_OPERATION,
): Timeline {
  return replay([application(kernels)], gpu, plainModels(gpu, { kernels: model.taskModel(knowledge) }));
}

function spans(timeline: Timeline): string[] {
  return timeline.operations.map(({ label, startNs, endNs }) => `${label} ${startNs}-${endNs}`);
}

describe('average block execution', () => {
  it('reproduces figure 4.5: 8 and 5 blocks, three on each of two SMs', () => {
    const traces: string[] = [];
    const model = waveBlocks((task, placed, startNs, endNs) => {
      const { kernel: name } = task.operation as KernelOperation;
      traces.push(`${name} ${placed.join('+')} ${startNs}-${endNs}`);
    });
    const timeline = run(model, [threePerSm('1', 'A', 200, 8), threePerSm('2', 'B', 200, 5)]);
    assert.deepEqual(traces, ['A 3+3 0-100', 'A 1+1 100-200', 'B 2+2 100-300', 'B 1+0 200-400']);
    assert.deepEqual(spans(timeline), ['A 0-200', 'B 100-400']);
    assert.deepEqual(timeline.operations[1]!.waitedFor, { reason: 'resource', operation: 0 });
  });

  it('stretches blocks by the max method while different kernels are on the GPU', () => {
    const kernels = [kernel('1', 'A', 100, 4), kernel('2', 'B', 300, 4)] as KernelOperation[];
    const timeline = run(waveBlocks(), kernels, {
      ...KNOWN_FROM_OPERATION,
      useOf: ({ kernel: name }) => ({ dram_utilization: 0.8, tex_utilization: name === 'A' ? 0.9 : 0.1 }),
    });
    // C' = 1.6: A ends at 160, B has done 100 of its 300 by then.
    const [a, b] = timeline.operations;
    assert.ok(Math.abs(a!.endNs - 160) < 1e-9);
    assert.ok(Math.abs(b!.endNs - 360) < 1e-9);
  });

  it('does not let a kernel pass one whose blocks still wait (leftover policy)', () => {
    const big = threePerSm('1', 'A', 400, 24);
    const small = kernel('2', 'B', 10, 1) as KernelOperation;
    // A's last iteration starts at 300; B has warps and slots left over at once, but waits for that.
    assert.deepEqual(spans(run(waveBlocks(), [big, small])), ['A 0-400', 'B 300-310']);
  });

  it('limits the kernels on the GPU at a time', () => {
    const limits = { ...gpu.limits, maxResidentGrids: 1 };
    const one = testGpu({ sms: 2, limits });
    const timeline = replay(
      [application([kernel('1', 'A', 50, 1), kernel('2', 'B', 50, 1)])],
      one,
      plainModels(one, { kernels: waveBlocks().taskModel(KNOWN_FROM_OPERATION) }),
    );
    assert.deepEqual(spans(timeline), ['A 0-50', 'B 50-100']);
  });

  it('scales a solo time to another grid by whole iterations', () => {
    const shape = new BlockShapes(gpu).of(threePerSm('1', 'A', 200, 8));
    assert.equal(shape.blocksPerIteration, 6);
    assert.equal(waveBlocks().scaledNs(threePerSm('1', 'A', 200, 8), 200, 13, shape), 300);
  });
});

describe('pipelined blocks', () => {
  it('let the next kernel start when the last block is placed', () => {
    // W = 6, g = 15: beta = 2000 / 20 = 100; the last block is placed when 9 have ended, at 900 + 500.
    const timeline = run(pipelinedBlocks, [threePerSm('1', 'A', 2000, 15), threePerSm('2', 'B', 2000, 15)]);
    const [a, b] = timeline.operations;
    assert.equal(a!.endNs, 2000);
    assert.ok(Math.abs(b!.startNs - 1500) < 1, `${b!.startNs}`);
    // Both are served one after another: 30 blocks and one latency.
    assert.ok(Math.abs(b!.endNs - 3500) < 1, `${b!.endNs}`);
  });

  it('serve kernels of different resources side by side', () => {
    const use = { A: { dram_utilization: 1 }, B: { flop_sp_efficiency: 1 } };
    const kernels = [kernel('1', 'A', 1000, 4), kernel('2', 'B', 1000, 4)] as KernelOperation[];
    const timeline = run(pipelinedBlocks, kernels, {
      ...KNOWN_FROM_OPERATION,
      useOf: ({ kernel: name }) => use[name as 'A' | 'B'],
    });
    for (const { startNs, endNs } of timeline.operations) {
      assert.equal(startNs, 0);
      assert.ok(Math.abs(endNs - 1000) < 1e-6);
    }
  });

  it('scale a solo time to another grid by service and latency', () => {
    const shape = new BlockShapes(gpu).of(threePerSm('1', 'A', 2000, 15));
    assert.equal(pipelinedBlocks.scaledNs(threePerSm('1', 'A', 2000, 15), 2000, 5, shape), 1000);
  });
});

describe('any block model', () => {
  const launch = fc.record({
    soloNs: fc.integer({ min: 1, max: 10_000 }),
    blocks: fc.integer({ min: 1, max: 5000 }),
    threads: fc.constantFrom(32, 256, 1024),
    sharedBytes: fc.constantFrom(0, 20_000, 48 * 1024),
    registers: fc.integer({ min: 0, max: 64 }),
  });
  const toKernel = (spec: typeof launch extends fc.Arbitrary<infer T> ? T : never, stream: string) =>
    kernel(stream, `k${stream}`, spec.soloNs, spec.blocks, spec) as KernelOperation;

  for (const model of [waveBlocks(), pipelinedBlocks])
    describe(model.name, () => {
      it('gives a kernel alone its solo time and never takes more warps than there are', () => {
        fc.assert(
          fc.property(launch, (spec) => {
            const timeline = run(model, [toKernel(spec, '1')]);
            assert.ok(Math.abs(timeline.makespanNs / spec.soloNs - 1) < 1e-9);
            assert.ok(timeline.smOccupancy.value.every((share) => share >= 0 && share <= 1 + 1e-9));
            assert.equal(timeline.smOccupancy.value.at(-1), 0);
          }),
        );
      });

      it('takes at least as long as the longest kernel, and starts in the order of issue', () => {
        fc.assert(
          fc.property(fc.array(launch, { minLength: 1, maxLength: 6 }), (specs) => {
            const timeline = run(
              model,
              specs.map((spec, index) => toKernel(spec, String(index))),
            );
            const longest = Math.max(...specs.map(({ soloNs }) => soloNs));
            assert.ok(timeline.makespanNs >= longest * (1 - 1e-9));
            const starts = timeline.operations.map(({ startNs }) => startNs);
            assert.deepEqual(
              starts,
              [...starts].sort((a, b) => a - b),
            );
          }),
        );
      });

      it('keeps the time of its own grid and takes no longer for fewer blocks', () => {
        fc.assert(
          fc.property(launch, fc.integer({ min: 1, max: 5000 }), (spec, blocks) => {
            const operation = toKernel(spec, '1');
            const shape = new BlockShapes(gpu).of(operation);
            const at = (count: number): number => model.scaledNs(operation, spec.soloNs, count, shape);
            assert.ok(Math.abs(at(spec.blocks) / spec.soloNs - 1) < 1e-9);
            assert.ok(at(Math.min(blocks, spec.blocks)) <= at(Math.max(blocks, spec.blocks)) * (1 + 1e-9));
          }),
        );
      });

      it('refuses a block that does not fit and a kernel of unknown time', () => {
        const tooWide = kernel('1', 'wide', 1, 1, { sharedBytes: 1 << 20 }) as KernelOperation;
        assert.throws(
          () => run(model, [tooWide]),
          (error) => error instanceof InputError && told(/wide does not run/)(error),
        );
        const untimed = { ...(kernel('1', 'untimed', 1) as KernelOperation), soloNs: null };
        assert.throws(
          () => run(model, [untimed]),
          (error) => error instanceof InputError && told(/untimed is not known/)(error),
        );
      });
    });
});
