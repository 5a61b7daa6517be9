/**
 * Estimates the instruction mix of every kernel of real sources and says how much of it is known.
 *
 *   npm run study -- mix-corpus PATH…
 */
import { parseArgs } from 'node:util';
import type { InstructionMix, TripCountKind } from '../../src/kernel/kernel';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { readCorpus } from '../cuda/corpus/corpus';
import { studyParser } from '../cuda/instructionMix/compare';

interface Counts {
  kernels: number;
  withoutMix: number;
  failed: number;
  loops: number;
  known: number;
  readonly kinds: Map<TripCountKind, number>;
  withoutAssumptions: number;
  slowestMs: number;
}

function add(counts: Counts, mix: InstructionMix | null): void {
  if (mix === null) {
    counts.withoutMix++;
    return;
  }
  if (mix.assumptions.length === 0) counts.withoutAssumptions++;
  for (const loop of mix.loops) {
    counts.loops++;
    if (loop.trips.value !== null) counts.known++;
    counts.kinds.set(loop.kind, (counts.kinds.get(loop.kind) ?? 0) + 1);
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

const { positionals } = parseArgs({ allowPositionals: true });
const parser = await studyParser(process.cwd());
for (const folder of positionals) {
  const corpus = readCorpus(folder);
  const workspace = new CudaWorkspace({ parser });
  for (const { path, text } of corpus.texts) workspace.setFile(path, text);
  const { kernels } = workspace.index();
  const counts: Counts = {
    kernels: kernels.length,
    withoutMix: 0,
    failed: 0,
    loops: 0,
    known: 0,
    kinds: new Map(),
    withoutAssumptions: 0,
    slowestMs: 0,
  };
  const start = performance.now();
  for (const kernel of kernels) {
    const before = performance.now();
    try {
      add(counts, kernel.mix);
    } catch (error) {
      counts.failed++;
      console.log(`${kernel.id}: ${String(error instanceof Error ? error.stack : error)}`);
    }
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - before);
  }
  const seconds = (performance.now() - start) / 1000;
  const kinds = [...counts.kinds].map(([kind, count]) => `${kind} ${share(count, counts.loops)}`).join(', ');
  console.log(
    `${corpus.name}: ${counts.kernels} kernels, ${counts.failed} failed, ${counts.withoutMix} without mix, ` +
      `${share(counts.withoutAssumptions, counts.kernels)} without assumptions; ${counts.loops} loops, ` +
      `${share(counts.known, counts.loops)} with a number (${kinds}); ${seconds.toFixed(1)} s, slowest ${counts.slowestMs.toFixed(0)} ms`,
  );
}
