import type { Application, Operation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { volume } from '../../kernel/symbolic';
import { labelOf } from '../../timeline/operationNode';
import { rearranged, reissued } from '../../timeline/rearrange';
import { replay } from '../../timeline/replay';
import { requireGpu } from '../../gpu/findGpu';
import { smsOfPercentage } from '../../gpu/mpsPercentage';
import { ORDER_ADVISER, type TimelineModels } from '../../predictors';
import { requirePercentages } from '../../sharing/applied/mps';
import type {
  BlockChange,
  KernelFactor,
  StreamMove,
  TriedMachine,
  WhatIfRequest,
  WhatIfResult,
} from '../results/whatIfResult';
import type { KnownApplication } from './applicationResult';
import { isElsewhere } from './elsewhere';
import { timelineResult } from './timelineResult';

/**
 * An application with operations in other streams, pinned memory or other blocks, replayed as the one as written is.
 * @param factors of its kernels where another machine is tried
 * @throws InputError where it cannot be replayed, or where a moved operation is not there any more.
 */
export function whatIf(
  known: KnownApplication,
  gpu: GpuSpec,
  request: WhatIfRequest,
  factors: readonly KernelFactor[] = [],
): WhatIfResult {
  const { application, unknowns } = known;
  const [unknown] = unknowns;
  if (unknown !== undefined) throw new InputError(message('analysis.whatIf.unknown', { what: unknown }));
  const { operations } = application;
  for (const move of [...request.moves, ...request.issued]) checkMove(operations, move);
  const order = reissued(
    operations,
    request.issued.map(({ operation, by }) => ({ index: operation, by })),
  );
  const moves = request.moves.map(({ operation, stream }) => ({ index: order.indexOf(operation), stream }));
  const issued = { ...application, operations: order.map((index) => operations[index]!) };
  const resized = withBlocks(request.pinned ? pinned(issued) : issued, request.blocks);
  const changed = rearranged(resized, moves);
  const placeOf = (index: number): number | null => {
    const place = changed.places[index] ?? null;
    return place === null ? null : order[place]!;
  };
  const { machine } = request;
  const target = machineOf(gpu, machine);
  const timed = isElsewhere(machine) ? withFactors(changed.application, factors) : changed.application;
  const timeline = replay([timed], target, modelsOn(target, known, machine));
  const title = message('analysis.whatIf.title', { name: application.name });
  return {
    timeline: timelineResult(timeline, title, 'predicted', placeOf),
    writtenNs: replay([application], gpu, modelsOn(gpu, known, machine)).makespanNs,
    events: changed.waits.map(({ after, before }) => ({
      after: placed(issued.operations[after]!),
      before: placed(issued.operations[before]!),
    })),
  };
}

/**
 * The GPU that is tried, with the SMs that MPS leaves the program.
 *
 * @throws InputError where there is no such GPU, or its MPS has no percentages
 */
export function machineOf(chosen: GpuSpec, { gpu, mpsPercentage }: TriedMachine): GpuSpec {
  const target = gpu === null ? chosen : requireGpu(gpu);
  if (mpsPercentage === null) return target;
  requirePercentages(target);
  return { ...target, sms: smsOfPercentage(mpsPercentage, target.sms) };
}

/** What was fitted to a trace holds for the GPU that it was recorded on: two GPUs are held against each other without. */
function modelsOn(gpu: GpuSpec, { models }: KnownApplication, { gpu: other }: TriedMachine): TimelineModels {
  return other === null ? models : ORDER_ADVISER.models(gpu, null);
}

/** The same kernels with their times elsewhere. */
function withFactors(
  { operations, ...application }: Application,
  factors: readonly KernelFactor[],
): Application {
  const byKernel = new Map(factors.map(({ kernel, timeFactor }) => [kernel, timeFactor]));
  const timed = (operation: Operation): Operation => {
    if (operation.kind !== 'kernel' || operation.soloNs === null) return operation;
    const factor = byKernel.get(operation.kernel);
    if (factor === undefined)
      throw new InputError(
        message('analysis.whatIf.noRatio', { name: operation.kernel, reason: message('analysis.notTimed') }),
      );
    return { ...operation, soloNs: operation.soloNs * factor };
  };
  return { ...application, operations: operations.map(timed) };
}

function checkMove(
  operations: readonly Operation[],
  { operation, label }: Pick<StreamMove, 'operation' | 'label'>,
): void {
  const found = operations[operation];
  if (found === undefined || labelOf(found) !== label)
    throw new InputError(message('analysis.whatIf.gone', { label }));
}

function pinned({ operations, ...application }: Application): Application {
  return {
    ...application,
    operations: operations.map((operation) =>
      operation.kind === 'copy' ? { ...operation, pinned: true } : operation,
    ),
  };
}

/** Kernels with other blocks: as many threads in all, and the time that was found for that. */
function withBlocks(
  { operations, ...application }: Application,
  changes: readonly BlockChange[],
): Application {
  const resized = (operation: Operation): Operation => {
    if (operation.kind !== 'kernel') return operation;
    const threads = volume(operation.block);
    const change = changes.find(({ kernel, current }) => kernel === operation.kernel && current === threads);
    if (change === undefined) return operation;
    const { threadsPerBlock, timeFactor } = change;
    return {
      ...operation,
      grid: [Math.ceil((volume(operation.grid) * threads) / threadsPerBlock), 1, 1],
      block: [threadsPerBlock, 1, 1],
      soloNs: operation.soloNs === null ? null : operation.soloNs * timeFactor,
    };
  };
  return { ...application, operations: operations.map(resized) };
}

function placed(operation: Operation): string {
  const { location } = operation;
  const line = location === undefined ? '' : ` (${location.path.split('/').at(-1)!}:${location.line})`;
  return `${labelOf(operation)}${line}`;
}
