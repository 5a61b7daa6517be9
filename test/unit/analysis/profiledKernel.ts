import { english } from '../../../src/words';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { measureKernel } from '../../../src/fitting/measure';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import type { Dim3 } from '../../../src/kernel/symbolic';
import { testParser } from '../cuda/support';

/** A kernel whose loop nobody knows the length of: the host reads it from the command line. */
export const WALK = `
__global__ void walk(const float* in, float* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < steps; k++) sum += in[i] * 2.0f + (float)k;
  out[i] = sum;
}
`;
export const WALK_LAUNCH = 'void run(const float* a, float* b, int n) { walk<<<40, 128>>>(a, b, n); }\n';
export const WALK_KEY = 'walk.cu:walk:steps';
const NAMES = { walk: 'walk(float const *, float*, int)', probe: 'probe(float const *, float*, int, int)' };
type Name = keyof typeof NAMES;

/** Instruction counts of `walk` at a launch with so many steps, as nvprof names them. */
export async function walkCounts(
  steps: number,
  grid: Dim3 = [40, 1, 1],
  block: Dim3 = [128, 1, 1],
): Promise<Record<string, number>> {
  const workspace = new CudaWorkspace({ parser: await testParser() });
  workspace.setFile('walk.cu', WALK);
  const [kernel] = workspace.index().kernels;
  const lowered = workspace.lower(kernel!.id, null, { arguments: { steps }, grid, block });
  if (lowered?.kind !== 'lowered') throw new Error(english(lowered?.reason ?? 'not lowered'));
  const { warpInstructions } = programTotals(lowered.program, lowered.launch);
  const warps = grid[0] * grid[1] * grid[2] * Math.ceil((block[0] * block[1] * block[2]) / 32);
  return { inst_executed: warpInstructions, inst_per_warp: warpInstructions / warps };
}

/** A kernel of which counts tell the steps, and only traffic the size of the table. */
export const PROBE = `
__global__ void probe(const float* table, float* out, int size, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < steps; k++) sum += table[(i * 977 + k * 7919) % size];
  out[i] = sum;
}
`;
export const PROBE_LAUNCH =
  'void run(const float* a, float* c, int s, int n) { probe<<<96, 128>>>(a, c, s, n); }\n';

/** Counters of `probe` on a GTX 950 with such a table and so many steps. */
export async function probeCounters(size: number, steps: number): Promise<Record<string, number>> {
  const workspace = new CudaWorkspace({ parser: await testParser() });
  workspace.setFile('probe.cu', PROBE);
  const [kernel] = workspace.index().kernels;
  const lowered = workspace.lower(kernel!.id, null, {
    arguments: { size, steps },
    grid: [96, 1, 1],
    block: [128, 1, 1],
  });
  if (lowered?.kind !== 'lowered') throw new Error(english(lowered?.reason ?? 'not lowered'));
  const options = { budgetCycles: 1e7, seed: 2 };
  const { counters, metrics } = measureKernel(lowered.program, lowered.launch, loadSpec('gtx-950'), options);
  return {
    inst_executed: metrics['inst_executed']!,
    inst_per_warp: metrics['inst_per_warp']!,
    inst_fp_32: counters.fp32Threads + counters.specialThreads,
    l2_tex_read_transactions: counters.l2ReadSectors,
    dram_read_transactions: counters.dramReadBytes / 32,
  };
}

/** A table of metrics as `nvprof --csv --metrics` prints it. */
export function metricTable(
  metrics: Readonly<Record<string, number>>,
  { device = 'GeForce GTX 950', kernel = 'walk' }: { readonly device?: string; readonly kernel?: Name } = {},
): string {
  return [
    '==1== NVPROF is profiling process 1, command: ./app',
    '==1== Metric result:',
    '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"',
    ...Object.entries(metrics).map(
      ([name, value]) => `"${device} (0)","${NAMES[kernel]}",1,"${name}","d",${value},${value},${value}`,
    ),
  ].join('\n');
}

/** A trace with one launch as `nvprof --csv --print-gpu-trace` prints it. */
export function launchTrace([x, y, z]: Dim3, [bx, by, bz]: Dim3, device = 'GeForce GTX 950'): string {
  return [
    '==1== NVPROF is profiling process 1, command: ./walk',
    '==1== Profiling result:',
    '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
    'ms,us,,,,,,,,B,B,MB,GB/s,,,,',
    `200.0,151.1,${x},${y},${z},${bx},${by},${bz},20,0,0,,,"${device} (0)","1","7","${NAMES.walk} [202]"`,
  ].join('\n');
}
