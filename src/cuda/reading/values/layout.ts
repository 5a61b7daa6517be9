import { elementType, scalar, sizeOf, type ArrayType, type CType, type StructType } from './types';

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
      return Math.max(type.alignment ?? 1, alignmentOf(type.element));
    case 'vector': {
      const bytes = sizeOf(type) ?? 4;
      return type.lanes === 3 ? bytes / 3 : Math.min(16, bytes);
    }
    default:
      return sizeOf(type) ?? 4;
  }
}

/** Bytes at a multiple of which an array in shared memory is known to lie: 16 where the launch gives its size. */
export function arrayAlignment(type: CType): number {
  return type.kind === 'array' && type.length === null ? 16 : alignmentOf(type);
}

/** Bytes at a multiple of which the objects of a shared array lie: ptxas places the array as its widest access needs. */
export function sharedAlignment(type: CType): number {
  const bytes = paddedSize(type);
  return [16, 8].find((width) => bytes % width === 0) ?? alignmentOf(type);
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

/** The member that a path such as `.corners[2].x` names; null for unknown ones, the object itself for an empty path. */
export function memberIn(type: CType, path: string): MemberPlace | null {
  let at: MemberPlace | null = { offset: 0, type };
  for (const step of stepsOf(path)) at = at && stepInto(at, step);
  return at;
}

function stepsOf(path: string): readonly string[] {
  return path.match(/\.[^.[]*|\[[^\][]*\]/g) ?? [];
}

function stepInto({ offset, type }: MemberPlace, step: string): MemberPlace | null {
  if (step.startsWith('[')) {
    const index = Number(step.slice(1, -1));
    const isElement = type.kind === 'array' && Number.isInteger(index);
    return isElement ? { offset: offset + index * paddedSize(type.element), type: type.element } : null;
  }
  const name = step.slice(1);
  const lane = type.kind === 'vector' ? LANES.indexOf(name) : -1;
  if (type.kind === 'vector' && lane >= 0)
    return { offset: offset + (lane * paddedSize(type)) / type.lanes, type: scalar(type.scalar) };
  const member = type.kind === 'struct' ? structLayout(type).offsets.get(name) : undefined;
  return member === undefined ? null : { offset: offset + member.offset, type: member.type };
}

/** Bytes from the start of an object to a member named by a path; as far as its members are known. */
export function fieldOffset(type: CType, path: string): number {
  const steps = stepsOf(path);
  for (let known = steps.length; known >= 0; known--) {
    const place = memberIn(type, steps.slice(0, known).join(''));
    if (place !== null) return place.offset;
  }
  return 0;
}

/** Elements up to which an array in an object is taken apart. */
const MOST_ELEMENTS = 32;

function elementsOf({ element, length }: ArrayType): readonly MemberPlace[] {
  const count = length === null || length > MOST_ELEMENTS ? 0 : length;
  return Array.from({ length: count }, (_, place) => ({
    offset: place * paddedSize(element),
    type: element,
  }));
}

/** The elements that a path may name in which an index is not a number, as `.d[#7]`; none where they are many. */
export function chosenPaths(type: CType, path: string): readonly { path: string; type: CType }[] {
  const open = path.indexOf('[#');
  if (open < 0) {
    const place = memberIn(type, path);
    return place === null ? [] : [{ path, type: place.type }];
  }
  const array = memberIn(type, path.slice(0, open))?.type;
  const behind = path.slice(path.indexOf(']', open) + 1);
  const elements = array?.kind === 'array' ? elementsOf(array) : [];
  return elements.flatMap((_, place) => chosenPaths(type, `${path.slice(0, open)}[${place}]${behind}`));
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
        : type.kind === 'array'
          ? elementsOf(type)
          : [];
  if (parts.length > 0)
    return parts.flatMap((part) =>
      leavesOf(part.type).map((leaf) => ({ ...leaf, offset: part.offset + leaf.offset })),
    );
  return type.kind === 'scalar' || type.kind === 'pointer' ? [{ offset: 0, bytes }] : [];
}
