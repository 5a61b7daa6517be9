import { told } from '../../support/told';
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trainingHeader } from '../../../lab/themis/collection/collect';
import { dataHash, requireConditions, TrainingFile } from '../../../lab/themis/training/files/trainingFile';
import type { TrainingHeader, TrainingRow } from '../../../lab/themis/collection/trainingData';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';

const header: TrainingHeader = {
  format: 'corun-themis-data',
  version: 2,
  gpu: 'themis-60sm',
  sms: 60,
  seed: 1,
  window: { mostCycles: 20, launchCycles: 5000 },
  pressure: [0, 16],
};
const events = [1, 2, 3, 4, 5, 6, 7, 0.5];

const solo = (app: string, programs: string): TrainingRow => ({
  kind: 'solo',
  app,
  class: 'memory',
  programs,
  sms: 60,
  cycles: 1000,
  scalability: 1,
  events,
  launches: [
    {
      events,
      finished: true,
      points: [
        [0, 0],
        [1000, 100],
      ],
    },
  ],
});
const coRun = (app: string, level: number): TrainingRow => ({
  kind: 'corun',
  app,
  producer: 'cache',
  level,
  sms: 30,
  start: 0,
  launches: [{ launch: 0, cycles: 1000, own: events, coRunner: events, scalability: 1.5, interference: 1.2 }],
});

describe('file of training data', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'corun-training-'));
    file = path.join(folder, 'deep', 'data.ndjson');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const fill = async (...rows: TrainingRow[]): Promise<void> => {
    const opened = await TrainingFile.open(file, header, new Map());
    rows.forEach((row) => opened.append(row));
    opened.close();
  };
  const keysIn = async (programs: ReadonlyMap<string, string> = new Map()): Promise<string[]> => {
    const opened = await TrainingFile.open(file, header, programs);
    opened.close();
    return opened.keys;
  };

  it('keeps rows over an interruption in the middle of one', async () => {
    await fill(solo('a', 'x'), coRun('a', 0));
    await appendFile(file, '{"kind":"corun","app":"a","pro');
    assert.deepEqual(await keysIn(), ['solo a 60', 'corun a cache 0 30']);
    await fill(coRun('a', 1));
    assert.equal((await keysIn()).length, 3);
  });

  it('is of one collection at a time: a second one is refused and loses nothing of the first', async () => {
    const first = await TrainingFile.open(file, header, new Map());
    first.append(coRun('a', 0));
    await assert.rejects(
      TrainingFile.open(file, header, new Map()),
      told(/data\.ndjson: is written by process/),
    );
    first.append(coRun('a', 1));
    first.close();
    assert.deepEqual(await keysIn(), ['corun a cache 0 30', 'corun a cache 1 30']);
  });

  it('keeps one row of a key', async () => {
    await fill(coRun('a', 0), coRun('a', 0));
    assert.equal((await readFile(file, 'utf8')).trim().split('\n').length, 2);
  });

  it('drops what was collected with other programs', async () => {
    await fill(solo('a', 'x'), coRun('a', 0), solo('b', 'x'), coRun('b', 0));
    const kept = await keysIn(
      new Map([
        ['a', 'x'],
        ['b', 'changed'],
      ]),
    );
    assert.deepEqual(kept, ['solo a 60', 'corun a cache 0 30']);
  });

  it('refuses data of other conditions and broken lines, naming file and line', async () => {
    await fill(coRun('a', 0));
    const other = { ...header, seed: 2 };
    await assert.rejects(
      TrainingFile.open(file, other, new Map()),
      told(/data\.ndjson:1: was collected with seed 1 instead of 2/),
    );
    await appendFile(file, '{"kind":"corun"}\n');
    await assert.rejects(TrainingFile.open(file, header, new Map()), told(/data\.ndjson:3: .*missing/));
  });

  it('keeps generations of the simulator apart', async () => {
    const window = { mostCycles: 100, launchCycles: 100 };
    const now = trainingHeader('gtx-950', window, 1);
    assert.equal(now.simulator, simulatorGeneration('gtx-950'));
    assert.equal(trainingHeader('themis-60sm', window, 1).simulator, undefined);
    const { simulator: _, ...earlier } = now;
    assert.throws(
      () => requireConditions(file, earlier, now),
      told(/data\.ndjson:1: was collected with simulator none instead of \d+/),
    );
  });

  it('has a hash that the order of rows does not change', () => {
    const rows = [coRun('a', 0), coRun('b', 1)];
    assert.equal(dataHash({ header, rows }), dataHash({ header, rows: [...rows].reverse() }));
    assert.notEqual(dataHash({ header, rows }), dataHash({ header, rows: [coRun('a', 0), coRun('b', 0)] }));
  });
});
