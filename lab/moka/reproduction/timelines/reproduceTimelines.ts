import { english } from '../../../../src/words';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type { ProfileFile } from '../../../../src/kernel/profile';
import { replay } from '../../../../src/timeline/replay';
import { traceToApplication } from '../../../../src/timeline/trace/traceToApplication';
import { knowledgeFromProfiles } from '../../knowledgeFromProfiles';
import { mokaModels, type MokaModels } from '../../../../src/predictors/moka/mokaModels';
import { pinAll } from '../../../../src/predictors/moka/order/reorder';
import { planStreams } from '../../../../src/predictors/moka/plan/planStreams';
import { fitLaunch } from '../../../../src/predictors/moka/streams/fitLaunch';
import { overlapThreshold, type OverlapEvidence } from '../../overlapThreshold';
import { STREAM_LAUNCH_OVERHEAD_NS } from '../../../../src/predictors/moka/streams/launchModels';
import {
  copyOverlap,
  enlargedLaunch,
  launchOverheads,
  pinnedAgainstPageable,
  speedups,
  type CopyOverlap,
  type LaunchOverhead,
  type PinnedAgainstPageable,
} from './figures';
import { hmmKernels } from './hmmKernels';
import { launchOrders, type OrderTable } from './launchOrders';
import { transferErrors, type TransferModelError } from './transferErrors';
import {
  splitRuns,
  testRuns,
  variantErrors,
  type RunError,
  type Split,
  type VariantErrors,
} from './twoStreamErrors';
import { readTwoStreamRuns } from './twoStreamRuns';

/** Contents of the measured files, and profiles as the readers give them. */
export interface TimelineInputs {
  /** `transfers/h2d_floats_us_gtx950.csv` and `transfers/bytes-dev0.csv`. */
  readonly floats: string;
  readonly bytes: string;
  /** `transfers/two_stream_events_gtx950.tsv`. */
  readonly twoStreams: string;
  /** Trace of `concurrentKernels`: one kernel in each of eight streams. */
  readonly concurrentKernels: ProfileFile;
  /** Trace and metrics of MCX. */
  readonly mcx: readonly [trace: ProfileFile, metrics: ProfileFile];
  /** `moka/kernel_stats_gtx950.tsv`, for the kernels of the hidden Markov model. */
  readonly kernelStats: string;
  /** Trace and metrics of the sample `workloads/samples/streams-vmp` (synthetic). */
  readonly vmp: readonly [trace: ProfileFile, metrics: ProfileFile];
}

export interface SpeedupRow {
  readonly name: string;
  /** Over one stream, for 1, 2, … streams. */
  readonly speedups: readonly number[];
}

export interface TimelineReproduction {
  readonly transfers: readonly TransferModelError[];
  readonly twoStreams: readonly { readonly split: string; readonly variants: readonly VariantErrors[] }[];
  /** Test runs of the alternate split with our models. */
  readonly runs: readonly RunError[];
  readonly launchTimes: ReturnType<typeof fitLaunch>;
  readonly pinned: PinnedAgainstPageable;
  readonly overlapEvidence: OverlapEvidence;
  readonly copyOverlaps: readonly CopyOverlap[];
  readonly launches: readonly LaunchOverhead[];
  readonly concurrentKernels: { readonly measuredNs: number; readonly predictedNs: number };
  readonly hmm: readonly SpeedupRow[];
  readonly mcx: readonly SpeedupRow[];
  readonly orders: OrderTable;
  readonly plan: PlanSummary;
}

export interface PlanSummary {
  readonly text: string;
  readonly streams: number;
  readonly pieces: number;
  readonly serialNs: number;
  readonly pinnedSerialNs: number;
  readonly plannedNs: number;
  readonly ceilingNs: number;
  readonly curve: readonly {
    readonly streams: number;
    readonly pieces: number;
    readonly makespanNs: number;
  }[];
}

/** Sizes of figure 4.6 and a threshold between the two that overlap and do not, in floats. */
const OVERLAP_FLOATS = [10_000, 100_000, 10_000_000] as const;
const ASSUMED_THRESHOLD_FLOATS = 1_000_000;

const SPLITS: readonly Split[] = [
  { kind: 'alternate' },
  { kind: 'random', seed: 1 },
  { kind: 'random', seed: 2 },
  { kind: 'small to large' },
];

const MOST_STREAMS = 8;

/** The profiled HMM launches and enlarged ones: more blocks, and more work in each thread. */
const HMM_LAUNCHES = [
  { grid: 1, work: 1 },
  { grid: 1, work: 100 },
  { grid: 4, work: 100 },
  { grid: 256, work: 1 },
] as const;

/** Reproduces the timeline part of the Moka dissertation (chapter 4) on the GTX 950 of its author. */
export function reproduceTimelines(inputs: TimelineInputs): TimelineReproduction {
  const gpu = requireGpu('gtx-950');
  const runs = readTwoStreamRuns(inputs.twoStreams, gpu);
  const alternate = splitRuns(runs, { kind: 'alternate' });
  const launchTimes = fitLaunch(alternate.training.map(({ measured }) => measured));
  const models = mokaModels(gpu, { launchTimes: launchTimes.times });
  const concurrent = traced(inputs.concurrentKernels, models);
  return {
    transfers: transferErrors(inputs.floats, inputs.bytes),
    twoStreams: SPLITS.map((split) => ({
      split: split.kind === 'random' ? `random, seed ${split.seed}` : split.kind,
      variants: variantErrors(splitRuns(runs, split), gpu),
    })),
    runs: testRuns(alternate, 'pipelined blocks, launch costs from the traces', gpu),
    launchTimes,
    pinned: pinnedAgainstPageable(models),
    overlapEvidence: overlapThreshold(runs.map(({ measured }) => measured)),
    copyOverlaps: copyOverlap(OVERLAP_FLOATS, ASSUMED_THRESHOLD_FLOATS, gpu),
    launches: launchOverheads(concurrent.measured, models.inputs.launchTimes!, STREAM_LAUNCH_OVERHEAD_NS),
    concurrentKernels: {
      measuredNs: concurrent.measured.makespanNs,
      predictedNs: replay([concurrent.application], gpu, models).makespanNs,
    },
    ...streamSpeedups(inputs, models),
    orders: vmpOrders(inputs.vmp, models),
    plan: vectorPlan(inputs.vmp[0], models),
  };
}

function traced(file: ProfileFile, models: MokaModels) {
  return traceToApplication(file.kernels, file.transfers, models.gpu, { name: file.path });
}

function withProfiles(models: MokaModels, profiles: ProfileFile['kernels']): MokaModels {
  const knowledge = knowledgeFromProfiles(profiles, models.gpu);
  return mokaModels(models.gpu, { ...models.inputs, knowledge });
}

function streamSpeedups(
  { kernelStats, mcx: [trace, metrics] }: TimelineInputs,
  models: MokaModels,
): Pick<TimelineReproduction, 'hmm' | 'mcx'> {
  const hmm = hmmKernels(kernelStats);
  const hmmModels = withProfiles(models, hmm);
  const mcxModels = withProfiles(models, metrics.kernels);
  const device = pinAll(traced(trace, models).application).operations.filter(
    ({ kind }) => kind !== 'host' && kind !== 'synchronize',
  );
  return {
    hmm: hmm.flatMap((profile) =>
      HMM_LAUNCHES.map(({ grid, work }) => ({
        name: `${profile.name}, grid × ${grid}, work × ${work}`,
        speedups: speedups([enlargedLaunch(profile, grid, work, hmmModels)], MOST_STREAMS, hmmModels),
      })),
    ),
    mcx: [{ name: 'MCX, 10⁶ photons', speedups: speedups(device, MOST_STREAMS, mcxModels) }],
  };
}

function vmpOrders([trace, metrics]: TimelineInputs['vmp'], models: MokaModels): OrderTable {
  const { application } = traced(trace, models);
  const letters: Record<string, string> = {};
  for (const operation of application.operations)
    if (operation.kind === 'kernel') letters[operation.stream] ??= initial(operation.kernel);
  return launchOrders(application, letters, withProfiles(models, metrics.kernels));
}

/** V for the vector sum, M for the matrix product, P for the path. */
function initial(kernel: string): string {
  if (/vector/i.test(kernel)) return 'V';
  return /matrix/i.test(kernel) ? 'M' : 'P';
}

/** The vector sum of the sample alone: should it use streams, and in how many pieces (figure 2.5)? */
function vectorPlan(trace: ProfileFile, models: MokaModels): PlanSummary {
  const { application } = traced(trace, models);
  const stream = application.operations.find(
    (operation) => operation.kind === 'kernel' && initial(operation.kernel) === 'V',
  )!;
  const operations = application.operations.filter(
    (operation) => 'stream' in operation && 'stream' in stream && operation.stream === stream.stream,
  );
  const plan = planStreams({ ...application, name: 'vectorAdd', operations }, models.gpu, models, {
    withCurve: true,
  });
  const { text, streams, pieces, serialNs, pinnedSerialNs, plannedNs, ceiling, curve } = plan;
  return {
    text: english(text),
    streams,
    pieces,
    serialNs,
    pinnedSerialNs,
    plannedNs,
    ceilingNs: ceiling.ns,
    curve,
  };
}
