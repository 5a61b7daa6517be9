import { message, type Words } from '../../../kernel/message';
import type { CopyOperation } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Origin } from '../../../kernel/origin';
import links from './links.json';
import { transferNs, type LinearTransfer } from './linearTransfer';

/** Copies that share a timing: one direction, one kind of host memory. */
export interface TransferClass {
  readonly direction: 'HtoD' | 'DtoH';
  readonly pinned: boolean;
}

export interface ClassTimes extends LinearTransfer {
  readonly origin: Origin;
  /** One line: the measurement, or what was assumed. */
  readonly from: Words;
}

/** Copy times of one machine. */
export interface TransferTimes {
  readonly of: (copies: TransferClass) => ClassTimes;
}

export const TRANSFER_CLASSES: readonly TransferClass[] = [
  { direction: 'HtoD', pinned: true },
  { direction: 'DtoH', pinned: true },
  { direction: 'HtoD', pinned: false },
  { direction: 'DtoH', pinned: false },
];

/** Generation taken where the catalogue has none: the most common one of the GPUs without an entry. */
const UNKNOWN_GENERATION = 3;

/** Time of a copy between host and device with the link for itself, ns. */
export function copyNs(times: TransferTimes, copy: CopyOperation): number {
  const direction = copy.direction === 'DtoH' ? 'DtoH' : 'HtoD';
  return transferNs(times.of({ direction, pinned: copy.pinned }), copy.bytes);
}

/**
 * Copy times without any measurement of the machine: bandwidth measured on the same GPU where there is
 * one, else on another GPU of the same PCIe generation. Narrower links (x8, x4) and busy hosts are slower.
 */
export function catalogueTransfers(gpu: GpuSpec): TransferTimes {
  const times = new Map(TRANSFER_CLASSES.map((copies) => [keyOf(copies), catalogueClass(gpu, copies)]));
  return { of: (copies) => times.get(keyOf(copies))! };
}

export function keyOf({ direction, pinned }: TransferClass): string {
  return `${direction} ${pinned ? 'pinned' : 'pageable'}`;
}

function catalogueClass(gpu: GpuSpec, { direction, pinned }: TransferClass): ClassTimes {
  const link = linkOf(gpu);
  const share = pinned ? 1 : links.pageableShare[direction];
  const gbPerSecond = link[direction] * share;
  const parts: readonly Words[] = [
    `${gbPerSecond.toPrecision(3)} GB/s ${direction}`,
    sourceText(link.source),
    ...(gpu.pcieGeneration === null
      ? [message('predictors.transfers.unknownGeneration', { generation: UNKNOWN_GENERATION })]
      : []),
    ...(pinned ? [] : [sourceText(links.pageableShare.source)]),
  ];
  return {
    overheadNs: links.overheadNs.value,
    nsPerByte: 1 / gbPerSecond,
    origin: 'assumed',
    from: joined(parts),
  };
}

/** Statements in one line. */
const joined = ([first = '', ...more]: readonly Words[]): Words =>
  more.reduce((all, part) => message('predictors.transfers.and', { all, part }), first);

function linkOf(gpu: GpuSpec): { readonly HtoD: number; readonly DtoH: number; readonly source: string } {
  const own = links.gpus.find((row) => row.gpu === gpu.id);
  if (own !== undefined) return own;
  const generation = gpu.pcieGeneration ?? UNKNOWN_GENERATION;
  return links.generations.findLast((row) => row.generation <= generation) ?? links.generations[0]!;
}

function sourceText(key: string): string {
  return (links.sources as Readonly<Record<string, string>>)[key] ?? key;
}
