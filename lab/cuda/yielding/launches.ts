import type { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Kernel } from '../../../src/kernel/kernel';
import { resolveDim3, type Dim3 } from '../../../src/kernel/symbolic';
import { extentOf } from '../../../src/kernel/scenario';
import { readSuite, resolvePath } from '../../suite/suite';

/** How a kernel is run beside its yielding form: real blocks, and a grid that the interpreter can afford. */
export interface SmallLaunch {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly sharedBytes: number;
  /** `<float, 16>` as written; empty for a kernel that is no template. */
  readonly template: string;
  /** By parameter; null where nothing tells. */
  readonly values: readonly (number | null)[];
}

/** Blocks along each axis that a run has at most. */
const MOST_BLOCKS: Dim3 = [5, 3, 2];

/** Launches of a kernel in source and in files of workloads, the second kind first: their numbers are all known. */
export class KnownLaunches {
  private readonly suite = new Map<string, SmallLaunch[]>();

  constructor(
    private readonly workspace: CudaWorkspace,
    texts: ReadonlyMap<string, string>,
    private readonly most: Dim3 = MOST_BLOCKS,
  ) {
    for (const { workload, folder } of readSuite(texts).workloads)
      for (const { source, kernel, launch, arguments: given = {} } of workload.kernels) {
        const [, name = '', template = ''] = /^\s*(?:\w+::)*(\w+)\s*(<.*>)?\s*$/.exec(kernel ?? '') ?? [];
        if (source === undefined || launch === undefined) continue;
        const key = `${resolvePath(folder, source)}#${name}`;
        const definition = this.definition(resolvePath(folder, source), name);
        if (definition === undefined) continue;
        const values = definition.parameters.map((one) => given[one.name] ?? null);
        const small = this.small(
          extentOf(launch.grid),
          extentOf(launch.block),
          launch.sharedBytes ?? 0,
          template,
        );
        this.suite.set(key, [...(this.suite.get(key) ?? []), { ...small, values }]);
      }
  }

  of(kernel: Kernel): readonly SmallLaunch[] {
    const known = this.suite.get(`${kernel.path}#${kernel.name}`) ?? [];
    const written = this.workspace
      .launchesOf(kernel.id)
      .filter(({ inactive }) => inactive === undefined)
      .flatMap((launch) => {
        const block = resolveDim3(launch.block);
        if (block === null) return [];
        const grid = launch.grid.map(({ value }) => value ?? Infinity) as unknown as Dim3;
        const template = /<[\s\S]*>/.exec(launch.callee)?.[0] ?? '';
        const values = kernel.parameters.map((_, place) => launch.arguments[place]?.value ?? null);
        return [{ ...this.small(grid, block, launch.sharedBytes.value ?? 16384, template), values }];
      });
    return [...known, ...written];
  }

  private definition(path: string, name: string): Kernel | undefined {
    return this.workspace.file(path)?.kernels.find((kernel) => kernel.name === name);
  }

  private small(grid: Dim3, block: Dim3, sharedBytes: number, template: string): Omit<SmallLaunch, 'values'> {
    const few = grid.map((extent, axis) => Math.max(1, Math.min(extent, this.most[axis]!)));
    return { grid: [few[0]!, few[1]!, few[2]!], block, sharedBytes, template };
  }
}
