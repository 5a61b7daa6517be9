import type { Kernel, Launch } from '../../kernel/kernel';
import { launchesByKernel } from '../../kernel/launchesByKernel';
import { KernelTable } from '../structure/join';
import type { Analyses, ResolvedFile } from './analyses';
import type { TextState } from './sourceStore';

/** The launches of some files, joined to the kernels of these files that they may start. */
export class JoinedFiles {
  private kernels: {
    readonly state: TextState;
    readonly lists: readonly (readonly Kernel[])[];
    readonly table: KernelTable;
  } | null = null;
  private launches: {
    readonly state: TextState;
    readonly byKernel: ReadonlyMap<string, readonly Launch[]>;
  } | null = null;
  private joined = new WeakMap<ResolvedFile, { table: KernelTable; launches: readonly Launch[] }>();

  /** @param paths of files that may hold CUDA */
  constructor(
    private readonly analyses: Analyses,
    private readonly paths: () => readonly string[],
  ) {}

  /** Runs `look`; what it joins is dropped, what was joined before is restored. */
  during<T>(look: () => T): T {
    const { kernels, launches, joined } = this;
    this.joined = new WeakMap();
    try {
      return look();
    } finally {
      [this.kernels, this.launches, this.joined] = [kernels, launches, joined];
    }
  }

  /** The launches of a file; the same list as long as they are the same. */
  launchesIn(resolved: ResolvedFile): readonly Launch[] {
    const table = this.kernelTable();
    const known = this.joined.get(resolved);
    if (known?.table === table) return known.launches;
    const made = resolved.launches.map((launch) => ({
      ...launch,
      kernelIds: table.join(launch, resolved.analysis.dependencies),
    }));
    const launches = known !== undefined && joinsSame(known.launches, made) ? known.launches : made;
    this.joined.set(resolved, { table, launches });
    return launches;
  }

  /** The launches that may start a kernel. */
  launchesOf(kernelId: string): readonly Launch[] {
    const state = this.analyses.state();
    if (this.launches?.state !== state) {
      const byKernel = launchesByKernel(this.files().flatMap((file) => this.launchesIn(file)));
      this.launches = { state, byKernel };
    }
    return this.launches.byKernel.get(kernelId) ?? [];
  }

  /** The kernels of all files; the same table as long as none of them has changed. */
  private kernelTable(): KernelTable {
    const state = this.analyses.state();
    if (this.kernels?.state === state) return this.kernels.table;
    const lists = this.files().map(({ kernels }) => kernels);
    const before = this.kernels;
    const same =
      before?.lists.length === lists.length && lists.every((list, index) => list === before.lists[index]);
    this.kernels = { state, lists, table: same ? before!.table : new KernelTable(lists.flat()) };
    return this.kernels.table;
  }

  private files(): readonly ResolvedFile[] {
    return this.paths().map((path) => this.analyses.resolved(path)!);
  }
}

/** Tests whether the same launches are joined to the same kernels. */
function joinsSame(before: readonly Launch[], after: readonly Launch[]): boolean {
  return after.every(({ kernelIds }, index) => String(kernelIds) === String(before[index]!.kernelIds));
}
