import type { GpuSpec } from '../kernel/gpuSpec';
import { message, type Words } from '../kernel/message';
import { LATENCY_PREDICTORS } from '../predictors';
import type { LatencyPredictor, SoloRun } from '../predictors/latencyPort';
import type { QosTarget } from '../sharing/colocation/qosTarget';
import {
  instancesServed,
  onGpu,
  USUAL_COLOCATION,
  type ServiceQuestion,
} from '../sharing/colocation/besideService';
import { say } from '../words/say';
import { text, UsageError, whole, type CommandOption, type OptionValues } from './command';

const { slowdown: SLOWDOWN, queries: QUERIES, instances: INSTANCES, seed: SEED } = USUAL_COLOCATION;
const IDS = LATENCY_PREDICTORS.map(({ id }) => id);

/** What a service must keep, and how it is predicted. */
export const COLOCATION_OPTIONS: Readonly<Record<string, CommandOption>> = {
  slowdown: { type: 'string', value: 'X', help: message('cli.colocate.slowdown'), otherwise: SLOWDOWN },
  'latency-ms': { type: 'string', value: 'MS', help: message('cli.colocate.latency') },
  of: { type: 'string', value: 'mean|p95', help: message('cli.colocate.of'), otherwise: 'p95' },
  instances: { type: 'string', value: 'N', help: message('cli.colocate.instances'), otherwise: INSTANCES },
  predictor: {
    type: 'string',
    value: 'ID',
    help: message('cli.colocate.predictor', { known: IDS }),
    otherwise: IDS[0]!,
  },
  queries: { type: 'string', value: 'N', help: message('cli.colocate.queries'), otherwise: QUERIES },
  seed: { type: 'string', value: 'N', help: message('cli.schedule.seed'), otherwise: SEED },
};

/** The part of a question that options and the GPU say. */
export function colocationOptions(options: OptionValues, gpu: GpuSpec): Omit<ServiceQuestion, 'service'> {
  return {
    ...onGpu(gpu),
    queries: whole(options, 'queries', 1, QUERIES),
    seed: whole(options, 'seed', 0, SEED),
    target: qosTarget(options),
    maxInstances: instancesOf(options, gpu),
  };
}

/** So many as MPS serves beside the service, or as are asked for. */
function instancesOf(options: OptionValues, gpu: GpuSpec): number {
  const most = instancesServed(gpu);
  const given = whole(options, 'instances', 1, Math.min(most, INSTANCES));
  if (given > most)
    throw new UsageError(say('cli.colocate.clients', { gpu: gpu.id, most, clients: most + 1 }));
  return given;
}

/** Said where it is not known of some runs what device memory they keep, so that nobody asks whether they fit. */
export function memoryAssumption(runs: readonly SoloRun[]): readonly Words[] {
  const unknown = runs.filter(({ application }) => application.footprintBytes === null);
  const names = [...new Set(unknown.map(({ application }) => application.name))];
  return names.length === 0 ? [] : [message('cli.colocate.memoryUnknown', { names })];
}

/** Who is asked. */
export function latencyPredictor(options: OptionValues): LatencyPredictor {
  const id = text(options, 'predictor') ?? IDS[0]!;
  const found = LATENCY_PREDICTORS.find((each) => each.id === id);
  if (found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--predictor', known: IDS }));
  return found;
}

function qosTarget(options: OptionValues): QosTarget {
  const of = text(options, 'of') ?? 'p95';
  if (of !== 'mean' && of !== 'p95')
    throw new UsageError(say('cli.fault.oneOf', { option: '--of', known: ['mean', 'p95'] }));
  const slowdown = text(options, 'slowdown');
  const ms = text(options, 'latency-ms');
  const bound = slowdown === undefined ? SLOWDOWN : positive('--slowdown', slowdown);
  if (bound < 1) throw new UsageError(say('cli.maxSlowdown', { option: '--slowdown', given: slowdown! }));
  return { slowdown: bound, ns: ms === undefined ? null : positive('--latency-ms', ms) * 1e6, of };
}

/** A positive number that was given for an option. */
export function positive(option: string, given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new UsageError(say('cli.fault.positive', { option, given }));
  return value;
}
