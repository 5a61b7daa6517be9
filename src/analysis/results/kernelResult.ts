import { message, type Words } from '../../kernel/message';
import type { Assumption, Origin, Sourced } from '../../kernel/origin';
import type { SourceRange } from '../../kernel/source';
import type { Dim3 } from '../../kernel/symbolic';
import type { Bottleneck } from './bottleneck';
import type { DividedRange } from './coRunResult';
import type { KernelSimulation } from './simulationResult';

export type KernelClass = 'compute-bound' | 'memory-bound' | 'latency-bound';

/** What a kernel is bound by, as the best evidence has it: a profile, its simulation, its instructions. */
export interface ClassResult {
  readonly kind: KernelClass;
  /** Where its simulation tells the kind: what of the GPU it uses most; null where clocks do. */
  readonly busiest: Bottleneck | null;
  readonly computeClocks: Sourced;
  readonly memoryClocks: Sourced;
  /** Memory clocks over compute clocks; null when the warp computes nothing. */
  readonly ratio: number | null;
}

/** One point of the occupancy curve. */
export interface OccupancyPoint {
  readonly threadsPerBlock: number;
  readonly blocksPerSm: number;
  /** Resident warps over the SM's maximum, 0–1. */
  readonly occupancy: number;
  readonly limiter: string;
}

/** Registers of a thread, both ends included. */
export interface RegisterRange {
  readonly least: number;
  readonly most: number;
  /** False where the source could not be estimated either: then it is what the architecture allows. */
  readonly estimated: boolean;
}

/** What the least and the most registers that a thread may have make of the occupancy, 0–1. */
export interface OccupancyRange {
  readonly least: number;
  readonly most: number;
  /** False where nothing tells of the registers, so that only the upper end says something. */
  readonly estimated: boolean;
}

export interface OccupancyResult extends OccupancyPoint {
  readonly source: Sourced;
  /** Between which it is where the registers are not told; null where they are. */
  readonly range: OccupancyRange | null;
  /** Set where `threadsPerBlock` is that of the first of several launches, and later ones have others. */
  readonly ofFirst?: boolean;
  /** Occupancy over block sizes with the same registers and shared memory. */
  readonly curve: readonly OccupancyPoint[];
}

export interface BlockCandidate {
  /** e.g. `SimK`, `nearest neighbours`, `occupancy`, `CUDA cores per SM`. */
  readonly method: string;
  readonly threadsPerBlock: number | null;
  /** Why this method says so, or why it has no answer. */
  readonly reason: Words;
}

export interface SimilarKernel {
  readonly name: string;
  readonly bestBlock: number;
  /** Whether the best block was measured or simulated. */
  readonly origin: Origin;
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  /** True for the neighbours that voted. */
  readonly neighbour: boolean;
}

/** Time of one launch at one block size. */
export interface BlockTiming {
  readonly threadsPerBlock: number;
  readonly time: Sourced;
}

/** Why a kernel cannot have the advised block as it is written. */
export interface BoundBlock {
  /** What its code and its block have in common: names or extents. */
  readonly what: string;
  /** Why no edit gives the advised block. */
  readonly reason: Words;
}

export interface BlockSizeResult {
  readonly current: number | null;
  /** The fastest block that was timed or simulated, the current one where none is faster; null without such times. */
  readonly advised: number | null;
  /** What the methods that need no time suggest: a candidate, no advice. */
  readonly suggested: number | null;
  readonly candidates: readonly BlockCandidate[];
  /** Map position of this kernel among the references; null without a reference set. */
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly references: readonly SimilarKernel[];
  /** Time over block sizes where it was measured or simulated; absent without such evidence. */
  readonly sweep?: readonly BlockTiming[];
  /** Set where another block than the present one needs the kernel rewritten. */
  readonly bound: BoundBlock | null;
  /** Why no edit gives the advised block; null where one was proved safe, or none is needed. */
  readonly refusal: Words | null;
  /** Expected change in time, e.g. −0.11; null where no evidence gives one. */
  readonly expectedGain: Sourced | null;
  /** What speaks for the block, whether or not its time is known. */
  readonly evidence: Words;
  /** What is known of the time at other blocks where nothing was timed; null where the evidence is of times. */
  readonly timeNote: Words | null;
}

/** All that speaks for the advised block. */
export function wholeEvidence({ evidence, timeNote }: BlockSizeResult): Words {
  return timeNote === null ? evidence : message('analysis.evidenceAndTime', { evidence, timeNote });
}

/** Of a block that is part of the algorithm: what ties it to the code, unless that is the number itself; else null. */
export function blockTie({ bound, current }: BlockSizeResult): string | null {
  return bound === null || bound.what === String(current) ? null : bound.what;
}

/** Why the block size is advised, or why another one cannot be had. */
export function blockEvidence(block: BlockSizeResult): Words {
  const { bound, advised, suggested } = block;
  const evidence = wholeEvidence(block);
  if (bound === null) return evidence;
  const { what, reason } = bound;
  return message('analysis.boundBlock', { threads: advised ?? suggested ?? 0, what, reason, evidence });
}

export interface PartnerResult {
  readonly kernelId: string;
  readonly name: string;
  readonly slowdown: number;
  /** What of it is waiting for SMs, where that is known: the rest is running slower. */
  readonly waiting: number | null;
  readonly origin: Origin;
  /** Typical error of the slowdown as a share; null where it is not known. */
  readonly error: number | null;
}

/** Whether neighbours slow a kernel down much, by its average slowdown beside the other kernels of the workspace. */
export interface SensitivityResult {
  readonly isSensitive: boolean;
  readonly meanSlowdown: number;
  /** How many kernels that is the mean over. */
  readonly partners: number;
  /** From which on a kernel counts as sensitive: the median of all kernels. */
  readonly limit: number;
  /** Of the slowdown that is known least. */
  readonly origin: Origin;
}

/** What a profile measured of this kernel. */
export interface MeasuredResult {
  readonly profilePath: string;
  readonly line: number;
  readonly device: string | null;
  readonly calls: number;
  readonly meanNs: number | null;
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  readonly metrics: Readonly<Record<string, number>>;
  /** Set when the profile is of another GPU than the chosen one: what of it was used. */
  readonly transfer: Words | null;
}

/** Blocks of a grid over the blocks that the GPU holds at once. */
export interface LaunchWaves {
  readonly count: number;
  /** How full the last one is, 0–1; null where the registers leave it open. */
  readonly tail: number | null;
  /** The most that there may be; `count` where the registers leave nothing open. */
  readonly most: number;
}

/** Work that a launch runs at the same time as, although one of both writes what the other touches. */
export interface LaunchRace {
  /** The kernel, or the copy or memset. */
  readonly what: Words;
  /** Where it is issued: a line of the file of the launch, or a file with its line. */
  readonly where: Words;
  readonly path: string;
  readonly line: number;
  readonly buffer: string;
}

export interface LaunchResult {
  readonly path: string;
  readonly line: number;
  readonly range: SourceRange;
  readonly callee: string;
  readonly kernelIds: readonly string[];
  readonly grid: readonly (number | string)[];
  readonly block: readonly (number | string)[];
  readonly sharedBytes: number | string;
  readonly stream: number | string;
  readonly unknowns: readonly string[];
  /** Names whose numbers would tell grid and block; absent where they are told, or no numbers would. */
  readonly settable?: readonly string[];
  /** What grid, block and shared memory rest on, such as the first turn of a loop; empty where they are written out. */
  readonly assumptions: readonly Words[];
  /** Waves of blocks on the chosen GPU and how full the last one is (0–1); null while unknown. */
  readonly waves: LaunchWaves | null;
  /** Absent where no race is known. */
  readonly races?: readonly LaunchRace[];
}

/** A number that the sources leave open. */
export interface OpenSize {
  /** Key of the assumption that sets it. */
  readonly key: string;
  readonly name: string;
  /** What was taken for it where something was simulated with it; null where nothing was. */
  readonly value: number | null;
}

export interface KernelResult {
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  readonly line: number;
  readonly range: SourceRange;
  readonly nameRange: SourceRange;
  readonly parameters: string;
  /** Set when the kernel could not be analysed: the reason, with the line it stands on. */
  readonly refused: Words | null;
  readonly kernelClass: ClassResult | null;
  readonly threadsPerBlock: Sourced | null;
  readonly registers: Sourced | null;
  /** Between which they are where nobody told them; null where they were told. */
  readonly registerRange: RegisterRange | null;
  readonly staticSharedBytes: Sourced | null;
  readonly occupancy: OccupancyResult | null;
  /** Mean duration of one launch. */
  readonly time: Sourced | null;
  /** Numbers that its work depends on and that nobody tells: only a profile gives it a time while there are some. */
  readonly openSizes: readonly OpenSize[];
  readonly measured: readonly MeasuredResult[];
  readonly block: BlockSizeResult | null;
  readonly bottlenecks: readonly Bottleneck[];
  /** What the simulator says; null while nothing was asked of it. */
  readonly simulation: KernelSimulation | null;
  readonly bestPartner: PartnerResult | null;
  readonly worstPartner: PartnerResult | null;
  /** Null where too few kernels have numbers. */
  readonly sensitivity: SensitivityResult | null;
  /** On SMs of its own beside another kernel, by each predictor that tells of that. */
  readonly divided: readonly DividedRange[];
  readonly assumptions: readonly Assumption[];
  /** Instructions per thread by class, non-zero classes only. */
  readonly mix: Readonly<Record<string, number>>;
}
