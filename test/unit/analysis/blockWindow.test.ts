import assert from 'node:assert/strict';
import { slicedSpec, slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { instructionsPerBlock } from '../../../src/analysis/simulation/launchWork';
import { wholeBlocks } from '../../../src/analysis/simulation/replay/blockSpeeds';
import { isOneLoop } from '../../../src/analysis/simulation/replay/repeatedWork';
import { parseKernelProgram, type KernelProgram } from '../../../src/kernel/program';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import type { SimulationResult } from '../../../src/simulator/run/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('gtx-950');
const { spec } = slicedSpec(loaded, slicesOf(wholeGpu(loaded.spec)).at(-1)!);
/** Launches follow each other at once. */
const small = { ...loaded, spec: { ...spec, launch: { ...spec.launch, kernelCycles: 0 } } };
const WINDOW = 8000;
const WARPS = 8;
const BLOCKS_PER_SM = 8;

type Statement = KernelProgram['body'][number];

function kernel(...body: Statement[]): ScenarioApp {
  const arrays = { a: { elementBytes: 4, elements: 2 ** 23 } } as const;
  const program = parseKernelProgram({ name: 'k', registersPerThread: 16, arrays, body });
  return { name: 'k', program, launch: { grid: 4000, block: 32 * WARPS }, repeat: 'always' };
}

function arithmetic(trips: number): Statement {
  return { op: 'loop', trips, body: [{ op: 'compute', class: 'fp32', count: 4, distance: 1 }] };
}

const stream: Statement = {
  op: 'loop',
  trips: 40,
  name: 'i',
  body: [{ op: 'load', array: 'a', index: 'globalThread + i * 98304', into: 'x' }],
};

function windowOf(app: ScenarioApp): SimulationResult {
  return wholeBlocks({
    scenario: { gpu: 'gtx-950', apps: [app], warmupCycles: 2000, limits: { cycles: WINDOW }, seed: 1 },
    loaded: small,
    instructions: [instructionsPerBlock(app)],
    warps: [WARPS],
    blocksPerSm: [BLOCKS_PER_SM],
    earlierData: [false],
  }).result;
}

describe('a window of blocks', () => {
  it('ends where blocks end in it', () => {
    assert.equal(windowOf(kernel(arithmetic(50))).cycles, WINDOW);
  });

  it('is not made longer for blocks that go round one loop at one pace, which it tells', () => {
    const { cycles, apps } = windowOf(kernel(arithmetic(200)));
    assert.equal(cycles, WINDOW);
    const longer = windowOf(kernel(arithmetic(100), arithmetic(100)));
    assert.ok(longer.cycles > 1.5 * WINDOW, String(longer.cycles));
    assert.ok(Math.abs(apps[0]!.ipc / longer.apps[0]!.ipc - 1) < 0.03, `${apps[0]!.ipc}`);
  });

  it('sees blocks to their end that turn to something else', () => {
    const { cycles } = windowOf(kernel(arithmetic(150), stream));
    assert.ok(cycles > 1.2 * WINDOW, String(cycles));
  });
});

describe('a block that is one loop', () => {
  it('goes round often, whatever conditions are around it', () => {
    assert.ok(isOneLoop(kernel(arithmetic(400))));
    const guarded: Statement = { op: 'if', condition: 'globalThread < 900000', then: [arithmetic(400)] };
    assert.ok(isOneLoop(kernel({ op: 'compute', class: 'integer', count: 20 }, guarded)));
  });

  it('is none of several loops, nor one of few rounds', () => {
    assert.ok(!isOneLoop(kernel(arithmetic(400), arithmetic(400))));
    assert.ok(!isOneLoop(kernel({ op: 'loop', trips: 4, body: [arithmetic(100)] })));
    assert.ok(!isOneLoop(kernel({ op: 'compute', class: 'fp32', count: 400 })));
  });
});
