import { lineAndText } from '../../kernel/codeAssumption';
import type { Launch } from '../../kernel/kernel';
import type { LoweringAssumption } from '../../cuda/lowering/assumption';
import { message, plain, type Words } from '../../kernel/message';
import type { CudaWorkspace, Lowering } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Assumption } from '../../kernel/origin';
import type { ScenarioApp } from '../../kernel/scenario';
import { isSettable, launchable, volume, type Dim3 } from '../../kernel/symbolic';
import { occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { withFitted, type FittedNumbers } from '../fitting/fittedNumbers';
import type { KernelFacts } from '../stages/kernelFacts';

import {
  assumptionPrefix,
  namesIn,
  namesTaken,
  numbersSet,
  ofParameters,
  ownNumbers,
  projectName,
  projectNumbers,
  type LaunchedKernel,
} from '../stages/numbersSet';
import { blocksSet, launchLeftOut, launchUnknown, openLaunch } from '../stages/openLaunch';
import { withoutHarmless } from './guessedShares';
import { untoldOf } from './untold';
import type { OpenSize } from '../results/kernelResult';
import { distinctNumbers, openSizeOf } from '../results/openNumbers';
import type { AnalysisSettings } from '../workspaceState';

/** A kernel that can be simulated. */
export interface SimulatedKernel {
  readonly kernelId: string;
  readonly app: ScenarioApp;
  readonly block: Dim3;
  readonly assumptions: readonly Assumption[];
  /** What nothing tells of the launch: while there is some, how long it takes is the time of no launch of the program. */
  readonly openSizes: readonly OpenSize[];
}

export type Preparation =
  | ({ readonly kind: 'ready' } & SimulatedKernel)
  | {
      readonly kind: 'refused';
      readonly kernelId: string;
      readonly reason: Words;
      readonly openSizes: readonly OpenSize[];
    };

/** Waves of blocks of a launch whose grid is not known. */
const ASSUMED_WAVES = 4;
const NONE: ReadonlyMap<string, number> = new Map();

export interface PreparationInputs {
  readonly cuda: CudaWorkspace;
  readonly gpu: GpuSpec;
  readonly settings: AnalysisSettings;
  /** What a profile chose for numbers that neither the source nor the user tells. */
  readonly fitted?: FittedNumbers | null | undefined;
  /** What is taken for names that the project leaves open. */
  readonly chosen?: ReadonlyMap<string, number>;
}

/**
 * Makes the program of a kernel at its known launch, or at an assumed one that fills the GPU; none where nothing tells
 * the block, or where `#if` leaves out all launches and they leave something open.
 */
export function prepareKernel(facts: KernelFacts, inputs: PreparationInputs): Preparation {
  const prepared = preparedAt(facts, inputs);
  if (prepared.kind === 'refused') return prepared;
  const kernelId = facts.kernel.id;
  const openSizes = facts.launchUnknown
    ? distinctNumbers([...openLaunch(facts, inputs.settings), ...prepared.openSizes.map(withoutValue)])
    : prepared.openSizes;
  const leftOut = launchLeftOut(facts);
  if (leftOut !== null && (facts.launchUnknown || openSizes.length > 0))
    return {
      kind: 'refused',
      kernelId,
      reason: message('analysis.launchLeftOut', { reason: leftOut }),
      openSizes: [],
    };
  if (!facts.launchUnknown) return prepared;
  // No number gives a time to what lacks code.
  const lacking = untoldOf({ openSizes: [], assumptions: prepared.assumptions });
  return lacking === null
    ? { kind: 'refused', kernelId, reason: launchUnknown(facts), openSizes }
    : { kind: 'refused', kernelId, reason: lacking, openSizes: [] };
}

/** What was taken at a block that nobody wrote is no size for others. */
const withoutValue = ({ key, name }: OpenSize): OpenSize => ({ key, name, value: null });

function preparedAt(
  facts: KernelFacts,
  { cuda, gpu, settings, fitted = null, chosen = NONE }: PreparationInputs,
): Preparation {
  const { kernel, block } = facts;
  const prefix = assumptionPrefix(kernel);
  const refuse = (reason: Words): Preparation => ({
    kind: 'refused',
    kernelId: kernel.id,
    reason,
    openSizes: [],
  });
  if (kernel.inactive !== undefined)
    return refuse(message('analysis.notCompiled', { reason: kernel.inactive }));
  const waveBlocks = wave(facts, gpu);
  if (waveBlocks === 0) return refuse(message('analysis.noBlockFits'));
  const launch = launchWith(cuda, facts, chosen, settings);
  const gridFact = gridOf({ ...facts, grid: facts.grid ?? gridIn(launch) }, waveBlocks, settings);
  const lower = (numbers: Readonly<Record<string, number>>): Lowering | null =>
    cuda.lower(kernel.id, launch, {
      arguments: {
        ...ofParameters({ kernel, launch }, chosen),
        ...numbers,
        ...numbersSet({ kernel, launch }, settings),
      },
      grid: gridFact.grid,
      block,
      sharedBytes: Math.max(0, facts.dynamicSharedBytes),
    });
  const assumed = lower({});
  if (assumed === null) return refuse(message('analysis.bodyNotRead'));
  if (assumed.kind === 'refused') return refuse(reasonOf(assumed));
  const { lowered, chosen: byProfile } = withFitted(assumed, fitted, lower);
  const { program, launch: simulated } = lowered;
  const registers = facts.registerRange === null ? facts.registers.value : program.registersPerThread;
  const taken = { kernel, launch };
  const projectWide = projectAssumptions(taken, chosen, settings);
  const assumptions = withoutHarmless(lowered, (numbers) =>
    lower({ ...Object.fromEntries(byProfile.map((one) => [one.parameter!, one.value!])), ...numbers }),
  );
  const own = assumptions.map((one) => assumptionOf(taken, one));
  return {
    kind: 'ready',
    kernelId: kernel.id,
    block: simulated.block,
    app: {
      name: kernel.name,
      program: { ...program, registersPerThread: Math.min(255, Math.max(1, registers)) },
      launch: {
        grid: [...simulated.grid],
        block: [...simulated.block],
        sharedBytes: simulated.sharedBytes,
      },
    },
    openSizes: distinctNumbers([
      ...projectWide.filter(({ original }) => original === undefined).map(openSizeOf),
      ...gridFact.openSizes,
      ...assumptions.flatMap((one, place) =>
        isOfLaunch(one) ? sizesBehind(taken, one, settings, own[place]!) : [],
      ),
    ]),
    assumptions: withGiven(facts, settings, prefix, [
      ...projectWide,
      ...gridFact.assumptions,
      // A profile chooses for the kernel that it is of.
      ...byProfile.map((one) => assumptionOf(taken, one, null)),
      ...own,
    ]),
  };
}

/** The launch that stands for all, with what is taken for names that the project leaves open. */
function launchWith(
  cuda: CudaWorkspace,
  { launches }: KernelFacts,
  chosen: ReadonlyMap<string, number>,
  settings: AnalysisSettings,
): Launch | null {
  const launch = bestLaunch(launches);
  if (launch === null || chosen.size === 0) return launch;
  return cuda.launchesWith([launch], new Map([...chosen, ...projectNumbers(settings)]))[0]!;
}

const gridIn = (launch: Launch | null): Dim3 | null => launch && launchable(launch.grid);

/** Whether something was taken of the launch itself, and not of what its data decide (loops and branches). */
function isOfLaunch({ parameter, value, isSize }: LoweringAssumption): boolean {
  return parameter !== null && value !== null && (isSize === true || !/^(trips|share)_/.test(parameter));
}

/** Numbers that tell one which was taken: those behind the argument of the launch, else itself. */
function sizesBehind(
  { kernel, launch }: LaunchedKernel,
  { parameter }: LoweringAssumption,
  settings: AnalysisSettings,
  own: Assumption,
): readonly OpenSize[] {
  const argument = launch?.arguments[kernel.parameters.findIndex(({ name }) => name === parameter)];
  const names = argument === undefined ? [] : namesIn([argument]);
  const set = projectNumbers(settings);
  const isBehind = names.length > 0 && !isSettable(own.key) && !names.some((name) => set.has(name));
  return isBehind ? names.map((name) => ({ key: name, name, value: null })) : [openSizeOf(own)];
}

/** Names of the project that the kernel and its launch take a number for: the user's, or one that was chosen. */
function projectAssumptions(
  taken: LaunchedKernel,
  chosen: ReadonlyMap<string, number>,
  settings: AnalysisSettings,
): readonly Assumption[] {
  const set = projectNumbers(settings);
  const numbers = new Map([...chosen, ...set]);
  const { path, line } = taken.launch ?? taken.kernel;
  return namesTaken(taken, numbers).map((name) => {
    const isSet = set.has(name);
    const value = numbers.get(name)!;
    const text = message(isSet ? 'analysis.sizeSet' : 'analysis.sizeTaken', { name, value });
    return { key: name, value, text, location: { path, line }, ...(isSet ? { original: '' } : {}) };
  });
}

/** What the user set stays in the list, though nothing is assumed in its place: there it can be taken back. */
function withGiven(
  { kernel, assumptions }: KernelFacts,
  settings: AnalysisSettings,
  prefix: string,
  own: readonly Assumption[],
): readonly Assumption[] {
  const listed = new Set([...assumptions, ...own].map(({ key }) => key));
  const given = Object.entries(ownNumbers(kernel, settings))
    .map(([name, value]) => ({
      key: `${prefix}${name}`,
      value,
      text: message('analysis.valueIs', { kernel: kernel.name, name, value }),
    }))
    .filter(({ key }) => !listed.has(key))
    .map((one) => ({ ...one, original: '', location: { path: kernel.path, line: kernel.line } }));
  return [...own, ...given];
}

/** What was assumed for one kernel; a parameter that has a name in the whole project goes by that. */
function assumptionOf(
  taken: LaunchedKernel,
  one: LoweringAssumption,
  shared: string | null = one.parameter === null ? null : projectName(taken, one.parameter),
): Assumption {
  const { name, path, line } = taken.kernel;
  const what = lineAndText(one);
  return {
    key: shared ?? `${assumptionPrefix(taken.kernel)}${one.parameter ?? plain(what)}`,
    value: one.value ?? '',
    text: message('kernel.of', { name, what }),
    location: { path, line: one.range?.startLine ?? line },
    ...(one.ofFirst && { ofFirst: one.ofFirst }),
    ...(one.omits !== undefined && { omits: one.omits }),
    ...(one.undeclared !== undefined && { undeclared: one.undeclared }),
    ...(one.countedAs !== undefined && { countedAs: one.countedAs }),
    ...(one.isGuess === true && { isGuess: one.isGuess }),
  };
}

function reasonOf({ reason, range }: Extract<Lowering, { kind: 'refused' }>): Words {
  return message('analysis.reasonInLine', { reason, line: range.startLine });
}

/** Blocks that the whole GPU holds at once. */
function wave(facts: KernelFacts, gpu: GpuSpec): number {
  const { blocksPerSm } = occupancy(gpu.limits, {
    threadsPerBlock: facts.threadsPerBlock.value,
    registersPerThread: facts.registers.value,
    staticSharedBytes: facts.staticSharedBytes.value,
    dynamicSharedBytes: Math.max(0, facts.dynamicSharedBytes),
  });
  return blocksPerSm * gpu.sms;
}

interface GridFact {
  readonly grid: Dim3;
  readonly assumptions: readonly Assumption[];
  readonly openSizes: readonly OpenSize[];
}

function gridOf(facts: KernelFacts, waveBlocks: number, settings: AnalysisSettings): GridFact {
  const { kernel, grid } = facts;
  if (grid !== null && volume(grid) > 0) return { grid, assumptions: [], openSizes: [] };
  const given = blocksSet(facts, settings);
  const assumed = ASSUMED_WAVES * waveBlocks;
  const value = given ?? assumed;
  const why =
    given === null ? message('analysis.noGrid', { waves: ASSUMED_WAVES }) : message('analysis.setByYou');
  const text = message('analysis.assumedBlocks', { name: kernel.name, value, why });
  const location = { path: kernel.path, line: kernel.line };
  const key = `${assumptionPrefix(kernel)}blocks`;
  return {
    grid: shaped(value, facts.block),
    assumptions: [{ key, value, text, location, ...(given === null ? {} : { original: assumed }) }],
    openSizes: openLaunch(facts, settings),
  };
}

/** Grids mostly extend where their blocks do. */
function shaped(blocks: number, block: Dim3): Dim3 {
  if (block[1] === 1) return [blocks, 1, 1];
  const side = Math.ceil(Math.sqrt(blocks));
  return [side, Math.ceil(blocks / side), 1];
}
