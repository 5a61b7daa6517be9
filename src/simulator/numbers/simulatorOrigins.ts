import type { GpuSpec } from '../../kernel/gpuSpec';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import { catalogueOrigin } from './catalogueOrigins';
import { origin, originBy, type NumberOrigin, type Rule } from './origin';

interface Context {
  readonly gpu: GpuSpec;
  readonly spec: SimulatorSpec;
}

const same =
  (found: NumberOrigin): ((context: Context) => NumberOrigin) =>
  () =>
    found;
const published = (say: string) => same(origin('published', say));
const derived = (say: string) => same(origin('derived', say));
const assumed = (say: string) => same(origin('assumed', say));

/** Measured on cards of these compute capabilities, assumed of others. */
const measuredOn =
  (capabilities: readonly string[], say: string): ((context: Context) => NumberOrigin) =>
  ({ gpu }) =>
    capabilities.includes(gpu.computeCapability)
      ? origin('measured', say)
      : origin('assumed', 'asMeasuredElsewhere');

type OwnMeasurement = keyof NonNullable<GpuSpec['measured']>;

/** Measured on the user's own card where its file says so. */
const measuredOnOwn =
  (figure: OwnMeasurement, otherwise: (context: Context) => NumberOrigin) =>
  (context: Context): NumberOrigin =>
    (context.gpu.measured?.[figure] ?? null) === null ? otherwise(context) : origin('measured', 'ownFile');

/** Chips whose L2 cache was measured by others than gpu-benches. */
const L2_BY: Readonly<Record<string, string>> = { GH100: 'probes', GB202: 'interfere' };
const l2Bandwidth = ({ gpu }: Context): NumberOrigin => origin('measured', L2_BY[gpu.chip] ?? 'l2Bandwidth');

const branches = measuredOn(['12.0'], 'interfere');
const pipelines = measuredOn(['7.0', '7.5'], 'pipelines');

/** Numbers that the simulator's description adds to the catalogue, where it does not list them as assumed itself. */
const RULES: readonly Rule<Context>[] = [
  ['sms', published('catalogue')],
  ['coreClockMHz', published('boostClock')],
  ['memoryBytes', published('catalogue')],
  ['sm.schedulers', published('catalogue')],
  [
    'sm.branchCycles',
    (context) =>
      context.spec.sm.branchCycles === 0 ? origin('assumed', 'configuration') : branches(context),
  ],
  ['sm.sharedBanks', published('guide')],
  ['sm.sharedLatencyCycles', pipelines],
  ['sm.tensor.warpShare', measuredOn(['9.0'], 'warpShare')],
  ['sm.tensor', derived('tensorPeaks')],
  ['sm.memoryQueue', measuredOn(['9.0'], 'probes')],
  ['sm.handOver', measuredOn(['9.0'], 'probes')],
  ['sm.l1.latencyCycles', same(origin('measured', 'catalogueLatency'))],
  ['sm.l1.unifiedBytes', published('guide')],
  ['sm.l1.carveOutsKiB', measuredOn(['7.0', '8.9'], 'carveOuts')],
  ['sm.l1.sets', assumed('l1Sets')],
  ['sm.l1.ways', assumed('l1Sets')],
  ['sm.l1.linesPerCycle', measuredOn(['8.0', '8.6', '9.0'], 'strides')],
  ['sm.l1.sectorsPerCycle', measuredOn(['7.0', '8.0', '8.6', '8.9'], 'cacheBandwidth')],
  ['sm.l1', assumed('configuration')],
  ['sm.constantCache.bytes', pipelines],
  ['sm.constantCache.larger.bytes', measuredOn(['7.0', '7.5'], 'pipelines')],
  ['sm.constantCache.larger.ways', assumed('configuration')],
  ['sm.constantCache.larger.sms', assumed('configuration')],
  ['sm.constantCache.larger', measuredOn(['9.0'], 'probes')],
  ['network.storeFlitBytes', measuredOn(['9.0'], 'probes')],
  ['network', assumed('configuration')],
  ['l2.sets', derived('l2Sets')],
  ['l2.partitions', published('whitePaper')],
  ['l2.farCycles', measuredOn(['8.0'], 'farCycles')],
  ['l2.slices', assumed('slices')],
  ['l2.sectorsPerCycle', measuredOnOwn('l2ReadGBs', l2Bandwidth)],
  ['l2.atomicsPerCycle', measuredOn(['9.0'], 'atomics')],
  ['l2.readsPerWrite', measuredOn(['9.0'], 'probes')],
  ['l2.readsPerPart', measuredOn(['9.0'], 'probes')],
  ['l2.latencyCycles', derived('l2Latency')],
  ['l2', assumed('configuration')],
  ['memory.channels', derived('channels')],
  ['memory.burstBytes', published('standard')],
  ['memory.rowBytes', published('standard')],
  ['memory.timing', published('standard')],
  ['memory.latencyCycles', derived('dramLatency')],
  ['memory', assumed('configuration')],
  ['addressMap', assumed('configuration')],
  ['launch.storeDrainCycles', measuredOnOwn('storeDrainCycles', measuredOn(['7.0'], 'storeDrain'))],
  ['launch.blockCycles', measuredOnOwn('turnoverCycles', same(origin('measured', 'turnover')))],
  ['launch.kernelCycles', measuredOnOwn('launchUs', same(origin('measured', 'launches')))],
  ['launch.blocksPerCycle', same(origin('measured', 'launches'))],
];

/** What numbers of the description follow from in the catalogue. */
const FOLLOWS_FROM: Readonly<Record<string, string>> = {
  sms: 'sms',
  coreClockMHz: 'boostClockMHz',
  memoryBytes: 'dram.capacityGiB',
  'sm.l1.latencyCycles': 'latencyCycles.l1',
  'l2.latencyCycles': 'latencyCycles.l2',
  'l2.sets': 'l2Bytes',
  'memory.channels': 'dram.busBits',
  'memory.latencyCycles': 'latencyCycles.dram',
};

/** Of a number of the description, by its place in it: as it lists it itself, or by the rules. */
export function simulatorOrigin(gpu: GpuSpec, spec: SimulatorSpec, field: string): NumberOrigin {
  const listed = listedAsAssumed(spec, field);
  if (listed !== null) return listed;
  if (gpu.simulatedOnly) return origin('published', 'paper');
  const source = FOLLOWS_FROM[field];
  if (source !== undefined) {
    const followed = catalogueOrigin(gpu, source);
    if (followed.kind === 'assumed') return followed;
  }
  if (/^sm\.classes\.\w+\.lanes$/.test(field)) return origin('derived', 'lanes');
  if (field.startsWith('sm.classes.')) return pipelines({ gpu, spec });
  const isOther = field.startsWith('sm.') && !RULES.some(([start]) => isWithin(field, start));
  return isOther ? origin('assumed', 'configuration') : originBy(RULES, { gpu, spec }, field);
}

/** What the description lists as assumed, unless a rule says more of a part of that. */
function listedAsAssumed(spec: SimulatorSpec, field: string): NumberOrigin | null {
  const listed = spec.assumptions.find((one) => isWithin(field, one.field));
  if (listed === undefined) return null;
  const saysMore = RULES.some(([start]) => start.length > listed.field.length && isWithin(field, start));
  return saysMore ? null : { kind: 'assumed', source: listed.text };
}

const isWithin = (field: string, start: string): boolean => field === start || field.startsWith(`${start}.`);
