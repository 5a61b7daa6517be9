import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { collectFiles, type CollectedFiles } from '../analysis/collectFiles';
import { createNodeSession } from '../analysis/nodeSession';
import type { AnalysisSession } from '../analysis/session';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../analysis/workspaceState';
import type { ListedFile } from '../analysis/stages/listing';
import { say } from '../words/say';
import { UsageError, type Invocation } from './command';
import { distFolder } from './distFolder';
import { fitHeap } from './heap';
import { everyPhase } from './phases';
import { unknownNumbers } from './unknownNumbers';

export interface AnalyzedPaths {
  readonly session: AnalysisSession;
  readonly results: WorkspaceResults;
}

type Told = Pick<Invocation, 'note' | 'progress'>;

/**
 * Kernels and launches of files and folders as one workspace, without an analysis.
 *
 * @param informs whether what is only information is wanted, too, which takes longer
 */
export async function listPaths(
  paths: readonly string[],
  told: Told,
  informs: boolean,
): Promise<readonly ListedFile[]> {
  const { sources, unread, profiles, mostKernelsRead } = await readPaths(paths, told);
  const session = await createNodeSession(distFolder(), mostKernelsRead);
  const change = { sources, unread, profiles, settings: DEFAULT_SETTINGS };
  return session.list(change, everyPhase(told.progress), informs);
}

/** Files, and of how many of their kernels what was read is to be kept. */
interface ReadPaths extends CollectedFiles {
  readonly mostKernelsRead: number;
}

async function readPaths(paths: readonly string[], { note, progress }: Told): Promise<ReadPaths> {
  if (paths.length === 0) throw new UsageError(say('cli.fault.noFileOrFolder'));
  const collected = await collectFiles(paths);
  const { sources, profiles, profileBytes, left } = collected;
  left.forEach(note);
  progress(say('cli.reading', { sources: sources.size, profiles: profiles.size }));
  return { ...collected, mostKernelsRead: fitHeap(sources.size, profileBytes) };
}

/** Analyses files and folders as one workspace, in this process. */
export async function analyzePaths(
  paths: readonly string[],
  settings: Partial<AnalysisSettings>,
  told: Told,
): Promise<AnalyzedPaths> {
  const { note, progress } = told;
  const { sources, unread, profiles, mostKernelsRead } = await readPaths(paths, told);
  const session = await createNodeSession(distFolder(), mostKernelsRead);
  const change = { sources, unread, profiles, settings: { ...DEFAULT_SETTINGS, ...settings } };
  const results = await session.analyze(change, everyPhase(progress));
  const parameters = session
    .sources()
    .flatMap(({ kernels }) => kernels.flatMap((kernel) => kernel.parameters));
  const named = parameters.map(({ name }) => name);
  unknownNumbers(Object.keys(change.settings.assumptions), sources, named).forEach(note);
  return { session, results };
}
