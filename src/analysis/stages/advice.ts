import { groupBy } from '../../stats/grouping';
import { message } from '../../kernel/message';
import type { Advice } from '../results/workspaceResults';
import { wholeEvidence, type KernelResult, type LaunchResult } from '../results/kernelResult';
import {
  GAIN_WORTH_SAYING,
  isSure,
  orderGain,
  savedShare,
  type ApplicationResult,
  type StreamPlanResult,
} from '../results/timelineResult';

/** A last wave fuller than this wastes too little to speak of. */
const TAIL_WORTH_SAYING = 0.5;
/** Nor is what saves less time than this: launches of tests are left alone. */
const LEAST_SAVED_NS = 1000;

export interface AdviceInputs {
  readonly kernels: readonly KernelResult[];
  readonly launches: readonly LaunchResult[];
  readonly applications: readonly ApplicationResult[];
}

/** All advice, what saves most time first; advice whose saving is not known comes last. */
export function collectAdvice(inputs: AdviceInputs): Advice[] {
  return ranked([
    ...kernelAdvice(inputs.kernels, inputs.launches),
    ...inputs.applications.flatMap(applicationAdvice),
  ]);
}

/** Advice with that on block sizes and launches made anew, from kernels of which more is known by now. */
export function withKernelAdvice(
  advice: readonly Advice[],
  { kernels, launches }: Pick<AdviceInputs, 'kernels' | 'launches'>,
): Advice[] {
  const others = advice.filter(({ kind }) => kind !== 'block-size' && kind !== 'launch');
  return ranked([...others, ...kernelAdvice(kernels, launches)]);
}

function kernelAdvice(kernels: readonly KernelResult[], launches: readonly LaunchResult[]): Advice[] {
  const byId = new Map(kernels.map((kernel) => [kernel.id, kernel]));
  const alike = groupBy(launches, ({ path, callee }) => `${path} ${callee}`);
  return [
    ...kernels.flatMap(blockAdvice),
    ...[...alike.values()].flatMap((same) =>
      same.flatMap((launch, nth) => tailAdvice(launch, nth, byId.get(launch.kernelIds[0] ?? ''))),
    ),
  ];
}

/** Advice with that on applications made anew, of which more is known by now. */
export function withApplicationAdvice(
  advice: readonly Advice[],
  applications: readonly ApplicationResult[],
): Advice[] {
  const others = advice.filter(({ kind }) => kind !== 'stream-order' && kind !== 'streams');
  return ranked([...others, ...applications.flatMap(applicationAdvice)]);
}

const applicationAdvice = (application: ApplicationResult): Advice[] => [
  ...orderAdvice(application),
  ...planAdvice(application),
];

function ranked(advice: readonly Advice[]): Advice[] {
  return advice.toSorted(
    (a, b) =>
      (b.savedNs ?? -1) - (a.savedNs ?? -1) ||
      (b.gain ?? -1) - (a.gain ?? -1) ||
      compare(a.path, b.path) ||
      a.line - b.line,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Time that a launch of the kernel saves; null while its time is not known. */
function savedBy(gain: number, kernel: KernelResult | undefined): number | null {
  return kernel?.time ? gain * kernel.time.value : null;
}

/** Whether a saving is too little for advice; one that is not known is none. */
export const isTiny = (savedNs: number | null): boolean => savedNs !== null && savedNs < LEAST_SAVED_NS;

function blockAdvice(kernel: KernelResult): Advice[] {
  const block = kernel.block;
  if (!block || block.advised === null || block.current === null || block.advised === block.current)
    return [];
  // What needs the kernel rewritten is told with the block, and saves nothing as it is.
  if (block.bound !== null) return [];
  const gain = block.expectedGain === null ? 0 : -block.expectedGain.value;
  const savedNs = savedBy(gain, kernel);
  if (gain < GAIN_WORTH_SAYING || isTiny(savedNs)) return [];
  return [
    {
      id: `block:${kernel.id}:${block.advised}`,
      kind: 'block-size',
      title: message('analysis.blockTitle', {
        name: kernel.name,
        current: block.current,
        advised: block.advised,
        gain: -gain,
      }),
      explanation: block.candidates.reduce(
        (lines, { method, threadsPerBlock, reason }) =>
          message('analysis.nextLine', {
            lines,
            line: message('analysis.adviceReason', {
              method,
              threads: threadsPerBlock ?? message('analysis.noAnswer'),
              reason,
            }),
          }),
        wholeEvidence(block),
      ),
      gain,
      savedNs,
      path: kernel.path,
      line: kernel.line,
      kernelId: kernel.id,
      editable: block.refusal === null,
      block: { current: block.current, advised: block.advised },
    },
  ];
}

/**
 * Advice on a last wave that is mostly empty, where the time of a launch is known and computing takes it: where memory
 * does, half of the blocks may keep it as busy as all of them.
 *
 * @param nth which launch of this kernel in its file it is: lines move with every edit, the order seldom does
 */
function tailAdvice(launch: LaunchResult, nth: number, kernel: KernelResult | undefined): Advice[] {
  const { waves } = launch;
  if (!waves || waves.tail === null || waves.count <= 1 || waves.tail >= TAIL_WORTH_SAYING) return [];
  // If every block takes equally long, the last wave costs as much as a full one.
  const gain = (1 - waves.tail) / Math.ceil(waves.count);
  const savedNs = savedBy(gain, kernel);
  if (savedNs === null || kernel?.kernelClass?.kind !== 'compute-bound') return [];
  if (gain < GAIN_WORTH_SAYING || isTiny(savedNs)) return [];
  return [
    {
      id: `tail:${launch.path}:${launch.callee}:${nth}`,
      kind: 'launch',
      title: message('analysis.tailTitle', { callee: launch.callee, full: waves.tail }),
      explanation: message('analysis.tailWave', { waves: waves.count, empty: 1 - waves.tail, gain }),
      gain,
      savedNs,
      path: launch.path,
      line: launch.line,
      kernelId: launch.kernelIds[0] ?? null,
      editable: false,
    },
  ];
}

function orderAdvice(application: ApplicationResult): Advice[] {
  const order = application.order;
  if (!order) return [];
  const gain = orderGain(application);
  const savedNs = order.writtenOrder.makespanNs - order.bestOrder.makespanNs;
  if (gain === null) return [];
  const calls = order.calls ?? [];
  return [
    {
      id: `order:${application.path}:${application.name}`,
      kind: 'stream-order',
      title: message('analysis.orderTitle', {
        name: application.name,
        order: order.bestOrder.order.join(' → '),
      }),
      explanation: message('analysis.orderGain', {
        best: order.bestOrder.makespanNs,
        written: order.writtenOrder.makespanNs,
        serial: order.serialNs,
        limit: order.bestOrder.limitedBy,
      }),
      gain,
      savedNs,
      path: application.path,
      line: application.line,
      kernelId: null,
      editable: calls.length > 0,
      ...(calls.length > 0 ? { calls } : {}),
    },
  ];
}

/** A program that has as many streams already is told that it is their work which changes. */
function planTitle({ streams }: ApplicationResult, plan: StreamPlanResult): string {
  const isAnew = plan.streams === streams.length;
  if (plan.pieces > 1) return isAnew ? 'analysis.planAnewPiecesTitle' : 'analysis.planPiecesTitle';
  return isAnew ? 'analysis.planAnewTitle' : 'analysis.planTitle';
}

function planAdvice(application: ApplicationResult): Advice[] {
  const { plan, predicted } = application;
  if (!plan?.useStreams || plan.asWritten || predicted === null || plan.conditions.length > 0) return [];
  // The program as written may use streams and pinned memory already: what is saved is saved against it.
  const gain = savedShare(plan.plannedNs, predicted.makespanNs);
  const savedNs = predicted.makespanNs - plan.plannedNs;
  if (!isSure(gain, application) || isTiny(savedNs)) return [];
  return [
    {
      id: `plan:${application.path}:${application.name}`,
      kind: 'streams',
      title: message(planTitle(application, plan), {
        name: application.name,
        streams: plan.streams,
        pieces: plan.pieces,
      }),
      explanation: message('analysis.planGain', {
        planned: plan.plannedNs,
        written: predicted.makespanNs,
        limit: plan.limitedBy,
        pinned: plan.pinnedSerialNs,
        serial: plan.serialNs,
        ceiling: plan.ceilingNs,
      }),
      gain,
      savedNs,
      path: application.path,
      line: application.line,
      kernelId: null,
      editable: false,
    },
  ];
}
