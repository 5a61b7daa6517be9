import assert from 'node:assert/strict';
import fc from 'fast-check';
import { InputError } from '../../../../src/kernel/result';
import type { KernelOperation } from '../../../../src/kernel/application';
import {
  KNOWN_FROM_OPERATION,
  type BlockModel,
  type KernelUse,
} from '../../../../src/predictors/moka/blocks/blockModel';
import { BlockShapes } from '../../../../src/predictors/moka/blocks/blockShape';
import { pipelinedBlocks } from '../../../../src/predictors/moka/blocks/pipelinedBlocks';
import { waveBlocks } from '../../../../lab/moka/blocks/waveBlocks';
import type { DeviceTask } from '../../../../src/timeline/models';
import { replay } from '../../../../src/timeline/replay';
import type { Timeline } from '../../../../src/timeline/timeline';
import { application, copy, kernel, plainModels, testGpu } from '../../timeline/builders';
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
    assert.deepEqual(b!.waitedFor, { reason: 'resource', operation: 0 });
  });

  it('share what serves them in the order of their start, as far as they use it', () => {
    // Eight blocks on an SM: W = 16, g = 4, beta = 1900 / 19 = 100: served in 400, hidden behind 1500.
    const kernels = [kernel('1', 'A', 1900, 4), kernel('2', 'B', 1900, 4)] as KernelOperation[];
    const ends = (a: KernelUse | null, b: KernelUse | null): number[] => {
      const knowledge = {
        ...KNOWN_FROM_OPERATION,
        useOf: ({ kernel: name }: KernelOperation) => (name === 'A' ? a : b),
      };
      const { operations } = run(pipelinedBlocks, kernels, knowledge);
      assert.deepEqual(
        operations.map(({ startNs }) => startNs),
        [0, 0],
      );
      return operations.map(({ endNs }) => Math.round(1000 * endNs) / 1000);
    };
    const dram = (share: number) => ({ dram_utilization: share });
    assert.deepEqual(ends(null, null), [1900, 2300]);
    assert.deepEqual(ends(dram(1), dram(1)), [1900, 2300]);
    assert.deepEqual(ends(dram(1), dram(0.25)), [1900, 2000]);
    assert.deepEqual(ends(dram(0.5), dram(0.5)), [1900, 1900]);
    assert.deepEqual(ends(dram(1), { ...dram(0.25), l2_utilization: 1 }), [1900, 2000]);
    // Who uses nothing that is known is served with those of whom nothing is known.
    assert.deepEqual(ends(null, dram(0)), [1900, 2300]);
    assert.deepEqual(ends(null, dram(1)), [1900, 1900]);
  });

  it('need what serves them, and the latency behind it', () => {
    const one = kernel('1', 'A', 1900, 4) as KernelOperation;
    const shape = new BlockShapes(gpu).of(one);
    const demand = (use: KernelUse | null) => [...pipelinedBlocks.demand(one, 1900, shape, use, gpu)];
    assert.deepEqual(demand(null), [['SMs', { workNs: 400, afterNs: 1500 }]]);
    assert.deepEqual(demand({ dram_utilization: 0.5, l2_utilization: 0 }), [
      ['SMs dram_utilization', { workNs: 200, afterNs: 1500 }],
    ]);
  });

  it('leave one by one', () => {
    // beta = 100, served in 1500: the first block of 15 ends in 600. Blocks of 8 of 128 warps: six of them to
    // begin with, and 3.75, 2.5 and 1.25 on the mean in the last three quarters of the latency.
    const { ns: at, value } = run(pipelinedBlocks, [threePerSm('1', 'A', 2000, 15)]).smOccupancy;
    assert.deepEqual([...at], [0, 1625, 1750, 1875, 2000]);
    assert.deepEqual(
      [...value].map((share) => share * 16),
      [6, 3.75, 2.5, 1.25, 0],
    );
  });

  it('keep the order of launches: nobody passes who has blocks that wait', () => {
    const near = (timeline: Timeline, expected: readonly number[]) =>
      timeline.operations.forEach(({ startNs }, i) =>
        assert.ok(Math.abs(startNs - expected[i]!) < 1, `${startNs}`),
      );
    const small = kernel('4', 'small', 10, 1) as KernelOperation;
    const first = threePerSm('1', 'A', 2000, 15);
    // The last block of the first is placed when six are left, in 1400; one with shared memory fits in 1500.
    near(run(pipelinedBlocks, [first, small]), [0, 1400]);
    near(
      run(pipelinedBlocks, [first, threePerSm('2', 'B', 2000, 15), threePerSm('3', 'C', 2000, 15)]),
      [0, 1500, 3000],
    );
    // Six blocks have shared memory at a time, whoever's they are.
    const { value } = run(pipelinedBlocks, [first, threePerSm('2', 'B', 900, 4)]).smOccupancy;
    assert.ok(Math.abs(16 * Math.max(...value) - 6) < 1e-6);
    // Four blocks find room one by one: the last one when two of the first are left.
    near(run(pipelinedBlocks, [first, threePerSm('2', 'B', 900, 4), small]), [0, 1500, 1800]);
  });

  it('are of as many kernels at a time as the GPU takes', () => {
    const limits = { ...gpu.limits, maxResidentGrids: 2 };
    const two = testGpu({ sms: 2, limits });
    const kernels = ['A', 'B', 'C'].map((name, i) => kernel(String(i), name, 1900, 4));
    const models = plainModels(two, { kernels: pipelinedBlocks.taskModel(KNOWN_FROM_OPERATION) });
    const { operations } = replay([application(kernels)], two, models);
    assert.deepEqual(
      operations.map(({ startNs }) => Math.round(startNs)),
      [0, 0, 1900],
    );
  });

  it('keep the SMs busy from the first kernel that waits to the last that ends', () => {
    const ended: number[] = [];
    const observer = {
      started: () => undefined,
      occupied: () => undefined,
      finished: (_: DeviceTask, ns: number) => ended.push(ns),
    };
    const executor = pipelinedBlocks.taskModel(KNOWN_FROM_OPERATION).createExecutor(gpu, observer as never);
    const task: DeviceTask = {
      id: 0,
      application: 0,
      operation: kernel('1', 'A', 1900, 4) as KernelOperation,
    };
    assert.equal(executor.isBusyAfter(task), false);
    executor.submit(task, 0);
    assert.equal(executor.isBusyAfter(task), true);
    executor.dispatch(0);
    assert.equal(executor.isBusyAfter(task), true);
    while (executor.nextChangeNs() < Infinity) executor.advance(executor.nextChangeNs());
    assert.equal(executor.isBusyAfter(task), false);
    assert.equal(ended.length, 1);
    executor.submit({ ...task, operation: copy('1', 'HtoD', 4) as never }, 2000);
    assert.throws(() => executor.dispatch(2000), /copy is no kernel/);
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
