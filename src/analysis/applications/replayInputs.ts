import type { Application } from '../../kernel/application';
import type { Origin, Sourced } from '../../kernel/origin';
import { type TimelineModels, TRANSFER_CLASSES, type TransferClass } from '../../predictors';
import type { ReplayInput } from '../results/timelineResult';
import { message, type Message } from '../../kernel/message';

/**
 * The times that the replay of an application is made of: of its kernels, and of its copies between host and device.
 *
 * @param measured `assumed` where what a trace measures was made up
 */
export function replayInputs(
  application: Application,
  timeOf: (kernel: string, meanNs: number) => Sourced,
  models: TimelineModels,
  measured: Origin,
): ReplayInput[] {
  return [...kernelInputs(application, timeOf), ...copyInputs(application, models, measured)];
}

function kernelInputs(
  { operations }: Application,
  timeOf: (kernel: string, meanNs: number) => Sourced,
): ReplayInput[] {
  const timesOf = new Map<string, number[]>();
  for (const operation of operations)
    if (operation.kind === 'kernel' && operation.soloNs !== null)
      timesOf.set(operation.kernel, [...(timesOf.get(operation.kernel) ?? []), operation.soloNs]);
  return [...timesOf].map(([kernel, times]) => ({
    kind: 'kernel',
    what: kernel,
    value: timeOf(kernel, times.reduce((sum, ns) => sum + ns, 0) / times.length),
  }));
}

function copyInputs(
  { operations }: Application,
  { transfers }: TimelineModels,
  measured: Origin,
): ReplayInput[] {
  const isUsed = ({ direction, pinned }: TransferClass): boolean =>
    operations.some(
      (operation) =>
        operation.kind === 'copy' && operation.direction === direction && operation.pinned === pinned,
    );
  return TRANSFER_CLASSES.filter(isUsed).map((copies) => {
    const { nsPerByte, origin, from } = transfers.of(copies);
    return {
      kind: 'copy',
      what: nameOf(copies),
      value: { value: 1 / nsPerByte, unit: 'GB/s', origin: origin === 'measured' ? measured : origin, from },
    };
  });
}

function nameOf({ direction, pinned }: TransferClass): Message {
  const memory = message(pinned ? 'analysis.copies.pinned' : 'analysis.copies.pageable');
  return message(direction === 'HtoD' ? 'analysis.copies.toDevice' : 'analysis.copies.toHost', { memory });
}
