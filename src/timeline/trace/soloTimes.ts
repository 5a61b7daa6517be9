import { message } from '../../kernel/message';
import type { Assumption } from '../../kernel/origin';
import type { TraceRecord } from './traceRecords';

/** Times of kernels without co-runners. */
export interface SoloTimes {
  /** Time of each record's kernel alone, ns; null for what is no kernel. */
  readonly ns: readonly (number | null)[];
  readonly assumptions: readonly Assumption[];
}

/**
 * Solo times of the kernels of a trace. A launch beside which no other kernel ran tells its own; one that
 * overlapped takes the shortest time of the same launch that did not, and failing that its own, which then
 * includes what the other kernel cost it.
 */
export function soloTimes(records: readonly TraceRecord[]): SoloTimes {
  const overlapped = overlappedKernels(records);
  const alone = new Map<string, number>();
  for (const record of records) {
    if (record.kernel === null || overlapped.has(record)) continue;
    const key = launchKey(record);
    alone.set(key, Math.min(alone.get(key) ?? Infinity, record.endNs - record.startNs));
  }
  const unsure = new Map<string, TraceRecord>();
  const ns = records.map((record) => {
    if (record.kernel === null) return null;
    if (!overlapped.has(record)) return record.endNs - record.startNs;
    const known = alone.get(launchKey(record));
    if (known === undefined) unsure.set(record.kernel.name, record);
    return known ?? record.endNs - record.startNs;
  });
  return { ns, assumptions: assumptionsOf(unsure) };
}

/** Kernels that are named one by one; of more only how many they are is said. */
const NAMED = 3;

function assumptionsOf(unsure: ReadonlyMap<string, TraceRecord>): readonly Assumption[] {
  if (unsure.size <= NAMED) return [...unsure].map(([name, record]) => assumptionOf(name, record));
  const { location } = [...unsure.values()][0]!;
  return [
    {
      key: `${location.path}:solo`,
      value: '',
      text: message('timeline.manyNeverAlone', { kernels: unsure.size }),
      location,
    },
  ];
}

function launchKey({ kernel }: TraceRecord): string {
  const { name, grid, block, sharedBytes } = kernel!;
  return `${name} ${grid.join()} ${block.join()} ${sharedBytes}`;
}

function assumptionOf(name: string, record: TraceRecord): Assumption {
  return {
    key: `${record.location.path}:${name}:solo`,
    value: '',
    text: message('timeline.neverAlone', { name, ns: record.endNs - record.startNs }),
    location: record.location,
  };
}

/** Kernels beside which another kernel ran. The records are in order of start. */
function overlappedKernels(records: readonly TraceRecord[]): ReadonlySet<TraceRecord> {
  const overlapped = new Set<TraceRecord>();
  let last: TraceRecord | null = null;
  for (const record of records) {
    if (record.kernel === null) continue;
    if (last !== null && record.startNs < last.endNs) {
      overlapped.add(record);
      overlapped.add(last);
    }
    if (last === null || record.endNs > last.endNs) last = record;
  }
  return overlapped;
}
