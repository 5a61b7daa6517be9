import type { CoRunMatrix } from '../results/coRunResult';
import type { KernelResult } from '../results/kernelResult';
import type { ApplicationResult } from '../results/timelineResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { duration, factor, percent } from './format';
import { blockSummary, classSummary, measuredSummary, orderSummary } from './summaries';
import { table } from './table';

const SHOWN_MATRIX = 10;
const SHOWN_ADVICE = 12;

/** The whole analysis as text for a terminal. */
export function report(results: WorkspaceResults): string {
  const kernels = results.files.flatMap((file) => file.kernels);
  const sections = [
    heading(results),
    kernelTable(kernels),
    matrixTable(results.matrix),
    results.applications.map(applicationText).join('\n'),
    adviceText(results),
    profileText(results),
    '● measured  ◐ simulated  ○ predicted  ◌ assumed',
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function heading({ gpu, mode, files }: WorkspaceResults): string {
  const kernels = files.reduce((sum, file) => sum + file.kernels.length, 0);
  const launches = files.reduce((sum, file) => sum + file.launches.length, 0);
  const note = gpu.note ? `\n  ${gpu.note}` : '';
  return `${kernels} kernels and ${launches} launches in ${files.length} files, on ${gpu.name} (${gpu.sms} SMs), sharing: ${mode}${note}`;
}

function kernelTable(kernels: readonly KernelResult[]): string {
  const rows = kernels.map((kernel) => [
    `${kernel.path}:${kernel.line}`,
    kernel.name,
    classSummary(kernel) ?? '–',
    measuredSummary(kernel) ?? '–',
    blockSummary(kernel) ?? '–',
  ]);
  return rows.length === 0
    ? 'No kernels were found.'
    : table(['where', 'kernel', 'class and occupancy', 'time', 'block size'], rows);
}

function matrixTable(matrix: CoRunMatrix): string {
  if (matrix.kernelIds.length < 2) return '';
  const shown = matrix.names.slice(0, SHOWN_MATRIX);
  const rows = shown.map((name, row) => [
    `${row + 1} ${name}`,
    ...shown.map((_, column) => {
      const cell = matrix.cells[row]?.[column];
      return cell ? factor(cell.slowdown) : '–';
    }),
  ]);
  const more = matrix.names.length - shown.length;
  const notes = [
    `Co-run slowdown of the row's kernel beside the column's (${matrix.predictor} ○)${more > 0 ? `; ${more} more kernels in the JSON output` : ''}`,
    ...matrix.validOnly.map((condition) => `  ${condition}`),
  ];
  return [...notes, table(['', ...shown.map((_, index) => String(index + 1))], rows)].join('\n');
}

function applicationText(application: ApplicationResult): string {
  const { name, path, line, operationCount, streams, predicted, order, unknowns } = application;
  const lines = [`${name} (${path}:${line}): ${operationCount} operations in ${streams.length} streams`];
  if (predicted) lines.push(`  predicted makespan ${duration(predicted.makespanNs)} ○`);
  if (order) lines.push(`  ${orderSummary(order)}; limited by ${order.bestOrder.limitedBy}`);
  if (unknowns.length > 0) lines.push(`  not known: ${unknowns.join('; ')}`);
  return lines.join('\n');
}

function adviceText({ advice }: WorkspaceResults): string {
  if (advice.length === 0) return '';
  const lines = advice
    .slice(0, SHOWN_ADVICE)
    .map(
      ({ title, gain, path, line }) =>
        `  ${gain === null ? '' : `up to −${percent(gain)}: `}${title}  (${path}:${line})`,
    );
  const more = advice.length - SHOWN_ADVICE;
  return ['Advice', ...lines, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n');
}

function profileText({ profiles }: WorkspaceResults): string {
  if (profiles.length === 0) return '';
  const rows = profiles.map(({ path, status, format, device, joined, notJoined, reason }) => [
    path,
    status,
    reason ?? `${format}, ${device ?? 'device not named'}`,
    `${joined.length} joined, ${notJoined.length} not`,
  ]);
  return ['Profiles', table(['file', 'status', 'what', 'kernels'], rows)].join('\n');
}
