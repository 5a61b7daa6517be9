import type { GpuSpec } from '../../kernel/gpuSpec';
import type { SimulatorSpec } from '../spec/simulatorSpec';
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

const pipelines = measuredOn(['7.0', '7.5'], 'pipelines');

/** Numbers that the simulator's description adds to the catalogue, where it does not list them as assumed itself. */
const RULES: readonly Rule<Context>[] = [
  ['sms', published('catalogue')],
  ['coreClockMHz', published('boostClock')],
  ['memoryBytes', published('catalogue')],
  ['sm.schedulers', published('catalogue')],
  ['sm.sharedBanks', published('guide')],
  ['sm.sharedLatencyCycles', pipelines],
  ['sm.tensor.warpShare', measuredOn(['9.0'], 'warpShare')],
  ['sm.tensor', derived('tensorPeaks')],
  ['sm.memoryQueue', measuredOn(['9.0'], 'stores')],
  ['sm.handOver', measuredOn(['9.0'], 'stores')],
  ['sm.l1.latencyCycles', same(origin('measured', 'catalogueLatency'))],
  ['sm.l1.unifiedBytes', published('guide')],
  ['sm.l1.carveOutsKiB', measuredOn(['7.0', '8.9'], 'carveOuts')],
  ['sm.l1.sets', assumed('configuration')],
  ['sm.l1.ways', assumed('configuration')],
  ['sm.l1.linesPerCycle', measuredOn(['8.0', '8.6', '9.0'], 'strides')],
  ['sm.l1.sectorsPerCycle', measuredOn(['7.0', '8.0', '8.6', '8.9'], 'cacheBandwidth')],
  ['sm.l1', assumed('configuration')],
  ['sm.constantCache.larger.bytes', measuredOn(['7.0', '7.5'], 'pipelines')],
  ['sm.constantCache.larger.ways', assumed('configuration')],
  ['sm.constantCache.larger.sms', assumed('configuration')],
  ['sm.constantCache.larger', measuredOn(['9.0'], 'stores')],
  ['network.storeFlitBytes', measuredOn(['9.0'], 'stores')],
  ['network', assumed('configuration')],
  ['l2.sets', derived('l2Sets')],
  ['l2.partitions', published('whitePaper')],
  ['l2.farCycles', measuredOn(['8.0'], 'farCycles')],
  ['l2.slices', assumed('slices')],
  ['l2.sectorsPerCycle', same(origin('measured', 'l2Bandwidth'))],
  ['l2.readsPerWrite', measuredOn(['9.0'], 'stores')],
  ['l2.readsPerPart', measuredOn(['9.0'], 'stores')],
  ['l2.latencyCycles', derived('l2Latency')],
  ['l2', assumed('configuration')],
  ['memory.channels', derived('channels')],
  ['memory.burstBytes', published('standard')],
  ['memory.rowBytes', published('standard')],
  ['memory.timing', published('standard')],
  ['memory.latencyCycles', derived('dramLatency')],
  ['memory', assumed('configuration')],
  ['addressMap', assumed('configuration')],
  ['launch.storeDrainCycles', measuredOn(['7.0'], 'storeDrain')],
  ['launch.blockCycles', same(origin('measured', 'turnover'))],
  ['launch.kernelCycles', same(origin('measured', 'launches'))],
  ['launch.blocksPerCycle', same(origin('measured', 'launches'))],
];

export function simulatorOrigin(gpu: GpuSpec, spec: SimulatorSpec, field: string): NumberOrigin {
  if (gpu.simulatedOnly) return origin('published', 'paper');
  if (/^sm\.classes\.\w+\.lanes$/.test(field)) return origin('derived', 'lanes');
  if (field.startsWith('sm.classes.')) return pipelines({ gpu, spec });
  const isOther =
    field.startsWith('sm.') && !RULES.some(([start]) => start === field || field.startsWith(`${start}.`));
  return isOther ? origin('assumed', 'configuration') : originBy(RULES, { gpu, spec }, field);
}
