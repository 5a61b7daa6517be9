import assert from 'node:assert/strict';
import { fuzz, fuzzInput } from '../../../lab/fuzz/fuzz';
import type { FuzzedReader } from '../../../lab/fuzz/reader';
import { allReaders } from '../../../lab/fuzz/readers';
import { seedsOf } from '../../../lab/fuzz/seeds';
import { DATABASE_FIXTURES, FIXTURES, TEXT_FIXTURES } from '../../../lab/profiles/fixtures';
import { InputError } from '../../../src/kernel/result';
import { testSession } from '../analysis/support';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const INPUTS = 330;
const SEED = 5;

describe('damaged inputs', function () {
  this.timeout(120_000);
  const readers = async (): Promise<readonly FuzzedReader[]> => {
    const texts = Object.values({ ...FIXTURES, ...TEXT_FIXTURES });
    const seeds = seedsOf(root, { texts, databases: Object.values(DATABASE_FIXTURES) });
    return allReaders(seeds, await testSession());
  };

  it('are read or refused in words by every reader', async () => {
    const rows = await fuzz(await readers(), INPUTS, SEED);
    assert.deepEqual(
      rows.flatMap(({ reader, failures }) =>
        failures.map(({ number, what }) => `${reader} ${number}: ${what}`),
      ),
      [],
    );
    assert.equal(
      rows.reduce((sum, { inputs }) => sum + inputs, 0),
      INPUTS,
    );
    for (const { reader, inputs } of rows) assert.ok(inputs > 0, reader);
  });

  it('are made of good ones, which every reader takes', async () => {
    for (const reader of await readers())
      for (const good of reader.seeds) await assert.doesNotReject(async () => reader.read(good), reader.name);
  });

  it('are the same for the same seed', async () => {
    for (const reader of await readers()) {
      assert.deepEqual(fuzzInput(reader, SEED, 3), fuzzInput(reader, SEED, 3));
      const others = new Set([1, 2, 3, 4].map((number) => fuzzInput(reader, SEED, number).toString()));
      assert.ok(others.size > 1, reader.name);
    }
  });

  it('count as failures where a reader throws or gives what is no number, and not where it refuses', async () => {
    const answers: readonly (() => unknown)[] = [
      () => 1,
      () => ({ a: [Number.NaN] }),
      () => {
        throw new InputError('no');
      },
      () => {
        throw new TypeError('cannot read');
      },
    ];
    let turn = 0;
    const reader: FuzzedReader = {
      name: 'some',
      weight: 1,
      seeds: [],
      input: () => new Uint8Array(),
      read: () => answers[turn++]!(),
    };
    const [row] = await fuzz([reader], answers.length, SEED);
    assert.deepEqual([row!.inputs, row!.read, row!.refused], [4, 1, 1]);
    assert.deepEqual(
      row!.failures.map(({ number }) => number),
      [1, 3],
    );
    assert.equal(row!.failures[0]!.what, 'answer.a.0 is no number');
  });
});
