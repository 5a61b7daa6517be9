import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { C, COUNTER_COLUMNS } from '../../../src/simulator/core/counterColumns';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const gpu = 'h100-sxm';
const loaded = loadSpec(gpu);
const CYCLES = 40_000;

/** Warps that load `together` words of L1 at a time for ever; `lane` is how many words apart its lanes are. */
function loads(name: string, warps: number, together: number, lane: number) {
  const names = Array.from({ length: together }, (_, i) => `x${i}`);
  const body: Statement[] = [
    ...names.map((into, i): Statement => {
      return {
        op: 'load',
        array: 'A',
        index: `globalThread * ${lane} + (i * ${together} + ${i}) % ${lane}`,
        into,
      };
    }),
    { op: 'compute', class: 'fp32', count: together, distance: 1, after: names },
    { op: 'compute', class: 'integer', count: 10, distance: 1 },
  ];
  const program = parseKernelProgram({
    name,
    registersPerThread: 32,
    arrays: { A: { elementBytes: 4, elements: 32 * warps * lane } },
    body: [{ op: 'loop', trips: 1e6, name: 'i', body }],
  });
  return { name, program, launch: { grid: 1, block: 32 * warps }, repeat: 'always' };
}

/** Eight warps that read `together` rows of shared memory at a time for ever. */
function sharedReads(name: string, together: number) {
  const names = Array.from({ length: together }, (_, i) => `x${i}`);
  const body: Statement[] = [
    ...names.map((into, i): Statement => {
      return { op: 'load', array: 'S', index: `threadX % 32 + ${32 * i}`, into, distance: 0 };
    }),
    { op: 'compute', class: 'integer', count: together / 2, distance: 1, after: names },
    { op: 'compute', class: 'integer', count: 2, distance: 2 },
    { op: 'compute', class: 'control', count: 1, distance: 2 },
  ];
  const program = parseKernelProgram({
    name,
    registersPerThread: 32,
    arrays: { S: { elementBytes: 4, elements: 1024, space: 'shared' } },
    body: [{ op: 'loop', trips: 1e6, name: 'i', body }],
  });
  return { name, program, launch: { grid: 1, block: 256 }, repeat: 'always' };
}

/** Loads in a thousand cycles of each of several kernels on one SM. */
function loadsOf(apps: readonly ReturnType<typeof loads | typeof sharedReads>[]): readonly number[] {
  const scenario = parseScenario({ gpu, mode: { kind: 'mps' }, apps, limits: { cycles: CYCLES } });
  const run = createRun(scenario, { ...loaded, spec: { ...loaded.spec, sms: 1 } });
  run.run();
  const { counters } = run.machine;
  return apps.map((_, app) => {
    const own = (column: number): number => counters[app * COUNTER_COLUMNS + column]!;
    return (1000 * (own(C.globalLoad) + own(C.sharedLoad))) / CYCLES;
  });
}

describe('the load/store queue of an H100', () => {
  // Loads in a thousand cycles and SM that lab/hardware/card/queue.cu counted; the wide ones have a line for every lane.
  const measured = [
    { together: 1, warps: 16, wide: 25.5, narrow: 58.8 },
    { together: 2, warps: 16, wide: 27.7, narrow: 41.6 },
    { together: 8, warps: 16, wide: 28.9, narrow: 23.5 },
  ] as const;

  it('lets narrow loads wait behind as many wide ones as on the card', () => {
    for (const { together, warps, ...card } of measured) {
      const [wide, narrow] = loadsOf([loads('wide', 8, together, 32), loads('narrow', warps, 1, 1)]);
      assert.ok(Math.abs(wide! / card.wide - 1) < 0.1, `${together}: ${wide} wide`);
      assert.ok(Math.abs(narrow! / card.narrow - 1) < 0.25, `${together}: ${narrow} narrow`);
    }
  });

  // Steps of each of four blocks in a thousand cycles, oldest first (lab/hardware/card/loads.cu, 27 November 2026): 69.8,
  // 66.8, 60.4 and 46.2 with four loads at a time, 38.0, 17.2, 1.6 and 0.0 with 16.
  it('has loads of the oldest blocks first where more are asked for than are under way', () => {
    const four = (together: number): readonly number[] =>
      loadsOf([0, 1, 2, 3].map((one) => sharedReads(`${one}`, together)));
    const even = four(4);
    assert.ok(even[3]! > 0.6 * even[0]!, even.join(' '));
    const [oldest, second, third, youngest] = four(16) as [number, number, number, number];
    assert.ok(oldest > 1.5 * second && second > 3 * third, `${oldest} ${second} ${third}`);
    assert.ok(youngest < 0.05 * oldest, `${youngest}`);
  });

  it('takes loads of all schedulers in turn where it is full', () => {
    // Warps of one kernel go to the schedulers in turn: four kernels of one warp each have one scheduler each.
    const rates = loadsOf([
      loads('wide', 8, 8, 32),
      ...[0, 1, 2, 3].map((one) => loads(`narrow ${one}`, 1, 1, 1)),
    ]).slice(1);
    assert.ok(Math.max(...rates) < 1.3 * Math.min(...rates), rates.join(' '));
  });
});
