import type { ArrayDeclaration, MemorySpace } from '../../../kernel/program';
import type { CType } from '../../reading/values/types';
import type { Value } from '../../reading/values/graph';
import { spaceOf } from './address';
import { ArrayDraft, type ArrayFacts } from './arrays';
import { paddedSize } from '../../reading/values/layout';

/** Where the sizes of a kernel's arrays come from. */
export interface ArraySources {
  /** Types of declared objects, by `&name`. */
  readonly objects: ReadonlyMap<string, CType>;
  /** Elements that the user gave an array, by its name. */
  readonly givenElements: (name: string) => number | null;
  /** Bytes behind a pointer argument, from host code; null where that tells nothing. */
  readonly allocated: (parameter: string) => number | null;
  readonly threads: number;
  /** Bytes of dynamic shared memory of the launch; null when nobody says. */
  readonly dynamicSharedBytes: number | null;
}

const LINE_BYTES = 128;
/** Larger arrays wrap around: they are far beyond every cache, and must fit into the memory of small GPUs. */
const MOST_GLOBAL_BYTES = 2 ** 28;
/** A block's dynamic shared memory where the launch does not tell: fits beside static arrays on every GPU. */
const MOST_SHARED_BYTES = 2 ** 15;
const MOST_CONSTANT_BYTES = 2 ** 16;
/** Elements of an array about whose size nothing is known. */
const OPEN_ELEMENTS = 4096;

/** The arrays of a program, by the objects that their addresses start from. */
export class ArrayTable {
  private readonly byKey = new Map<string, ArrayDraft>();
  private readonly names = new Set<string>();

  constructor(private readonly sources: ArraySources) {}

  /** The array that an object of the source becomes. */
  of(object: Value): ArrayDraft {
    const space = programSpace(object);
    return this.named(object.text, space, () => this.factsOf(object, space));
  }

  /** An array that no object of the source stands for. */
  extra(text: string, space: MemorySpace, bytes: number | null): ArrayDraft {
    return this.named(text, space, () => ({ space, bytes, isExact: false, dynamic: false }));
  }

  private named(text: string, space: MemorySpace, facts: () => ArrayFacts): ArrayDraft {
    const key = `${space} ${text}`;
    let array = this.byKey.get(key);
    if (array === undefined) {
      const name = this.freeName(text);
      const { threads } = this.sources;
      array = new ArrayDraft(name, this.withGiven(name, facts()), {
        most: mostBytes(space, threads),
        lineBytes: space === 'global' ? LINE_BYTES : 4,
        openBytes: (elementBytes) =>
          space === 'global' ? elementBytes * Math.max(OPEN_ELEMENTS, threads) : elementBytes * 64,
      });
      this.byKey.set(key, array);
    }
    return array;
  }

  private withGiven(name: string, facts: ArrayFacts): ArrayFacts {
    const elements = this.sources.givenElements(name);
    return elements === null ? facts : { ...facts, bytes: elements * (facts.elementBytes ?? 4) };
  }

  private factsOf(object: Value, space: MemorySpace): ArrayFacts {
    const declared = this.sources.objects.get(object.text);
    const elementBytes = object.type.kind === 'pointer' ? paddedSize(object.type.to) : 4;
    if (declared === undefined)
      return {
        space,
        bytes: this.sources.allocated(object.text),
        isExact: false,
        dynamic: false,
        elementBytes,
      };
    const sized = hasLength(declared);
    const dynamic = space === 'shared' && !sized;
    const bytes = sized ? paddedSize(declared) : dynamic ? this.sources.dynamicSharedBytes : null;
    return {
      space,
      bytes: bytes === 0 ? null : bytes,
      isExact: bytes !== null && bytes > 0,
      dynamic,
      elementBytes,
    };
  }

  private freeName(text: string): string {
    const stem = /^[A-Za-z_]/.test(text.replace(/^&/, '')) ? text.replace(/^&/, '') : `_${text}`;
    const clean = stem.replace(/\W+/g, '_').slice(0, 56);
    let name = clean;
    for (let copy = 2; this.names.has(name); copy++) name = `${clean}_${copy}`;
    this.names.add(name);
    return name;
  }

  get all(): readonly ArrayDraft[] {
    return [...this.byKey.values()].filter((array) => array.isUsed);
  }

  declarations(): Record<string, ArrayDeclaration> {
    return Object.fromEntries(this.all.map((array) => [array.name, array.declaration()]));
  }
}

function hasLength(type: CType): boolean {
  return type.kind !== 'array' || (type.length !== null && type.length > 0 && hasLength(type.element));
}

function programSpace(object: Value): MemorySpace {
  const space = spaceOf(object);
  return space === 'generic' ? 'global' : space;
}

function mostBytes(space: MemorySpace, threads: number): number {
  switch (space) {
    case 'shared':
      return MOST_SHARED_BYTES;
    case 'constant':
      return MOST_CONSTANT_BYTES;
    case 'local':
      return Math.max(4, Math.floor(MOST_GLOBAL_BYTES / threads / 4) * 4);
    default:
      return MOST_GLOBAL_BYTES;
  }
}
