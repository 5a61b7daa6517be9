import assert from 'node:assert/strict';
import { slicedSpec } from '../../../src/analysis/simulation/gpuSlice';
import { withFirstBlocks } from '../../../src/analysis/simulation/shortRuns';
import { parseKernelProgram, type AccessIndex } from '../../../src/kernel/program';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { restore, save } from '../../../src/simulator/core/snapshot';
import { StateArrays } from '../../../src/simulator/core/stateArrays';
import { SharedLines } from '../../../src/simulator/memory/sharedLines';
import { planMachine } from '../../../src/simulator/run/plan';
import type { AppResult } from '../../../src/simulator/run/result';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';

const LINE = 128;
const loaded = loadSpec('gtx-950');
/** 3 of 6 SMs. */
const half = slicedSpec(loaded, { sms: 3, memoryChannels: loaded.spec.memory.channels / 2 });

describe('data that blocks of different SMs share', () => {
  const GRID = [16, 12, 1] as const;
  const BLOCKS = 96;
  /** Loads of 64 lines a block, half of the blocks of 16 x 12. */
  function surplusOf(index: AccessIndex, elements = 2 ** 18): number {
    const program = parseKernelProgram({
      name: 'k',
      registersPerThread: 16,
      arrays: { a: { elementBytes: 4, elements } },
      body: [{ op: 'loop', name: 'i', trips: 64, body: [{ op: 'load', array: 'a', index, into: 'x' }] }],
    });
    const launch = { grid: [...GRID], block: 32, firstBlocks: BLOCKS };
    const scenario = parseScenario({ gpu: 'gtx-950', apps: [{ name: 'k', program, launch }] });
    const [array] = planMachine(scenario, half).sharedArrays;
    assert.equal(planMachine(scenario, loaded).sharedArrays.length, 0, 'the whole GPU stands for itself');
    return array?.surplus ?? 1;
  }
  const near = (surplus: number, expected: number): void =>
    assert.ok(Math.abs(surplus / expected - 1) < 0.02, `${surplus} for ${expected}`);

  it('are all of an array that does not depend on the block', () => {
    near(surplusOf('lane + 32 * i'), 2);
  });

  it('are those of the part and of the launch that it is compiled for, whatever came before', () => {
    const program = parseKernelProgram({
      name: 'k',
      registersPerThread: 16,
      arrays: { a: { elementBytes: 4, elements: 2 ** 18 } },
      body: [{ op: 'load', array: 'a', index: 'lane + 2048 * blockX', into: 'x' }],
    });
    const sixth = slicedSpec(loaded, { sms: 1, memoryChannels: 1 });
    const of = (spec: LoadedSpec, firstBlocks: number): number | undefined => {
      const launch = { grid: [...GRID], block: 32, firstBlocks };
      return planMachine({ gpu: 'gtx-950', apps: [{ name: 'k', program, launch }] }, spec).sharedArrays[0]
        ?.surplus;
    };
    assert.deepEqual([of(half, 96), of(sixth, 32), of(half, 96), of(half, 48)], [2, 6, 2, 2]);
  });

  it('are rows of blocks by which of them run: 6 of 12, which is their share', () => {
    near(surplusOf('lane + 32 * i + 2048 * blockY'), 1);
    near(surplusOf('lane + 32 * i + 2048 * blockX'), 2);
  });

  it('are told where the place of a block is no sum', () => {
    near(surplusOf('lane + 32 * i + 2048 * (block % 8)'), 2);
    near(surplusOf('lane + 32 * i + 2048 * floor(block / 16)'), 1);
  });

  it('are nothing of what each block has to itself, neighbours included', () => {
    near(surplusOf('lane + 32 * i + 1024 * block'), 1);
    near(surplusOf('lane + 32 * i + 8 * block'), 1);
  });

  it('are lines that lanes take by chance, as far as all blocks come to them', () => {
    near(surplusOf({ kind: 'random', footprint: 32 * 64 }, 2 ** 16), 2);
    const lines = 64 * 32 * BLOCKS;
    const sparse = surplusOf({ kind: 'random' }, 32 * lines);
    near(sparse, (1 - Math.exp(-1)) / ((1 - Math.exp(-2)) / 2));
  });

  it('are unknown where an index is data that nothing describes', () => {
    near(surplusOf({ kind: 'chase' }), 1);
  });
});

describe('lines that stand for others', () => {
  it('are those that are touched one behind the other, as many as the surplus', () => {
    const state = new StateArrays();
    const lines = new SharedLines(Float64Array.of(10 * LINE, 20 * LINE, 2.5), state);
    const saved = save(state.arrays.list);
    const order = [19, 12, 28, 15, 10, 29, 11, 13, 14, 16];
    const wanted = [10, 10, 10, 11, 11, 12, 12, 12, 13, 13];
    const touched = (): number[] => order.map((line) => lines.at(line));
    assert.deepEqual(touched(), wanted);
    assert.deepEqual(touched(), wanted, 'a line stays what it is');
    assert.deepEqual([lines.at(9), lines.at(30)], [9, 30]);
    restore(state.arrays.list, saved);
    assert.equal(lines.at(11), 10);
  });
});

describe('a part of a GPU whose blocks share data', () => {
  /** 12 blocks that all read the same 640 KiB, which the L2 cache holds and half of it does not. */
  const app: ScenarioApp = {
    name: 'k',
    program: parseKernelProgram({
      name: 'k',
      registersPerThread: 32,
      arrays: {
        common: { elementBytes: 4, elements: 160 * 1024 },
        own: { elementBytes: 4, elements: 12 * 1024 },
      },
      body: [
        {
          op: 'loop',
          name: 'i',
          trips: 160,
          body: [
            { op: 'load', array: 'common', index: '4 * thread + 1024 * i', vector: 4, into: 'x' },
            { op: 'load', array: 'own', index: 'thread + 256 * (i % 4) + 1024 * block', into: 'y' },
            { op: 'compute', class: 'fp32', count: 2, after: ['x', 'y'] },
          ],
        },
      ],
    }),
    launch: { grid: 12, block: 256 },
    repeat: 'always',
  };
  function run(of: ScenarioApp, spec: LoadedSpec): AppResult {
    const scenario = parseScenario({ gpu: 'gtx-950', apps: [of], limits: { cycles: 250_000 } });
    return simulate(scenario, { spec, slowdowns: false }).apps[0]!;
  }
  const misses = ({ counters }: AppResult): number => counters.l2ReadSectorMisses / counters.l2ReadSectors;

  it('is as fast, and misses L2 as often, as the GPU', () => {
    const [whole, part] = [run(app, loaded), run(withFirstBlocks(app, 6), half)];
    const pace = part.ipc / whole.ipc;
    assert.ok(Math.abs(2 * pace - 1) < 0.12, `${pace}`);
    assert.ok(Math.abs(misses(part) / misses(whole) - 1) < 0.25, `${misses(part)} for ${misses(whole)}`);
  });

  it('would have more of it than it can keep if it stood for itself', () => {
    const { partOfGpu, ...spec } = half.spec;
    assert.equal(partOfGpu, 1 / 2);
    const part = run(withFirstBlocks(app, 6), { ...half, spec });
    assert.ok(misses(part) > 3 * misses(run(app, loaded)), `${misses(part)}`);
  });
});
