import type { Application, Operation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { volume } from '../../kernel/symbolic';
import { labelOf } from '../../timeline/operationNode';
import { rearranged, reissued } from '../../timeline/rearrange';
import { replay } from '../../timeline/replay';
import type { BlockChange, StreamMove, WhatIfRequest, WhatIfResult } from '../results/whatIfResult';
import type { KnownApplication } from './applicationResult';
import { timelineResult } from './timelineResult';

/**
 * An application with operations in other streams, pinned memory or other blocks, replayed as the one as written is.
 * @throws InputError where it cannot be replayed, or where a moved operation is not there any more.
 */
export function whatIf(known: KnownApplication, gpu: GpuSpec, request: WhatIfRequest): WhatIfResult {
  const { application, models, unknowns } = known;
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
  const timeline = replay([changed.application], gpu, models);
  const title = message('analysis.whatIf.title', { name: application.name });
  return {
    timeline: timelineResult(timeline, title, 'predicted', placeOf),
    writtenNs: replay([application], gpu, models).makespanNs,
    events: changed.waits.map(({ after, before }) => ({
      after: placed(issued.operations[after]!),
      before: placed(issued.operations[before]!),
    })),
  };
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
