import type { Application, Operation } from '../../../src/kernel/application';
import { loneCopyNs } from '../../../src/simulator/hostlink/hostLink';
import { hostLinkOf } from '../../../src/simulator/hostlink/hostLinkSpec';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { LINE_BYTES } from '../../../src/simulator/spec/simulatorSpec';
import { deviceMemoryModel } from '../../../src/timeline/deviceMemory';
import { fluidTaskModel } from '../../../src/timeline/fluidTasks';
import type { DeviceTask, ReplayModels, TaskModel } from '../../../src/timeline/models';
import { firstEndNs } from '../../../src/timeline/replay';
import { timeSliceModel } from '../../../src/timeline/timeSlices';
import type { SoloRow } from './rows';

/** What a run alone is taken for: one round of a job. */
export interface Round {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly contextBytes: readonly number[];
  readonly launchNs: number;
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
  for (let place = 0; place <= row.launches.length; place++) {
    operations.push(...stepsAt(row, place));
    const launch = row.launches[place];
    if (launch !== undefined)
      operations.push({
        kind: 'kernel',
        stream: STREAM,
        kernel: String(place),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        registers: 0,
        sharedBytes: 0,
        soloNs: Math.max(0, (launch.cycles - row.launchCycles) / perNs),
      });
  }
  operations.push({ kind: 'synchronize', stream: null }, ...hostWork(host.after));
  return {
    name: row.app,
    operations,
    contextBytes: row.launches.map(({ contextBytes }) => contextBytes),
    launchNs: row.launchCycles / perNs,
  };
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

/** How two jobs that take turns are replayed on a GPU. */
export interface Turns {
  readonly gpu: LoadedSpec;
  readonly sliceNs: number;
}

/** ns that a round takes alone, many of them one after the other. */
export function aloneNs(round: Round, turns: Turns): number {
  return firstEndNs([repeated(round, REPEATED)], turns.gpu.gpu, modelsOf([round], turns)).endNs / REPEATED;
}

const REPEATED = 3;

/**
 * Slowdown of a job beside another one that goes on for as long as it runs, in turns of the GPU.
 *
 * @param alone ns of a round of each alone
 * @param atLeastNs the first is replayed for as many whole rounds as this would take alone
 */
export function slowdownInTurns(
  pair: readonly [Round, Round],
  alone: readonly [number, number],
  turns: Turns,
  atLeastNs: number,
): number {
  const rounds = Math.max(1, Math.ceil(atLeastNs / alone[0]));
  const models = modelsOf(pair, turns);
  for (let longer = 2.5; ; longer *= 2) {
    const others = Math.ceil((longer * rounds * alone[0]) / alone[1]) + 1;
    const applications = [repeated(pair[0], rounds), repeated(pair[1], others)];
    const { endNs, othersEnded } = firstEndNs(applications, turns.gpu.gpu, models);
    if (!othersEnded) return endNs / (rounds * alone[0]);
  }
}

function repeated({ name, operations }: Round, times: number): Application {
  return { name, operations: Array.from({ length: times }, () => operations).flat(), footprintBytes: null };
}

function modelsOf(rounds: readonly Round[], { gpu, sliceNs }: Turns): ReplayModels {
  const { launchNs } = rounds[0]!;
  return {
    launch: {
      name: 'simulated launches',
      issueNs: () => 0,
      latencyNs: ({ kind }) => (kind === 'kernel' ? launchNs : 0),
    },
    copies: sharedLink(gpu),
    kernels: timeSliceModel({
      name: 'time slices',
      sliceNs,
      switchNs: 0,
      soloNs: ({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0),
      moveNs: ({ application, operation }) =>
        operation.kind === 'kernel'
          ? moveNs(rounds[application]!.contextBytes[Number(operation.kernel)]!, gpu)
          : 0,
    }),
    memory: deviceMemoryModel(gpu.gpu),
  };
}

/** Registers and shared memory go line by line from each SM to the L2 cache, and what it cannot hold to DRAM. */
function moveNs(bytes: number, { gpu, spec }: LoadedSpec): number {
  const toCacheNs = (bytes * 1000) / (LINE_BYTES * spec.sms * spec.coreClockMHz);
  const toDramNs = Math.max(0, bytes - (gpu.l2Bytes ?? 0)) / (gpu.dram.measuredGBs ?? gpu.dram.peakGBs!);
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
