import type { Launch, LaunchBounds } from '../../kernel/kernel';
import type { KernelProgram } from '../../kernel/program';
import type { SourceRange } from '../../kernel/source';
import { resolveDim3, volume, type Dim3 } from '../../kernel/symbolic';
import type { FunctionUnit } from '../files/functionUnit';
import { MIX_DEFAULTS, type MixContext } from '../mix/context';
import { readKernel } from '../mix/estimate';
import { knownLaunch, readingKernel, UNKNOWN_LAUNCH, type KnownLaunch } from '../mix/kernelReading';
import type { KernelState } from '../mix/reading/state';
import type { MixSources } from '../mix/unitNames';
import type { CudaParser } from '../syntax/parser';
import { allocatedBytes } from './allocations';
import type { LoweringAssumption } from './assumption';
import { directiveAbove, type GivenNumbers } from './directives';
import type { LaunchExtents } from './index/formOf';
import { coveringGrid, extentAssumptions, launchExtents, type KnownExtents } from './launchExtents';
import { conditionalArguments, openArguments, type AssumedArgument } from './openArguments';
import { writeProgram } from './program';
import { estimateRegisters, registersAllowed } from './registers';

/** What a user may set about a lowering. */
export interface LoweringOptions {
  /** Values by name: arguments, `trips_i`, `share_mask`, `window_INDEX`, `elements_ARRAY`, extents such as `gridDimX`. */
  readonly arguments?: Readonly<Record<string, number>>;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Dynamic shared memory of a block in bytes. */
  readonly sharedBytes?: number;
  /** Registers of a thread where a profile or the compiler tells; estimated otherwise. */
  readonly registers?: number;
  /** In place of those of the launch. */
  readonly templateArguments?: readonly string[];
}

/** A kernel as the simulator runs it, or why there is no such program. */
export type Lowering =
  | {
      readonly kind: 'lowered';
      readonly program: KernelProgram;
      readonly launch: { readonly grid: Dim3; readonly block: Dim3; readonly sharedBytes: number };
      /** What was taken for granted; empty when everything follows from the source. */
      readonly assumptions: readonly LoweringAssumption[];
      /** Names of the numbers that a user may set. */
      readonly settable: readonly string[];
      /** Values of arguments by name: given, found in host code, or assumed. */
      readonly values: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly range: SourceRange };

/** Said of a kernel whose program does not hold all of its body. */
const CUT_SHORT = 'the body is too long to be lowered whole: what comes behind its first part is left out';

/** What is left of a kernel without code, besides its exit: setting up the stack. */
const EMPTY_BODY: KernelProgram['body'] = [{ op: 'compute', class: 'integer' }];

/** Everything that lowering needs of the workspace. */
export interface LoweringSources extends MixSources {
  readonly parser: CudaParser;
  /** What the kernel's `__launch_bounds__` say. */
  readonly launchBounds: LaunchBounds | null;
}

/** Lowers one kernel for one of its launches, or for an assumed launch. */
export function lowerKernel(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  sources: LoweringSources,
): Lowering {
  const range = kernel.rangeOf(0, kernel.text.length);
  const given = givenNumbers(kernel, launch, options, sources);
  const extents = launchExtents(launch, options, given, sources);
  const reading = { kernel, parser: sources.parser, sources, defaults: MIX_DEFAULTS };
  const result = readingKernel(reading, (definition, contextFor) => {
    const known = knownOf(kernel, launch, options, sources);
    const parameters = new Map([...known.parameters, ...given]);
    const read = readSettled(definition, extents, (launched) =>
      contextFor({ ...known, launch: launched, parameters, given }),
    );
    const conditional = conditionalArguments(
      read.state,
      read.extents.extents,
      conditionsOf(kernel, launch, given, read.extents.extents),
    );
    const taken = [
      ...extentAssumptions(launch, read.extents),
      ...argumentAssumptions([...read.assumed, ...conditional], range),
    ];
    return lowered(kernel, launch, options, read.state, {
      allocated: allocatedBytes(kernel, launch, given, sources),
      bounds: sources.launchBounds,
      extents: read.extents.extents,
      given,
      assumptions: taken,
      values: Object.fromEntries(read.parameters),
    });
  });
  return result ?? { kind: 'refused', reason: 'its text is not read as a function', range };
}

/**
 * What host code's values for arguments rest on, by name, where the kernel is launched with another number of threads
 * than host code gives under the same conditions: then they need not hold.
 */
function conditionsOf(
  kernel: FunctionUnit,
  launch: Launch | null,
  given: GivenNumbers,
  chosen: LaunchExtents,
): ReadonlyMap<string, string> {
  if (launch === null || hasSize(launch, chosen)) return new Map();
  const found = kernel.outline.parameters.flatMap(({ name }, place): [string, string][] => {
    const notes = launch.arguments[place]?.notes ?? [];
    if (notes.length === 0 || given.has(name)) return [];
    return [[name, `${notes.join(' ')} Then the launch has another number of threads.`]];
  });
  return new Map(found);
}

/** Whether host code launches as many threads, but for what fills the last block; also where it does not tell. */
function hasSize(launch: Launch, { grid, block }: LaunchExtents): boolean {
  const [ownGrid, ownBlock] = [resolveDim3(launch.grid), resolveDim3(launch.block)];
  if (ownGrid === null || ownBlock === null) return true;
  const difference = Math.abs(volume(ownGrid) * volume(ownBlock) - volume(grid) * volume(block));
  return difference < Math.max(volume(ownBlock), volume(block));
}

/** What the launch says, with the template arguments that the user chose. */
function knownOf(
  kernel: FunctionUnit,
  launch: Launch | null,
  { templateArguments: chosen }: LoweringOptions,
  sources: MixSources,
): KnownLaunch {
  const known = launch === null ? UNKNOWN_LAUNCH : knownLaunch(kernel, launch, sources);
  if (chosen === undefined) return known;
  const names = kernel.outline.template.slice(0, chosen.length).map(({ name }) => name);
  return { ...known, templateArguments: new Map(names.map((name, place) => [name, chosen[place]!])) };
}

/** Numbers by name; options come before the comments at the launch, and those before the ones at the kernel. */
function givenNumbers(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  sources: MixSources,
): GivenNumbers {
  const above = (path: string, line: number): GivenNumbers =>
    directiveAbove(sources.textOf(path)?.split('\n') ?? [], line);
  const { startLine } = kernel.rangeOf(0, kernel.text.length);
  return new Map([
    ...above(kernel.path, startLine),
    ...(launch === null ? [] : above(launch.path, launch.line)),
    ...Object.entries(options.arguments ?? {}),
  ]);
}

type Definition = Parameters<typeof readKernel>[0];

/** A kernel that was read with a value for everything that decides what its threads do. */
interface SettledReading {
  readonly state: KernelState;
  readonly extents: KnownExtents;
  readonly assumed: readonly AssumedArgument[];
  readonly parameters: ReadonlyMap<string, number>;
}

/** Reads the kernel, again with a grid that covers its data, and again with values for open arguments. */
function readSettled(
  definition: Definition,
  given: KnownExtents,
  contextFor: (launch: LaunchExtents) => MixContext,
): SettledReading {
  let extents = given;
  let context = contextFor(extents.extents);
  let state = readKernel(definition, context);
  const covering = extents.open.grid.length === 0 ? null : coveringGrid(state, extents);
  if (covering !== null) {
    extents = { ...extents, extents: { ...extents.extents, grid: covering } };
    context = contextFor(extents.extents);
    state = readKernel(definition, context);
  }
  const assumed = openArguments(state, extents.extents);
  const parameters = new Map(context.parameters);
  if (assumed.length === 0) return { state, extents, assumed, parameters };
  for (const { name, value } of assumed) parameters.set(name, value);
  return { state: readKernel(definition, { ...context, parameters }), extents, assumed, parameters };
}

function argumentAssumptions(assumed: readonly AssumedArgument[], range: SourceRange): LoweringAssumption[] {
  return assumed.map(({ name, value, why }) => ({
    text: `${name} is taken as ${value}: ${why}`,
    range,
    parameter: name,
    value,
  }));
}

interface Known {
  readonly extents: LaunchExtents;
  readonly given: GivenNumbers;
  readonly assumptions: readonly LoweringAssumption[];
  readonly values: Readonly<Record<string, number>>;
  readonly allocated: ReadonlyMap<string, number>;
  readonly bounds: LaunchBounds | null;
}

function lowered(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  state: KernelState,
  { extents, given, assumptions, values, allocated, bounds }: Known,
): Lowering {
  const dynamicBytes = options.sharedBytes ?? launch?.sharedBytes.value ?? null;
  const range = kernel.rangeOf(0, kernel.text.length);
  const written = writeProgram(state, extents, {
    objects: state.objects,
    givenElements: (name) => given.get(`elements_${name}`) ?? null,
    allocated: (parameter) => allocated.get(parameter) ?? null,
    threads: volume(extents.grid) * volume(extents.block),
    dynamicSharedBytes: dynamicBytes,
  });
  const [doubt] = state.assumptions.values();
  if (written.body.length === 0 && doubt !== undefined)
    return { kind: 'refused', reason: `nothing of its body is left: ${doubt.text}`, range };
  const program: KernelProgram = {
    name: kernel.name,
    registersPerThread:
      options.registers ?? Math.min(registersAllowed(bounds), estimateRegisters(state, written.loadedAhead)),
    arrays: written.arrays,
    body: written.body.length > 0 ? [...written.body] : EMPTY_BODY,
  };
  const needed = Object.values(written.arrays)
    .filter(({ dynamic }) => dynamic)
    .reduce((most, { elements, elementBytes }) => Math.max(most, Number(elements) * elementBytes), 0);
  return {
    kind: 'lowered',
    program,
    launch: { ...extents, sharedBytes: Math.max(dynamicBytes ?? 0, needed) },
    values,
    settable: [
      ...kernel.outline.parameters.map(({ name }) => name),
      ...state.settable,
      ...Object.keys(written.arrays).map((name) => `elements_${name}`),
    ],
    assumptions: [
      ...assumptions,
      ...state.assumptions.values(),
      ...(written.isCut ? [{ text: CUT_SHORT, range, parameter: null, value: null }] : []),
    ],
  };
}
