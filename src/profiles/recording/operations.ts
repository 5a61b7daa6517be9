import { message } from '../../kernel/message';
import type { TransferProfile } from '../../kernel/profile';
import type { LaunchGroup, ProfileBuilder, TransferGroup } from '../builder';
import { trustedLaunch } from '../launch';
import type { GroupView } from '../namedGroups';
import type { SqliteDatabase } from '../sqlite/database';
import type { RecordingClock } from './clock';
import { copyDirection, isPinned, type HostMemoryKinds } from './copies';
import { EventRows, type EventTarget } from './eventRows';
import type { EventValues } from './eventValues';
import type { IssuedOperations } from './issued';

/** Columns that say where an operation ran. */
export const PLACE = ['globalPid', 'deviceId', 'contextId', 'greenContextId', 'streamId'] as const;
const NAMES = ['demangledName', 'shortName', 'mangledName', 'name'] as const;
const LAUNCH = [
  ...PLACE,
  ...NAMES,
  ...(['gridX', 'gridY', 'gridZ', 'blockX', 'blockY', 'blockZ'] as const),
  ...(['clusterX', 'clusterY', 'clusterZ'] as const),
  ...(['graphId', 'graphNodeId'] as const),
  ...(['registersPerThread', 'staticSharedMemory', 'dynamicSharedMemory'] as const),
] as const;
const COPY = [...PLACE, 'copyKind', 'srcKind', 'dstKind'] as const;

type PlaceColumn = (typeof PLACE)[number];
type LaunchColumn = (typeof LAUNCH)[number];

/** Where an operation ran, as profiles tell it. */
export type OperationPlace = Pick<
  LaunchGroup,
  'stream' | 'device' | 'deviceIndex' | 'computeCapability' | 'context' | 'greenContext' | 'run'
>;

/** What the recordings of different tools tell in their own ways. */
export interface RecordingKind {
  readonly clock: RecordingClock;
  readonly memory: HostMemoryKinds;
  /** Where launches and copies are noted for the calls that issued them; absent where calls are not read. */
  readonly issued?: IssuedOperations;
  readonly place: (view: GroupView<PlaceColumn>) => OperationPlace;
  readonly strings: (wanted: ReadonlySet<number>) => Promise<ReadonlyMap<number, string>>;
}

/** Reads kernels, copies and memsets out of tables whose columns are CUPTI's. */
export class OperationTables {
  constructor(
    private readonly builder: ProfileBuilder,
    private readonly database: SqliteDatabase,
    private readonly kind: RecordingKind,
  ) {}

  /** Reads a table of launches; false when the recording does not have it. */
  async launches(name: string): Promise<boolean> {
    const { launches } = this.builder;
    const target = { store: launches.store, groupsBefore: launches.groups.length };
    const rows = await this.rows(name, target, LAUNCH);
    if (rows === null) return false;
    const wanted = new Set<number>();
    rows.forEachGroup((value) => {
      const id = nameOf(value);
      if (id !== null) wanted.add(id);
    });
    const names = await this.kind.strings(wanted);
    rows.forEachGroup((value, line) => launches.addGroup(this.launchGroup(value, names, line)));
    return true;
  }

  /** Reads a table of copies; those whose kind is not known are named and have no direction, so are left out. */
  async copies(name: string): Promise<void> {
    const { copies } = this.builder;
    const table = this.database.table(name);
    if (table === null) return;
    const target = { store: copies.store, groupsBefore: copies.groups.length };
    const rows = new EventRows(this.builder, target, this.kind.clock, table, COPY, this.noted(target));
    const kind = table.at('copyKind');
    await this.database.scan(table, (row, ordinal) => {
      if (copyDirection(row.integer(kind)) !== null) rows.visit(row, ordinal);
      else {
        this.builder.warnings.add('unknown-copy', message('profiles.unknownCopy'), ordinal);
        this.builder.markPartial(message('profiles.unknownCopies'));
      }
    });
    rows.forEachGroup((value) => {
      const direction = copyDirection(value('copyKind')) ?? 'DtoD';
      const pinned = isPinned(direction, value('srcKind'), value('dstKind'), this.kind.memory);
      copies.addGroup(this.transferGroup(direction, pinned, value));
    });
  }

  /** Reads a table of memsets. */
  async memsets(name: string): Promise<void> {
    const { copies } = this.builder;
    const target = { store: copies.store, groupsBefore: copies.groups.length };
    const rows = await this.rows(name, target, PLACE);
    rows?.forEachGroup((value) => copies.addGroup(this.transferGroup('memset', null, value)));
  }

  /** Notes events for the calls that issued them. */
  private noted({ store }: EventTarget): ((values: EventValues) => void) | null {
    const { issued } = this.kind;
    return issued === undefined ? null : (values) => issued.add(values, store);
  }

  private async rows<Column extends string>(
    name: string,
    target: EventTarget,
    columns: readonly Column[],
  ): Promise<EventRows<Column> | null> {
    const table = this.database.table(name);
    if (table === null) return null;
    const rows = new EventRows(this.builder, target, this.kind.clock, table, columns, this.noted(target));
    await this.database.scan(table, rows.visit, { known: rows.known });
    return rows;
  }

  private launchGroup(
    value: GroupView<LaunchColumn>,
    names: ReadonlyMap<number, string>,
    line: number,
  ): LaunchGroup {
    const id = nameOf(value);
    const name = id === null ? undefined : names.get(id);
    if (name === undefined)
      this.builder.warnings.add('no-name', message('profiles.noKernelName', { id: id ?? -1 }), line);
    const cluster = [value('clusterX') ?? 1, value('clusterY') ?? 1, value('clusterZ') ?? 1] as const;
    return {
      name: name ?? `#${id ?? '?'}`,
      ...trustedLaunch(
        this.builder,
        {
          grid: [value('gridX'), value('gridY'), value('gridZ')],
          block: [value('blockX'), value('blockY'), value('blockZ')],
          registers: value('registersPerThread'),
          staticSharedBytes: value('staticSharedMemory'),
          dynamicSharedBytes: value('dynamicSharedMemory'),
        },
        line,
      ),
      ...(cluster.some((extent) => extent > 1) && { cluster }),
      ...graphOf(value),
      ...this.kind.place(value),
      metrics: {},
    };
  }

  private transferGroup(
    direction: TransferProfile['direction'],
    pinned: boolean | null,
    value: GroupView<PlaceColumn>,
  ): TransferGroup {
    const { stream, device, deviceIndex, context, run } = this.kind.place(value);
    return {
      direction,
      pinned,
      stream,
      device,
      ...(deviceIndex !== undefined && { deviceIndex }),
      ...(context !== undefined && { context }),
      ...(run !== undefined && { run }),
    };
  }
}

function nameOf(value: GroupView<LaunchColumn>): number | null {
  return value('demangledName') ?? value('name') ?? value('mangledName') ?? value('shortName');
}

/** The CUDA graph of a launch; older recordings number its nodes only. */
function graphOf(value: GroupView<LaunchColumn>): { graph?: string } {
  const [graph, node] = [value('graphId') ?? 0, value('graphNodeId') ?? 0];
  if (graph > 0) return { graph: String(graph) };
  return node > 0 ? { graph: '?' } : {};
}
