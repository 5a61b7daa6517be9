import { lineAndText } from '../../kernel/codeAssumption';
import type { Kernel } from '../../kernel/kernel';
import type { LoweringAssumption } from '../../cuda/lowering/assumption';
import { message, plain, type Words } from '../../kernel/message';
import type { CudaWorkspace, Lowering } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Assumption } from '../../kernel/origin';
import type { ScenarioApp } from '../../kernel/scenario';
import { volume, type Dim3 } from '../../kernel/symbolic';
import { occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { withFitted, type FittedNumbers } from '../fitting/fittedNumbers';
import type { KernelFacts } from '../stages/kernelFacts';
import { assumptionPrefix, numbersSet } from '../stages/numbersSet';
import type { AnalysisSettings } from '../workspaceState';

/** A kernel that can be simulated. */
export interface SimulatedKernel {
  readonly kernelId: string;
  readonly app: ScenarioApp;
  readonly block: Dim3;
  readonly assumptions: readonly Assumption[];
  /** Whether nothing tells the grid or an argument of a launch: how long it takes is then the time of no launch. */
  readonly isInvented: boolean;
}

export type Preparation =
  | ({ readonly kind: 'ready' } & SimulatedKernel)
  | { readonly kind: 'refused'; readonly kernelId: string; readonly reason: Words };

/** Waves of blocks of a launch whose grid is not known. */
const ASSUMED_WAVES = 4;

/**
 * Makes the program of a kernel at its known launch, or at an assumed one that fills the GPU.
 * @param fitted what a profile chose for numbers that neither the source nor the user tells
 */
export function prepareKernel(
  cuda: CudaWorkspace,
  facts: KernelFacts,
  gpu: GpuSpec,
  settings: AnalysisSettings,
  fitted: FittedNumbers | null = null,
): Preparation {
  const { kernel, block } = facts;
  const prefix = assumptionPrefix(kernel);
  const refuse = (reason: Words): Preparation => ({ kind: 'refused', kernelId: kernel.id, reason });
  if (kernel.inactive !== undefined)
    return refuse(message('analysis.notCompiled', { reason: kernel.inactive }));
  if (facts.launchUnknown) return refuse(message('analysis.launchUnknown'));
  const waveBlocks = wave(facts, gpu);
  if (waveBlocks === 0) return refuse(message('analysis.noBlockFits'));
  const gridFact = gridOf(facts, waveBlocks, settings, prefix);
  const lower = (numbers: Readonly<Record<string, number>>): Lowering | null =>
    cuda.lower(kernel.id, bestLaunch(facts.launches), {
      arguments: { ...numbers, ...numbersSet(kernel, settings) },
      grid: gridFact.grid,
      block,
      sharedBytes: Math.max(0, facts.dynamicSharedBytes),
    });
  const assumed = lower({});
  if (assumed === null) return refuse(message('analysis.bodyNotRead'));
  if (assumed.kind === 'refused') return refuse(reasonOf(assumed));
  const { lowered, chosen } = withFitted(assumed, fitted, lower);
  const { program, launch } = lowered;
  const registers = facts.registerRange === null ? facts.registers.value : program.registersPerThread;
  return {
    kind: 'ready',
    kernelId: kernel.id,
    block: launch.block,
    app: {
      name: kernel.name,
      program: { ...program, registersPerThread: Math.min(255, Math.max(1, registers)) },
      launch: { grid: [...launch.grid], block: [...launch.block], sharedBytes: launch.sharedBytes },
    },
    isInvented: gridFact.isInvented || lowered.assumptions.some(isOfLaunch),
    assumptions: withGiven(facts, settings, prefix, [
      ...gridFact.assumptions,
      ...[...chosen, ...lowered.assumptions].map((one) => assumptionOf(kernel, prefix, one)),
    ]),
  };
}

/** Whether something was taken of the launch itself, and not of what its data decide (loops and branches). */
function isOfLaunch({ parameter, value }: LoweringAssumption): boolean {
  return parameter !== null && value !== null && !/^(trips|share)_/.test(parameter);
}

/** What the user set stays in the list, though nothing is assumed in its place: there it can be taken back. */
function withGiven(
  { kernel, assumptions }: KernelFacts,
  settings: AnalysisSettings,
  prefix: string,
  own: readonly Assumption[],
): readonly Assumption[] {
  const listed = new Set([...assumptions, ...own].map(({ key }) => key));
  const given = Object.entries(numbersSet(kernel, settings))
    .map(([name, value]) => ({
      key: `${prefix}${name}`,
      value,
      text: message('analysis.valueIs', { kernel: kernel.name, name, value }),
    }))
    .filter(({ key }) => !listed.has(key))
    .map((one) => ({ ...one, original: '', location: { path: kernel.path, line: kernel.line } }));
  return [...own, ...given];
}

function assumptionOf({ name, path, line }: Kernel, prefix: string, one: LoweringAssumption): Assumption {
  const what = lineAndText(one);
  return {
    key: `${prefix}${one.parameter ?? plain(what)}`,
    value: one.value ?? '',
    text: message('kernel.of', { name, what }),
    location: { path, line: one.range?.startLine ?? line },
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

function gridOf(
  facts: KernelFacts,
  waveBlocks: number,
  settings: AnalysisSettings,
  prefix: string,
): { readonly grid: Dim3; readonly assumptions: readonly Assumption[]; readonly isInvented: boolean } {
  const { kernel, grid } = facts;
  if (grid !== null && volume(grid) > 0) return { grid, assumptions: [], isInvented: false };
  const key = `${prefix}blocks`;
  const given = settings.assumptions[key];
  const usable = typeof given === 'number' && Number.isSafeInteger(given) && given > 0 && given < 2 ** 31;
  const value = usable ? given : ASSUMED_WAVES * waveBlocks;
  const why = usable ? message('analysis.setByYou') : message('analysis.noGrid', { waves: ASSUMED_WAVES });
  const text = message('analysis.assumedBlocks', { name: kernel.name, value, why });
  const location = { path: kernel.path, line: kernel.line };
  const original = usable ? { original: ASSUMED_WAVES * waveBlocks } : {};
  return {
    grid: shaped(value, facts.block),
    assumptions: [{ key, value, text, location, ...original }],
    isInvented: !usable,
  };
}

/** Grids mostly extend where their blocks do. */
function shaped(blocks: number, block: Dim3): Dim3 {
  if (block[1] === 1) return [blocks, 1, 1];
  const side = Math.ceil(Math.sqrt(blocks));
  return [side, Math.ceil(blocks / side), 1];
}
