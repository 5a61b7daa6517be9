import type { KernelReading } from '../../kernel/kernelReading';
import type { DeviceTrace, OperationTime, ProfilePage } from '../profileProtocol';
import { operationTimes } from './operationTimes';

/** What one rank of a distributed program did on its device. */
export interface RankTrace {
  readonly path: string;
  readonly rank: number;
  readonly device: DeviceTrace;
  /** Of its kernels: those that communicate, and the others. Kernels that overlap count each. */
  readonly communicationNs: number;
  readonly computeNs: number;
  readonly operations: readonly OperationTime[];
}

/** Ranks of one run beside each other. */
export interface RankComparison {
  readonly worldSize: number | null;
  /** By rank. */
  readonly ranks: readonly RankTrace[];
  /** Ranks whose kernels compute longest and shortest. */
  readonly longest: number;
  readonly shortest: number;
}

/**
 * Traces of several ranks of one run beside each other. Null where fewer than two ranks are told, where one is told
 * twice, or where the files tell different numbers of ranks: they are of different runs.
 */
export function rankComparison(pages: readonly ProfilePage[]): RankComparison | null {
  const ranks = pages.flatMap(ranksOf).toSorted((a, b) => a.rank - b.rank);
  const sizes = new Set(pages.flatMap(({ runs = [] }) => runs.flatMap(({ worldSize }) => worldSize ?? [])));
  if (ranks.length < 2 || new Set(ranks.map(({ rank }) => rank)).size < ranks.length || sizes.size > 1)
    return null;
  const byTime = ranks.toSorted((a, b) => b.computeNs - a.computeNs);
  const [worldSize = null] = sizes;
  return { worldSize, ranks, longest: byTime[0]!.rank, shortest: byTime.at(-1)!.rank };
}

function ranksOf(page: ProfilePage): readonly RankTrace[] {
  const readings = new Map<string, KernelReading>(Object.entries(page.readings));
  return page.devices.flatMap((device): readonly RankTrace[] => {
    const { rank, run, deviceIndex } = device;
    if (rank === undefined) return [];
    const own = page.kernels.filter((kernel) => kernel.run === run && kernel.deviceIndex === deviceIndex);
    const operations = operationTimes(own, readings);
    const communicationNs = operations.find(({ operation }) => operation === 'communication')?.totalNs ?? 0;
    const allNs = operations.reduce((sum, { totalNs }) => sum + totalNs, 0);
    return [
      { path: page.path, rank, device, communicationNs, computeNs: allNs - communicationNs, operations },
    ];
  });
}
