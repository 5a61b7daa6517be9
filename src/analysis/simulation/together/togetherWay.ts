import type { SharingMode } from '../../../kernel/prediction';
import type { ScenarioApp } from '../../../kernel/scenario';
import { planMachine } from '../../../simulator/run/plan';
import { loadSpec } from '../../../simulator/spec/loadSpec';
import { slicesOf, wholeGpu, type GpuSlice } from '../gpuSlice';
import { blocksOf } from '../launchWork';
import { sharingOf } from '../sharing';

/** One thing of each of both launches. */
export type Two<T> = readonly [T, T];

/** Two launches that start at the same time, the one that is made first first. */
export interface TogetherRequest {
  readonly gpuId: string;
  readonly mode: SharingMode;
  readonly apps: Two<ScenarioApp>;
  /** Core cycles of each alone. */
  readonly launchCycles: Two<number>;
}

/** On how much of the GPU they run, and how much of them. */
export interface TogetherWay {
  readonly slice: GpuSlice;
  /** First blocks of each that run. */
  readonly blocks: Two<number>;
  /** Whether waves in the middle of a launch are left out. */
  readonly isCut: boolean;
}

/** SM cycles that both launches may take one after the other; they run so long one after the other and at once, and the first one alone. */
const SM_CYCLES = 2e6;
/** Whole waves that a launch which is cut keeps: caches are cold in the first, blocks out of step in later ones. */
const WAVES = 3;

/**
 * How two launches are run: on the largest part of the GPU where that is affordable, and whole rather than cut.
 *
 * @returns null where even single blocks on the smallest slice take too long
 * @throws InputError as the simulator does
 */
export function togetherWay(request: TogetherRequest): TogetherWay | null {
  return waysTogether(request).find((way) => smCycles(request, way) <= SM_CYCLES) ?? null;
}

/** All ways, the best one first. */
export function waysTogether(request: TogetherRequest): readonly TogetherWay[] {
  const whole = wholeGpu(loadSpec(request.gpuId).spec);
  const slices = [whole, ...slicesOf(whole).filter(({ sms }) => sms < whole.sms)];
  return slices.flatMap((slice) => {
    const { kind } = sharingOf(request.mode, slice);
    if (kind === 'none' || (kind === 'divided' && !isHalvable(slice))) return [];
    const blocks = blocksOn(request, slice, whole);
    const uncut = { slice, blocks, isCut: false };
    if (kind === 'divided') return [uncut];
    const cut = cutBlocks(request, slice, blocks);
    return cut.every((count, at) => count === blocks[at])
      ? [uncut]
      : [uncut, { slice, blocks: cut, isCut: true }];
  });
}

const isHalvable = ({ sms, memoryChannels }: GpuSlice): boolean => sms % 2 === 0 && memoryChannels % 2 === 0;

/** Blocks of both that belong to a slice. */
function blocksOn({ apps }: TogetherRequest, slice: GpuSlice, whole: GpuSlice): Two<number> {
  const of = (app: ScenarioApp): number => Math.max(1, Math.round((blocksOf(app) * slice.sms) / whole.sms));
  return [of(apps[0]), of(apps[1])];
}

/**
 * Blocks that are left where launches queue for SMs: the younger one starts in the last wave of the older one, so that
 * waves before it change nothing. The younger one keeps enough to outlast it wherever it starts, and each its last
 * wave, filled as it is.
 */
function cutBlocks(
  { gpuId, apps, launchCycles }: TogetherRequest,
  slice: GpuSlice,
  blocks: Two<number>,
): Two<number> {
  const { kernels } = planMachine({ gpu: gpuId, apps: [...apps] }, loadSpec(gpuId));
  const waves = blocks.map((_, at) => kernels.blocksPerSm[at]! * slice.sms);
  const waveCycles = blocks.map((count, at) => launchCycles[at]! / Math.ceil(count / waves[at]!));
  const older = kept(blocks[0], waves[0]!, WAVES);
  const olderCycles = (launchCycles[0] * older) / blocks[0];
  return [older, kept(blocks[1], waves[1]!, Math.max(WAVES, Math.ceil(olderCycles / waveCycles[1]!) + 1))];
}

function kept(blocks: number, wave: number, waves: number): number {
  return Math.min(blocks, (blocks % wave) + waves * wave);
}

/** Core cycles that one of both takes alone, as far as it runs. */
export function expectedCycles(
  { launchCycles, apps, gpuId }: TogetherRequest,
  way: TogetherWay,
  at: number,
): number {
  const onSlice = blocksOf(apps[at]!) * (way.slice.sms / loadSpec(gpuId).spec.sms);
  return launchCycles[at]! * Math.min(1, way.blocks[at]! / onSlice);
}

function smCycles(request: TogetherRequest, way: TogetherWay): number {
  return way.slice.sms * (expectedCycles(request, way, 0) + expectedCycles(request, way, 1));
}
