import type { KernelOperationKind, KernelReading } from '../../kernel/kernelReading';
import type { KernelProfile } from '../../kernel/profile';
import { groupBy } from '../../stats/grouping';
import type { OperationPart, OperationTime } from '../profileProtocol';

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
  const time = { totalNs: 0, calls: 0, assumedNs: 0, untypedNs: 0, sureNs: 0 };
  for (const { name, durationNs, calls } of kernels) {
    const ns = (durationNs ?? 0) * calls;
    const reading = readings.get(name);
    time.totalNs += ns;
    time.calls += calls;
    if (reading?.operation?.assumed === true) time.assumedNs += ns;
    if ((reading?.dataType ?? null) === null) time.untypedNs += ns;
    if (reading?.operation?.assumed === false && reading.dataType?.assumed === false) time.sureNs += ns;
  }
  const names = new Set(kernels.map(({ name }) => name)).size;
  return {
    operation,
    kernels: names,
    ...time,
    parts: partsOf(kernels, readings),
  };
}

/** The same operation on different types, by different tiles and units. */
function partsOf(
  kernels: readonly KernelProfile[],
  readings: ReadonlyMap<string, KernelReading>,
): readonly OperationPart[] {
  const facts = ({ name }: KernelProfile): Pick<OperationPart, 'dataType' | 'tile' | 'tensorCores'> => {
    const { dataType = null, tile = null, tensorCores = null } = readings.get(name) ?? {};
    return { dataType, tile, tensorCores };
  };
  const groups = groupBy(kernels, (kernel) => JSON.stringify(facts(kernel)));
  return [...groups.values()]
    .map((group) => ({
      ...facts(group[0]!),
      calls: group.reduce((sum, { calls }) => sum + calls, 0),
      totalNs: group.reduce((sum, { durationNs, calls }) => sum + (durationNs ?? 0) * calls, 0),
    }))
    .toSorted((a, b) => b.totalNs - a.totalNs);
}
