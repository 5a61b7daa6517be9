import { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/fitting/programTotals';
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
const NAME = 'walk(float const *, float*, int)';

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
  if (lowered?.kind !== 'lowered') throw new Error(lowered?.reason);
  const { warpInstructions } = programTotals(lowered.program, lowered.launch);
  const warps = grid[0] * grid[1] * grid[2] * Math.ceil((block[0] * block[1] * block[2]) / 32);
  return { inst_executed: warpInstructions, inst_per_warp: warpInstructions / warps };
}

/** A table of metrics as `nvprof --csv --metrics` prints it. */
export function metricTable(metrics: Readonly<Record<string, number>>, device = 'GeForce GTX 950'): string {
  return [
    '==1== NVPROF is profiling process 1, command: ./walk',
    '==1== Metric result:',
    '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"',
    ...Object.entries(metrics).map(
      ([name, value]) => `"${device} (0)","${NAME}",1,"${name}","d",${value},${value},${value}`,
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
    `200.0,151.1,${x},${y},${z},${bx},${by},${bz},20,0,0,,,"${device} (0)","1","7","${NAME} [202]"`,
  ].join('\n');
}
