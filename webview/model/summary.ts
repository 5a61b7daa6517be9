import type { KernelResult } from '../../src/analysis/results/kernelResult';
import type { Advice, ProfileResult, WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { toNanoseconds } from './format';
import { allKernels } from './kernels';
import { say } from '../../src/words';

export interface Share {
  readonly name: string;
  readonly count: number;
}

/** Totals of a workspace and what limits it. */
export interface WorkspaceSummary {
  readonly kernels: number;
  readonly files: number;
  readonly launches: number;
  readonly refused: readonly KernelResult[];
  readonly memoryBound: number;
  readonly computeBound: number;
  readonly latencyBound: number;
  /** Occupancy limiters by number of kernels, most frequent first. */
  readonly limiters: readonly Share[];
  /** Sum over the kernels whose time of one launch is known. */
  readonly totalNs: number;
  readonly slowest: KernelResult | null;
  readonly measuredKernels: number;
  readonly skipped: number;
}

export function summarize(results: WorkspaceResults): WorkspaceSummary {
  const kernels = allKernels(results);
  const isClass = (kind: string) => kernels.filter((kernel) => kernel.kernelClass?.kind === kind).length;
  return {
    kernels: kernels.length,
    files: results.files.length,
    launches: results.files.reduce((sum, file) => sum + file.launches.length, 0),
    refused: kernels.filter((kernel) => kernel.refused !== null),
    memoryBound: isClass('memory-bound'),
    computeBound: isClass('compute-bound'),
    latencyBound: isClass('latency-bound'),
    limiters: tally(kernels.flatMap((kernel) => kernel.occupancy?.limiter ?? [])),
    totalNs: kernels.reduce((sum, kernel) => sum + timeOf(kernel), 0),
    slowest: largest(kernels, timeOf),
    measuredKernels: kernels.filter((kernel) => kernel.measured.length > 0).length,
    skipped: results.files.reduce((sum, file) => sum + file.skipped.length, 0),
  };
}

function timeOf(kernel: KernelResult): number {
  return kernel.time === null ? 0 : (toNanoseconds(kernel.time) ?? 0);
}

/** The item of the largest positive score, or null when none is positive. */
function largest<T>(items: readonly T[], score: (item: T) => number): T | null {
  let best: T | null = null;
  let bestScore = 0;
  for (const item of items) {
    const value = score(item);
    if (value > bestScore) [best, bestScore] = [item, value];
  }
  return best;
}

function tally(names: readonly string[]): readonly Share[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, n]) => ({ name, count: n }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** Advice with the largest gain first; what has no evidence of a gain comes last, in its own order. */
export function rankAdvice(advice: readonly Advice[]): readonly Advice[] {
  return [...advice].sort((a, b) => (b.gain ?? -1) - (a.gain ?? -1));
}

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** How a profile's status is worded and coloured. */
export function profileStatus(profile: ProfileResult): { readonly text: string; readonly tone: Tone } {
  switch (profile.status) {
    case 'full':
      return profile.notJoined.length > 0 || profile.ambiguous.length > 0
        ? { text: say('webview.overview.readNotAllJoined'), tone: 'warning' }
        : { text: say('webview.overview.read'), tone: 'good' };
    case 'partial':
      return { text: say('webview.overview.readInPart'), tone: 'warning' };
    case 'empty':
      return { text: say('webview.overview.empty'), tone: 'neutral' };
    case 'refused':
      return { text: say('webview.overview.refused'), tone: 'bad' };
  }
}
