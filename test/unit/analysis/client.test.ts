import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AnalysisClient } from '../../../src/analysis/worker/client';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';
import { told } from '../../support/told';
import { english } from '../../../src/words/words';
import type { Words } from '../../../src/kernel/message';

const folder = path.join(process.env['CORUN_ROOT']!, 'dist/test');
const workerPath = path.join(folder, 'fake-worker.cjs');

/** A worker that answers with what it was sent, and misbehaves on request. */
const FAKE = `
const Comlink = require('comlink');
const endpoint = require('comlink/dist/umd/node-adapter');
const { parentPort, workerData } = require('node:worker_threads');
const fs = require('node:fs');
const known = new Map();
const readings = new Map();
Comlink.expose({
  async analyze(change, onProgress) {
    for (const [path, text] of change.sources ?? []) known.set(path, text);
    const orders = [...(change.sources ?? new Map()).values()];
    await onProgress({ phase: 'working', fraction: 0.5 });
    if (orders.includes('hang')) { fs.writeFileSync(workerData.assets, ''); for (;;); }
    if (orders.includes('count')) for (;;) fs.appendFileSync(workerData.assets, '.');
    if (orders.includes('crash once') && !fs.existsSync(workerData.assets)) { fs.writeFileSync(workerData.assets, ''); process.exit(3); }
    if (orders.includes('crash always')) process.exit(3);
    if (orders.includes('eat')) { const all = []; for (;;) all.push(new Array(1000).fill(all.length + 0.5)); }
    if (orders.includes('fail')) return { ok: false, error: { code: 'x', said: 'bad input' } };
    return { ok: true, value: { files: [...known.keys()] } };
  },
  async readProfile(reading, path, input, onProgress) {
    const signal = { aborted: false };
    readings.set(reading, signal);
    await onProgress({ phase: path, fraction: 0.5 });
    if (path === 'bad') return { ok: false, error: { code: 'x', said: 'unreadable' } };
    while (path === 'long' && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    if (signal.aborted) return { ok: false, error: { code: 'cancelled', said: 'reading was cancelled' } };
    return { ok: true, value: { path } };
  },
  async cancelReading(reading) {
    readings.get(reading).aborted = true;
    return { ok: true, value: undefined };
  },
}, endpoint(parentPort));
`;

const started: AnalysisClient[] = [];

/** A client, and the file by which its worker tells that it hangs or has crashed once. */
function client(
  name = 'unused',
  heapMB?: number,
): {
  client: AnalysisClient;
  log: string[];
  phases: string[];
  marker: string;
} {
  const marker = path.join(folder, `marker-${name}-${process.pid}`);
  rmSync(marker, { force: true });
  const log: string[] = [];
  const phases: string[] = [];
  const options = {
    workerPath,
    assets: marker,
    ...(heapMB !== undefined && { heapMB }),
    onProgress: ({ phase }: { phase: Words }) => phases.push(english(phase)),
    log: (line: Words) => log.push(english(line)),
  };
  const made = new AnalysisClient(options);
  started.push(made);
  return { client: made, log, phases, marker };
}

const sources = (...entries: [string, string][]): { sources: Map<string, string> } => ({
  sources: new Map(entries),
});

describe('the analysis client', () => {
  before(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(workerPath, FAKE);
  });

  afterEach(() => started.splice(0).forEach((running) => running.dispose()));

  it('sends changes and reports progress', async () => {
    const { client: c, phases } = client();
    assert.deepEqual((await c.analyze(sources(['a.cu', '']))).files, ['a.cu']);
    assert.deepEqual((await c.analyze(sources(['b.cu', '']))).files, ['a.cu', 'b.cu']);
    assert.deepEqual(phases, ['working', 'working']);
  });

  it('cancels a busy worker at once and gives a new one everything again', async () => {
    const { client: c, marker } = client('hang');
    await c.analyze(sources(['a.cu', '']));
    const hanging = c.analyze(sources(['b.cu', 'hang'])).catch((error: unknown) => error);
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
    c.cancel();
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'later'));
    assert.ok(
      (await Promise.race([hanging, nextTurn])) instanceof CancelledError,
      'cancelling waits for nothing',
    );
    assert.deepEqual((await c.analyze(sources(['b.cu', '']))).files, ['a.cu', 'b.cu']);
  });

  it('stops the work of an analysis that is cancelled', async () => {
    const { client: c, marker } = client('count');
    const counting = c.analyze(sources(['a.cu', 'count'])).catch((error: unknown) => error);
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
    c.cancel();
    assert.ok((await counting) instanceof CancelledError);
    await c.analyze(sources(['a.cu', '']));
    const { size } = statSync(marker);
    await c.analyze(sources(['b.cu', '']));
    assert.equal(statSync(marker).size, size, 'nothing is done any more');
  });

  it('survives one crash, and reports the second', async () => {
    const once = client('once');
    assert.deepEqual((await once.client.analyze(sources(['a.cu', 'crash once']))).files, ['a.cu']);
    assert.equal(once.log.length, 1);
    const always = client();
    await assert.rejects(always.client.analyze(sources(['a.cu', 'crash always'])), told(/ended with code 3/));
  });

  it('ends with words where memory does not do, and still has everything for a smaller workspace', async () => {
    const { client: c, log } = client('memory', 24);
    await c.analyze(sources(['a.cu', '']));
    await assert.rejects(
      c.analyze(sources(['b.cu', 'eat'])),
      told(/more than 24 MB of memory; corun\.files/),
    );
    assert.equal(log.length, 1, 'tried once more');
    assert.deepEqual((await c.analyze(sources(['b.cu', '']))).files, ['a.cu', 'b.cu']);
  });

  it('passes a failure on without a restart', async () => {
    const { client: c, log } = client();
    await assert.rejects(c.analyze(sources(['a.cu', 'fail'])), told(/bad input/));
    assert.deepEqual(log, []);
  });

  it('reads a profile, reporting how far it is, and passes its failure on', async () => {
    const { client: c } = client();
    const { signal } = new AbortController();
    const input = { kind: 'file', file: '/x', stamp: '1' } as const;
    const fractions: (number | null)[] = [];
    const page = await c.readProfile('a.csv', input, ({ fraction }) => void fractions.push(fraction), signal);
    assert.equal(page.path, 'a.csv');
    assert.deepEqual(fractions, [0.5]);
    await assert.rejects(
      c.readProfile('bad', input, () => undefined, signal),
      told(/unreadable/),
    );
  });

  it('ends a reading alone when that is cancelled: the worker and its other work go on', async () => {
    const { client: c } = client();
    await c.analyze(sources(['a.cu', '']));
    const input = { kind: 'file', file: '/x', stamp: '1' } as const;
    const long = new AbortController();
    const reading = c.readProfile('long', input, () => long.abort(), long.signal);
    await assert.rejects(reading, CancelledError);
    assert.deepEqual((await c.analyze(sources(['b.cu', '']))).files, ['a.cu', 'b.cu']);
  });

  it('joins changes that arrive while it works', async () => {
    const { client: c } = client();
    const first = c.analyze(sources(['a.cu', '']));
    const second = c.analyze(sources(['b.cu', '']));
    const third = c.analyze(sources(['c.cu', '']));
    assert.deepEqual((await first).files, ['a.cu']);
    assert.deepEqual((await second).files, ['a.cu', 'b.cu', 'c.cu']);
    assert.deepEqual((await third).files, ['a.cu', 'b.cu', 'c.cu']);
  });
});
