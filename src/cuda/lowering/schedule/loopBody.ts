import type { LoopStatement, Statement } from '../../../kernel/program';
import { Parts } from './arithmetic';
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
  const rest = new Parts();
  for (const { kind, count } of parts.all()) {
    if (count < WORTH_A_DRAW || count * trips < 2) rest.set(kind, count);
    else body.append(ifElse({ probability: Math.min(1, count), scope: 'warp' }, [computeDraft(kind)], []));
  }
  if (body.drafts.length > 0)
    block.append({ kind: 'nest', bodies: [body.drafts], make: ([statements]) => make(statements!) });
  block.addParts(rest, trips);
}
