import { parseKernelProgram, type KernelProgram, type Statement } from '../kernel/program';
import type { SimulatorSpec } from '../simulator/spec/simulatorSpec';
import type { AccessCounts } from './accessCounts';
import { computeRuns, divergentBranches, laneMaskOf, maskedCompute } from './computeStatements';
import type { InstructionCounts } from './instructionCounts';
import type { LaunchShape } from './launchShape';
import { planLoops, type LoopPlan } from './loopPlan';
import { MemoryStatements } from './memoryStatements';
import type { FitParameters } from './parameters';
import { sharedStatements } from './sharedStatements';

/** Everything that counters say about one kernel. */
export interface KernelCounts {
  readonly name: string;
  readonly shape: LaunchShape;
  readonly instructions: InstructionCounts;
  readonly accesses: AccessCounts;
}

/** Share of device memory that one array of a program may take: a program has fewer than 16. */
const ARRAY_SHARE = 1 / 16;

/**
 * A loop program whose counters are those of `counts`: per outer iteration its loads, then inner iterations
 * on shared memory and arithmetic, then its stores.
 */
export function assembleProgram(
  counts: KernelCounts,
  parameters: FitParameters,
  spec: SimulatorSpec,
): KernelProgram {
  const { shape, instructions, accesses } = counts;
  const plan = planLoops(instructions, accesses, parameters);
  const memory = new MemoryStatements(
    {
      warps: shape.warps,
      warpsPerBlock: shape.warpsPerBlock,
      lanes: shape.lanes,
      outer: plan.outer,
      capacity: Math.floor(spec.memoryBytes * ARRAY_SHARE),
    },
    parameters,
  );
  const loads = [
    ...memory.loadsOf(accesses.global, 'global'),
    ...memory.loadsOf(accesses.texture, 'texture'),
    ...memory.localsOf(accesses.localLoads, accesses.localStores),
  ];
  const loaded = [...memory.names];
  const stores = [
    ...memory.storesOf(accesses.store.requests, accesses.store.sectors, accesses.store.toDram),
    ...memory.atomicsOf(accesses.atomics, accesses.atomicSectors),
  ];
  const inner = innerBody(counts, plan, parameters, loaded, memory.branches);
  const outer = [...loads, ...repeated('part', plan.inner, inner.statements), ...stores];
  const body = [
    ...computeRuns(plan.before, { distance: parameters.distance, after: [] }),
    ...repeated('step', plan.outer, outer),
  ];
  return parseKernelProgram({
    name: counts.name.slice(0, 500) || 'kernel',
    registersPerThread: shape.registersPerThread,
    arrays: { ...memory.arrays, ...inner.arrays },
    body: body.length > 0 ? body : [{ op: 'compute', class: 'control' }],
  });
}

function innerBody(
  counts: KernelCounts,
  plan: LoopPlan,
  parameters: FitParameters,
  loaded: readonly string[],
  branches: number,
) {
  const { shape, instructions, accesses } = counts;
  const shared = sharedStatements(
    accesses.shared,
    plan.outer * plan.inner,
    plan.barriers,
    shape.launch.sharedBytes,
    loaded,
  );
  const { distance } = parameters;
  const uniform = branches / plan.inner + shared.branches;
  const branch = divergentBranches(instructions, shape.lanes, uniform, plan.each.control, distance);
  const each = { ...plan.each, control: plan.each.control - branch.control };
  const mask = laneMaskOf(instructions.laneShare, shape.lanes);
  const statements = [
    ...shared.statements,
    ...maskedCompute(each, mask, { distance, after: [...loaded, ...shared.names] }),
    ...branch.statements,
  ];
  return { arrays: shared.arrays, statements };
}

function repeated(name: string, trips: number, body: readonly Statement[]): Statement[] {
  if (body.length === 0) return [];
  return trips > 1 ? [{ op: 'loop', name, trips, body }] : [...body];
}
