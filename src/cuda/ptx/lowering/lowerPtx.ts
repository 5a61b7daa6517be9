import { message } from '../../../kernel/message';
import type { InstructionMix, Launch } from '../../../kernel/kernel';
import type { KernelProgram } from '../../../kernel/program';
import { volume, type Dim3 } from '../../../kernel/symbolic';
import type { ProgramLaunch } from '../../../kernel/totals/programLaunch';
import { threadCounts } from '../../../kernel/totals/threadCounts';
import type { LoweringAssumption } from '../../lowering/assumption';
import type { LaunchExtents } from '../../lowering/index/formOf';
import {
  coveringGrid,
  extentAssumptions,
  launchExtents,
  type KnownExtents,
} from '../../lowering/launchExtents';
import type { Lowering, LoweringOptions } from '../../lowering/lowerKernel';
import { writeProgram } from '../../lowering/program';
import { unresolvedArguments } from '../../lowering/unresolvedArguments';
import { MIX_DEFAULTS, type MixContext } from '../../mix/context';
import type { MixSources } from '../../mix/unitNames';
import { KernelState, NO_READINGS } from '../../reading/body/state';
import { estimateRegisters } from '../count/registerEstimate';
import type { PtxFunction, PtxModule } from '../module';
import { parameterName } from './kernelParameters';
import { PtxReader } from './reader';
import { structureOf, type FlowNode } from './structure';

/** A kernel of PTX as the simulator runs it, for one of its launches or for an assumed one. */
export function lowerPtx(
  module: PtxModule,
  kernel: PtxFunction,
  launch: Launch | null,
  options: LoweringOptions,
  sources: MixSources,
): Lowering {
  const { range } = kernel;
  const called = kernel.instructions.find((one) => calls(module, one.opcode, one.operands));
  if (called !== undefined)
    return { kind: 'refused', reason: message('cuda.ptxCalls', { name: calleeOf(called.operands) }), range };
  const nodes = structureOf(kernel);
  if (nodes === null) return { kind: 'refused', reason: message('cuda.ptxTangled'), range };
  const given = new Map(Object.entries(options.arguments ?? {}));
  const extents = withLimits(kernel, launchExtents(launch, chosen(kernel, options), given, sources));
  const read = (launched: LaunchExtents, values: ReadonlyMap<string, number>): KernelState =>
    readPtx(module, kernel, nodes, contextOf(kernel, launched, values, given));
  return settled(kernel, launch, options, extents, given, read);
}

type Read = (launched: LaunchExtents, values: ReadonlyMap<string, number>) => KernelState;

/** Reads again with a grid that covers the data, and with values for what nobody gave. */
function settled(
  kernel: PtxFunction,
  launch: Launch | null,
  options: LoweringOptions,
  written: KnownExtents,
  given: ReadonlyMap<string, number>,
  read: Read,
): Lowering {
  const values = new Map([...argumentsOf(kernel, launch), ...given]);
  let extents = written;
  let state = read(extents.extents, values);
  const covering = extents.open.grid.length === 0 ? null : coveringGrid(state, extents);
  if (covering !== null) {
    extents = { ...extents, extents: { ...extents.extents, grid: covering } };
    state = read(extents.extents, values);
  }
  const assumed = unresolvedArguments(state, extents.extents);
  for (const { name, value } of assumed) values.set(name, value);
  if (assumed.length > 0) state = read(extents.extents, values);
  const taken = assumed.map(({ name, value, why }): LoweringAssumption => ({
    text: message('cuda.argumentTaken', { name, value, why }),
    line: null,
    range: kernel.range,
    parameter: name,
    value,
  }));
  return programOf(kernel, options, launch, state, {
    extents: extents.extents,
    values,
    given,
    assumptions: [...extentAssumptions(launch, extents), ...taken],
  });
}

interface Settled {
  readonly extents: LaunchExtents;
  readonly values: ReadonlyMap<string, number>;
  readonly given: ReadonlyMap<string, number>;
  readonly assumptions: readonly LoweringAssumption[];
}

function programOf(
  kernel: PtxFunction,
  options: LoweringOptions,
  launch: Launch | null,
  state: KernelState,
  { extents, values, given, assumptions }: Settled,
): Lowering {
  const dynamicBytes = options.sharedBytes ?? launch?.sharedBytes.value ?? null;
  const { program, isCut } = written(kernel, state, extents, given, dynamicBytes, options.registers);
  const { range } = kernel;
  const cut = { text: message('cuda.cutShort'), line: null, range, parameter: null, value: null };
  const taken = [...assumptions, ...state.assumptions.values(), ...(isCut ? [cut] : [])];
  return {
    kind: 'lowered',
    program,
    launch: launchOf(program, extents, dynamicBytes),
    loops: [],
    values: Object.fromEntries(values),
    settable: [
      ...kernel.parameters.map(({ name }) => parameterName(kernel, name)),
      ...state.settable,
      ...Object.keys(program.arrays ?? {}).map((name) => `elements_${name}`),
    ],
    assumptions: taken,
  };
}

interface Written {
  readonly program: KernelProgram;
  /** True if the kernel was too large to be written as a whole. */
  readonly isCut: boolean;
}

function written(
  kernel: PtxFunction,
  state: KernelState,
  extents: LaunchExtents,
  given: ReadonlyMap<string, number>,
  dynamicSharedBytes: number | null,
  registers: number = estimateRegisters(kernel),
): Written {
  const { arrays, body, isCut } = writeProgram(state, extents, {
    objects: state.objects,
    givenElements: (name) => given.get(`elements_${name}`) ?? null,
    allocated: () => null,
    threads: volume(extents.grid) * volume(extents.block),
    dynamicSharedBytes,
  });
  const code: KernelProgram['body'] = body.length > 0 ? [...body] : [{ op: 'compute', class: 'integer' }];
  return { program: { name: kernel.entry, registersPerThread: registers, arrays, body: code }, isCut };
}

/** A launch with as much shared memory as is given, or as the program needs. */
function launchOf(
  { arrays = {} }: KernelProgram,
  extents: LaunchExtents,
  dynamicSharedBytes: number | null,
): ProgramLaunch {
  const shared = Object.values(arrays)
    .filter(({ dynamic }) => dynamic)
    .map(({ elements, elementBytes }) => Number(elements) * elementBytes);
  return { ...extents, sharedBytes: Math.max(dynamicSharedBytes ?? 0, ...shared) };
}

/** Instructions of a thread as the program of a kernel counts them, for what the interpreter cannot run. */
export function programMix(
  module: PtxModule,
  kernel: PtxFunction,
  launched: LaunchExtents,
  values: ReadonlyMap<string, number>,
): InstructionMix | null {
  const nodes = structureOf(kernel);
  if (nodes === null || kernel.instructions.some(({ opcode, operands }) => calls(module, opcode, operands)))
    return null;
  const state = readPtx(module, kernel, nodes, contextOf(kernel, launched, values, new Map()));
  const { program } = written(kernel, state, launched, new Map(), null);
  const assumptions = [...state.assumptions.values()].map(({ text, line }) => ({ text, line }));
  return { perThread: threadCounts(program, launchOf(program, launched, null)), loops: [], assumptions };
}

function readPtx(
  module: PtxModule,
  kernel: PtxFunction,
  nodes: readonly FlowNode[],
  context: MixContext,
): KernelState {
  const resolver = { namedType: () => null, constant: () => null };
  const state = new KernelState(context, resolver, new Set(), new Set(), NO_READINGS);
  const reader = new PtxReader(state, kernel, module);
  reader.run(nodes);
  if (reader.isTooLong) state.assume(message('cuda.cutShort'));
  return state;
}

/** PTX names no types, constants or functions of a source. */
const NO_NAMES: MixContext['names'] = {
  constant: () => null,
  namedType: () => null,
  globalVariable: () => null,
  deviceFunctions: () => [],
};

function contextOf(
  { range }: PtxFunction,
  launch: LaunchExtents,
  parameters: ReadonlyMap<string, number>,
  given: ReadonlyMap<string, number>,
): MixContext {
  return {
    names: NO_NAMES,
    source: { rangeOf: () => range, pragmasOf: () => [], alignmentOf: () => null },
    launch,
    parameters,
    templateArguments: new Map(),
    given,
    defaults: MIX_DEFAULTS,
  };
}

function argumentsOf(kernel: PtxFunction, launch: Launch | null): [string, number][] {
  return kernel.parameters.flatMap(({ name }, place): [string, number][] => {
    const value = launch?.arguments[place]?.value ?? null;
    return value === null ? [] : [[parameterName(kernel, name), value]];
  });
}

/** Extents that are chosen, or that the kernel is made for. */
function chosen({ blockLimits: { required } }: PtxFunction, options: LoweringOptions): LoweringOptions {
  if (required === null || options.block !== undefined) return options;
  const block: Dim3 = [required[0] ?? 1, required[1] ?? 1, required[2] ?? 1];
  return { ...options, block };
}

/** A block that nobody tells is no larger than the kernel allows. */
function withLimits({ blockLimits: { most } }: PtxFunction, known: KnownExtents): KnownExtents {
  const allowed = most?.reduce((all, extent) => all * extent, 1);
  if (known.open.block.length === 0 || allowed === undefined || allowed >= volume(known.extents.block))
    return known;
  return { ...known, extents: { ...known.extents, block: [allowed, 1, 1] } };
}

function calls({ functions }: PtxModule, opcode: readonly string[], operands: readonly string[]): boolean {
  return opcode[0] === 'call' && (functions.get(calleeOf(operands))?.instructions.length ?? 0) > 0;
}

function calleeOf(operands: readonly string[]): string {
  return operands.find((operand) => !operand.startsWith('(')) ?? '';
}
