import type { IfStatement } from '../../../kernel/program';
import { kindOfStatement, type Arithmetic } from './arithmetic';
import type { Draft } from './item';

/** Draft of one arithmetic instruction. */
export function computeDraft(kind: Arithmetic): Draft {
  return { kind: 'done', statement: kindOfStatement(kind) };
}

/** Statements under conditions, one inside the other. */
export function nested(
  conditions: readonly IfStatement['condition'][],
  drafts: readonly Draft[],
): readonly Draft[] {
  return conditions.reduceRight((inner, condition) => [ifElse(condition, inner, [])], drafts);
}

/** Draft of a branch. */
export function ifElse(
  condition: IfStatement['condition'],
  then: readonly Draft[],
  otherwise: readonly Draft[],
): Draft {
  return {
    kind: 'nest',
    bodies: [then, otherwise],
    make: ([yes, no]) => ({
      op: 'if',
      condition,
      then: yes!,
      ...(no!.length === 0 ? {} : { else: no! }),
    }),
  };
}
