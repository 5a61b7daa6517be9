import assert from 'node:assert/strict';
import { tableRows, tableText } from '../../../../lab/data/tables';
import { splitRuns } from '../../../../lab/moka/reproduction/timelines/twoStreamErrors';
import { readTwoStreamRuns } from '../../../../lab/moka/reproduction/timelines/twoStreamRuns';
import { processErrors, type ProcessRow } from '../../../../lab/prophet/processes';
import { processRows } from '../../../../lab/prophet/processRows';
import { twoStreamModels } from '../../../../lab/prophet/twoStreams';
import { requireGpu } from '../../../../src/gpu/findGpu';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe('processes of one network', () => {
  const tell = (rows: readonly ProcessRow[], rule: RegExp, processes: number) =>
    processErrors(rows).find((error) => rule.test(error.rule) && error.processes === processes)!;

  it('are told exactly by the rule that they follow', () => {
    const row = (gpcs: number, batch: number, perSecond: number[]): ProcessRow => ({
      ...{ network: 'one', gpcs, batch, perSecond },
    });
    const halves = [row(1, 1, [10]), row(2, 1, [18, 10])];
    assert.equal(tell([halves[1]!, halves[0]!], /part of the SMs/, 2).mean, 0);
    const batches = [row(1, 1, [10, 6]), row(1, 2, [12, 0])];
    assert.equal(tell(batches, /all their batches/, 2).mean, 0);
    assert.equal(tell(batches, /used up/, 2).mean, 0);
    // Both of 6 are told 5: a sixth too little.
    assert.ok(Math.abs(tell(batches, /in turns/, 2).mean - 1 / 6) < 1e-12);
    assert.equal(tell(batches, /nobody/, 2).cases, 1);
  });

  it('on an A100 are like one with its part of the SMs, within 12 % in the mean', () => {
    const rows = processRows(tableRows(ROOT, 'parvagpu_a100'));
    assert.equal(rows.length, 495);
    const errors = processErrors(rows);
    for (const own of errors.filter(({ rule }) => /part of the SMs/.test(rule))) {
      assert.ok(own.cases > 290 && own.mean < 0.12);
      for (const { rule, mean, processes } of errors)
        if (processes === own.processes) assert.ok(mean >= own.mean, rule);
    }
  });
});

describe('two streams of one program', () => {
  it('are told better by Moka, whose copies go in the order of calls', () => {
    const gpu = requireGpu('gtx-950');
    const all = readTwoStreamRuns(tableText(ROOT, 'two_streams_gtx950'), gpu);
    // Every tenth size of each program.
    const some = splitRuns(all, { kind: 'alternate' }).test.filter((_, at) => at % 10 === 0);
    const medians = new Map(
      twoStreamModels(some, gpu).map(({ models, summaries }) => [models, summaries['all']!.makespan.median]),
    );
    assert.ok(medians.get('Moka')! < 0.03);
    assert.ok(medians.get('Prophet')! > 0.08);
    assert.ok(medians.get("Moka's copies, Prophet's kernels")! < 0.05);
  });
});
