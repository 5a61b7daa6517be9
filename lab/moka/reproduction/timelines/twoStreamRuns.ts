import type { Operation } from '../../../../src/kernel/application';
import type { GpuSpec } from '../../../../src/kernel/gpuSpec';
import { InputError } from '../../../../src/kernel/result';
import { groupBy } from '../../../../src/stats/grouping';
import type { Timeline } from '../../../../src/timeline/timeline';
import { measuredTimeline, type PlacedOperation } from '../../../../src/timeline/trace/measuredTimeline';
import { readTable, type TableRow } from '../tables';

/** One measured run of a program that does the same in two streams: copies up, a kernel, a copy back. */
export interface TwoStreamRun {
  readonly program: string;
  /** Problem size. */
  readonly size: number;
  readonly measured: Timeline;
  /** Its calls in batch style, which is how the programs issue them; no times in them. */
  readonly calls: readonly Operation[];
}

const COLUMNS = [
  'test',
  'N',
  'stream',
  'kind',
  'start_ms',
  'duration_ms',
  'size',
  'grid_x',
  'block_x',
  'regs',
];

const KINDS = new Set(['H2D', 'D2H', 'KERNEL']);

/** nvprof's units of size. */
const UNIT_BYTES: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 * 1024 };

/**
 * The runs of `two_stream_events_gtx950.tsv`, by program and size.
 *
 * @throws InputError naming the line of a row that is no event.
 */
export function readTwoStreamRuns(text: string, gpu: GpuSpec): readonly TwoStreamRun[] {
  const rows = readTable(text, 'two_stream_events_gtx950.tsv', COLUMNS);
  const events = rows.map((row, index) => ({ row, placed: placedOperation(row, index + 2) }));
  const runs = groupBy(events, ({ row }) => `${row['test']} ${row['N']}`);
  return [...runs.values()]
    .map((own) => toRun(own, gpu))
    .sort((a, b) => a.program.localeCompare(b.program) || a.size - b.size);
}

function toRun(
  events: readonly { readonly row: TableRow; readonly placed: PlacedOperation }[],
  gpu: GpuSpec,
): TwoStreamRun {
  const [first] = events;
  const placed = events.map((event) => event.placed).sort((a, b) => a.startNs - b.startNs);
  const calls = placed.map(({ operation }) => operation).sort((a, b) => stage(a) - stage(b));
  const program = first!.row['test']!;
  return {
    program,
    size: Number(first!.row['N']),
    measured: measuredTimeline(placed, gpu, program),
    calls,
  };
}

/** Batch style: all copies up, then the kernels, then the copies back. */
function stage(operation: Operation): number {
  if (operation.kind === 'kernel') return 1;
  return operation.kind === 'copy' && operation.direction === 'HtoD' ? 0 : 2;
}

function placedOperation(row: TableRow, line: number): PlacedOperation {
  const kind = row['kind']!;
  const startNs = Number(row['start_ms']) * 1e6;
  const endNs = startNs + Number(row['duration_ms']) * 1e6;
  if (!KINDS.has(kind) || !(endNs >= startNs))
    throw new InputError('no event of a stream', 'bad-table', 'two_stream_events_gtx950.tsv', line);
  const operation: Operation =
    kind === 'KERNEL'
      ? {
          kind: 'kernel',
          stream: row['stream']!,
          kernel: row['test']!,
          grid: [count(row, 'grid_x'), count(row, 'grid_y'), 1],
          block: [count(row, 'block_x'), count(row, 'block_y'), 1],
          registers: Number(row['regs']),
          sharedBytes: bytes(row['smem']),
          soloNs: null,
        }
      : {
          kind: 'copy',
          stream: row['stream']!,
          direction: kind === 'H2D' ? 'HtoD' : 'DtoH',
          bytes: bytes(row['size']),
          pinned: true,
          blocking: false,
        };
  return { operation, startNs, endNs };
}

function count(row: TableRow, column: string): number {
  return Math.max(1, Number(row[column]));
}

function bytes(text: string | undefined): number {
  const [value, unit] = (text ?? '').split(' ');
  return Math.round(Number(value) * (UNIT_BYTES[unit ?? ''] ?? 0));
}
