import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { resultOf } from '../../../src/simulator/run/result';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

interface Case {
  readonly gpu: string;
  readonly sms?: number;
  readonly body: readonly Statement[];
  readonly elements: number;
  readonly iters: number;
  readonly block?: number;
  readonly sharedBytes?: number;
}

function run({ gpu, sms = 1, body, elements, iters, block = 512, sharedBytes = 0 }: Case) {
  const program = parseKernelProgram({
    name: 'cache',
    registersPerThread: 32,
    parameters: { iters },
    arrays: { B: { elementBytes: 4, elements }, C: { elementBytes: 4, elements } },
    body: [{ op: 'loop', name: 'it', trips: 'iters', body }],
  });
  const loaded = loadSpec(gpu);
  const launch = { grid: sms, block, sharedBytes };
  const scenario = parseScenario({ gpu, apps: [{ name: 'cache', program, launch }] });
  const started = createRun(scenario, { ...loaded, spec: { ...loaded.spec, sms } });
  const result = resultOf(started, started.run(), []);
  return { cycles: result.cycles, counters: result.apps[0]!.counters };
}

const steps = (elements: number, op: 'load' | 'store', unroll = 4): Statement[] => [
  {
    op: 'loop',
    name: 'i',
    trips: elements / (512 * unroll),
    body: Array.from({ length: unroll }, (_, u): Statement => {
      const index = `(i * ${unroll} + ${u}) * 512 + thread`;
      return op === 'load'
        ? { op, array: 'B', index, into: `a${u}`, distance: 0 }
        : { op, array: 'C', index, distance: 0 };
    }),
  },
];

/** Share of the second pass over an array that misses the L1 cache. */
function missesWarm(gpu: string, kib: number, more: Partial<Case> = {}): number {
  const elements = kib * 256;
  const body = steps(elements, 'load');
  const misses = (iters: number) => run({ gpu, body, elements, iters, ...more }).counters.l1SectorMisses;
  return (misses(2) - misses(1)) / (elements / 8);
}

describe('the L1 cache', () => {
  it('has the unified memory of its chip less the carve-out', () => {
    for (const [gpu, fits, not] of [
      ['v100-sxm2', 120, 144],
      ['a100-80gb', 176, 216],
      ['a40', 112, 160],
      ['h200', 240, 304],
    ] as const) {
      assert.ok(missesWarm(gpu, fits) < 0.03, `${gpu} holds ${fits} KiB: ${missesWarm(gpu, fits)}`);
      assert.ok(missesWarm(gpu, not) > 0.1, `${gpu} holds no ${not} KiB`);
    }
  });

  it('keeps 120 KiB of 128 on a V100, as the counters of gpu-cache tell of a card', () => {
    assert.ok(missesWarm('v100-sxm2', 120) < 0.03);
    assert.ok(missesWarm('v100-sxm2', 128) > 0.1);
  });

  it('gives way to the shared memory of the blocks that fit, in steps', () => {
    assert.ok(missesWarm('v100-sxm2', 56, { sharedBytes: 16 * 1024 }) < 0.03);
    // Four blocks of 16 KiB want 64 KiB of the 128.
    assert.ok(missesWarm('v100-sxm2', 96, { sharedBytes: 16 * 1024 }) > 0.1);
    assert.ok(missesWarm('h200', 56, { sharedBytes: 227 * 1024 }) > 0.1);
  });

  it('takes lines for stores from Volta on', () => {
    const elements = 80 * 256;
    const body = [...steps(elements, 'load'), ...steps(elements, 'store')];
    const warm = (gpu: string) => {
      const misses = (iters: number) => run({ gpu, body, elements, iters }).counters.l1SectorMisses;
      return (misses(2) - misses(1)) / (elements / 8);
    };
    assert.ok(warm('v100-sxm2') > 0.1, 'loads and stores of 80 KiB each do not fit 128');
    assert.ok(missesWarm('v100-sxm2', 80) < 0.03);
  });

  it('passes 128 bytes a cycle, and half of that on 8.6, 8.9 and 7.5', () => {
    const elements = 32 * 256;
    const body = steps(elements, 'load', 16);
    const rate = (gpu: string) => {
      const cycles = (iters: number) => run({ gpu, body, elements, iters }).cycles;
      return (4 * 16 * elements) / (cycles(20) - cycles(4));
    };
    for (const [gpu, bytes] of [
      ['v100-sxm2', 128],
      ['a100-80gb', 128],
      ['a40', 64],
      ['l40', 64],
      ['t4', 64],
    ] as const)
      assert.ok(Math.abs(rate(gpu) / bytes - 1) < 0.05, `${gpu}: ${rate(gpu)}`);
  });
});

describe('launches and the L1 cache', () => {
  /** Misses of launches that put the same block on every SM. */
  const launched = (gpu: string, repeat: number) => {
    const program = parseKernelProgram({
      name: 'again',
      registersPerThread: 32,
      arrays: { B: { elementBytes: 4, elements: 2048 } },
      body: steps(2048, 'load'),
    });
    const apps = [{ name: 'again', program, launch: { grid: loadSpec(gpu).spec.sms, block: 512 }, repeat }];
    const started = createRun(parseScenario({ gpu, apps, limits: { cycles: 1000000 } }));
    return resultOf(started, started.run(), []).apps[0]!.counters.l1SectorMisses;
  };

  it('a launch finds nothing of the one before it there', () => {
    for (const gpu of ['v100-sxm2', 'h200']) assert.equal(launched(gpu, 3), 3 * launched(gpu, 1), gpu);
  });

  it('what a kernel has there outlasts the launches of others', () => {
    const loaded = loadSpec('h200');
    const reader = parseKernelProgram({
      name: 'reader',
      registersPerThread: 32,
      arrays: { B: { elementBytes: 4, elements: 2048 } },
      body: [{ op: 'loop', name: 'it', trips: 2000, body: steps(2048, 'load') }],
    });
    const other = parseKernelProgram({
      name: 'other',
      registersPerThread: 32,
      body: [{ op: 'compute', class: 'fp32', count: 10 }],
    });
    const misses = (launches: number) => {
      const apps = [
        { name: 'reader', program: reader, launch: { grid: 1, block: 512 } },
        {
          name: 'other',
          program: other,
          launch: { grid: 1, block: 512 },
          repeat: launches,
          startCycle: 5000,
        },
      ].slice(0, launches + 1);
      const started = createRun(parseScenario({ gpu: 'h200', apps }), {
        ...loaded,
        spec: { ...loaded.spec, sms: 1 },
      });
      const [read, beside] = resultOf(started, started.run(), []).apps;
      assert.equal(beside?.counters.blocksDone ?? 0, launches);
      return read!.counters.l1SectorMisses;
    };
    assert.equal(misses(1), misses(0));
  });

  it('but for the papers of simulators that keep it', () => {
    assert.ok(launched('themis-60sm', 3) < 3 * launched('themis-60sm', 1));
  });
});

describe('the L2 cache', () => {
  it('is one of a chip, whatever memory is soldered beside it', () => {
    const bytes = (gpu: string) => {
      const { slices, sectorsPerCycle } = loadSpec(gpu).spec.l2;
      return slices * sectorsPerCycle * 32;
    };
    assert.equal(bytes('h100-pcie'), bytes('h100-sxm'));
    assert.ok(Math.abs(bytes('titan-v') / bytes('v100-sxm2') - 0.75) < 1e-9);
    assert.equal(loadSpec('titan-v').spec.l2.slices, 48);
    assert.equal(loadSpec('a40').spec.l2.slices, 48);
  });

  it('pays for every sector that is written', () => {
    const elements = 512 * 16;
    const body = (index: string): Statement[] => [{ op: 'store', array: 'C', index, distance: 0 }];
    const cycles = (index: string, slow: number) => {
      const loaded = loadSpec('v100-sxm2');
      const program = parseKernelProgram({
        name: 'writes',
        registersPerThread: 16,
        arrays: { C: { elementBytes: 4, elements: 80 * elements } },
        body: [{ op: 'loop', name: 'i', trips: 16, body: body(index) }],
      });
      const apps = [{ name: 'writes', program, launch: { grid: 80, block: 512 } }];
      const l2 = { ...loaded.spec.l2, sectorsPerCycle: loaded.spec.l2.sectorsPerCycle / slow };
      return createRun(parseScenario({ gpu: 'v100-sxm2', apps }), {
        ...loaded,
        spec: { ...loaded.spec, l2 },
      });
    };
    const time = (slow: number) => {
      const started = cycles('block * 8192 + i * 512 + thread', slow);
      started.run();
      return started.cycles - started.loaded.spec.launch.kernelCycles;
    };
    assert.ok(time(8) > 1.5 * time(1), `${time(8)} for ${time(1)}`);
  });
});
