import { COMPUTE_CLASSES, type ComputeClass } from '../kernel/instructionClasses';
import type { AccessCounts } from './accessCounts';
import type { InstructionCounts } from './instructionCounts';
import type { FitParameters } from './parameters';

/**
 * Plan of the loops that a warp's work is divided into: the outer one loads from and stores to global memory,
 * the inner one works on shared memory and computes. Loops themselves take no instruction of the simulator, so
 * that their number is free; the control instructions of the profile are among the arithmetic.
 */
export interface LoopPlan {
  readonly outer: number;
  readonly inner: number;
  /** Instructions of each class in one inner iteration, and what is left over for the beginning. */
  readonly each: Readonly<Record<ComputeClass, number>>;
  readonly before: Readonly<Record<ComputeClass, number>>;
  readonly barriers: number;
}

const SHARED_PER_ITERATION = 8;
const COMPUTE_PER_ITERATION = 256;

/** Cuts a warp's instructions into iterations. */
export function planLoops(
  instructions: InstructionCounts,
  accesses: AccessCounts,
  parameters: FitParameters,
): LoopPlan {
  const { shared, global, texture, store } = accesses;
  const loads = global.requests + texture.requests;
  const others = Math.max(store.requests, accesses.localLoads, accesses.localStores, accesses.atomics);
  const outer = Math.max(1, Math.round(Math.max(loads, others) / parameters.loadsInFlight));
  const barriers = shared.synchronises ? shared.stores * parameters.barriersPerStore : 0;
  const arithmetic = arithmeticOf(instructions, memoryOf(accesses) + barriers);
  const sum = Object.values(arithmetic).reduce((all, count) => all + count, 0);
  const perOuter = Math.max(
    Math.max(shared.loads, shared.stores) / SHARED_PER_ITERATION,
    sum / COMPUTE_PER_ITERATION,
  );
  const inner = Math.max(1, Math.round(perOuter / outer));
  const iterations = outer * inner;
  const each = mapClasses((name) => Math.floor(arithmetic[name] / iterations));
  const before = mapClasses((name) => Math.round(arithmetic[name] - each[name] * iterations));
  return { outer, inner, each, before, barriers };
}

/** Memory instructions of a warp. */
function memoryOf(accesses: AccessCounts): number {
  const { global, texture, store, shared, localLoads, localStores, atomics } = accesses;
  const device = global.requests + texture.requests + store.requests + localLoads + localStores + atomics;
  return device + shared.loads + shared.stores;
}

/**
 * Instructions per class that do not access memory; the exit that ends every program is a control instruction.
 */
function arithmeticOf(instructions: InstructionCounts, others: number): Record<ComputeClass, number> {
  const { total, weights } = instructions;
  const left = Math.max(0, total - others - 1);
  const control = Math.min(left, Math.max(0, instructions.control - 1));
  const sum = Object.values(weights).reduce((all, weight) => all + weight, 0);
  return mapClasses(
    (name) => ((left - control) * (weights[name] ?? 0)) / sum + (name === 'control' ? control : 0),
  );
}

function mapClasses(value: (name: ComputeClass) => number): Record<ComputeClass, number> {
  return Object.fromEntries(COMPUTE_CLASSES.map((name) => [name, value(name)])) as Record<
    ComputeClass,
    number
  >;
}
