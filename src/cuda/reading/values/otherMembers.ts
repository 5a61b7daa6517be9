import type { Value } from './graph';
import { pointeeOf } from './layout';
import { sameType } from './types';

/** A member of an object in memory: the object's place, and the path of the member in it. */
interface MemberAccess {
  readonly base: Value;
  readonly index: Value;
  readonly field: string;
}

/** A member that is one of the object's own, and no part of a member. */
const OWN = /^\.\w+$/;

/**
 * Tests whether two accesses go to different members of one object, or of any two of one type: nvcc tells own members of
 * a structure or vector apart wherever the objects lie, but not members of members, nor those of unions.
 */
export function isOtherMember(a: MemberAccess, b: MemberAccess): boolean {
  if (a.field === '' || b.field === '' || a.field.startsWith(b.field) || b.field.startsWith(a.field))
    return false;
  if (a.base === b.base && a.index === b.index) return true;
  if (!OWN.test(a.field) || !OWN.test(b.field)) return false;
  const type = pointeeOf(a.base.type);
  const isPlain = type.kind === 'vector' || (type.kind === 'struct' && type.isUnion !== true);
  return isPlain && sameType(type, pointeeOf(b.base.type));
}
