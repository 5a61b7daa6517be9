import path from 'node:path';
import { createNodeSession } from '../../src/analysis/nodeSession';
import { english } from '../../src/words';
import { AnalysisClient } from '../../src/analysis/worker/client';
import { median, quantile } from '../../src/stats/quantile';
import { sampleFile } from './sampleFile';

const LINES = 2000;
const EDITS = 15;
const PATH = 'sample.cu';

/** Milliseconds from a change to the snapshot with it, without the editor's own delay. */
export interface EditLatency {
  readonly lines: number;
  readonly kernels: number;
  /** A new session in this process, or a new worker: parser, first snapshot. */
  readonly coldMs: number;
  /** One line edited, everything else kept: half and 90 % of the edits are answered within. */
  readonly warmMs: number;
  readonly warm90Ms: number;
  /** Processor time of an edit, mean. */
  readonly warmCpuMs: number;
}

interface Answering {
  analyze(change: {
    sources: ReadonlyMap<string, string>;
  }): Promise<{ files: readonly { kernels: readonly unknown[] }[] }>;
}

/** In this process, through the session that the worker and the command line use, for a file of about as many lines. */
export function sessionLatency(dist: string, lines = LINES): Promise<EditLatency> {
  return latencyOf(() => createNodeSession(dist), lines);
}

/** Through the worker and its client, as the editor does. */
export async function workerLatency(dist: string): Promise<EditLatency> {
  const files = { workerPath: path.join(dist, 'worker.js'), assets: dist };
  const client = new AnalysisClient({
    ...files,
    onProgress: () => undefined,
    log: (line) => console.error(english(line)),
  });
  try {
    return await latencyOf(() => Promise.resolve(client), LINES);
  } finally {
    client.dispose();
  }
}

async function latencyOf(create: () => Promise<Answering>, about: number): Promise<EditLatency> {
  const change = (edit: number) => ({ sources: new Map([[PATH, sampleFile(about, edit)]]) });
  const start = performance.now();
  const answering = await create();
  const first = await answering.analyze(change(0));
  const coldMs = performance.now() - start;
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let edit = 1; edit <= EDITS; edit++) {
    const edited = change(edit);
    const from = performance.now();
    await answering.analyze(edited);
    times.push(performance.now() - from);
  }
  const used = process.cpuUsage(before);
  const warmCpuMs = (used.user + used.system) / 1000 / EDITS;
  const lines = sampleFile(about, 0).split('\n').length;
  const kernels = first.files.reduce((sum, file) => sum + file.kernels.length, 0);
  return { lines, kernels, coldMs, warmMs: median(times), warm90Ms: quantile(times, 0.9), warmCpuMs };
}
