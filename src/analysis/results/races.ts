import type { Words } from '../../kernel/message';
import { isRace, type WorkspaceResults } from './workspaceResults';

/** What runs at the same time as something that it needs an order with, where it stands and what is said of it. */
export interface RacePlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly what: Words;
}

/** Launches and copies of programs that run at the same time and need an order. */
export function racesIn({ files }: Pick<WorkspaceResults, 'files'>): readonly RacePlace[] {
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter(isRace)
      .map(({ range, message: what }): RacePlace => ({ path, line: range.startLine, what })),
  );
}
