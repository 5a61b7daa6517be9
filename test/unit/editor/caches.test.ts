import assert from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { packResults } from '../../../src/analysis/results/packedResults';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import type { TaskOutcome } from '../../../src/analysis/simulation/task';
import { SimulationPool } from '../../../src/analysis/worker/simulationPool';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { productStamp } from '../../../src/editor/results/cacheOptions';
import { OutcomeStore } from '../../../src/editor/results/outcomeStore';
import { ResultCache } from '../../../src/editor/results/resultCache';
import { fileStamp } from '../../../src/files/regularFile';
import { stampOfTexts, writeSealed } from '../../../src/files/sealedFile';
import { english } from '../../../src/words';
import { TestFolder } from '../files/folder';

const FITTED: TaskOutcome = {
  kind: 'replayed',
  meanLaunches: [12],
  meanWaits: [0],
};
const STAMP = stampOfTexts('this product');

describe('caches of a workspace', () => {
  let folder = new TestFolder();
  const notes: string[] = [];
  beforeEach(() => {
    folder = new TestFolder();
    notes.length = 0;
  });
  afterEach(() => folder.remove());

  const options = (stamp = STAMP, where: string | null = folder.path) => ({
    folder: where,
    stamp: () => Promise.resolve(stamp),
    note: (line: Parameters<typeof english>[0]) => void notes.push(english(line)),
  });
  const loaded = async (stamp = STAMP): Promise<OutcomeStore> => {
    const store = new OutcomeStore(options(stamp));
    await store.load();
    return store;
  };

  it('keep outcomes for the next session, and those of two windows beside each other', async () => {
    const [one, other] = [await loaded(), await loaded()];
    one.set('a', FITTED);
    other.set('b', FITTED);
    await Promise.all([one.save(), other.save()]);
    const next = await loaded();
    assert.deepEqual([next.get('a'), next.get('b')], [FITTED, FITTED]);
    assert.deepEqual(readdirSync(folder.path), ['simulations.json']);
  });

  it('forget what another product has stored: its code and its GPUs are others', async () => {
    const store = await loaded();
    store.set('a', FITTED);
    await store.save();
    assert.equal((await loaded(stampOfTexts('another product'))).get('a'), undefined);
    const bundle = folder.write('worker.js', 'sms: 40');
    const before = await productStamp([bundle])();
    folder.write('worker.js', 'sms: 48');
    assert.notEqual(await productStamp([bundle])(), before);
  });

  it('never store what fails because a thread died', async () => {
    const worker = folder.write('dies.cjs', 'setTimeout(() => process.exit(9), 20);');
    const pool = new SimulationPool({ workerPath: worker, assets: folder.path }, 1);
    const store = await loaded();
    const task = { key: 'K1' } as Parameters<SimulationPool['run']>[0][number];
    await pool.run([task], ({ key }, outcome) => store.set(key, outcome));
    pool.dispose();
    store.set('K2', { kind: 'failed', reason: 'its launch does not fit' });
    assert.equal(store.get('K1')?.kind, 'failed');
    assert.ok(store.hasPassing);
    await store.save();
    const next = await loaded();
    assert.equal(next.get('K1'), undefined);
    assert.equal(next.get('K2')?.kind, 'failed');
    assert.ok(!next.hasPassing);
  });

  it('take damaged and foreign files for none', async () => {
    const store = await loaded();
    store.set('a', FITTED);
    await store.save();
    const whole = readFileSync(folder.at('simulations.json'), 'utf8');
    const damages = [
      '',
      whole.slice(0, -1),
      whole.replace('12', '13'),
      whole.replace(/^[^\n]*\n/, ''),
      `${whole} `,
      '[["a",{"kind":"replayed"}]]',
      'null',
    ];
    for (const text of damages) {
      writeFileSync(folder.at('simulations.json'), text);
      assert.equal((await loaded()).get('a'), undefined, text);
    }
    for (const value of [null, 5, {}, [5], [['a', null]], [['a', { kind: 'toString' }]], [[1, FITTED]]]) {
      await writeSealed(folder.at('simulations.json'), STAMP, value);
      assert.equal((await loaded()).get('a'), undefined, JSON.stringify(value));
    }
  });

  it('are told and no more where they cannot be stored', async () => {
    const file = folder.write('file', '');
    const store = new OutcomeStore(options(STAMP, `${file}/below`));
    await store.load();
    await store.save();
    await new ResultCache(options(STAMP, `${file}/below`)).store('k', {} as WorkspaceResults);
    assert.equal(notes.length, 2);
    for (const note of notes) assert.match(note, /cannot be written: E/);
    await new OutcomeStore(options(STAMP, null)).save();
  });

  it('give results of the same product and key, of the shape of results, the newest few', async () => {
    const results = {
      gpu: { id: 'x' },
      ...Object.fromEntries(
        [
          'files',
          'applications',
          'predictors',
          'unavailable',
          'profiles',
          'advice',
          'assumptions',
          'together',
        ].map((name) => [name, []]),
      ),
    } as unknown as WorkspaceResults;
    const cache = new ResultCache(options());
    for (let at = 0; at < 6; at++) await cache.store(`k${at}`, results);
    assert.equal(readdirSync(folder.path).length, 4);
    assert.deepEqual(await cache.load('k5'), results);
    assert.equal(await new ResultCache(options(stampOfTexts('other'))).load('k5'), null);
    // The clock is set back: what was stored before seems to come from the future.
    const later = new Date(Date.now() + 86_400_000);
    for (const name of readdirSync(folder.path)) utimesSync(folder.at(name), later, later);
    for (const key of ['k6', 'k5']) {
      await cache.store(key, results);
      assert.deepEqual(await cache.load(key), results);
    }
    assert.equal(readdirSync(folder.path).length, 4);
    for (const value of [{ nodes: [5] }, { nodes: [] }, packResults({} as WorkspaceResults), [], 1]) {
      await writeSealed(folder.at('results-k5.json'), STAMP, value);
      assert.equal(await cache.load('k5'), null, JSON.stringify(value));
    }
  });

  it('have keys over all that results depend on, and texts do not run together', () => {
    const cache = new ResultCache(options());
    const simulation = { enabled: true, maxKernels: 10 };
    const profile = (stamp: string) => new Map([['p.csv', { kind: 'file' as const, file: 'p.csv', stamp }]]);
    const sources = (entries: Record<string, string>) => new Map(Object.entries(entries));
    const keys = [
      cache.key({ sources: sources({ a: 'b' }) }, simulation, 'm'),
      cache.key({ sources: sources({ ab: '' }) }, simulation, 'm'),
      cache.key({ sources: sources({ a: 'b\0c\0d' }) }, simulation, 'm'),
      cache.key({ sources: sources({ a: 'b', c: 'd' }) }, simulation, 'm'),
      cache.key({ sources: sources({ a: 'b' }), profiles: profile('1') }, simulation, 'm'),
      cache.key({ sources: sources({ a: 'b' }), profiles: profile('2') }, simulation, 'm'),
      cache.key({ sources: sources({ a: 'b' }) }, simulation, 'n'),
      cache.key({ sources: sources({ a: 'b' }) }, { ...simulation, maxKernels: 9 }, 'm'),
      cache.key({ sources: sources({ a: 'b' }), settings: DEFAULT_SETTINGS }, simulation, 'm'),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });

  it('see that a profile was written again, also with its old size and time', async () => {
    const file = folder.write('p.csv', 'one');
    utimesSync(file, 1000, 1000);
    const before = await fileStamp(file);
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(file, 'two');
    utimesSync(file, 1000, 1000);
    assert.notEqual(await fileStamp(file), before);
  });
});
