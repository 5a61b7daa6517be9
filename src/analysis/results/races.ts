import type { Words } from '../../kernel/message';
import { isRace, type WorkspaceResults } from './workspaceResults';

/** Something wrong in a source, where it stands and what is said of it. */
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

/** Code of which it is known that it fails as written, with what kind of fault that is. */
export function faultsIn({
  files,
}: Pick<WorkspaceResults, 'files'>): readonly (RacePlace & { readonly code: string })[] {
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, range, message: what }) => ({ path, line: range.startLine, code, what })),
  );
}
