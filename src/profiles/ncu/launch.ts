import type { Dim3 } from '../../kernel/symbolic';
import { trustedBlock, trustedGrid } from '../checks';

/** One metric as Nsight Compute printed it. */
export interface NcuValue {
  /** Raw name (`dram__bytes.sum`) or label of the details page (`DRAM Throughput`). */
  readonly name: string;
  readonly unit: string;
  readonly text: string;
  /** Over the launches of a summary: smallest and largest, as printed. */
  readonly range?: readonly [string, string];
  readonly line: number;
}

/** One launch, or the summary of `calls` launches, before its numbers are read. */
export interface NcuLaunch {
  readonly name: string;
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  readonly stream: string | null;
  readonly deviceIndex: number | null;
  readonly computeCapability: string | null;
  readonly calls: number;
  readonly line: number;
  /** True if it stands on a raw page, where only integers follow the locale. */
  readonly raw: boolean;
  readonly values: NcuValue[];
  readonly inRun: { run?: number };
}

/** `(32, 8, 1)` as extents; null for other texts and for what no GPU can launch. */
export function parseExtents(text: string, what: 'grid' | 'block'): Dim3 | null {
  const match = /^\((\d+), *(\d+), *(\d+)\)$/.exec(text);
  if (match === null) return null;
  const dim = [Number(match[1]), Number(match[2]), Number(match[3])] as const;
  return what === 'grid' ? trustedGrid(dim) : trustedBlock(dim);
}

/** `8.6`, or null for another text. */
export function parseCapability(text: string): string | null {
  return /^\d{1,2}\.\d$/.test(text) ? text : null;
}

/** A small index such as that of a device, or null. */
export function parseIndex(text: string): number | null {
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}
