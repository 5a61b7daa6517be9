import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { parseKernelName } from '../../profiles/names/kernelName';
import { groupBy } from '../../stats/grouping';

/** The counters of one kernel at one launch shape, gathered from all rows about it. */
export interface FitCandidate {
  readonly profile: KernelProfile;
  /** How rows were put together, where there was a choice. */
  readonly notes: readonly Words[];
}

/**
 * The kernels of profiles that have counters. Rows of the same kernel and launch shape are joined; a table of
 * metrics, which has no launches, takes launch and duration from a trace of the same kernel.
 *
 * @param kernel name of the only kernel wanted, as in the file or without parameters and namespaces
 * @throws InputError when there is no such kernel, or none with counters.
 */
export function fitCandidates(files: readonly ProfileFile[], kernel?: string): readonly FitCandidate[] {
  const rows = files.flatMap(({ kernels }) => kernels);
  const paths = files.map(({ path }) => path).join(', ');
  const wanted = kernel === undefined ? rows : rows.filter(({ name }) => isCalled(name, kernel));
  if (wanted.length === 0) throw new InputError(noKernel(files, paths, kernel), 'unknown-kernel');
  const found = candidatesOf(wanted);
  if (found.length === 0)
    throw new InputError(
      kernel === undefined
        ? message('analysis.timesOnly', { paths })
        : message('analysis.timesOnlyOf', { paths, kernel }),
      'no-counters',
    );
  return found;
}

function noKernel(files: readonly ProfileFile[], paths: string, kernel: string | undefined): Words {
  const refused = files.find(({ status }) => status !== 'full' && status !== 'partial');
  if (refused?.reason !== undefined)
    return message('kernel.at', { place: refused.path, what: refused.reason });
  return kernel === undefined
    ? message('analysis.noKernels', { paths })
    : message('analysis.noKernelIn', { paths, kernel });
}

function isCalled(spelled: string, name: string): boolean {
  return spelled === name || parseKernelName(spelled).base === name;
}

/** Rows of profiles put together by kernel, GPU and launch shape; those without counters complete the others. */
export function candidatesOf(rows: readonly KernelProfile[]): readonly FitCandidate[] {
  return [...groupBy(rows, ({ name }) => name).values()].flatMap(candidatesOfKernel);
}

function candidatesOfKernel(rows: readonly KernelProfile[]): FitCandidate[] {
  const counted = rows.filter((row) => metricsOf(row) > 0);
  const shapes = groupBy(counted, ({ device, grid, block }) => [device, grid, block].join('/'));
  return [...shapes.values()].map((same) => {
    const most = same.reduce((a, b) => (metricsOf(b) > metricsOf(a) ? b : a));
    const metrics = Object.assign(
      {},
      ...same.map((row) => row.metrics),
      most.metrics,
    ) as KernelProfile['metrics'];
    return withLaunch(
      { ...most, metrics },
      rows.filter(({ device }) => device === null || most.device === null || device === most.device),
    );
  });
}

const metricsOf = ({ metrics }: KernelProfile): number => Object.keys(metrics).length;

/** A row completed by the launch that took most of the kernel's time. */
function withLaunch(profile: KernelProfile, rows: readonly KernelProfile[]): FitCandidate {
  if (profile.grid !== null) return { profile, notes: [] };
  const launches = rows.filter(({ grid }) => grid !== null);
  if (launches.length === 0) return { profile, notes: [] };
  const time = ({ durationNs, calls }: KernelProfile) => (durationNs ?? 0) * calls;
  const longest = launches.reduce((a, b) => (time(b) > time(a) ? b : a));
  const { grid, block, registers, staticSharedBytes, dynamicSharedBytes, durationNs } = longest;
  const shapes = new Set(launches.map((row) => `${row.grid?.join()}/${row.block?.join()}`)).size;
  const notes = shapes === 1 ? [] : [message('analysis.severalShapes', { shapes })];
  return {
    profile: { ...profile, grid, block, registers, staticSharedBytes, dynamicSharedBytes, durationNs },
    notes,
  };
}
