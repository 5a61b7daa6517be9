import { elementType, sizeOf, type CType, type StructType } from './types';

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

function alignmentOf(type: CType): number {
  switch (type.kind) {
    case 'struct':
      return Math.max(1, ...(type.fields ?? []).map((field) => alignmentOf(field.type)));
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

interface StructLayout {
  readonly bytes: number;
  readonly offsets: ReadonlyMap<string, { readonly offset: number; readonly type: CType }>;
}

function structLayout(type: StructType): StructLayout {
  const offsets = new Map<string, { offset: number; type: CType }>();
  let end = 0;
  let widest = 1;
  for (const field of type.fields ?? []) {
    const alignment = alignmentOf(field.type);
    const offset = Math.ceil(end / alignment) * alignment;
    offsets.set(field.name, { offset, type: field.type });
    end = offset + paddedSize(field.type);
    widest = Math.max(widest, alignment);
  }
  return { bytes: Math.max(1, Math.ceil(end / widest) * widest), offsets };
}

const LANES = ['x', 'y', 'z', 'w'];

/** Bytes from the start of an object to a member named by a path such as `.position.x`; 0 for unknown members. */
export function fieldOffset(type: CType, path: string): number {
  let at: CType = type;
  let bytes = 0;
  for (const name of path.split('.').slice(1)) {
    if (at.kind === 'vector') return bytes + Math.max(0, LANES.indexOf(name)) * (paddedSize(at) / at.lanes);
    const member = at.kind === 'struct' ? structLayout(at).offsets.get(name) : undefined;
    if (member === undefined) return bytes;
    bytes += member.offset;
    at = member.type;
  }
  return bytes;
}
