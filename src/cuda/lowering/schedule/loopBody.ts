import type { ComputeClass } from '../../../kernel/instructionClasses';
import type { LoopStatement, Statement } from '../../../kernel/program';
import type { Block } from './block';
import { computeDraft, ifElse } from './drafts';

/** Parts of an instruction that are worth a statement of their own in a loop. */
const WORTH_A_DRAW = 0.02;

/** Ends a loop body: parts of instructions become draws in it, or whole instructions behind it. */
export function closeLoop(
  block: Block,
  body: Block,
  trips: number,
  make: (statements: Statement[]) => LoopStatement,
): void {
  const parts = body.finish();
  const rest = new Map<ComputeClass, number>();
  for (const [name, count] of parts) {
    if (count < WORTH_A_DRAW || count * trips < 2) rest.set(name, count);
    else body.append(ifElse({ probability: Math.min(1, count), scope: 'warp' }, [computeDraft(name)], []));
  }
  if (body.drafts.length > 0)
    block.append({ kind: 'nest', bodies: [body.drafts], make: ([statements]) => make(statements!) });
  block.addParts(rest, trips);
}
