import type { Launch } from '../../kernel/kernel';
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
import type { LoweringAssumption } from './assumption';
import { directiveAbove, type GivenNumbers } from './directives';
import type { LaunchExtents } from './index/formOf';
import { openArguments } from './openArguments';
import { writeProgram } from './program';
import { estimateRegisters } from './registers';

/** What a user may set about a lowering. */
export interface LoweringOptions {
  /** Values by name: arguments, `trips_LINE`, `share_LINE`, `elements_ARRAY`, extents such as `gridDimX`. */
  readonly arguments?: Readonly<Record<string, number>>;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Dynamic shared memory of a block in bytes. */
  readonly sharedBytes?: number;
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
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly range: SourceRange };

/** Blocks of a launch whose grid nobody knows: some waves on a large GPU. */
const ASSUMED_BLOCKS = 512;

/** Everything that lowering needs of the workspace. */
export interface LoweringSources extends MixSources {
  readonly parser: CudaParser;
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
  const assumptions: LoweringAssumption[] = [];
  const extents = extentsOf(launch, options, given, assumptions);
  const result = readingKernel(
    { kernel, parser: sources.parser, sources, defaults: MIX_DEFAULTS },
    (definition, contextFor) => {
      const known = knownOf(kernel, launch, options, sources);
      const parameters = new Map([...known.parameters, ...given]);
      const context = contextFor({ ...known, launch: extents, parameters, given });
      const state = withArguments(definition, context, extents, assumptions, range);
      return lowered(kernel, launch, options, state, { extents, given, assumptions });
    },
  );
  return result ?? { kind: 'refused', reason: 'its text is not read as a function', range };
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

function extentsOf(
  launch: Launch | null,
  options: LoweringOptions,
  given: GivenNumbers,
  assumptions: LoweringAssumption[],
): LaunchExtents {
  const extent = (what: 'grid' | 'block', chosen: Dim3 | undefined, fallback: Dim3): Dim3 => {
    const known = chosen ?? (launch === null ? null : resolveDim3(launch[what]));
    const axes = ['X', 'Y', 'Z'].map((axis) => given.get(`${what}Dim${axis}`));
    if (known !== null && axes.every((axis) => axis === undefined)) return known;
    const parts = axes.map((axis, place) => {
      const symbol = launch?.[what][place]?.value ?? null;
      return axis ?? known?.[place] ?? symbol ?? fallback[place]!;
    });
    const isOpen = known === null && axes[0] === undefined;
    if (isOpen) {
      const text =
        launch === null
          ? 'there is no launch'
          : `${what} ${launch[what].map((part) => part.text).join(' × ')} has no known value`;
      assumptions.push({
        text: `${text}: ${parts.join(' × ')} ${what === 'grid' ? 'blocks' : 'threads a block'} are taken`,
        range: launch?.configRange ?? null,
        parameter: `${what}DimX`,
        value: parts[0]!,
      });
    }
    return [parts[0]!, parts[1]!, parts[2]!];
  };
  const block = extent('block', options.block, MIX_DEFAULTS.block);
  return { block, grid: extent('grid', options.grid, [ASSUMED_BLOCKS, 1, 1]) };
}

type Definition = Parameters<typeof readKernel>[0];

/** Reads the kernel, again with values for the arguments that turn out to matter and have none. */
function withArguments(
  definition: Definition,
  context: MixContext,
  extents: LaunchExtents,
  assumptions: LoweringAssumption[],
  range: SourceRange,
): KernelState {
  const first = readKernel(definition, context);
  const open = openArguments(first, extents);
  if (open.length === 0) return first;
  const parameters = new Map(context.parameters);
  for (const { name, value, why } of open) {
    parameters.set(name, value);
    assumptions.push({ text: `${name} is taken as ${value}: ${why}`, range, parameter: name, value });
  }
  return readKernel(definition, { ...context, parameters });
}

interface Known {
  readonly extents: LaunchExtents;
  readonly given: GivenNumbers;
  readonly assumptions: readonly LoweringAssumption[];
}

function lowered(
  kernel: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  state: KernelState,
  { extents, given, assumptions }: Known,
): Lowering {
  const dynamicBytes = options.sharedBytes ?? launch?.sharedBytes.value ?? null;
  const range = kernel.rangeOf(0, kernel.text.length);
  const written = writeProgram(state, extents, {
    objects: state.objects,
    givenElements: (name) => given.get(`elements_${name}`) ?? null,
    allocated: () => null,
    threads: volume(extents.grid) * volume(extents.block),
    dynamicSharedBytes: dynamicBytes,
  });
  if (written.body.length === 0)
    return { kind: 'refused', reason: 'nothing in its body was understood, or it is empty', range };
  const program: KernelProgram = {
    name: kernel.name,
    registersPerThread: estimateRegisters(state),
    arrays: written.arrays,
    body: [...written.body],
  };
  const needed = Object.values(written.arrays)
    .filter(({ dynamic }) => dynamic)
    .reduce((most, { elements, elementBytes }) => Math.max(most, Number(elements) * elementBytes), 0);
  return {
    kind: 'lowered',
    program,
    launch: { ...extents, sharedBytes: Math.max(dynamicBytes ?? 0, needed) },
    assumptions: [...assumptions, ...state.assumptions.values()],
  };
}
