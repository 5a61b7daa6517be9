import type { Bottleneck } from '../results/bottleneck';
import type { ClassResult, KernelClass } from '../results/kernelResult';
import type { KernelSimulation } from '../results/simulationResult';

/** What of a simulation's resources moves or keeps data; the others compute. */
const MEMORY: ReadonlySet<string> = new Set(['DRAM', 'network', 'shared memory', 'load/store units']);

/**
 * Where nothing is used more than this, neither computing nor memory takes the time but waiting for results: the line
 * that Nsight Compute draws (Kernel Profiling Guide, "Speed Of Light").
 */
const BUSY = 0.6;

/**
 * What a kernel is bound by once it was simulated: what its instructions let expect is not always what takes the time.
 * A profile of the kernel counts more. May be applied to what it has given.
 */
export function classAsRun(known: ClassResult, simulation: KernelSimulation | null): ClassResult {
  const [busiest] = simulation?.resources ?? [];
  const isKnown = simulation?.status === 'done' && simulation.reason === null && busiest !== undefined;
  if (known.computeClocks.origin === 'measured' || !isKnown)
    return { ...known, kind: classOfClocks(known), busiest: null };
  return { ...known, kind: classOfUse(busiest), busiest };
}

function classOfUse({ resource, share }: Bottleneck): KernelClass {
  if (share.value < BUSY) return 'latency-bound';
  return MEMORY.has(resource) ? 'memory-bound' : 'compute-bound';
}

const classOfClocks = ({ computeClocks, memoryClocks }: ClassResult): KernelClass =>
  memoryClocks.value > computeClocks.value ? 'memory-bound' : 'compute-bound';
