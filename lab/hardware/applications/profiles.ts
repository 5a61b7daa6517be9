import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfile } from '../../../src/profiles/readProfile';
import { bytesSource } from '../../../src/profiles/source';
import type { MeasuredSuite } from '../suite/measured';
import type { measuredApplications, Setting, TraceRow } from './measured';

type Measured = ReturnType<typeof measuredApplications>;

const HEAD = [
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread",' +
    '"Static SMem","Dynamic SMem","Size","Throughput","SrcMemType","DstMemType","Device","Context","Stream","Name"',
  'us,us,,,,,,,,B,B,B,GB/s,,,,,,',
];
const GIB = 2 ** 30;

/** Which runs of an application a trace shows. */
type Runs = Pick<Setting, 'copies' | 'alone'> & { readonly runs?: number };

/** Enough that what repeats is found. */
const RUNS = 6;

/**
 * The trace of an application as a user would have it: some runs one after the other, as far apart as they were
 * measured, in nvprof's table, read as any other.
 * @param setting tells whether copies are there, and how long a run takes alone
 */
export async function traceOf(measured: Measured, name: string, setting: Runs): Promise<ProfileFile> {
  const rows = withoutHostGaps(measured.traces[name]!, setting);
  const [start, duration] = rows.at(-1)!;
  const periodUs = Math.max(setting.alone[name] ?? 0, start + duration + LAUNCH_US);
  const text = [...HEAD];
  for (let run = 0; run < (setting.runs ?? RUNS); run++)
    for (const [at, ...rest] of rows) text.push(lineOf([at + run * periodUs, ...rest], measured));
  return readProfile(`${name}.csv`, bytesSource(new TextEncoder().encode(text.join('\n'))));
}

/** What lies between the end of a run and the beginning of the next, at least, µs. */
const LAUNCH_US = 1;

/** Where copies are left out, kernels follow each other at once. */
function withoutHostGaps(rows: readonly TraceRow[], { copies }: Runs): readonly TraceRow[] {
  if (copies) return rows;
  let end = 0;
  return rows
    .filter(([, , what]) => what !== 'HtoD' && what !== 'DtoH')
    .map(([, duration, ...what]) => {
      const row: TraceRow = [end, duration, ...what];
      end += duration + LAUNCH_US;
      return row;
    });
}

/** Counters of the kernels of a program, as a profile without times. */
export function countersOf({ launches }: MeasuredSuite, name: string): ProfileFile {
  const kernels = launches
    .filter(({ program }) => program.endsWith(`/${name}`))
    .map(({ kernel, grid, block, values }) => ({
      ...{ name: kernel, grid, block, calls: 1, startNs: null, durationNs: null, stream: null, device: null },
      ...{ registers: values.registers, staticSharedBytes: null, dynamicSharedBytes: null },
      metrics: { dram_read_bytes: values.dramReadBytes, dram_write_bytes: values.dramWriteBytes },
      location: { path: `${name}.counters`, line: 1 },
    }));
  return {
    path: `${name}.counters`,
    format: 'ncu-csv',
    status: 'full',
    device: null,
    ...{ kernels, transfers: [], api: [], warnings: [] },
  };
}

function lineOf([start, duration, what, ...rest]: TraceRow, { kernels }: Measured): string {
  const times = `${start.toFixed(3)},${duration.toFixed(3)}`;
  const end = (stream: string | number | undefined, name: string): string =>
    `"NVIDIA H100 80GB HBM3 (0)","1","${stream ?? 7}","${name}"`;
  if (typeof what === 'number') {
    const [grid, block, registers, staticBytes, dynamicBytes, name] = kernels[what]!;
    const shape = [...grid.split('×'), ...block.split('×'), registers, staticBytes, dynamicBytes].join();
    return `${times},${shape},,,,,${end(rest[0], name)}`;
  }
  const [bytes, ...after] = rest.map(Number);
  const size = `${bytes},${(((bytes ?? 0) / duration) * 1e6) / GIB}`;
  if (what === 'memset') return `${times},,,,,,,,,,${size},Device,,${end(after[0], '[CUDA memset]')}`;
  const [pinned, stream] = after;
  const host = pinned === 1 ? 'Pinned' : 'Pageable';
  const kinds = what === 'HtoD' ? `${host},Device` : what === 'DtoH' ? `Device,${host}` : 'Device,Device';
  return `${times},,,,,,,,,,${size},${kinds},${end(stream, `[CUDA memcpy ${what}]`)}`;
}
