/**
 * Reads thousands of damaged inputs with every reader of the product: each must be read or refused in words.
 *
 *   npm run study -- fuzz [--inputs 10000] [--seed 21] [--only PART] [--input NUMBER] [--write]
 *
 * Inputs are seeded changes of good ones: bytes flipped, cut, repeated, mixed or put in, and values of JSON documents
 * replaced, left out, doubled or nested. `--input` writes one of them to standard output, `--only` takes readers whose
 * names have PART in them, `--write` puts the table into docs/reliability.md. What takes over five seconds is named.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openProfile } from '../../src/analysis/nodeFiles';
import { AnalysisSession } from '../../src/analysis/session';
import { markdownTable } from '../../src/kernel/markdownTable';
import { DATABASE_FIXTURES, FIXTURES, TEXT_FIXTURES } from '../profiles/fixtures';
import { fuzz, fuzzInput, type FuzzRow } from '../fuzz/fuzz';
import type { FuzzedReader } from '../fuzz/reader';
import { allReaders } from '../fuzz/readers';
import { seedsOf } from '../fuzz/seeds';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const SLOW_MS = 5000;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '21' },
    only: { type: 'string', default: '' },
    input: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
const readers = await chosenReaders();
if (values.input === undefined) await main();
else process.stdout.write(fuzzInput(readers[0]!, seed, Number(values.input)));

async function chosenReaders(): Promise<readonly FuzzedReader[]> {
  const wasm = (name: string): Uint8Array => fs.readFileSync(path.join(ROOT, 'node_modules', name));
  const parser = {
    core: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    cuda: wasm('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  };
  const texts = Object.values({ ...FIXTURES, ...TEXT_FIXTURES });
  const seeds = seedsOf(ROOT, { texts, databases: Object.values(DATABASE_FIXTURES) });
  const all = allReaders(seeds, await AnalysisSession.create({ parser, openProfile }));
  return all.filter(({ name }) => name.includes(values.only));
}

async function main(): Promise<void> {
  let [last, begun] = ['', performance.now()];
  const rows = await fuzz(readers, inputs, seed, ({ name }, number) => {
    const took = performance.now() - begun;
    if (took > SLOW_MS) console.error(`${last} took ${took.toFixed(0)} ms`);
    [last, begun] = [`input ${number} of ${name}`, performance.now()];
  });
  for (const { reader, failures } of rows)
    for (const { number, what } of failures) console.log(`${reader}, input ${number}: ${what}`);
  const table = tableOf(rows);
  console.log(table);
  if (values.write) await writeBlock(path.join(ROOT, 'docs/reliability.md'), 'fuzz', table);
  if (rows.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

function tableOf(rows: readonly FuzzRow[]): string {
  const cells = rows.map(({ reader, inputs: given, read, refused, failures }) =>
    [reader, given, read, refused, failures.length].map(String),
  );
  const total = [1, 2, 3, 4].map((column) =>
    String(cells.reduce((sum, row) => sum + Number(row[column]), 0)),
  );
  const header = ['reader', 'inputs', 'read', 'refused', 'failures'];
  return markdownTable(header, [...cells, ['all', ...total]]);
}
