import type { KernelProgram, Statement } from '../../kernel/program';
import type { KernelState } from '../reading/body/state';
import { Budget } from './budget';
import { KernelContext } from './kernelContext';
import type { LaunchExtents } from './index/formOf';
import { ArrayTable, type ArraySources } from './memory/arrayTable';
import type { Draft } from './schedule/item';
import { Walker } from './walk';

/** The trace of a kernel as a program. */
export interface WrittenProgram {
  readonly arrays: NonNullable<KernelProgram['arrays']>;
  readonly body: readonly Statement[];
  /** True if the kernel was too large to be written as a whole. */
  readonly isCut: boolean;
  /** Registers that loads issued side by side fill, where they are most. */
  readonly loadedAhead: number;
}

/** Writes the trace of a kernel that was read as arrays and statements. */
export function writeProgram(
  state: KernelState,
  launch: LaunchExtents,
  sources: ArraySources,
): WrittenProgram {
  const table = new ArrayTable(sources);
  const context = new KernelContext(state, launch, table);
  const budget = new Budget();
  const drafts = new Walker(context, budget).body();
  const arrays = table.declarations();
  const { loadedAhead } = context.tokens;
  return { arrays, body: finished(drafts), isCut: budget.exhausted, loadedAhead };
}

function finished(drafts: readonly Draft[]): Statement[] {
  return drafts.map((draft) => {
    switch (draft.kind) {
      case 'done':
        return draft.statement;
      case 'access':
        return draft.make();
      case 'nest':
        return draft.make(draft.bodies.map(finished));
    }
  });
}
