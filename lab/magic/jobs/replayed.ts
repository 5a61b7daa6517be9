import type { Application, KernelOperation, Operation } from '../../../src/kernel/application';
import type { KernelTask } from '../../../src/predictors/latencyPort';
import { concurrentKernels } from '../../../src/predictors/prophet/execution';
import { loneCopyNs } from '../../../src/simulator/hostlink/hostLink';
import { hostLinkOf } from '../../../src/simulator/hostlink/hostLinkSpec';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { LINE_BYTES } from '../../../src/simulator/core/sizes';
import { deviceMemoryModel } from '../../../src/timeline/deviceMemory';
import { fluidTaskModel } from '../../../src/timeline/fluidTasks';
import type { DeviceTask, ReplayModels, TaskModel } from '../../../src/timeline/models';
import { firstEndNs } from '../../../src/timeline/replay';
import { timeSliceModel } from '../../../src/timeline/timeSlices';
import type { SoloLaunch, SoloRow } from './rows';

/** What a run alone is taken for: one round of a job. */
export interface Round {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly contextBytes: readonly number[];
  readonly launchNs: number;
  /** What each kernel fills and moves, where its run tells. */
  readonly tasks: ReadonlyMap<KernelOperation, KernelTask>;
}

/** Host work of a round, ns: before its first copy, and after its last. */
export interface HostWork {
  readonly before: number;
  readonly after: number;
}

export const NO_HOST_WORK: HostWork = { before: 0, after: 0 };

const STREAM = 'stream';

/** The operations of a run alone, in order; each kernel is called by its place among the launches. */
export function roundOf(row: SoloRow, host: HostWork): Round {
  const perNs = row.clockMHz / 1000;
  const operations: Operation[] = [...hostWork(host.before)];
  const tasks = new Map<KernelOperation, KernelTask>();
  for (let place = 0; place <= row.launches.length; place++) {
    operations.push(...stepsAt(row, place));
    const launch = row.launches[place];
    if (launch === undefined) continue;
    const soloNs = Math.max(0, (launch.cycles - row.launchCycles) / perNs);
    const kernel = kernelAt(place, soloNs);
    operations.push(kernel);
    if (launch.fills !== undefined) tasks.set(kernel, taskOf(launch.fills, soloNs, loadSpec(row.gpu)));
  }
  operations.push({ kind: 'synchronize', stream: null }, ...hostWork(host.after));
  return {
    name: row.app,
    operations,
    contextBytes: row.launches.map(({ contextBytes }) => contextBytes),
    launchNs: row.launchCycles / perNs,
    tasks,
  };
}

const kernelAt = (place: number, soloNs: number): KernelOperation => ({
  kind: 'kernel',
  stream: STREAM,
  kernel: String(place),
  grid: [1, 1, 1],
  block: [32, 1, 1],
  registers: 0,
  sharedBytes: 0,
  soloNs,
});

function taskOf(
  { blocks, blocksPerSm, dramBytes }: NonNullable<SoloLaunch['fills']>,
  soloNs: number,
  { spec }: LoadedSpec,
): KernelTask {
  const sms = Math.min(spec.sms, Math.ceil(blocks / blocksPerSm));
  return { soloNs, blocks, blocksPerSm, bytesPerNsOfSm: soloNs > 0 ? dramBytes / soloNs / sms : 0 };
}

const hostWork = (ns: number): Operation[] => (ns > 0 ? [{ kind: 'host', ns }] : []);

function stepsAt(row: SoloRow, place: number): Operation[] {
  const copies = row.copies.filter(
    ({ before, direction }) => (before ?? (direction === 'HtoD' ? 0 : row.launches.length)) === place,
  );
  const gaps = row.gaps.filter(({ before }) => before === place);
  const steps: Operation[] = [];
  for (let at = 0; at <= copies.length; at++) {
    for (const gap of gaps)
      if ((gap.afterCopies ?? 0) === at)
        steps.push({ kind: 'synchronize', stream: null }, ...hostWork(gap.ns));
    const copy = copies[at];
    if (copy === undefined) continue;
    const { direction, bytes, pinned = true } = copy;
    steps.push({ kind: 'copy', stream: STREAM, direction, bytes, pinned, blocking: true });
  }
  return steps;
}

/** How jobs are replayed that share a GPU. */
export interface Sharing {
  readonly gpu: LoadedSpec;
  readonly kernels: (rounds: readonly Round[]) => TaskModel;
}

/** ns that a round takes alone, many of them one after the other. */
export function aloneNs(round: Round, sharing: Sharing): number {
  const { gpu } = sharing.gpu;
  return firstEndNs([repeated(round, REPEATED)], gpu, modelsOf([round], sharing)).endNs / REPEATED;
}

const REPEATED = 3;

/**
 * Slowdown of a job beside another one that goes on for as long as it runs.
 *
 * @param alone ns of a round of each alone
 * @param atLeastNs the first is replayed for as many whole rounds as this would take alone
 */
export function slowdownBeside(
  pair: readonly [Round, Round],
  alone: readonly [number, number],
  sharing: Sharing,
  atLeastNs: number,
): number {
  const rounds = Math.max(1, Math.ceil(atLeastNs / alone[0]));
  const models = modelsOf(pair, sharing);
  for (let longer = 2.5; ; longer *= 2) {
    const others = Math.ceil((longer * rounds * alone[0]) / alone[1]) + 1;
    const applications = [repeated(pair[0], rounds), repeated(pair[1], others)];
    const { endNs, othersEnded } = firstEndNs(applications, sharing.gpu.gpu, models);
    if (!othersEnded) return endNs / (rounds * alone[0]);
  }
}

function repeated({ name, operations }: Round, times: number): Application {
  return { name, operations: Array.from({ length: times }, () => operations).flat(), footprintBytes: null };
}

function modelsOf(rounds: readonly Round[], { gpu, kernels }: Sharing): ReplayModels {
  const { launchNs } = rounds[0]!;
  return {
    launch: {
      name: 'simulated launches',
      issueNs: () => 0,
      latencyNs: ({ kind }) => (kind === 'kernel' ? launchNs : 0),
    },
    copies: sharedLink(gpu),
    kernels: kernels(rounds),
    memory: deviceMemoryModel(gpu.gpu),
  };
}

/** Independent processes have the GPU in turns of so many ns. */
export const inTurns = (gpu: LoadedSpec, sliceNs: number): Sharing => ({
  gpu,
  kernels: (rounds) =>
    timeSliceModel({
      name: 'time slices',
      sliceNs,
      switchNs: 0,
      soloNs: ({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0),
      moveNs: ({ application, operation }) =>
        operation.kind === 'kernel'
          ? moveNs(rounds[application]!.contextBytes[Number(operation.kernel)]!, gpu)
          : 0,
    }),
});

/**
 * Under MPS kernels run side by side on what their runs alone tell that they fill and move.
 *
 * @throws Error for rounds whose runs do not tell
 */
export const underMps = (gpu: LoadedSpec): Sharing => ({
  gpu,
  kernels: (rounds) => {
    const tasks = new Map(rounds.flatMap((round) => [...round.tasks]));
    const taskFor = (kernel: KernelOperation): KernelTask => {
      const task = tasks.get(kernel);
      if (task === undefined) throw new Error('a run alone that does not tell what its kernels fill');
      return task;
    };
    return concurrentKernels(taskFor, { sms: gpu.spec.sms, bytesPerNs: bandwidthOf(gpu) });
  },
});

const bandwidthOf = ({ gpu: { dram } }: LoadedSpec): number => dram.measuredGBs ?? dram.peakGBs!;

/** Registers and shared memory go line by line from each SM to the L2 cache, and what it cannot hold to DRAM. */
function moveNs(bytes: number, loaded: LoadedSpec): number {
  const { gpu, spec } = loaded;
  const toCacheNs = (bytes * 1000) / (LINE_BYTES * spec.sms * spec.coreClockMHz);
  const toDramNs = Math.max(0, bytes - (gpu.l2Bytes ?? 0)) / bandwidthOf(loaded);
  return Math.max(toCacheNs, toDramNs);
}

/** ns of copies alone: each is worked out packet by packet, and asked for again and again. */
const LONE_NS = new Map<string, number>();

/**
 * Copies of several processes: a pageable one fills part of the link, since a host thread moves its data to staging
 * buffers, and two of them hardly notice each other; what asks for more than the whole of a direction shares it.
 */
function sharedLink({ gpu }: LoadedSpec): TaskModel {
  const link = hostLinkOf(gpu);
  const loneNs = ({ operation }: DeviceTask, pinned?: true): number => {
    if (operation.kind !== 'copy' || operation.direction === 'DtoD')
      throw new Error('not a copy over the link');
    const { direction, bytes } = operation;
    const copy = { direction, bytes, pinned: pinned ?? operation.pinned };
    const key = [gpu.id, direction, bytes, copy.pinned].join(' ');
    const known = LONE_NS.get(key) ?? loneCopyNs(link, copy);
    LONE_NS.set(key, known);
    return known;
  };
  const shareOf = (task: DeviceTask): number => Math.min(1, loneNs(task, true) / loneNs(task));
  const directionOf = ({ operation }: DeviceTask) => (operation.kind === 'copy' ? operation.direction : null);
  return fluidTaskModel({
    name: 'shared link',
    resource: 'link',
    soloNs: (task) => loneNs(task),
    rates: (running) => {
      const shares = running.map(shareOf);
      return running.map((task) => {
        const asked = shares.reduce(
          (sum, share, at) => sum + (directionOf(running[at]!) === directionOf(task) ? share : 0),
          0,
        );
        return 1 / Math.max(1, asked);
      });
    },
  });
}
