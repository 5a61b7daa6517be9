import path from 'node:path';
import { isThere } from '../../../src/files/folders';
import { requireGpu } from '../../../src/gpu/findGpu';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import {
  TRAINING_WORKLOADS,
  type TrainingHeader,
  type TrainingWorkloads,
} from '../../themis/collection/trainingData';
import { executorNamed, EXECUTORS, type AskedExecutor } from '../../sweep/executors';
import { text, UsageError, whole, type Command, type OptionValues } from '../../../src/cli/command';
import { distFolder } from '../../../src/cli/distFolder';

/** What a collection goes by beside its GPU and plan. */
export interface CollectionConditions {
  readonly seed: number;
  readonly workloads: TrainingWorkloads;
  /** Core cycles of co-runs. */
  readonly mostCycles: number;
  /** Core cycles after which a launch that runs alone is cut. */
  readonly launchCycles: number;
}

/** What a training run is asked to do. */
export interface TrainingRequest {
  readonly gpu: string;
  /** Where what is missing is collected. */
  readonly sweep: AskedExecutor;
  /** Under what the data is collected, as far as it is asked for; the rest as the data has it, or as usual. */
  readonly conditions: Partial<CollectionConditions>;
  /** Levels of each producer, at most twelve. */
  readonly levels: number;
  /** SMs of the application in each split, in ascending order; null for the paper's five. */
  readonly allocations: readonly number[] | null;
  /** Most training applications that are collected. */
  readonly limit: number;
  /** Folder with the sources and descriptions of the training set. */
  readonly suite: string;
  readonly data: string;
  /** Where the networks are written. */
  readonly model: string;
  /** The model that an update or `--networks` goes on from. */
  readonly base: string;
  readonly job: 'train' | 'fit-only' | 'events' | 'update';
  /** Names of the networks that are fitted anew, all others staying as they are; null for all. */
  readonly networks: readonly string[] | null;
  /** Folder with the user's own workloads, for an update. */
  readonly update: string;
}

const MOST_LEVELS = 12;

/** Core cycles of co-runs, and of launches that run alone. */
export const DEFAULT_WINDOW: TrainingHeader['window'] = { mostCycles: 80_000, launchCycles: 160_000 };

/** Where what is made goes: the models that come with the product change only by name. */
const OWN_MODELS = 'corun-models';

export const TRAINING_OPTIONS: Command['options'] = {
  gpu: { type: 'string', value: 'ID', help: 'GPU that a model is for, of those that corun gpus lists' },
  workers: { type: 'string', value: 'N', help: 'simulations that run side by side', otherwise: 1 },
  executor: {
    type: 'string',
    value: 'NAME',
    help: `where simulations run: ${EXECUTORS.join(', ')}; the second submits a job array`,
    otherwise: EXECUTORS[0],
  },
  batch: {
    type: 'string',
    value: 'N',
    help: 'with --executor slurm: jobs of a task of the array (docs/sweeps.md)',
    otherwise: 1,
  },
  workloads: {
    type: 'string',
    value: 'SET',
    help: `training applications: ${TRAINING_WORKLOADS.join(', ')}`,
    otherwise: 'paper',
  },
  levels: {
    type: 'string',
    value: 'N',
    help: `levels of pressure of each producer, at most ${MOST_LEVELS}`,
    otherwise: MOST_LEVELS,
  },
  allocations: {
    type: 'string',
    value: 'N,N…',
    help: 'SMs of the application in each split',
    otherwise: "the paper's five",
  },
  limit: {
    type: 'string',
    value: 'N',
    help: 'most training applications that are collected',
    otherwise: 'all',
  },
  seed: { type: 'string', value: 'N', help: 'seed of simulation and fitting', otherwise: 1 },
  window: {
    type: 'string',
    value: 'CYCLES',
    help: 'core cycles of a co-run',
    otherwise: DEFAULT_WINDOW.mostCycles,
  },
  launch: {
    type: 'string',
    value: 'CYCLES',
    help: 'core cycles after which a launch that runs alone is cut',
    otherwise: DEFAULT_WINDOW.launchCycles,
  },
  suite: {
    type: 'string',
    value: 'DIR',
    help: 'folder with the sources and descriptions of the training applications',
    otherwise: 'workloads',
  },
  data: {
    type: 'string',
    value: 'FILE',
    help: 'collected data; what is missing is added. Without a collection the data that the product came from, where you have none',
    otherwise: `${OWN_MODELS}/ID.data.ndjson`,
  },
  model: {
    type: 'string',
    value: 'FILE',
    help: 'where the networks are written',
    otherwise: `${OWN_MODELS}/ID.json`,
  },
  'fit-only': { type: 'boolean', help: 'fits networks to collected data without collecting' },
  networks: {
    type: 'string',
    value: 'NAME,NAME…',
    help: 'with --fit-only: fits these networks, all others of the model staying as they are',
    otherwise: 'all',
  },
  events: {
    type: 'boolean',
    help: "prints how events of collected data go with slowdowns (the paper's table I), fitting nothing",
  },
  update: {
    type: 'string',
    value: 'DIR',
    help: 'goes on from the model with your own workloads of this folder',
  },
};

export function trainingRequest(options: OptionValues): TrainingRequest {
  const named = text(options, 'gpu');
  if (named === undefined) throw new UsageError('--gpu is missing');
  const gpu = requireGpu(named).id;
  const jobs = (['fit-only', 'events', 'update'] as const).filter((name) => options[name] !== undefined);
  if (jobs.length > 1) throw new UsageError(`--${jobs[0]!} and --${jobs[1]!} exclude each other`);
  const networks = text(options, 'networks');
  if (networks !== undefined && jobs[0] !== 'fit-only')
    throw new UsageError('--networks goes with --fit-only');
  const collecting = COLLECTION_OPTIONS.find((name) => options[name] !== undefined);
  if (jobs[0] !== undefined && collecting !== undefined)
    throw new UsageError(`--${collecting} is of a collection, and --${jobs[0]} goes by data that is there`);
  const levels = whole(options, 'levels', 1, MOST_LEVELS);
  if (levels > MOST_LEVELS) throw new UsageError(`--levels takes at most ${MOST_LEVELS}`);
  const beside = path.join(distFolder(), '..');
  return {
    gpu,
    conditions: conditionsOf(options),
    levels,
    allocations: allocationsOf(text(options, 'allocations'), loadSpec(gpu).spec.sms),
    sweep: askedExecutor(options),
    limit: whole(options, 'limit', 1, Number.MAX_SAFE_INTEGER),
    suite: text(options, 'suite') ?? path.join(beside, 'workloads'),
    data: text(options, 'data') ?? (jobs[0] === undefined ? own : known)(`${gpu}.data.ndjson`),
    model: text(options, 'model') ?? own(`${gpu}.json`),
    base: text(options, 'model') ?? known(`${gpu}.json`),
    job: jobs[0] ?? 'train',
    networks: networks?.split(',').map((name) => name.trim()) ?? null,
    update: text(options, 'update') ?? '',
  };
}

/** @throws UsageError where no executor has that name */
export function askedExecutor(options: OptionValues): AskedExecutor {
  const executor = executorNamed(text(options, 'executor') ?? EXECUTORS[0]);
  return { executor, workers: whole(options, 'workers', 1, 1), batch: whole(options, 'batch', 1, 1) };
}

const own = (name: string): string => path.join(OWN_MODELS, name);

/** The file of one's own where there is one, else the one that comes along: for reading only. */
function known(name: string): string {
  return isThere(own(name)) ? own(name) : path.join(distFolder(), '../models/themis', name);
}

/** Options of what is collected; without a collection they would do nothing. */
const COLLECTION_OPTIONS = ['workloads', 'allocations', 'window', 'launch', 'limit', 'seed'] as const;

function conditionsOf(options: OptionValues): Partial<CollectionConditions> {
  const given = (name: string, minimum: number): number | undefined =>
    options[name] === undefined ? undefined : whole(options, name, minimum);
  const named = text(options, 'workloads');
  const [seed, mostCycles, launchCycles] = [given('seed', 0), given('window', 1), given('launch', 4096)];
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(named === undefined ? {} : { workloads: workloadsOf(named) }),
    ...(mostCycles === undefined ? {} : { mostCycles }),
    ...(launchCycles === undefined ? {} : { launchCycles }),
  };
}

/** The conditions asked for, then those of the data that is there, then the usual ones. */
export function collectionConditions(
  asked: Partial<CollectionConditions>,
  header: TrainingHeader | null,
): CollectionConditions {
  const before =
    header === null ? {} : { ...header.window, seed: header.seed, workloads: header.workloads ?? 'paper' };
  return { seed: 1, workloads: 'paper', ...DEFAULT_WINDOW, ...before, ...asked };
}

function workloadsOf(given: string): TrainingWorkloads {
  const found = TRAINING_WORKLOADS.find((one) => one === given);
  if (found === undefined) throw new UsageError(`--workloads is one of ${TRAINING_WORKLOADS.join(', ')}`);
  return found;
}

function allocationsOf(given: string | undefined, sms: number): readonly number[] | null {
  if (given === undefined) return null;
  const counts = [...new Set(given.split(',').map(Number))].sort((a, b) => a - b);
  const bad = counts.find((count) => !Number.isInteger(count) || count < 1 || count >= sms);
  if (bad !== undefined)
    throw new UsageError(`--allocations takes counts of SMs from 1 to ${sms - 1}, not '${given}'`);
  return counts;
}

/** Evenly spaced levels, the highest pressure among them. */
export function chosenLevels(count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.round((i * MOST_LEVELS) / count));
}
