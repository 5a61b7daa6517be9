// Writes workloads/samples/profiles: synthetic profiles of some samples, in nvprof's format. Nothing in them was
// measured. Each number follows from the work counted in work.mjs by the roofline of model.mjs.
//   node scripts/samples/profiles.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyNs, launchOf, metricsOf } from './model.mjs';
import { metricsText, traceText } from './nvprof.mjs';
import {
  advanceRows,
  hotspotStep,
  matrixMulNaive,
  matrixMulTiled,
  priceOptions,
  srad1,
  srad2,
  vectorAdd,
} from './work.mjs';

const OUT = path.resolve(import.meta.dirname, '../../workloads/samples/profiles');
/** Where the first operation starts: the program needs a while before it. */
const FIRST_NS = 200e6;
/** The host needs this long to enqueue one operation. */
const ENQUEUE_NS = 4_000;
const MB = 1e6;

const copyIn = (stream, bytes, memory = 'pinned') => ({ stream, bytes, memory, direction: 'HtoD' });
const copyOut = (stream, bytes, memory = 'pinned') => ({ stream, bytes, memory, direction: 'DtoH' });
const run = (stream, work) => ({ stream, work });
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).flat();

/**
 * Start and duration of operations that a host enqueues in this order: each waits for the one before it in
 * its stream and for its engine (one copy engine a direction; one kernel at a time).
 */
function schedule(operations) {
  const freeStream = new Map();
  const freeEngine = new Map();
  const placed = operations.map((operation, index) => {
    const engine = operation.direction ?? 'kernel';
    const durationNs = operation.work
      ? launchOf(operation.work).time * 1e9
      : copyNs(operation.bytes, operation.memory);
    const ready = [freeStream.get(operation.stream) ?? 0, freeEngine.get(engine) ?? 0];
    const startNs = Math.max(FIRST_NS + index * ENQUEUE_NS, ...ready);
    freeStream.set(operation.stream, startNs + durationNs);
    freeEngine.set(engine, startNs + durationNs);
    return { ...operation, startNs, durationNs };
  });
  return placed.sort((a, b) => a.startNs - b.startNs);
}

const CHUNK = (1 << 24) / 4;
const MATRIX_BYTES = 4 * 1024 * 1024;
const IMAGE_BYTES = 4 * 512 * 512;
const GRID_BYTES = 4 * 1024 * 1024;
const VECTOR = 1 << 23;
const PATH = { columns: 100_000, rows: 100 };
const PATH_VMP = { columns: 200_000, rows: 61 };

/** Operations of one run of each program with its default arguments, in the order the host enqueues them. */
const PROGRAMS = {
  'vector-add': times(4, (s) => [
    copyIn(s + 1, 4 * CHUNK),
    copyIn(s + 1, 4 * CHUNK),
    run(s + 1, vectorAdd(CHUNK, 256)),
    copyOut(s + 1, 4 * CHUNK),
  ]),
  'matrix-mul': [
    ...[copyIn(0, MATRIX_BYTES, 'pageable'), copyIn(0, MATRIX_BYTES, 'pageable')],
    ...[run(0, matrixMulNaive), run(0, matrixMulTiled), copyOut(0, MATRIX_BYTES, 'pageable')],
  ],
  pathfinder: [
    copyIn(0, 4 * PATH.columns * PATH.rows, 'pageable'),
    copyIn(0, 4 * PATH.columns, 'pageable'),
    ...times(4, () => run(0, advanceRows(PATH.columns))),
    run(0, advanceRows(PATH.columns, 19)),
    copyOut(0, 4 * PATH.columns, 'pageable'),
  ],
  hotspot: [
    ...[copyIn(0, GRID_BYTES, 'pageable'), copyIn(0, GRID_BYTES, 'pageable')],
    ...times(60, () => run(0, hotspotStep)),
    copyOut(0, GRID_BYTES, 'pageable'),
  ],
  srad: [
    copyIn(0, IMAGE_BYTES, 'pageable'),
    ...times(8, () => [run(0, srad1), run(0, srad2), copyOut(0, IMAGE_BYTES, 'pageable')]),
  ],
  'option-pricing': [
    ...times(3, () => copyIn(0, 4 * (4 << 20), 'pageable')),
    ...[run(0, priceOptions), copyOut(0, 4 * (4 << 20), 'pageable')],
  ],
  'streams-vmp': [
    ...[copyIn(1, 4 * VECTOR), copyIn(1, 4 * VECTOR), run(1, vectorAdd(VECTOR, 512)), copyOut(1, 4 * VECTOR)],
    ...[copyIn(2, MATRIX_BYTES), run(2, matrixMulTiled), copyOut(2, MATRIX_BYTES)],
    ...[copyIn(3, 4 * PATH_VMP.columns * PATH_VMP.rows), copyIn(3, 4 * PATH_VMP.columns)],
    ...times(3, () => run(3, advanceRows(PATH_VMP.columns))),
    copyOut(3, 4 * PATH_VMP.columns),
  ],
};

/** The metric table of a program: one entry a kernel, with the launches of one shape taken together. */
function metricTable(operations) {
  const byName = new Map();
  for (const { work } of operations) {
    if (!work) continue;
    const known = byName.get(work.name);
    if (known) known.calls += 1;
    else byName.set(work.name, { name: work.name, calls: 1, metrics: metricsOf(launchOf(work)) });
  }
  return metricsText([...byName.values()]);
}

mkdirSync(OUT, { recursive: true });
for (const [program, operations] of Object.entries(PROGRAMS)) {
  const placed = schedule(operations);
  writeFileSync(path.join(OUT, `${program}.trace.csv`), traceText(placed));
  writeFileSync(path.join(OUT, `${program}.metrics.csv`), metricTable(operations));
  const last = Math.max(...placed.map(({ startNs, durationNs }) => startNs + durationNs));
  console.log(`${program}: ${operations.length} operations, ${((last - FIRST_NS) / MB).toFixed(2)} ms`);
}
