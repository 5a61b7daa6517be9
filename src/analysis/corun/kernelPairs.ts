import { parseKernelName } from '../../profiles/names/kernelName';
import { groupBy } from '../../stats/grouping';
import type { KernelResult, LaunchResult } from '../results/kernelResult';
import { applicationKey } from '../protocol';
import type { ApplicationResult, LaunchedKernel } from '../results/timelineResult';
import type { WorkspaceResults } from '../results/workspaceResults';

/** A kernel where it can run beside another one. */
export interface MetKernel {
  readonly kernel: KernelResult;
  /** Its application, by name and `applicationKey`. */
  readonly application: string;
  readonly applicationKey: string;
  /** Where it is launched; its own place where that is not known. */
  readonly path: string;
  readonly line: number;
  /** Of the second of two launches of one program: a buffer that both use and one of them writes. */
  readonly shares?: string;
  /** What this launch lacks to be timed, where the kernel's time is that of another one: its time here is not known. */
  readonly lacks?: LaunchLacks;
}

/** What nothing tells of a launch. */
export interface LaunchLacks {
  /** As it is written. */
  readonly missing: readonly string[];
  /** Names whose numbers would tell it; none where no numbers would. */
  readonly sizes: readonly string[];
}

/** Two kernels that can run at the same time. */
export type KernelPair = readonly [MetKernel, MetKernel];

/**
 * Pairs of kernels that can run together: those of one program that no stream, event or waiting host puts into an
 * order; where processes share the GPU, also those of different programs that are paired. Each pair once. Kernels that
 * no program launches are in none.
 */
export function pairsThatMeet(results: WorkspaceResults): readonly KernelPair[] {
  const find = kernelFinder(results);
  const within = results.applications.flatMap((application) =>
    application.meetings.map((launches) => launches.map((launch) => find(launch, application))),
  );
  const between = results.mode === 'streams' ? [] : betweenPrograms(results, find);
  const pairs = new Map<string, KernelPair>();
  for (const [a, b] of [...within, ...between]) {
    if (!a || !b) continue;
    const key = [a.kernel.id, b.kernel.id].toSorted().join('\0');
    if (!pairs.has(key)) pairs.set(key, [a, b]);
  }
  return [...pairs.values()];
}

/** For each kernel those that it can run beside, by their ids. */
export function meetings(results: WorkspaceResults): ReadonlyMap<string, ReadonlySet<string>> {
  const meet = new Map<string, Set<string>>();
  const add = (one: string, other: string): void =>
    void meet.set(one, (meet.get(one) ?? new Set()).add(other));
  for (const [a, b] of pairsThatMeet(results)) {
    add(a.kernel.id, b.kernel.id);
    add(b.kernel.id, a.kernel.id);
  }
  return meet;
}

type Finder = (launch: LaunchedKernel, application: ApplicationResult) => MetKernel | null;

function betweenPrograms({ applications, paired }: WorkspaceResults, find: Finder): (MetKernel | null)[][] {
  const meet = (one: ApplicationResult, other: ApplicationResult): boolean =>
    paired === 'all' ||
    paired.some((pair) => [one, other].every((each) => pair.includes(applicationKey(each))));
  return applications.flatMap((one, at) =>
    applications
      .slice(at + 1)
      .filter((other) => meet(one, other))
      .flatMap((other) =>
        one.kernels.flatMap((a) => other.kernels.map((b) => [find(a, one), find(b, other)])),
      ),
  );
}

/** What launches of a kernel lack whose extents are not known, where its time is simulated: that is of another launch. */
function lackedBy(launches: readonly LaunchResult[], { time }: KernelResult): LaunchLacks | null {
  if (time === null || time.origin === 'measured') return null;
  const isOpen = ({ grid, block }: LaunchResult): boolean =>
    [...grid, ...block].some((extent) => typeof extent === 'string');
  if (launches.length === 0 || !launches.every(isOpen)) return null;
  return {
    missing: [...new Set(launches.flatMap(({ unknowns }) => unknowns))],
    sizes: [...new Set(launches.flatMap(({ settable = [] }) => settable))],
  };
}

/** Finds the kernel of a launch: of those of its name the one launched at that line, else the only one. */
export function kernelFinder({ files }: Pick<WorkspaceResults, 'files'>): Finder {
  const kernels = files.flatMap((file) => file.kernels);
  const launchedAt = groupBy(
    files.flatMap((file) => file.launches),
    (launch) => `${launch.path}:${launch.line}`,
  );
  return ({ kernel: name, path, line, shares }, application) => {
    const { base } = parseKernelName(name);
    const named = kernels.filter((kernel) => kernel.name === base);
    const launches = launchedAt.get(`${path}:${line}`) ?? [];
    const here = launches.flatMap((launch) => launch.kernelIds);
    const [found, ...others] = here.length === 0 ? named : named.filter(({ id }) => here.includes(id));
    if (found === undefined || others.length > 0) return null;
    const lacks = lackedBy(launches, found);
    return {
      kernel: found,
      ...(lacks !== null && lacks.missing.length > 0 && { lacks }),
      application: application.name,
      applicationKey: applicationKey(application),
      path: path ?? found.path,
      line: line ?? found.line,
      ...(shares === undefined ? {} : { shares }),
    };
  };
}
