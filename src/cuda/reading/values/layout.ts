import { elementType, scalar, sizeOf, type CType, type StructType } from './types';

/** Type that a pointer points to, or element type of an array; other types as they are. */
export function pointeeOf(type: CType): CType {
  return type.kind === 'pointer' ? elementType(type.to) : type;
}

/** Bytes of an object with the padding that C++ gives it; 4 for what has no known definition. */
export function paddedSize(type: CType): number {
  if (type.kind === 'struct' && type.fields !== null) return structLayout(type).bytes;
  if (type.kind === 'array') return paddedSize(type.element) * (type.length ?? 1);
  return sizeOf(type) ?? 4;
}

/** Bytes at a multiple of which an object lies. */
export function alignmentOf(type: CType): number {
  switch (type.kind) {
    case 'struct':
      return Math.max(type.alignment ?? 1, ...(type.fields ?? []).map((field) => alignmentOf(field.type)));
    case 'array':
      return alignmentOf(type.element);
    case 'vector': {
      const bytes = sizeOf(type) ?? 4;
      return type.lanes === 3 ? bytes / 3 : Math.min(16, bytes);
    }
    default:
      return sizeOf(type) ?? 4;
  }
}

/** The member that a union is moved as: the widest of those that align it most. */
export function storageOf({ fields }: StructType): CType | null {
  const types = (fields ?? []).map(({ type }) => type);
  return types.reduce<CType | null>((best, type) => {
    if (best === null) return type;
    const apart = alignmentOf(type) - alignmentOf(best);
    return apart > 0 || (apart === 0 && paddedSize(type) > paddedSize(best)) ? type : best;
  }, null);
}

interface StructLayout {
  readonly bytes: number;
  readonly offsets: ReadonlyMap<string, { readonly offset: number; readonly type: CType }>;
}

function structLayout(type: StructType): StructLayout {
  const offsets = new Map<string, { offset: number; type: CType }>();
  let end = 0;
  let widest = type.alignment ?? 1;
  for (const field of type.fields ?? []) {
    const alignment = alignmentOf(field.type);
    const offset = type.isUnion === true ? 0 : Math.ceil(end / alignment) * alignment;
    offsets.set(field.name, { offset, type: field.type });
    end = Math.max(end, offset + paddedSize(field.type));
    widest = Math.max(widest, alignment);
  }
  return { bytes: Math.max(1, Math.ceil(end / widest) * widest), offsets };
}

const LANES = ['x', 'y', 'z', 'w'];

/** A member's place in an object, in bytes, and its type. */
interface MemberPlace {
  readonly offset: number;
  readonly type: CType;
}

/** The member that a path such as `.position.x` names; null for unknown ones, the object itself for an empty path. */
export function memberIn(type: CType, path: string): MemberPlace | null {
  let at: MemberPlace | null = { offset: 0, type };
  for (const name of path.split('.').slice(1)) at = at && stepInto(at, name);
  return at;
}

function stepInto({ offset, type }: MemberPlace, name: string): MemberPlace | null {
  const lane = type.kind === 'vector' ? LANES.indexOf(name) : -1;
  if (type.kind === 'vector' && lane >= 0)
    return { offset: offset + (lane * paddedSize(type)) / type.lanes, type: scalar(type.scalar) };
  const member = type.kind === 'struct' ? structLayout(type).offsets.get(name) : undefined;
  return member === undefined ? null : { offset: offset + member.offset, type: member.type };
}

/** Bytes from the start of an object to a member named by a path; as far as its members are known. */
export function fieldOffset(type: CType, path: string): number {
  const names = path.split('.');
  for (let known = names.length; known > 0; known--) {
    const place = memberIn(type, names.slice(0, known).join('.'));
    if (place !== null) return place.offset;
  }
  return 0;
}

/** The numbers that an object consists of, with their bytes and offsets; none where a type in it is not known. */
export function leavesOf(type: CType): readonly { readonly offset: number; readonly bytes: number }[] {
  const storage = type.kind === 'struct' && type.isUnion === true ? storageOf(type) : null;
  if (storage !== null) return leavesOf(storage);
  const bytes = paddedSize(type);
  const parts: readonly MemberPlace[] =
    type.kind === 'vector'
      ? Array.from({ length: type.lanes }, (_, lane) => ({
          offset: (lane * bytes) / type.lanes,
          type: scalar(type.scalar),
        }))
      : type.kind === 'struct'
        ? [...structLayout(type).offsets.values()]
        : [];
  if (parts.length > 0)
    return parts.flatMap((part) =>
      leavesOf(part.type).map((leaf) => ({ ...leaf, offset: part.offset + leaf.offset })),
    );
  return type.kind === 'scalar' || type.kind === 'pointer' ? [{ offset: 0, bytes }] : [];
}
