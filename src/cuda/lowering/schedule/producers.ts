import type { Value } from '../../reading/values/graph';
import type { UnrolledRegion } from '../index/unrolledRegion';
import type { Item } from './item';

/** Values looked at for one instruction. */
const VISITS = 400;

/** The instructions that make these values or, where none does, what they are made of. */
export function producersOfAll(values: readonly Value[], at: UnrolledRegion): readonly Item[] {
  const found = new Set<Item>();
  const seen = new Set<Value>();
  const visit = (value: Value): void => {
    if (seen.has(value) || seen.size > VISITS) return;
    seen.add(value);
    const producers = at.producersOf(value.id);
    if (producers === null) partsOf(value).forEach(visit);
    else for (const item of producers) found.add(item);
  };
  values.forEach(visit);
  return [...found];
}

/** Operands of a value; of a counter, its start. */
function partsOf({ kind, args, region }: Value): readonly Value[] {
  const start = kind === 'index' ? region.count?.counter?.start : undefined;
  return start === undefined ? args : [start];
}
