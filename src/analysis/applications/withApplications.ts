import type { ApplicationResult } from '../results/timelineResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { withApplicationAdvice } from '../stages/advice';

/** Results with applications of which more is known by now, and the advice on them. */
export function withApplications(
  results: WorkspaceResults,
  applications: readonly ApplicationResult[],
): WorkspaceResults {
  return { ...results, applications, advice: withApplicationAdvice(results.advice, applications) };
}
