import type { BranchCondition } from '../../../kernel/program';
import { evaluate } from '../../reading/values/evaluate';
import type { Region, Value } from '../../reading/values/graph';
import { Source } from '../../reading/values/value';
import { constraintsOf, rangeUnder, type Constraint } from '../index/constraint';
import { add, constantForm, decided, textOf, type Form } from '../index/form';
import type { Forms } from '../index/formOf';
import type { UnrolledRegion } from '../index/unrolledRegion';

/** A part of a condition, and whether it has to hold. */
interface Part {
  readonly value: Value;
  readonly holds: boolean;
}

/** Under which conditions a region runs. */
export interface Guard {
  /** One inside the other; `never` when no thread can meet them. */
  readonly conditions: readonly BranchCondition[] | 'never';
  /** The parts of the region's condition that the first of them stand for. */
  readonly tested: readonly Part[];
  /** Constraints that they put on the numbers inside. */
  readonly constraints: readonly Constraint[];
}

const NEVER: Guard = { conditions: 'never', tested: [], constraints: [] };

/** Shares nearer to 0 or 1 than this are not worth a branch. */
const NEGLIGIBLE = 1e-4;

const RELATIONS: Readonly<Record<string, string>> = {
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  eq: '==',
  ne: '!=',
};
const NEGATED: Readonly<Record<string, string>> = {
  lt: 'ge',
  le: 'gt',
  gt: 'le',
  ge: 'lt',
  eq: 'ne',
  ne: 'eq',
};

/** A condition and what it is compared with: a comparison of two forms. */
interface Comparison {
  readonly relation: string;
  readonly left: Form;
  readonly right: Form;
}

/**
 * The guard of a region that stands in `at`. What forms can say is exact; the rest is a share of the threads.
 * @param together whether the threads of a block have to decide alike, as around a barrier
 */
export function guardOf(region: Region, at: UnrolledRegion, forms: Forms, together: boolean): Guard {
  const parts = region.guard === null ? [] : partsOf(region.guard, true);
  const conditions: BranchCondition[] = [];
  const constraints: Constraint[] = [];
  const exact: Part[] = [];
  const tested: Part[] = [];
  let open = region.guard === null;
  let dependsOnThread = region.guard === null;
  for (const part of parts) {
    const comparison = comparisonOf(part.value, part.holds, at, forms);
    if (comparison === null) {
      open = true;
      dependsOnThread ||= variesByThread(part.value);
      continue;
    }
    const difference = add(comparison.left, comparison.right, -1);
    const holds = decided(comparison.relation, difference, rangeUnder(difference, at.constraints));
    if (holds === false) return NEVER;
    const { relation, left, right } = comparison;
    constraints.push(...constraintsOf(relation, left, right));
    exact.push(part);
    if (holds !== null) continue;
    tested.push(part);
    conditions.push(`${textOf(left)} ${RELATIONS[relation]!} ${textOf(right)}`);
  }
  if (!open) return { conditions, tested, constraints };
  const probability = shareWithin(region, exact);
  if (probability < NEGLIGIBLE) return NEVER;
  if (probability > 1 - NEGLIGIBLE) return { conditions, tested, constraints };
  const scope = together || !dependsOnThread ? { scope: 'block' as const } : {};
  return { conditions: [...conditions, { probability, ...scope }], tested, constraints };
}

/** The conditions of a region as far as there is room for them; what the others leave of the threads is one share. */
export function withinRoom(region: Region, { conditions, tested }: Guard, room: number): Guard['conditions'] {
  if (conditions === 'never' || conditions.length <= room) return conditions;
  const kept = Math.min(tested.length, Math.max(0, room - 1));
  const probability = shareWithin(region, tested.slice(0, kept));
  if (probability < NEGLIGIBLE || room === 0) return probability >= 0.5 ? [] : 'never';
  return probability > 1 - NEGLIGIBLE
    ? conditions.slice(0, kept)
    : [...conditions.slice(0, kept), { probability }];
}

/** The conditions that all have to hold. */
function partsOf(value: Value, holds: boolean): readonly Part[] {
  if (value.kind === 'not') return partsOf(value.args[0]!, !holds);
  if (value.kind === (holds ? 'and-also' : 'or-else'))
    return value.args.flatMap((part) => partsOf(part, holds));
  return [{ value, holds }];
}

function comparisonOf(value: Value, holds: boolean, at: UnrolledRegion, forms: Forms): Comparison | null {
  const [a, b] = value.args;
  const relation = holds ? value.name : NEGATED[value.name];
  if (value.kind === 'binary' && relation !== undefined && relation in RELATIONS && a && b) {
    const [left, right] = [forms.compared(a, at), forms.compared(b, at)];
    return left === null || right === null ? null : { relation, left, right };
  }
  const form = forms.of(value, at);
  return form === null ? null : { relation: holds ? 'ne' : 'eq', left: form, right: constantForm(0) };
}

/** Of the threads that meet the conditions that can be evaluated, the share that runs the region. */
function shareWithin(region: Region, exact: readonly Part[]): number {
  const around = region.parent;
  if (around === null) return 1;
  const counted = exact.filter(({ value }) => value.evaluable);
  const loops = [...new Set(counted.flatMap(({ value }) => value.loops))];
  let [inside, all] = [0, 0];
  for (const point of around.population.points(loops)) {
    all += point.weight;
    if (counted.every(({ value, holds }) => (evaluate(value, point) !== 0) === holds)) inside += point.weight;
  }
  const share = all > 0 && around.weight > 0 ? (inside / all) * around.weight : around.weight;
  return share > 0 ? Math.min(1, region.weight / share) : 0;
}

/** Tests whether the threads of a block may see different values: a coordinate stands somewhere in it. */
export function variesByThread(value: Value): boolean {
  const seen = new Set<Value>();
  const visit = (part: Value): boolean => {
    if (seen.has(part)) return false;
    seen.add(part);
    if (part.kind === 'symbol') return (part.sources & Source.thread) !== 0;
    // What a loop hands on or a call returns may differ from thread to thread.
    if (part.kind === 'opaque' && part.args.length === 0) return true;
    const counter = part.kind === 'index' ? part.region.count?.counter : null;
    return counter ? visit(counter.start) || visit(counter.step) : part.args.some(visit);
  };
  return visit(value);
}
