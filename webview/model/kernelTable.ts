import { words } from '../../src/words';
import type { KernelResult } from '../../src/analysis/results/kernelResult';
import type { KernelColumn } from '../state/viewState';
import { filterRows, sortRows } from './columns';
import { formatDuration, formatPercent, formatSlowdown, toNanoseconds } from './format';
import type { TableCell, TableModel } from './table';

/** Kernels whose name, file, class or limiter contain every word of the filter. */
export function filterKernels(kernels: readonly KernelResult[], filter: string): readonly KernelResult[] {
  return filterRows(kernels, filter, searchText);
}

function searchText(kernel: KernelResult): string {
  return [
    kernel.qualifiedName,
    kernel.path,
    kernel.kernelClass?.kind ?? '',
    kernel.occupancy?.limiter ?? '',
    kernel.refused === null ? '' : 'refused',
  ].join('\n');
}

/** What a column is sorted by; null (not known) comes last in both directions. */
function sortKey(kernel: KernelResult, column: KernelColumn): number | string | null {
  switch (column) {
    case 'name':
      return kernel.qualifiedName;
    case 'class':
      return kernel.kernelClass?.ratio ?? null;
    case 'occupancy':
      return kernel.occupancy?.occupancy ?? null;
    case 'time':
      return kernel.time === null ? null : (toNanoseconds(kernel.time) ?? kernel.time.value);
    case 'block':
      return blockGain(kernel);
    case 'corun':
      return kernel.worstPartner?.slowdown ?? null;
  }
}

/** Share of time that the block advice would save; 0 where it would change nothing. */
function blockGain(kernel: KernelResult): number | null {
  const block = kernel.block;
  if (block === null || block.advised === null) return null;
  if (block.advised === block.current || block.bound !== null) return 0;
  return block.expectedGain === null ? null : -block.expectedGain.value;
}

export function sortKernels(
  kernels: readonly KernelResult[],
  column: KernelColumn,
  descending: boolean,
): readonly KernelResult[] {
  return sortRows(kernels, (kernel) => sortKey(kernel, column), descending);
}

/** The kernel table in base units: nanoseconds, shares 0–1, factors. */
export function kernelCsv(kernels: readonly KernelResult[]): TableModel {
  return {
    columns: [
      { title: 'kernel' },
      { title: 'file' },
      { title: 'line' },
      { title: 'class' },
      { title: 'memory/compute' },
      { title: 'occupancy', format: formatPercent },
      { title: 'limiter' },
      { title: 'time (ns)', format: formatDuration },
      { title: 'time origin' },
      { title: 'block' },
      { title: 'advised block' },
      { title: 'expected change' },
      { title: 'best slowdown', format: formatSlowdown },
      { title: 'best partner' },
      { title: 'worst slowdown', format: formatSlowdown },
      { title: 'worst partner' },
      { title: 'not analysed because' },
    ],
    rows: kernels.map((kernel) => [
      ...identityCells(kernel),
      ...timeCells(kernel),
      ...blockCells(kernel),
      ...partnerCells(kernel),
      kernel.refused === null ? null : words(kernel.refused),
    ]),
  };
}

function identityCells({ qualifiedName, path, line, kernelClass, occupancy }: KernelResult): TableCell[] {
  return [
    qualifiedName,
    path,
    line,
    kernelClass?.kind ?? null,
    kernelClass?.ratio ?? null,
    occupancy?.occupancy ?? null,
    occupancy?.limiter ?? null,
  ];
}

function timeCells({ time }: KernelResult): TableCell[] {
  return time === null ? [null, null] : [toNanoseconds(time), time.origin];
}

function blockCells({ block, threadsPerBlock }: KernelResult): TableCell[] {
  const current = block?.current ?? threadsPerBlock?.value ?? null;
  return [current, block?.advised ?? null, block?.expectedGain?.value ?? null];
}

function partnerCells({ bestPartner, worstPartner }: KernelResult): TableCell[] {
  return [bestPartner, worstPartner].flatMap((partner) => [partner?.slowdown ?? null, partner?.name ?? null]);
}
