import { message } from '../../kernel/message';
import type { KernelProfile, TransferDirection } from '../../kernel/profile';
import type { LaunchGroup, ProfileBuilder } from '../builder';
import { possibleRegisters, trustedBlock, trustedGrid, trustedShared } from '../checks';
import { Columns } from '../csv';
import { Groups, ownCopy } from '../groups';
import { directionOf } from '../nvprof/operations';
import { parsePlainNumber } from '../quantity';
import type { RowReader, RowKind } from '../tables';

const KNOWN_COLUMNS = new Set([
  ...['timestamp', 'gpustarttimestamp', 'gpuendtimestamp', 'method', 'gputime', 'cputime', 'occupancy'],
  ...['gridsizex', 'gridsizey', 'gridsizez', 'blocksizex', 'blocksizey', 'blocksizez', 'streamid'],
  ...['dynsmemperblock', 'stasmemperblock', 'registerperthread', 'memtransfersize', 'memtransferdir'],
  ...['memtransferhostmemtype', 'cacheconfigrequested', 'cacheconfigexecuted', 'countermode'],
]);
const SHAPE_COLUMNS = [
  ...['gridsizex', 'gridsizey', 'gridsizez', 'blocksizex', 'blocksizey', 'blocksizez'],
  ...['dynsmemperblock', 'stasmemperblock', 'registerperthread', 'streamid'],
];
const US = 1000;

type LaunchShape = Omit<LaunchGroup, 'stream' | 'device'>;

interface Row {
  readonly name: string;
  readonly line: number;
  readonly cell: (column: string) => string;
}

/**
 * Rows of the profiler of before 2013 (`COMPUTE_PROFILE=1`), as CSV or as `name=[ value ]` pairs:
 * `gpustarttimestamp` is hexadecimal nanoseconds, `timestamp` and `gputime` are microseconds.
 */
export class ComputeProfileRows implements RowReader {
  private readonly _columns: Columns;
  private readonly counters: readonly string[];
  private readonly launches = new Groups<number>();
  private readonly copies = new Groups<number>();
  /** Launches with counters: each has values of its own. */
  private counted: KernelProfile[] = [];
  /** Nanoseconds since 1970 exceed a double: starts are kept since the first row. */
  private base: bigint | null = null;
  private earliest = 0;
  private readonly firstLaunch: number;
  private readonly firstCopy: number;

  constructor(
    private readonly builder: ProfileBuilder,
    columns: Columns,
    private readonly device: string | null,
  ) {
    this._columns = new Columns(columns.names.map((name) => name.toLowerCase()));
    this.counters = this._columns.names.filter((name) => !KNOWN_COLUMNS.has(name));
    this.firstLaunch = builder.launches.store.length;
    this.firstCopy = builder.copies.store.length;
    builder.noteDevice(device);
  }

  row(cells: readonly string[], line: number): RowKind {
    const pairs = /^\s*\w+=\[/.test(cells[0] ?? '') ? pairsOf(cells.join(',')) : null;
    if (pairs === null && cells.length !== this._columns.count)
      return cells.length > 2 ? 'damaged' : 'foreign';
    const cell = (column: string): string => pairs?.get(column) ?? cells[this._columns.at(column)] ?? '';
    const row: Row = { name: cell('method'), line, cell };
    if (row.name === '' || parsePlainNumber(cell('gputime')) === null) return 'foreign';
    const direction = directionOfMethod(row.name);
    if (direction !== null) this.copy(row, direction);
    else if (this.counters.length > 0) this.countedLaunch(row);
    else this.launch(row);
    return 'row';
  }

  /** Rows are not in time order: the earliest start, not the first row's, becomes zero. */
  end(): void {
    this.builder.launches.store.shiftStarts(this.firstLaunch, -this.earliest);
    this.builder.copies.store.shiftStarts(this.firstCopy, -this.earliest);
    for (const launch of this.counted)
      this.builder.kernels.push({
        ...launch,
        startNs: launch.startNs === null ? null : launch.startNs - this.earliest,
      });
    this.counted = [];
  }

  private start(row: Row): number | null {
    const text = row.cell('gpustarttimestamp');
    if (!/^[0-9a-f]{1,16}$/i.test(text)) return this.micros(row, 'timestamp');
    const start = BigInt(`0x${text}`);
    this.base ??= start;
    const since = Number(start - this.base);
    this.earliest = Math.min(this.earliest, since);
    return since;
  }

  private launch(row: Row): void {
    const key = [row.name, ...SHAPE_COLUMNS.map(row.cell)].join('\u0001');
    const at = this.launches.of(key, () =>
      this.builder.launches.addGroup({ ...this.shape(row), ...this.place(row) }),
    );
    const group = this.launches.items[at] ?? 0;
    this.builder.launches.store.push(group, this.start(row), this.micros(row, 'gputime'), null, row.line);
  }

  private countedLaunch(row: Row): void {
    if (this.counted.length >= this.builder.maxListed) {
      this.builder.markPartial(message('profiles.legacy.counters', { launches: this.builder.maxListed }));
      return;
    }
    const events = Object.fromEntries(
      this.counters.flatMap((name) => {
        const value = this.count(row, name);
        return value === null ? [] : [[name, value]];
      }),
    );
    this.counted.push({
      ...this.shape(row),
      ...this.place(row),
      startNs: this.start(row),
      durationNs: this.micros(row, 'gputime'),
      calls: 1,
      events,
      location: { path: this.builder.path, line: row.line },
    });
  }

  private copy(row: Row, direction: TransferDirection): void {
    const pinned = pinnedOf(row.cell('memtransferhostmemtype'));
    const at = this.copies.of([direction, pinned, row.cell('streamid')].join('\u0001'), () =>
      this.builder.copies.addGroup({ direction, pinned, ...this.place(row) }),
    );
    const bytes = this.count(row, 'memtransfersize');
    const group = this.copies.items[at] ?? 0;
    this.builder.copies.store.push(group, this.start(row), this.micros(row, 'gputime'), bytes, row.line);
  }

  private place(row: Row): { stream: string | null; device: string | null; run?: number } {
    const stream = row.cell('streamid');
    return { stream: stream === '' ? null : ownCopy(stream), device: this.device, ...this.builder.inRun };
  }

  private shape(row: Row): LaunchShape {
    const extent = (column: string, absent: number | null): number | null =>
      row.cell(column) === '' ? absent : parsePlainNumber(row.cell(column));
    const block = trustedBlock([
      extent('blocksizex', null),
      extent('blocksizey', 1),
      extent('blocksizez', 1),
    ]);
    const grid = trustedGrid([extent('gridsizex', null), extent('gridsizey', 1), extent('gridsizez', 1)]);
    if (row.cell('blocksizex') !== '' && (block === null || grid === null))
      this.builder.warnings.add('impossible-launch', message('profiles.legacy.shape'), row.line);
    const registers = this.count(row, 'registerperthread');
    return {
      name: ownCopy(row.name),
      grid,
      block,
      registers: registers !== null && possibleRegisters(registers, block) ? registers : null,
      staticSharedBytes: trusted(this.count(row, 'stasmemperblock')),
      dynamicSharedBytes: trusted(this.count(row, 'dynsmemperblock')),
      metrics: {},
    };
  }

  private micros(row: Row, column: string): number | null {
    const value = this.count(row, column);
    return value === null ? null : Math.round(value * US * 1e3) / 1e3;
  }

  /** A number that is not negative; other texts are a warning and absent. */
  private count(row: Row, column: string): number | null {
    const text = row.cell(column);
    const value = parsePlainNumber(text);
    if (value !== null && value >= 0) return value;
    if (text !== '')
      this.builder.warnings.add(
        'untrusted-number',
        message('profiles.notTrusted', { what: column, text }),
        row.line,
      );
    return null;
  }
}

const trusted = (bytes: number | null): number | null => (bytes === null ? null : trustedShared(bytes, 0));

/** `method=[ memcpyHtoD ] gputime=[ 2.016 ]` as a map. */
function pairsOf(line: string): Map<string, string> {
  const pairs = line
    .split(']')
    .slice(0, -1)
    .flatMap((piece) => {
      const at = piece.indexOf('=[');
      const key = /(?<!\w)\w+$/.exec(piece.slice(0, Math.max(0, at)))?.[0];
      return key === undefined ? [] : [[key.toLowerCase(), piece.slice(at + 2).trim()] as const];
    });
  return new Map(pairs);
}

function directionOfMethod(method: string): TransferDirection | null {
  if (/^memset/i.test(method)) return 'memset';
  return directionOf(/^memcpy([A-Z]to[A-Z])/.exec(method)?.[1] ?? '');
}

/** 0 is pageable and 1 page-locked host memory (Compute Visual Profiler User Guide). */
function pinnedOf(text: string): boolean | null {
  if (text === '1') return true;
  return text === '0' ? false : null;
}
