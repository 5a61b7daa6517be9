import type { KernelOperationKind, KernelReading } from '../../kernel/kernelReading';
import type { KernelProfile } from '../../kernel/profile';
import { groupBy } from '../../stats/grouping';
import type { OperationTime } from '../profileProtocol';

/** Kernel time by what kernels do, the longest first; kernels whose name does not tell stand under null. */
export function operationTimes(
  kernels: readonly KernelProfile[],
  readings: ReadonlyMap<string, KernelReading>,
): readonly OperationTime[] {
  const timed = kernels.filter(({ durationNs }) => durationNs !== null);
  const groups = groupBy(timed, ({ name }) => readings.get(name)?.operation?.value ?? null);
  const times = [...groups].map(([operation, group]) => timeOf(operation, group, readings));
  return times.toSorted((a, b) => b.totalNs - a.totalNs);
}

function timeOf(
  operation: KernelOperationKind | null,
  kernels: readonly KernelProfile[],
  readings: ReadonlyMap<string, KernelReading>,
): OperationTime {
  const time = { totalNs: 0, calls: 0, assumedNs: 0, untypedNs: 0 };
  for (const { name, durationNs, calls } of kernels) {
    const ns = (durationNs ?? 0) * calls;
    const reading = readings.get(name);
    time.totalNs += ns;
    time.calls += calls;
    if (reading?.operation?.assumed === true) time.assumedNs += ns;
    if ((reading?.dataType ?? null) === null) time.untypedNs += ns;
  }
  return { operation, kernels: new Set(kernels.map(({ name }) => name)).size, ...time };
}
