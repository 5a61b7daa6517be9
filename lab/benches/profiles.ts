/**
 * Throughput and memory of reading long profile files, beside papaparse or JSON.parse alone on the same bytes.
 *   npm run bench -- profiles            500 MB trace, 500 MB metrics, 400 MB of a PyTorch trace
 *   npm run bench -- profiles 100     sizes in MB
 * Each measurement runs in a process of its own, so that its memory is its own.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Papa from 'papaparse';
import { readProfile } from '../../src/profiles/readProfile';
import type { ByteSource } from '../../src/profiles/source';

type Kind = 'trace' | 'metrics' | 'kineto';
type Reader = 'corun' | 'papaparse' | 'JSON.parse';

const SIZES: Readonly<Record<Kind, number>> = { trace: 1, metrics: 1, kineto: 0.8 };

const HEADERS: Readonly<Record<Kind, string>> = {
  trace:
    '==1== NVPROF is profiling process 1, command: ./app\n==1== Profiling result:\n"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"\nms,us,,,,,,,,KB,B,KB,GB/s,,,,\n',
  metrics:
    '==1== NVPROF is profiling process 1, command: ./app\n==1== Metric result:\n"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n',
  kineto: `{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "computeMajor": 9, "computeMinor": 0}],\n"baseTimeNanoseconds": 1751410836000000000,\n"traceEvents": [\n`,
};
/** What ends a file: a trace ends with an event that is not read. */
const ENDS: Readonly<Record<Kind, string>> = {
  trace: '',
  metrics: '',
  kineto: '  {"ph": "X", "cat": "Trace", "name": "x", "ts": 1, "dur": 2}\n]}\n',
};
const KERNELS = Array.from(
  { length: 40 },
  (_, i) => `void gemm${i}<float, int=${i}>(float const *, float const *, float*, int)`,
);

/** An operator with its Python frame, its call and its kernel, in the layout of PyTorch 2.4. */
function kinetoEvents(i: number): string {
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
    event('kernel', KERNELS[i % KERNELS.length] ?? '', at + 5, `"External id": ${i}, ${launch}`),
  ].join('');
}

/** Row `i` of a file; every fifth trace row is a copy. */
function row(kind: Kind, i: number): string {
  if (kind === 'kineto') return kinetoEvents(i);
  const kernel = KERNELS[(kind === 'metrics' ? Math.floor(i / 100) : i) % KERNELS.length] ?? '';
  if (kind === 'metrics')
    return `"GeForce GTX 950 (0)","${kernel} ${Math.floor(i / 4000)}",10,"metric_${i % 100}","Some Description",0.46${i % 1000},0.46${i % 1000},0.46${i % 1000}\n`;
  const start = (i * 0.012345).toFixed(6);
  const device = `"GeForce GTX 950 (0)","1","${7 + (i % 3)}"`;
  return i % 5 === 0
    ? `${start},8.320000,,,,,,,,,,39.062500,4.477512,${device},"[CUDA memcpy HtoD]"\n`
    : `${start},${(10 + (i % 977) / 7).toFixed(6)},${64 + (i % 16)},1,1,256,1,1,26,3.750000,0,,,${device},"${kernel} [${i}]"\n`;
}

async function generate(file: string, kind: Kind, megabytes: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(HEADERS[kind]);
  let written = 0;
  for (let i = 0; written < megabytes * 1e6;) {
    let piece = '';
    for (const end = i + 5000; i < end; i++) piece += row(kind, i);
    written += piece.length;
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end(ENDS[kind]);
  await once(out, 'close');
}

function sourceOf(file: string): ByteSource {
  const stream = createReadStream(file, { highWaterMark: 1 << 18 });
  return { size: statSync(file).size, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
}

async function readWithCorun(file: string): Promise<string> {
  let reports = 0;
  const profile = await readProfile(file, sourceOf(file), { onProgress: () => void reports++ });
  const launches = profile.kernelEvents?.length ?? profile.kernels.length;
  const metrics = profile.kernels.reduce((sum, kernel) => sum + Object.keys(kernel.metrics).length, 0);
  return `${profile.status}, ${launches} launches, ${profile.transferEvents?.length ?? profile.transfers.length} transfers, ${metrics} metrics, ${reports} progress reports`;
}

function readWithPapaparse(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    Papa.parse(createReadStream(file), {
      step: () => void rows++,
      complete: () => resolve(`${rows} rows`),
      error: reject,
    });
  });
}

async function readWithJson(file: string): Promise<string> {
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly traceEvents: readonly unknown[];
  };
  return `${traceEvents.length} events`;
}

const READERS: Readonly<Record<Reader, (file: string) => Promise<string>>> = {
  corun: readWithCorun,
  papaparse: readWithPapaparse,
  'JSON.parse': readWithJson,
};

/** Runs one measurement in this process and prints it. */
async function measure(file: string, reader: Reader): Promise<void> {
  const begin = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  const what = await READERS[reader](file);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const megabytes = statSync(file).size / 1e6;
  const cpu = process.cpuUsage(cpuBefore).user / 1e6;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${path.parse(file).name.padEnd(8)} ${reader.padEnd(10)} ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s = ${(megabytes / seconds).toFixed(0)} MB/s (${cpu.toFixed(1)} s of CPU = ${(megabytes / cpu).toFixed(0)} MB/s), peak RSS ${peak.toFixed(0)} MiB; ${what}`,
  );
}

async function main(): Promise<void> {
  const [first = '500', second = ''] = process.argv.slice(2);
  if (existsSync(first)) return measure(first, second in READERS ? (second as Reader) : 'corun');
  const folder = mkdtempSync(path.join(tmpdir(), 'corun-bench-'));
  try {
    for (const kind of ['trace', 'metrics', 'kineto'] as const) {
      const file = path.join(folder, kind === 'kineto' ? `${kind}.json` : `${kind}.csv`);
      await generate(file, kind, Number(first) * SIZES[kind]);
      for (const reader of [kind === 'kineto' ? 'JSON.parse' : 'papaparse', 'corun'] as const)
        spawnSync(process.execPath, [process.argv[1] ?? '', file, reader], { stdio: 'inherit' });
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
