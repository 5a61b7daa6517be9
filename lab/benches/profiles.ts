/**
 * Throughput and memory of reading long profile files, beside papaparse or JSON.parse alone on the same bytes.
 *   npm run bench -- profiles            500 MB trace, 500 MB metrics, 400 MB of a PyTorch trace, 40 MB of an export
 *                                        of Nsight Systems
 *   npm run bench -- profiles 100     sizes in MB
 * Each measurement runs in a process of its own, so that its memory is its own.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Papa from 'papaparse';
import { readProfile } from '../../src/profiles/readProfile';
import type { ByteSource } from '../../src/profiles/source';
import { openByteSource } from '../../src/files/byteSource';
import { writeLongProfile, type LongProfile } from '../profiles/longProfile';
import { writeLongRecording } from '../profiles/longRecording';

type Reader = 'corun' | 'papaparse' | 'JSON.parse';

const SIZES: Readonly<Record<LongProfile | 'nsys', number>> = {
  trace: 1,
  metrics: 1,
  kineto: 0.8,
  nsys: 0.08,
};

function sourceOf(file: string): ByteSource {
  const stream = createReadStream(file, { highWaterMark: 1 << 18 });
  return { size: statSync(file).size, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
}

async function readWithCorun(file: string): Promise<string> {
  let reports = 0;
  const source = file.endsWith('.sqlite') ? await openByteSource(file) : sourceOf(file);
  const profile = await readProfile(file, source, { onProgress: () => void reports++ });
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
      await writeLongProfile(file, kind, Number(first) * SIZES[kind] * 1e6);
      for (const reader of [kind === 'kineto' ? 'JSON.parse' : 'papaparse', 'corun'] as const)
        spawnSync(process.execPath, [process.argv[1] ?? '', file, reader], { stdio: 'inherit' });
      rmSync(file);
    }
    const recording = path.join(folder, 'nsys.sqlite');
    await writeLongRecording(recording, Number(first) * SIZES.nsys * 1e6);
    spawnSync(process.execPath, [process.argv[1] ?? '', recording, 'corun'], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
