import { message, type Words } from '../../kernel/message';
import { lineAndText } from '../../kernel/codeAssumption';
import type { Launch, LaunchBounds, LoopEstimate } from '../../kernel/kernel';
import type { KernelProgram } from '../../kernel/program';
import type { SourceRange } from '../../kernel/source';
import { volume, type Dim3 } from '../../kernel/symbolic';
import type { FunctionUnit } from '../files/functionUnit';
import { MIX_DEFAULTS } from '../mix/context';
import type { RecordedSources } from '../mix/dependencies';
import { knownArguments, readingKernel, UNKNOWN_ARGUMENTS, type KnownArguments } from '../mix/kernelReading';
import type { KernelState } from '../reading/body/state';
import type { MixSources } from '../mix/unitNames';
import type { CudaParser } from '../syntax/parser';
import { allocatedBytes } from './allocations';
import type { LoweringAssumption } from './assumption';
import { directiveAbove, type GivenNumbers } from './directives';
import type { LaunchExtents } from './index/formOf';
import { conditionsOf, firstTimeAssumptions } from './launchConditions';
import { extentAssumptions, launchExtents } from './launchExtents';
import { conditionalArguments, type AssumedArgument } from './unresolvedArguments';
import { writeProgram } from './program';
import { estimateRegisters } from './registers/estimate';
import { readResolved } from './resolvedKernel';

/** Options of a lowering that a user may set. */
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
      /** Loops of the source, outermost first. */
      readonly loops: readonly LoopEstimate[];
      readonly launch: { readonly grid: Dim3; readonly block: Dim3; readonly sharedBytes: number };
      /** Assumptions made; empty when everything follows from the source. */
      readonly assumptions: readonly LoweringAssumption[];
      /** Names of the numbers that a user may set. */
      readonly settable: readonly string[];
      /** Values of arguments by name: given, found in host code, or assumed. */
      readonly values: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'refused'; readonly reason: Words; readonly range: SourceRange };

/** Said of a kernel whose program does not hold all of its body. */
const CUT_SHORT = message('cuda.cutShort');

/** Body of a kernel without code, besides its exit: setting up the stack. */
const EMPTY_BODY: KernelProgram['body'] = [{ op: 'compute', class: 'integer' }];

/** Everything that lowering needs of the workspace. */
export interface LoweringSources extends RecordedSources {
  readonly parser: CudaParser;
  /** The kernel's `__launch_bounds__`. */
  readonly launchBounds: LaunchBounds | null;
}

/** Lowers one kernel for one of its launches, or for an assumed launch. */
export function lowerKernel(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  sources: LoweringSources,
): Lowering {
  const range = kernel.range;
  const given = givenNumbers(kernel, launch, options, sources);
  const extents = launchExtents(launch, options, given, sources);
  const reading = { kernel, parser: sources.parser, sources, defaults: MIX_DEFAULTS };
  const result = readingKernel(reading, (definition, contextFor) => {
    const known = knownOf(kernel, launch, options, sources);
    const parameters = new Map([...known.parameters, ...given]);
    const { state, assumed, ...settled } = readResolved(definition, extents, (launched) =>
      contextFor({ ...known, launch: launched, parameters, given }),
    );
    const launched = settled.extents.extents;
    const conditions = conditionsOf(kernel, launch, given, launched);
    const argumentsTaken = [...assumed, ...conditionalArguments(state, launched, conditions)];
    return lowered(kernel, launch, options, state, {
      allocated: allocatedBytes(kernel, launch, given, sources),
      bounds: sources.launchBounds,
      extents: launched,
      given,
      assumptions: [
        ...extentAssumptions(launch, settled.extents),
        ...firstTimeAssumptions(kernel, launch, given),
        ...argumentAssumptions(argumentsTaken, range),
      ],
    });
  });
  return result ?? { kind: 'refused', reason: message('cuda.noFunction'), range };
}

/** Known part of the launch, with the template arguments that the user chose. */
export function knownOf(
  kernel: FunctionUnit,
  launch: Launch | null,
  { templateArguments: chosen }: LoweringOptions,
  sources: MixSources,
): KnownArguments {
  const known = launch === null ? UNKNOWN_ARGUMENTS : knownArguments(kernel, launch, sources);
  if (chosen === undefined) return known;
  const names = kernel.outline.template.slice(0, chosen.length).map(({ name }) => name);
  return { ...known, templateArguments: new Map(names.map((name, place) => [name, chosen[place]!])) };
}

/** Numbers by name; options come before the comments at the launch, and those before the ones at the kernel. */
export function givenNumbers(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  sources: MixSources,
): GivenNumbers {
  const above = (path: string, line: number): GivenNumbers => directiveAbove(sources.linesOf(path), line);
  const { startLine } = kernel.range;
  return new Map([
    ...above(kernel.path, startLine),
    ...(launch === null ? [] : above(launch.path, launch.line)),
    ...Object.entries(options.arguments ?? {}),
  ]);
}

function argumentAssumptions(assumed: readonly AssumedArgument[], range: SourceRange): LoweringAssumption[] {
  return assumed.map(({ name, value, why }) => ({
    text: message('cuda.argumentTaken', { name, value, why }),
    line: null,
    range,
    parameter: name,
    value,
  }));
}

interface Known {
  readonly extents: LaunchExtents;
  readonly given: GivenNumbers;
  readonly assumptions: readonly LoweringAssumption[];
  readonly allocated: ReadonlyMap<string, number>;
  readonly bounds: LaunchBounds | null;
}

function lowered(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  state: KernelState,
  { extents, given, assumptions, allocated, bounds }: Known,
): Lowering {
  const dynamicBytes = options.sharedBytes ?? launch?.sharedBytes.value ?? null;
  const range = kernel.range;
  const written = writeProgram(state, extents, {
    objects: state.objects,
    givenElements: (name) => given.get(`elements_${name}`) ?? null,
    allocated: (parameter) => allocated.get(parameter) ?? null,
    threads: volume(extents.grid) * volume(extents.block),
    dynamicSharedBytes: dynamicBytes,
  });
  const [doubt] = state.assumptions.values();
  if (written.body.length === 0 && doubt !== undefined)
    return { kind: 'refused', reason: message('cuda.nothingLeft', { doubt: lineAndText(doubt) }), range };
  const { arrays, body, isCut, loadedAhead } = written;
  const taken = [
    ...assumptions,
    ...state.assumptions.values(),
    ...(isCut ? [{ text: CUT_SHORT, line: null, range, parameter: null, value: null }] : []),
  ];
  return {
    kind: 'lowered',
    loops: state.loops,
    program: {
      name: kernel.name,
      registersPerThread: options.registers ?? estimateRegisters(state, loadedAhead, bounds),
      arrays,
      body: body.length > 0 ? [...body] : EMPTY_BODY,
    },
    launch: { ...extents, sharedBytes: Math.max(dynamicBytes ?? 0, dynamicBytesIn(arrays)) },
    values: Object.fromEntries(state.context.parameters),
    settable: [
      ...kernel.outline.parameters.map(({ name }) => name),
      ...state.settable,
      ...Object.keys(arrays).map((name) => `elements_${name}`),
    ],
    assumptions: taken,
  };
}

/** Bytes of a program's largest dynamic shared array: they all begin at the same address. */
function dynamicBytesIn(arrays: NonNullable<KernelProgram['arrays']>): number {
  return Object.values(arrays)
    .filter(({ dynamic }) => dynamic)
    .reduce((most, { elements, elementBytes }) => Math.max(most, Number(elements) * elementBytes), 0);
}
