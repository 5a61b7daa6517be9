import { message } from '../../kernel/message';
import type { SmLimits } from '../../kernel/gpuSpec';
import {
  extentOf,
  type Scenario,
  type ScenarioApp,
  type ScenarioGap,
  type ScenarioKernel,
} from '../../kernel/scenario';
import { fieldFault } from '../../kernel/result';
import { hostLinkOf } from '../hostlink/hostLinkSpec';
import { hash2, hash3 } from '../core/bits';
import type { AppPlan, PlannedStep } from '../dispatch/appQueue';
import { MOST_KERNELS } from '../memory/setTags';
import { compileKernel, type CompiledKernel } from '../program/compile';
import { DeviceMemory } from '../program/deviceMemory';
import { ImageBuilder } from '../program/image';
import type { KernelSource } from '../program/kernelContext';
import { yieldingProgram } from '../program/yieldingProgram';
import type { SharedArray } from '../program/sharedData';
import type { ResolvedLaunch } from '../program/launch';
import { kernelTable } from '../sm/kernelTable';
import { LINE_BYTES } from '../core/sizes';
import type { LoadedSpec } from '../spec/loadSpec';
import { withControllers } from '../spec/withControllers';
import type { MachinePlan } from './machinePlan';
import { sliceCyclesOf, sliceListsOf } from './sharing';
import { yieldingApp } from './yielding';

/** Seed of a scenario that gives none. */
export const DEFAULT_SEED = 1;

/** Options of planning a machine for a scenario. */
export interface PlanOptions {
  /** Number of the one application that is to run alone; its random draws stay those of the co-run. */
  readonly solo?: number;
  /** Of so many L2 sets one is watched by auxiliary tag directories; 0, the default, for none. */
  readonly sampleEvery?: number;
  /** Of each application whether the run begins with its data in the L2 cache; by default nothing is there. */
  readonly earlierData?: readonly boolean[];
}

/**
 * Compiles the programs of a scenario for a GPU.
 *
 * @throws InputError naming the field of the scenario that is at fault.
 */
export function planMachine(scenario: Scenario, loaded: LoadedSpec, options: PlanOptions = {}): MachinePlan {
  const { gpu } = loaded;
  const spec = withControllers(loaded.spec, scenario.memory);
  const { solo, sampleEvery = 0, earlierData = [] } = options;
  const dataBytes: number[] = [];
  const builder = new ImageBuilder();
  const memory = new DeviceMemory(spec.memoryBytes);
  const compiled: CompiledKernel[] = [];
  const yields = solo === undefined ? yieldingApp(scenario) : undefined;
  const chosen = scenario.apps
    .map((app, index) => ({ app, index }))
    .filter(({ index }) => index === (solo ?? index));
  const apps = chosen.map(({ app, index }, number): AppPlan => {
    const field = `apps[${index}]`;
    const before = memory.used;
    const kernels = kernelsOf(app, field).map(({ kernel, at }, place) => {
      const seed = hash3(scenario.seed ?? DEFAULT_SEED, hash2(index, place), 0);
      compiled.push(
        compileKernel(
          sourceOf(
            kernel,
            at,
            gpu.limits,
            { app: number, seed },
            yields?.app === index ? (yields.pollNs ?? 0) : null,
          ),
          spec,
          memory,
          builder,
        ),
      );
      return compiled.length - 1;
    });
    dataBytes.push(memory.used - before);
    return {
      name: app.name,
      kernels,
      steps: stepsOf(app, kernels.length, spec.coreClockMHz),
      repeat: app.repeat === 'always' ? Infinity : (app.repeat ?? 1),
      startCycle: solo === undefined ? (app.startCycle ?? 0) : 0,
    };
  });
  const sliceLists = solo === undefined ? sliceListsOf(scenario, loaded) : undefined;
  if (compiled.length > MOST_KERNELS)
    throw fieldFault('apps', message('simulator.moreKernels', { count: compiled.length, max: MOST_KERNELS }));
  const kernels = kernelTable(compiled, gpu.limits, memory);
  return {
    spec,
    limits: gpu.limits,
    image: builder.build(),
    kernels,
    apps,
    copyLink: {
      link: hostLinkOf(gpu),
      engines: gpu.copyEngines > 1 ? 2 : 1,
      coreClockMHz: spec.coreClockMHz,
    },
    sampleEvery,
    sharedArrays: inCommon(compiled),
    dataBytes,
    earlierData,
    firstFreeLine: memory.used / LINE_BYTES,
    leftover: LEFTOVER.has(scenario.mode?.kind ?? 'streams'),
    // Nobody shares an SM so on cards; the mixes that studies ask for are to fit.
    fixedCarveOuts: scenario.mode?.kind !== 'intra-sm',
    sliceCycles: solo === undefined ? sliceCyclesOf(scenario, spec) : 0,
    ...(sliceLists === undefined ? {} : { sliceLists }),
  };
}

/** Of an array of several kernels, what the one says that shares least of it. */
function inCommon(kernels: readonly CompiledKernel[]): readonly SharedArray[] {
  const least = new Map<number, SharedArray>();
  for (const array of kernels.flatMap((kernel) => kernel.sharedArrays)) {
    const known = least.get(array.base);
    if (known === undefined || array.surplus < known.surplus) least.set(array.base, array);
  }
  return [...least.values()];
}

/**
 * Modes in which GPUs share SMs themselves: kernels go first come, first served, between streams as between clients of
 * MPS (Gilman and Walls, PEVA 2021, on an RTX 3090).
 */
const LEFTOVER: ReadonlySet<string> = new Set(['streams', 'mps']);

/** What a launch may have along x (CUDA C++ Programming Guide, technical specifications). */
const MOST_BLOCKS = 2 ** 31 - 1;

/** Copies and work of the host by their place in a sequence of `kernels` kernels. */
function stepsOf(
  { copies = [], gaps = [] }: ScenarioApp,
  kernels: number,
  clockMHz: number,
): readonly (readonly PlannedStep[])[] {
  const places: PlannedStep[][] = Array.from({ length: kernels + 1 }, () => []);
  for (const { direction, bytes, pinned = true, before } of copies)
    places[before ?? (direction === 'HtoD' ? 0 : kernels)]!.push({ direction, bytes, pinned });
  const added = places.map(() => 0);
  for (const { ns, before, afterCopies = 0 } of gaps.toSorted(byPlace))
    places[before]!.splice(afterCopies + added[before]!++, 0, {
      gapCycles: Math.round((ns * clockMHz) / 1000),
    });
  return places;
}

const byPlace = (a: ScenarioGap, b: ScenarioGap): number => (a.afterCopies ?? 0) - (b.afterCopies ?? 0);

function kernelsOf(app: ScenarioApp, field: string): { kernel: ScenarioKernel; at: string }[] {
  if (app.kernels === undefined) return [{ kernel: app, at: field }];
  return app.kernels.map((kernel, i) => ({ kernel, at: `${field}.kernels[${i}]` }));
}

function sourceOf(
  kernel: ScenarioKernel,
  field: string,
  limits: SmLimits,
  run: Pick<KernelSource, 'app' | 'seed'>,
  /** Time of a look at what the host asks for; null for a kernel that does not yield. */
  pollNs: number | null,
): KernelSource {
  if (kernel.program === undefined || kernel.launch === undefined)
    throw fieldFault(field, message('simulator.noProgram'));
  return {
    program: pollNs === null ? kernel.program : yieldingProgram(kernel.program, pollNs),
    launch: resolveLaunch(kernel.launch, field, limits),
    arguments: kernel.arguments ?? {},
    ...run,
    field,
  };
}

function resolveLaunch(
  launch: NonNullable<ScenarioKernel['launch']>,
  field: string,
  { maxThreadsPerBlock }: SmLimits,
): ResolvedLaunch {
  const grid = extentOf(launch.grid);
  const block = extentOf(launch.block);
  const blocks = grid[0] * grid[1] * grid[2];
  if (blocks > MOST_BLOCKS)
    throw fieldFault(`${field}.launch.grid`, message('simulator.blocksBeyond', { blocks, max: MOST_BLOCKS }));
  const threads = block[0] * block[1] * block[2];
  if (threads > maxThreadsPerBlock)
    throw fieldFault(
      `${field}.launch.block`,
      message('simulator.threadsBeyond', { threads, max: maxThreadsPerBlock }),
    );
  return {
    grid,
    block,
    dynamicSharedBytes: launch.sharedBytes ?? 0,
    blocks: Math.min(blocks, launch.firstBlocks ?? blocks),
  };
}
