import { COMPUTE_CLASSES, type ComputeClass } from '../kernel/instructionClasses';
import { type Statement } from '../kernel/program';
import { WARP_SIZE } from '../kernel/warp';
import type { InstructionCounts } from './instructionCounts';

/** Runs of one class longer than this are broken up, so that units work side by side as in compiled code. */
const LONGEST_RUN = 16;
const MOST_SEGMENTS = 6;
/** Below this share of divergent branches the profile's rounding is as large. */
const LEAST_DIVERGENCE = 0.001;

/** Options of a run of arithmetic statements. */
export interface ComputeOptions {
  readonly distance: number;
  /** Loads that the first instruction needs. */
  readonly after: readonly string[];
}

/** Arithmetic with the classes interleaved. */
export function computeRuns(
  counts: Readonly<Record<ComputeClass, number>>,
  { distance, after }: ComputeOptions,
): Statement[] {
  const longest = Math.max(0, ...COMPUTE_CLASSES.map((name) => counts[name]));
  const segments = Math.min(MOST_SEGMENTS, Math.max(1, Math.ceil(longest / LONGEST_RUN)));
  const statements: Statement[] = [];
  for (let segment = 0; segment < segments; segment++)
    for (const name of COMPUTE_CLASSES) {
      const count = part(counts[name], segment, segments);
      if (count > 0) statements.push({ op: 'compute', class: name, count, distance });
    }
  const [first] = statements;
  if (first?.op === 'compute' && after.length > 0) statements[0] = { ...first, after: [...after] };
  return statements;
}

function part(count: number, segment: number, segments: number): number {
  return Math.floor((count * (segment + 1)) / segments) - Math.floor((count * segment) / segments);
}

/** Lane mask under which part of the arithmetic runs, so that threads per instruction are as measured. */
export interface LaneMask {
  /** Share of the instructions that only the first `lanes` lanes run. */
  readonly share: number;
  readonly lanes: number;
}

/** The mask for which lanes are active on average as measured; null when all are. */
export function laneMaskOf(laneShare: number, lanes: number): LaneMask | null {
  if (laneShare > 0.995 || lanes < 2) return null;
  const kept = laneShare >= 0.5 ? Math.round(lanes / 2) : Math.max(1, Math.floor(laneShare * lanes));
  return { share: Math.min(1, ((1 - laneShare) * lanes) / (lanes - kept)), lanes: kept };
}

/** Arithmetic of one iteration, some of it under a mask: predication, which costs no branch. */
export function maskedCompute(
  counts: Readonly<Record<ComputeClass, number>>,
  mask: LaneMask | null,
  options: ComputeOptions,
): Statement[] {
  if (mask === null) return computeRuns(counts, options);
  const masked = Object.fromEntries(
    COMPUTE_CLASSES.map((name) => [name, Math.round(counts[name] * mask.share)]),
  ) as Record<ComputeClass, number>;
  const open = Object.fromEntries(
    COMPUTE_CLASSES.map((name) => [name, counts[name] - masked[name]]),
  ) as Record<ComputeClass, number>;
  const statements = computeRuns(open, options);
  const body = computeRuns(masked, { ...options, after: statements.length === 0 ? options.after : [] });
  if (body.length === 0) return statements;
  // Lanes below the limit go round once, the others not at all.
  return [...statements, { op: 'loop', trips: { start: 'lane', below: mask.lanes, step: WARP_SIZE }, body }];
}

/** A branch that splits the warp. */
function divergentBranch(lanes: number, distance: number): Statement {
  const control: Statement = { op: 'compute', class: 'control', distance };
  return {
    op: 'if',
    condition: `lane < ${Math.max(1, Math.floor(lanes / 2))}`,
    then: [control],
    else: [control],
  };
}

/**
 * Branches of one iteration, as many of them divergent as measured, beside `uniform` other ones. They take two
 * of the iteration's control instructions each; `control` is what there is.
 */
export function divergentBranches(
  instructions: InstructionCounts,
  lanes: number,
  uniform: number,
  control: number,
  distance: number,
): { readonly statements: Statement[]; readonly control: number } {
  const { divergence } = instructions;
  if (divergence < LEAST_DIVERGENCE || lanes < 2) return { statements: [], control: 0 };
  const wanted = (divergence / Math.max(0.01, 1 - divergence)) * (uniform + 1);
  const expected = Math.min(wanted, control / 2, 64);
  if (expected <= 0) return { statements: [], control: 0 };
  const whole = Math.floor(expected);
  const branch = divergentBranch(lanes, distance);
  const rest = expected - whole;
  const statements: Statement[] = [];
  if (whole > 0) statements.push({ op: 'loop', trips: whole, body: [branch] });
  if (rest > 0.001)
    statements.push({ op: 'if', condition: { probability: rest, scope: 'warp' }, then: [branch] });
  return { statements, control: Math.round(2 * expected) };
}
