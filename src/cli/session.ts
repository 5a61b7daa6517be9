import path from 'node:path';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { collectFiles } from '../analysis/collectFiles';
import { createNodeSession } from '../analysis/nodeSession';
import type { AnalysisSession } from '../analysis/session';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../analysis/workspaceState';

export interface AnalyzedPaths {
  readonly session: AnalysisSession;
  readonly results: WorkspaceResults;
}

/** Analyses files and folders as one workspace, in this process. */
export async function analyzePaths(
  paths: readonly string[],
  settings: Partial<AnalysisSettings>,
  note: (line: string) => void,
): Promise<AnalyzedPaths> {
  const { sources, profiles, left } = await collectFiles(paths);
  left.forEach(note);
  const session = await createNodeSession(path.dirname(process.argv[1]!));
  const results = await session.analyze({
    sources,
    profiles,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  });
  return { session, results };
}
