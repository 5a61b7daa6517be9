import os from 'node:os';
import path from 'node:path';
import { temporaryFolder } from '../../files/folders';
import { readText } from '../../files/readText';
import { runProgram } from '../../files/runProgram';
import { writeWhole } from '../../files/writeFile';
import { message, type Words } from '../../kernel/message';
import { outputOf } from './microBenchmarks';

/** Compiling, and about a second for each of some 120 co-runs, twice under MPS. */
const LIMITS = { timeoutMs: 3_600_000, maxOutputBytes: 2_000_000 };

/** What is compiled: the program, and the workloads whose kernels it launches. */
export const COLLECTED = [
  'measure.cu',
  'workloads/samples/common/cuda_check.cuh',
  'workloads/samples/matrix-mul/matrix_mul.cuh',
  'workloads/samples/matrix-mul/tile.h',
  'workloads/samples/vector-add/vector_add.cuh',
  'workloads/samples/transpose/transpose.cu',
  'workloads/suite/pressure-cache/pressure-cache.cu',
  'workloads/suite/black-scholes/black_scholes.cu',
] as const;

export const MEASURE_SCRIPT = 'measure.sh';
export const MEASURED_OUTPUT = 'measured.txt';

/** Compiles and runs; MPS' control daemon is started only where it is asked for, with a folder of its own, and ended. */
const SCRIPT = `#!/bin/sh
# Compiles and runs Corun's co-runs: ${MEASURE_SCRIPT} [DEVICE] [NVCC] [mps]
# Bring ${MEASURED_OUTPUT} back to: corun measure --import FILE
set -e
cd "$(dirname "$0")"
device="\${1:-0}"
"\${2:-nvcc}" -O3 -std=c++17 -arch="\${ARCH:-native}" measure.cu -o measure
./measure "$device" 300 > ${MEASURED_OUTPUT}
if [ "$3" = mps ]; then
  mkdir -p mps
  export CUDA_MPS_PIPE_DIRECTORY="$PWD/mps" CUDA_MPS_LOG_DIRECTORY="$PWD/mps"
  nvidia-cuda-mps-control -d
  trap 'echo quit | nvidia-cuda-mps-control' EXIT
  ./measure "$device" 300 mps >> ${MEASURED_OUTPUT}
fi
`;

/** Writes sources and script; the files that it wrote. */
export async function writeMeasurement(from: string, folder: string): Promise<readonly string[]> {
  for (const name of COLLECTED)
    await writeWhole(path.join(folder, name), await readText(path.join(from, name)));
  await writeWhole(path.join(folder, MEASURE_SCRIPT), SCRIPT, 0o755);
  return [...COLLECTED, MEASURE_SCRIPT].map((name) => path.join(folder, name));
}

/**
 * Compiles the co-runs with the user's nvcc and runs them on one GPU of this machine.
 *
 * @returns what they printed
 * @throws CancelledError on abort, InputError with what nvcc or the program said
 */
export async function runMeasurement(job: {
  readonly from: string;
  readonly nvcc: string;
  readonly device: number;
  readonly mps: boolean;
  readonly progress: (line: Words) => void;
  readonly signal?: AbortSignal;
}): Promise<string> {
  const { from, nvcc, device, mps, progress, signal = new AbortController().signal } = job;
  const { folder, remove } = await temporaryFolder(path.join(os.tmpdir(), 'corun-measure-'));
  try {
    await writeMeasurement(from, folder);
    progress(message('analysis.calibrate.running', { device }));
    const args = [MEASURE_SCRIPT, String(device), nvcc, ...(mps ? ['mps'] : [])];
    outputOf(await runProgram({ command: 'sh', args, cwd: folder, limits: LIMITS, signal }), MEASURE_SCRIPT);
    return await readText(path.join(folder, MEASURED_OUTPUT));
  } finally {
    await remove();
  }
}
