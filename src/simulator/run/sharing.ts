import { message, type Message } from '../../kernel/message';
import { smsOfPercentage } from '../../gpu/mpsPercentage';
import type { Scenario } from '../../kernel/scenario';
import { fieldFault } from '../../kernel/result';
import { evenSplit, UNBOUNDED, type Partition } from '../dispatch/partition';
import type { LoadedSpec } from '../spec/loadSpec';
import type { SimulatorSpec } from '../spec/simulatorSpec';

/**
 * Sets up the partition that a scenario's mode asks for.
 *
 * @throws InputError naming the field when the parts do not add up.
 */
export function applyMode(scenario: Scenario, spec: SimulatorSpec, partition: Partition): void {
  const mode = scenario.mode ?? { kind: 'streams' };
  const apps = scenario.apps.length;
  switch (mode.kind) {
    case 'streams':
    case 'time-slice':
      return;
    case 'spatial': {
      const counts = mode.sms ?? evenSplit(spec.sms, apps);
      checkSum(counts, spec.sms, 'mode.sms', SMS);
      partition.assign(counts);
      return;
    }
    case 'intra-sm': {
      if (mode.yields !== undefined && (mode.sms ?? mode.blocksPerSm) !== undefined)
        throw fieldFault('mode.yields', message('simulator.yieldsAlone'));
      const sms = mode.sms ?? spec.sms;
      if (sms > spec.sms)
        throw fieldFault('mode.sms', message('simulator.smsBeyond', { sms, has: spec.sms }));
      partition.share(mode.blocksPerSm ?? new Array<number>(apps).fill(UNBOUNDED), sms);
      return;
    }
    case 'mps': {
      const percentages = mode.percentages ?? new Array<number>(apps).fill(100);
      percentages.forEach((p, app) => (partition.smCap[app] = smsOfPercentage(p, spec.sms)));
      return;
    }
    case 'mig':
      checkSum(
        mode.instances.map((instance) => instance.sms),
        spec.sms,
        'mode.instances',
        SMS,
      );
      partition.assign(mode.instances.map((instance) => instance.sms));
  }
}

/** Why no GPU, or not this one, is shared as the scenario says; null where it can be. */
export function hypotheticalMode({ mode }: Scenario, { gpu }: LoadedSpec): Message | null {
  if (mode?.kind === 'intra-sm' && mode.yields === undefined)
    return message('simulator.hypothetical', { why: message('simulator.noBlockLimits') });
  const lacksContexts = !gpu.simulatedOnly && gpu.sharing.greenContext === null;
  return mode?.kind === 'spatial' && lacksContexts
    ? message('simulator.hypothetical', { why: message('simulator.noOwnSms', { gpu: gpu.name }) })
    : null;
}

/** Milliseconds that a process keeps the GPU under time slicing, about what NVIDIA's default setting gives. */
const DEFAULT_SLICE_MS = 2;

/** Length of a time slice in core cycles; 0 in the other modes. */
export function sliceCyclesOf(scenario: Scenario, spec: SimulatorSpec): number {
  if (scenario.mode?.kind !== 'time-slice') return 0;
  return scenario.mode.sliceCycles ?? Math.round(DEFAULT_SLICE_MS * 1000 * spec.coreClockMHz);
}

/**
 * L2 slices of each MIG instance: those of its DRAM channels; undefined in the other modes.
 * @throws InputError when the GPU has no MIG, the instances have more memory channels than it, or one has none
 */
export function sliceListsOf(scenario: Scenario, { gpu, spec }: LoadedSpec): number[][] | undefined {
  if (scenario.mode?.kind !== 'mig') return undefined;
  if (!gpu.sharing.mig.supported)
    throw fieldFault('mode.kind', message('simulator.noMig', { gpu: gpu.name }));
  const counts = scenario.mode.instances.map((instance) => instance.memoryChannels);
  checkSum(counts, spec.memory.channels, 'mode.instances', CHANNELS);
  const perChannel = spec.l2.slices / spec.memory.channels;
  let first = 0;
  return counts.map((count) => {
    const list = Array.from({ length: count * perChannel }, (_, i) => first * perChannel + i);
    first += count;
    return list;
  });
}

/** Codes of what is said of counts that do not fit. */
interface Unit {
  readonly beyond: string;
  readonly without: string;
}

const SMS: Unit = { beyond: 'simulator.sumSms', without: 'simulator.withoutSms' };
const CHANNELS: Unit = { beyond: 'simulator.sumChannels', without: 'simulator.withoutChannels' };

function checkSum(counts: readonly number[], total: number, field: string, what: Unit): void {
  const sum = counts.reduce((a, b) => a + b, 0);
  if (sum > total) throw fieldFault(field, message(what.beyond, { sum, total }));
  if (counts.some((count) => count < 1)) throw fieldFault(field, message(what.without));
}
