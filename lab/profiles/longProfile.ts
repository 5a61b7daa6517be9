import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** nvprof's GPU trace and metrics as CSV, a trace of PyTorch's profiler as JSON. */
export type LongProfile = 'trace' | 'metrics' | 'kineto';

const HEADERS: Readonly<Record<LongProfile, string>> = {
  trace:
    '==1== NVPROF is profiling process 1, command: ./app\n==1== Profiling result:\n"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"\nms,us,,,,,,,,KB,B,KB,GB/s,,,,\n',
  metrics:
    '==1== NVPROF is profiling process 1, command: ./app\n==1== Metric result:\n"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n',
  kineto: `{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "computeMajor": 9, "computeMinor": 0}],\n"baseTimeNanoseconds": 1751410836000000000,\n"traceEvents": [\n`,
};
/** What ends a file: a trace ends with an event that is not read. */
const ENDS: Readonly<Record<LongProfile, string>> = {
  trace: '',
  metrics: '',
  kineto: '  {"ph": "X", "cat": "Trace", "name": "x", "ts": 1, "dur": 2}\n]}\n',
};
const KERNELS = Array.from(
  { length: 40 },
  (_, i) => `void gemm${i}<float, int=${i}>(float const *, float const *, float*, int)`,
);

/** An operator with its Python frame, its call and its kernel, in the layout of PyTorch 2.4. */
function kinetoEvents(i: number, kernel: string): string {
  const at = 1414456661859 + i * 9;
  const event = (cat: string, name: string, ts: number, args: string): string =>
    `  {\n    "ph": "X", "cat": "${cat}", "name": "${name}", "pid": 24572, "tid": 7,\n    "ts": ${ts}.${100 + (i % 900)}, "dur": ${3 + (i % 9)}.125,\n    "args": {\n      ${args}\n    }\n  },\n`;
  const dims =
    '"Input Strides": [[1], [4096, 1], [1, 4096], [], []], "Input Dims": [[4096], [2048, 4096], [4096, 4096], [], []]';
  const launch = `"queued": 0, "device": 0, "context": 1, "stream": ${7 + (i % 3)}, "correlation": ${i + 70000}, "registers per thread": 230, "shared memory": 81920, "blocks per SM": 0.969697, "warps per SM": 3.878788, "grid": [${64 + (i % 7)}, 2, 1], "block": [128, 1, 1], "est. achieved occupancy %": 6`;
  return [
    event(
      'cpu_op',
      `aten::op${i % 300}`,
      at,
      `"External id": ${i}, "Record function id": 0, ${dims}, "Ev Idx": ${i}`,
    ),
    event(
      'python_function',
      `torch/nn/modules/linear.py(${i % 500}): forward`,
      at,
      `"Python id": ${i}, "Python parent id": 1`,
    ),
    event(
      'cuda_runtime',
      'cudaLaunchKernel',
      at + 1,
      `"External id": ${i}, "cbid": 211, "correlation": ${i + 70000}`,
    ),
    event('kernel', kernel, at + 5, `"External id": ${i}, ${launch}`),
  ].join('');
}

/** Row `i` of a file; every fifth trace row is a copy. */
function row(kind: LongProfile, i: number, names: readonly string[]): string {
  const kernel = names[(kind === 'metrics' ? Math.floor(i / 100) : i) % names.length]!;
  if (kind === 'kineto') return kinetoEvents(i, kernel);
  if (kind === 'metrics')
    return `"GeForce GTX 950 (0)","${kernel} ${Math.floor(i / 4000)}",10,"metric_${i % 100}","Some Description",0.46${i % 1000},0.46${i % 1000},0.46${i % 1000}\n`;
  const start = (i * 0.012345).toFixed(6);
  const device = `"GeForce GTX 950 (0)","1","${7 + (i % 3)}"`;
  return i % 5 === 0
    ? `${start},8.320000,,,,,,,,,,39.062500,4.477512,${device},"[CUDA memcpy HtoD]"\n`
    : `${start},${(10 + (i % 977) / 7).toFixed(6)},${64 + (i % 16)},1,1,256,1,1,26,3.750000,0,,,${device},"${kernel} [${i}]"\n`;
}

/**
 * Writes a profile of at least `bytes` in the layout of a tool: rows of forty kernels, the same in every call. Without
 * `names` the kernels have names of their own.
 */
export async function writeLongProfile(
  file: string,
  kind: LongProfile,
  bytes: number,
  names: readonly string[] = KERNELS,
): Promise<void> {
  const out = createWriteStream(file);
  out.write(HEADERS[kind]);
  let written = 0;
  for (let i = 0; written < bytes;) {
    let piece = '';
    for (const end = i + 5000; i < end; i++) piece += row(kind, i, names);
    written += piece.length;
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end(ENDS[kind]);
  await once(out, 'close');
}
