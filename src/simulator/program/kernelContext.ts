import { known } from '../../kernel/expression';
import { message } from '../../kernel/message';
import { hasGridBarrier } from '../../kernel/gridBarrier';
import type { ArrayDeclaration, KernelProgram, MemorySpace } from '../../kernel/program';
import { fieldFault } from '../../kernel/result';
import { hash2 } from '../core/bits';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import type { DeviceMemory } from './deviceMemory';
import type { ImageBuilder } from './image';
import type { LaneForm, LaneScope } from '../../kernel/totals/laneExpression';
import { constantOf } from './constants';
import { launchNames } from '../../kernel/totals/programLaunch';
import type { ResolvedLaunch } from './launch';

/** A kernel of a scenario that is to be compiled. */
export interface KernelSource {
  readonly program: KernelProgram;
  readonly launch: ResolvedLaunch;
  readonly arguments: Readonly<Record<string, number>>;
  /** Application number; arrays belong to it. */
  readonly app: number;
  readonly seed: number;
  /** Where the kernel stands in the scenario, for messages. */
  readonly field: string;
}

/** Array of the word in which the blocks of a launch count themselves; no program can call one of its own so. */
export const GRID_WORD = 'grid barrier';

/** An array with its place in memory. */
export interface PlacedArray {
  readonly name: string;
  readonly declaration: ArrayDeclaration;
  readonly space: MemorySpace;
  readonly elements: number;
  readonly base: number;
  readonly bytes: number;
}

/** What an access touches of an array, as far as it says which blocks touch the same. */
export interface AccessReach {
  readonly array: PlacedArray;
  readonly laneBytes: number;
  /** Largest trip count of the loop at each depth around it. */
  readonly trips: ReadonlyMap<number, number>;
  /** Index in elements, or of how many elements at the beginning each lane takes any; null where nothing tells. */
  readonly by: LaneForm | { readonly elements: number } | null;
}

/** State of the compilation of one kernel's statements. */
export interface KernelContext {
  readonly source: KernelSource;
  readonly spec: SimulatorSpec;
  readonly builder: ImageBuilder;
  readonly constants: ReadonlyMap<string, number>;
  /** What earlier compilations have worked out. */
  readonly kept: Kept;
  readonly arrays: ReadonlyMap<string, PlacedArray>;
  /** What was compiled so far touches. */
  readonly reaches: AccessReach[];
  /** Bytes of the block's shared memory, static and dynamic. */
  readonly sharedBytes: number;
  /** Numbers of the loads' names. */
  readonly tokens: Map<string, number>;
  /** A seed for the next random draw of the kernel; it depends on the kernel and the place in it alone. */
  readonly nextSeed: () => number;
}

/** Scope of a statement: its field for messages, and the loops that enclose it. */
export interface StatementScope {
  readonly field: string;
  readonly depth: number;
  /** Depth of each named enclosing loop. */
  readonly loops: ReadonlyMap<string, number>;
  /** Largest trip count of the loop at each depth. */
  readonly trips: ReadonlyMap<number, number>;
  /** True if a branch or a lane-dependent loop may switch lanes off. */
  readonly guarded: boolean;
}

/** Names that an expression of a statement may use. */
export function laneScope(context: KernelContext, scope: StatementScope): LaneScope {
  const { constants, kept, source } = context;
  return { constants, loops: scope.loops, launch: source.launch, forms: kept.forms };
}

/** What follows from a program, its launch and its constants alone. */
export interface Kept {
  /** Lane values by their texts. */
  readonly forms: Map<string, LaneForm>;
  /** How much more a part of a GPU touches of an array than its share, by the part and the array's name. */
  readonly surpluses: Map<string, number>;
}

/** Programs are compiled again and again, as for each window of a pair: what is kept goes with them. */
const keptOf = new WeakMap<KernelProgram, Map<string, Kept>>();

function knownBefore({ program, launch }: KernelSource, constants: ReadonlyMap<string, number>): Kept {
  const known = keptOf.get(program) ?? new Map<string, Kept>();
  keptOf.set(program, known);
  const key = JSON.stringify([launch, [...constants]]);
  const kept = known.get(key) ?? { forms: new Map(), surpluses: new Map() };
  known.set(key, kept);
  return kept;
}

/**
 * Creates the context in which a kernel's statements are compiled.
 * @throws InputError naming the field, for parameters named like the launch geometry, unknown arguments, and arrays that
 * do not fit
 */
export function createContext(
  source: KernelSource,
  spec: SimulatorSpec,
  memory: DeviceMemory,
  builder: ImageBuilder,
): KernelContext {
  const constants = constantsOf(source);
  const { arrays, sharedBytes } = placeArrays(source, constants, memory);
  let draws = 0;
  const nextSeed = () => hash2(source.seed, draws++);
  const kept = knownBefore(source, constants);
  return {
    source,
    spec,
    builder,
    constants,
    kept,
    arrays,
    reaches: [],
    sharedBytes,
    tokens: new Map(),
    nextSeed,
  };
}

function constantsOf(source: KernelSource): Map<string, number> {
  const { program, field } = source;
  const parameters = program.parameters ?? {};
  const names = launchNames(source.launch, source.launch.dynamicSharedBytes);
  for (const [name, value] of Object.entries(parameters)) {
    if (names.has(name))
      throw fieldFault(`${field}.program.parameters.${name}`, message('simulator.launchName'));
    names.set(name, value);
  }
  for (const [name, value] of Object.entries(source.arguments)) {
    if (!Object.hasOwn(parameters, name))
      throw fieldFault(
        `${field}.arguments.${name}`,
        message('simulator.unknownParameter', { known: known(Object.keys(parameters)) }),
      );
    names.set(name, value);
  }
  return names;
}

/** The program's arrays, and the word of its launch where its blocks wait for each other. */
function declarations({ arrays, body }: KernelProgram): Readonly<Record<string, ArrayDeclaration>> {
  return hasGridBarrier(body) ? { ...arrays, [GRID_WORD]: { elementBytes: 4, elements: 1 } } : { ...arrays };
}

function placeArrays(
  source: KernelSource,
  constants: ReadonlyMap<string, number>,
  memory: DeviceMemory,
): { arrays: Map<string, PlacedArray>; sharedBytes: number } {
  const arrays = new Map<string, PlacedArray>();
  let sharedBytes = source.launch.dynamicSharedBytes;
  for (const [name, declaration] of Object.entries(declarations(source.program))) {
    const field = `${source.field}.program.arrays.${name}`;
    const elements = wholeAtLeastOne(declaration.elements, constants, `${field}.elements`);
    const space = declaration.space ?? 'global';
    const bytes = elements * declaration.elementBytes;
    if (space === 'shared') {
      const isDynamic = declaration.dynamic ?? false;
      if (isDynamic && bytes > source.launch.dynamicSharedBytes)
        throw fieldFault(
          `${field}.elements`,
          message('simulator.dynamicShared', { bytes, given: source.launch.dynamicSharedBytes }),
        );
      arrays.set(name, { name, declaration, space, elements, base: isDynamic ? 0 : sharedBytes, bytes });
      if (!isDynamic) sharedBytes += bytes;
      continue;
    }
    const total =
      space === 'local' ? bytes * (constants.get('blocks')! * constants.get('threadsPerBlock')!) : bytes;
    const key = space === 'local' ? `${source.app}/${source.program.name}/${name}` : `${source.app}/${name}`;
    arrays.set(name, {
      name,
      declaration,
      space,
      elements,
      base: memory.place(key, total, field),
      bytes: total,
    });
  }
  return { arrays, sharedBytes };
}

/**
 * A quantity that must be a whole number of at least 1.
 * @throws InputError naming the field, for any other value
 */
export function wholeAtLeastOne(
  quantity: number | string,
  constants: ReadonlyMap<string, number>,
  field: string,
): number {
  const value = constantOf(quantity, constants, field);
  if (!Number.isSafeInteger(value) || value < 1)
    throw fieldFault(field, message('simulator.wholeFromOne', { value }));
  return value;
}
