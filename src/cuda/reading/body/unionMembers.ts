import type { Value } from '../values/graph';
import { paddedSize } from '../values/layout';
import type { CType, StructField, StructType } from '../values/types';
import type { Variable } from './state';

/** A union that a place in a variable lies in. */
export interface AroundPlace {
  readonly type: StructType;
  /** Path of the union in the variable, and of its member that the place is or lies in. */
  readonly path: string;
  readonly member: string;
}

const STEPS = /\.\w+|\[[^\][]*\]|@\d+/g;

/** The outermost union around a place in a variable of a type; null for none. */
export function unionAround(variable: CType, path: string): AroundPlace | null {
  let type: CType | undefined = variable;
  let at = '';
  for (const [step] of path.matchAll(STEPS)) {
    if (type?.kind === 'struct' && type.isUnion === true) return { type, path: at, member: at + step };
    type = stepInto(type, step);
    at += step;
  }
  return null;
}

function stepInto(type: CType | undefined, step: string): CType | undefined {
  if (type?.kind === 'array' && step.startsWith('[')) return type.element;
  const fields = type?.kind === 'struct' ? type.fields : null;
  return fields?.find(({ name }) => `.${name}` === step)?.type;
}

/** Values of members of a union, by their paths, in the order in which they were written. */
type Parts = Map<string, Value>;

/** Makes what is written to a member the last word on the union: other members are left where it covers them in part. */
export function noteUnionWrite(parts: Parts, around: AroundPlace, path: string): void {
  const { type, path: union, member } = around;
  const written = type.fields?.find(({ name }) => `${union}.${name}` === member);
  const coversAll = path === member && written !== undefined && paddedSize(written.type) >= paddedSize(type);
  for (const other of [...parts.keys()])
    if (other === path || (coversAll && other.startsWith(`${union}.`))) parts.delete(other);
}

/**
 * What a member of a union is made of where another member was written behind it: everything that was written to the
 * union, and whether that is all of it. Null where the member has its own value.
 */
function writtenThroughOthers(
  parts: ReadonlyMap<string, Value>,
  { type, path: union, member }: AroundPlace,
): { readonly values: readonly Value[]; readonly isWhole: boolean } | null {
  const written = [...parts].filter(([path]) => path.startsWith(`${union}.`));
  const last = written.at(-1)?.[0];
  if (last === undefined || last === member || isIn(last, member)) return null;
  const isWhole = written.some(([path]) => {
    const one = type.fields?.find(({ name }) => `${union}.${name}` === path);
    return one !== undefined && paddedSize(one.type) >= paddedSize(type);
  });
  return { values: written.map(([, value]) => value), isWhole };
}

/** What was written to other members of the union that a member lies in since it was; null where its own value holds. */
export function writtenAround({ type, value, parts }: Variable, path: string): readonly Value[] | null {
  const around = parts.size === 0 ? null : unionAround(type, path);
  const written = around && writtenThroughOthers(parts, around);
  if (written === null) return null;
  return value === null || written.isWhole ? written.values : [value, ...written.values];
}

/** Tests whether a path leads into a member. */
function isIn(path: string, member: string): boolean {
  return path.startsWith(member) && /^[.[@]/.test(path.slice(member.length));
}

/** The unnamed struct or union of a type that has a member of this name, in it or deeper; null for none. */
export function unnamedHolder(type: CType, member: string): string | null {
  const fields = type.kind === 'struct' ? (type.fields ?? []) : [];
  if (fields.some(({ name }) => name === member)) return null;
  const has = ({ isUnnamed, type: inner }: StructField): boolean =>
    isUnnamed === true &&
    inner.kind === 'struct' &&
    (inner.fields ?? []).some((field) => field.name === member || has(field));
  return fields.find(has)?.name ?? null;
}

/** The members of a type by the names that code has for them: those of unnamed structs and unions in it too. */
export function namedMembers({ fields }: StructType): readonly StructField[] {
  return (fields ?? []).flatMap((field) =>
    field.isUnnamed === true && field.type.kind === 'struct' ? namedMembers(field.type) : [field],
  );
}
