import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPrograms } from '../../../../lab/themis/studies/programs';
import { modelHash, readRunModels, type RunModels } from '../../../../lab/themis/studies/runModels';
import { runTask } from '../../../../lab/themis/studies/runTask';
import { summaryOfRows } from '../../../../lab/themis/studies/summary';
import { tasksOf, type Part, type Task } from '../../../../lab/themis/studies/tasks';
import { Collector } from '../../../../lab/themis/reproduction/collector';
import { REPRODUCTION_OPTIONS, shuffled } from '../../../../lab/themis/reproduction/protocol';
import { compact, parseRows, rowKey } from '../../../../lab/themis/reproduction/rows';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const ROOT = process.env['CORUN_ROOT']!;
const FOLDER = path.join(ROOT, 'docs/reproduction');
const RUNS = path.join(FOLDER, 'themis-runs.ndjson');
/** Draws the runs that are repeated. */
const SEED = 2;
/** A number of a report as computed on another machine. */
const ROUNDING = 1e-6;

/** Numbers and texts of a document by where they stand. */
function leaves(value: unknown, at: string): [string, unknown][] {
  if (value === null || typeof value !== 'object') return [[at, value]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${at}/${key}`));
}

function assertSame(actual: [string, unknown][], expected: [string, unknown][], advice: string): void {
  assert.deepEqual(
    actual.map(([at]) => at),
    expected.map(([at]) => at),
    advice,
  );
  expected.forEach(([at, value], i) => {
    const found = actual[i]![1];
    const isSame =
      typeof value === 'number' && typeof found === 'number'
        ? Math.abs(found - value) <= ROUNDING * Math.max(1, Math.abs(value))
        : found === value;
    assert.ok(isSame, `${at}: ${String(found)} was ${String(value)}; ${advice}`);
  });
}

describe('committed runs of the reproduction', () => {
  const text = readFileSync(RUNS, 'utf8');
  const rows = parseRows(RUNS, text);
  // Made once: one of the models is trained anew.
  let trained: RunModels;
  before(() => {
    trained = readRunModels(ROOT);
  });

  it('stand once each, as they are written', () => {
    assert.equal(rows.map((row) => `${compact(row)}\n`).join(''), text);
  });

  it("are what the report tells, with today's models", () => {
    const reported: unknown = JSON.parse(readFileSync(path.join(FOLDER, 'themis.json'), 'utf8'));
    const today: unknown = JSON.parse(JSON.stringify(summaryOfRows(ROOT, rows)));
    assertSame(
      leaves(today, ''),
      leaves(reported, ''),
      'npm run study -- themis-reproduction writes the report anew',
    );
  });

  it("under the engine are of today's models", () => {
    const hashes = new Map<string, string | null>();
    const hashOf = (method: string): string | null => {
      if (!hashes.has(method)) hashes.set(method, modelHash(method, trained));
      return hashes.get(method)!;
    };
    const outdated = rows.filter(
      (row) => row.kind === 'engine' && (row.model ?? null) !== hashOf(row.method),
    );
    assert.deepEqual(
      outdated.map(rowKey),
      [],
      'npm run study -- themis-reproduction --seconds S runs them again',
    );
  });

  const isFair = (task: Task): boolean => task.kind === 'engine' && task.method === 'Themis';
  const samples: [string, Part, (task: Task) => boolean][] = [
    ['a pair', 'pairs', () => true],
    ['a pair with rotating priority for ASM', 'asm', () => true],
    ["a pair under the engine with Themis-Fair and today's model", 'fair', isFair],
  ];
  for (const [what, part, isWanted] of samples)
    it(`come out again: ${what}`, () => {
      const { apps, test } = readPrograms(ROOT);
      const collector = new Collector(apps, loadSpec('themis-60sm'), REPRODUCTION_OPTIONS);
      for (const row of rows) if (row.kind === 'solo') collector.know(row);
      const [task] = shuffled(tasksOf(part, test).filter(isWanted), SEED);
      const recorded = rows.find((row) => rowKey(row) === task!.key);
      assert.ok(recorded, `${task!.key} has not been run`);
      const again = runTask(task!, { collector, trained, known: rows });
      const advice = 'npm run study -- themis-reproduction --seconds S runs it again';
      assert.deepEqual(JSON.parse(compact(again)), recorded, advice);
    });
});
