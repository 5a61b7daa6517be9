// How much the values that Themis' table II leaves open matter, on a quarter of its GPU.
//   npm run study -- themis-sensitivity [--write]    with --write also to docs/simulator-validation.md
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { parseScenario } from '../../src/kernel/scenario';
import { requireDramTiming } from '../../src/simulator/dram/timings';
import type { SimulationResult } from '../../src/simulator/run/result';
import { createSoloRun, simulate } from '../../src/simulator/simulate';
import { resultOf } from '../../src/simulator/run/result';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';
import { writeBlock } from '../reportBlocks';
import { computeApp, memoryApp, MEMORY_WORKLOADS } from '../simulator/hsmWorkloads';
import { themisQuarter } from '../simulator/windows';

const WARMUP = 7000;
const CYCLES = 8000;
const APPS = ['streams', 'half, stores', 'random', 'compute'];
const PAIRS = [
  ['streams', 'compute'],
  ['random', 'compute'],
  ['streams', 'random'],
  ['streams', 'half, stores'],
] as const;

/** Kernels without an end, so that the window shows a steady state. */
function appOf(name: string, sms: number): unknown {
  if (name === 'compute') return computeApp(sms);
  return memoryApp({ ...MEMORY_WORKLOADS.find((workload) => workload.name === name)!, warpsPerSm: 32 }, sms);
}

interface Variant {
  readonly name: string;
  readonly change: (spec: SimulatorSpec) => SimulatorSpec;
}

const VARIANTS: readonly Variant[] = [
  { name: 'as chosen', change: (spec) => spec },
  ...[700, 1000, 1800].map((coreClockMHz) => ({
    name: `core clock ${coreClockMHz} MHz`,
    change: (spec: SimulatorSpec) => ({ ...spec, coreClockMHz }),
  })),
  {
    name: '32 bits per partition: 224 GB/s',
    change: (spec) => ({ ...spec, memory: { ...spec.memory, burstBytes: 32 } }),
  },
  ...[1, 4].map((schedulers) => ({
    name: `${schedulers} scheduler${schedulers > 1 ? 's' : ''}, lanes of the SM the same`,
    change: (spec: SimulatorSpec) => withSchedulers(spec, schedulers),
  })),
  ...[16, 80].map((flitBytes) => ({
    name: `network ports of ${flitBytes} bytes`,
    change: (spec: SimulatorSpec) => ({
      ...spec,
      network: { ...spec.network, flitBytes, storeFlitBytes: flitBytes },
    }),
  })),
  ...[4, 40].map((latencyCycles) => ({
    name: `network latency ${latencyCycles} cycles`,
    change: (spec: SimulatorSpec) => ({ ...spec, network: { ...spec.network, latencyCycles } }),
  })),
  {
    name: 'DRAM timing of the GTX 480 in cycles',
    change: (spec) => withTiming(spec, 'gddr5_gtx480'),
  },
  {
    name: 'DRAM timing of 7 Gb/s GDDR5, 4 bank groups',
    change: (spec) => withTiming(spec, 'gddr5_7000'),
  },
];

/** Another number of schedulers shares the SM's lanes differently; the SM has the same lanes. */
function withSchedulers(spec: SimulatorSpec, schedulers: number): SimulatorSpec {
  const share = spec.sm.schedulers / schedulers;
  const classes = Object.fromEntries(
    Object.entries(spec.sm.classes).map(([name, timing]) => [
      name,
      { ...timing, lanes: timing.lanes * share },
    ]),
  ) as SimulatorSpec['sm']['classes'];
  const memoryLanes = Math.min(32, spec.sm.memoryLanes * share);
  return { ...spec, sm: { ...spec.sm, schedulers, classes, memoryLanes } };
}

/** The cycles of another timing table at the same command clock, so that the peak bandwidth stays. */
function withTiming(spec: SimulatorSpec, name: string): SimulatorSpec {
  const { tCKps, nBL } = spec.memory.timing;
  const timing = requireDramTiming(name);
  return {
    ...spec,
    memory: { ...spec.memory, timing: { ...timing, tCKps: (tCKps * nBL) / timing.nBL } },
  };
}

function measured(loaded: LoadedSpec, names: readonly string[]): SimulationResult {
  const scenario = scenarioOf(loaded, names);
  return simulate(scenario, { spec: loaded, slowdowns: false });
}

function scenarioOf(loaded: LoadedSpec, names: readonly string[]) {
  const half = Math.floor(loaded.spec.sms / 2);
  return parseScenario({
    gpu: 'themis-60sm',
    mode: { kind: 'spatial', sms: names.length > 1 ? [half, loaded.spec.sms - half] : [loaded.spec.sms] },
    apps: names.map((name) => appOf(name, loaded.spec.sms)),
    warmupCycles: WARMUP,
    limits: { cycles: CYCLES },
  });
}

function soloIpc(loaded: LoadedSpec, name: string): number {
  const solo = createSoloRun(scenarioOf(loaded, [name]), 0, loaded);
  return resultOf(solo, solo.run(), []).apps[0]!.ipc;
}

function row({ name, change }: Variant): string[] {
  const base = themisQuarter();
  const loaded = { ...base, spec: change(base.spec) };
  const alone = new Map(APPS.map((app) => [app, soloIpc(loaded, app)]));
  const slowdowns = PAIRS.map((pair) => {
    const shared = measured(loaded, pair).apps;
    return shared.map((app) => (alone.get(app.name)! / app.ipc).toFixed(2)).join(', ');
  });
  return [name, ...APPS.map((app) => alone.get(app)!.toFixed(2)), ...slowdowns];
}

const table = markdownTable(
  [
    'variant',
    ...APPS.map((app) => `${app} alone, IPC`),
    ...PAIRS.map((pair) => `slowdown ${pair.join(' + ')}`),
  ],
  VARIANTS.map(row),
);
console.log(table);
if (process.argv.includes('--write'))
  await writeBlock(path.resolve('docs/simulator-validation.md'), 'themis', table);
