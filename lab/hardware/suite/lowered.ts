import type { CudaWorkspace, Lowering } from '../../../src/cuda/workspace';
import { directiveAbove } from '../../../src/cuda/lowering/directives';
import type { Launch } from '../../../src/kernel/kernel';
import { extentOf, type ScenarioKernel } from '../../../src/kernel/scenario';
import { resolveDim3, type Dim3 } from '../../../src/kernel/symbolic';
import type { WorkloadSuite } from '../../suite/suite';
import type { MeasuredLaunch } from './measured';

/**
 * Where the sizes of a lowered launch are from: all from the program's source, from its description
 * (`workload.json`) at the same extents, or the extents from the measurement and the rest from the source.
 */
export type SizesFrom = 'source' | 'description' | 'extents';

/** What of a measured launch decides how it is lowered. */
export type LaunchToLower = Pick<MeasuredLaunch, 'program' | 'kernel' | 'grid' | 'block' | 'sharedBytes'>;

/** A measured launch as the project lowers it. */
export interface LoweredLaunch {
  readonly lowered: Extract<Lowering, { kind: 'lowered' }>;
  readonly sizesFrom: SizesFrom;
  /** Nothing was taken for granted and no comment in the source stands in for data. */
  readonly isFirm: boolean;
}

/** Lowers measured launches from the sources of the workloads. */
export class MeasuredLowering {
  constructor(
    private readonly workspace: CudaWorkspace,
    private readonly suite: WorkloadSuite,
  ) {}

  /** The launch as the project lowers it; null where no launch of the program is one of that kernel. */
  of(measured: LaunchToLower): LoweredLaunch | null {
    const sites = this.sitesOf(measured);
    const exact = sites.find(
      ({ grid, block }) =>
        equal(resolveDim3(grid), measured.grid) && equal(resolveDim3(block), measured.block),
    );
    const described = exact === undefined ? this.descriptionOf(measured) : undefined;
    const site = exact ?? sites[0];
    const kernel = site?.kernelIds.find((id) => this.filesOf(measured).has(pathOf(id)));
    if (site === undefined || kernel === undefined) return null;
    const lowered = this.workspace.lower(kernel, site, {
      grid: measured.grid,
      block: measured.block,
      sharedBytes: measured.sharedBytes,
      ...(described?.arguments === undefined ? {} : { arguments: described.arguments }),
      // A launch may name them by constants, or leave them to be deduced.
      ...(textOf(site.templateArguments) === templateText(measured.kernel)
        ? {}
        : templateOf(measured.kernel)),
    });
    if (lowered?.kind !== 'lowered') return null;
    return {
      lowered,
      sizesFrom: exact !== undefined ? 'source' : described === undefined ? 'extents' : 'description',
      isFirm: lowered.assumptions.length === 0 && !this.isDirected(kernel, site),
    };
  }

  /** Launches of the program, also in files that it includes, of the kernel with the same template arguments. */
  private sitesOf(measured: LaunchToLower): Launch[] {
    const files = this.filesOf(measured);
    const all = this.workspace.index().launches.filter(({ path, callee }) => {
      return files.has(path) && nameOf(callee) === nameOf(measured.kernel);
    });
    const wanted = templateText(measured.kernel);
    const same = all.filter(({ templateArguments }) => textOf(templateArguments) === wanted);
    return same.length > 0 ? same : all;
  }

  private filesOf({ program }: LaunchToLower): ReadonlySet<string> {
    const sources = this.workspace
      .index()
      .files.map(({ path }) => path)
      .filter((path) => path.startsWith(`${program}/`) && path.endsWith('.cu'));
    return new Set(this.workspace.textsOf(sources).keys());
  }

  private descriptionOf({ program, kernel, grid, block }: LaunchToLower): ScenarioKernel | undefined {
    const entry = this.suite.workloads.find(({ folder }) => folder === program);
    return entry?.workload.kernels.find(
      ({ kernel: written = '', launch }) =>
        nameOf(written) === nameOf(kernel) &&
        launch !== undefined &&
        equal(extentOf(launch.grid), grid) &&
        equal(extentOf(launch.block), block),
    );
  }

  /** Tests whether comments at the kernel or at the launch set numbers. */
  private isDirected(kernelId: string, site: Launch): boolean {
    const kernel = this.workspace.kernel(kernelId)!;
    const above = (path: string, line: number): boolean =>
      directiveAbove(this.workspace.text(path)?.split('\n') ?? [], line).size > 0;
    return above(kernel.path, kernel.line) || above(site.path, site.line);
  }
}

const pathOf = (kernelId: string): string => kernelId.slice(0, kernelId.indexOf('#'));
const nameOf = (callee: string): string => callee.replace(/<.*$/s, '').split('::').at(-1)!.trim();
const textOf = (templateArguments: readonly string[]): string =>
  templateArguments.join(',').replace(/\s/g, '');
const templateText = (kernel: string): string => (/<(.*)>$/s.exec(kernel)?.[1] ?? '').replace(/\s/g, '');

function templateOf(kernel: string): { templateArguments?: readonly string[] } {
  const text = templateText(kernel);
  return text === '' ? {} : { templateArguments: text.split(',') };
}

function equal(a: Dim3 | null, b: Dim3): boolean {
  return a !== null && a.every((extent, axis) => extent === b[axis]);
}
