import type { ComputeClass } from '../../../kernel/instructionClasses';
import type { IfStatement } from '../../../kernel/program';
import type { Draft } from './item';

/** Draft of one arithmetic instruction. */
export function computeDraft(name: ComputeClass): Draft {
  return { kind: 'done', statement: { op: 'compute', class: name } };
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
