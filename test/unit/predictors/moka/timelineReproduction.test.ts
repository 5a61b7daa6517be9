import { timelineInputs } from '../../../../lab/cli/reproduce/mokaInputs';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { InputError } from '../../../../src/kernel/result';
import { renderTimelines } from '../../../../lab/moka/reproduction/timelines/renderTimelines';
import { reproduceTimelines } from '../../../../lab/moka/reproduction/timelines/reproduceTimelines';
import { summaryOf } from '../../../../lab/moka/reproduction/timelines/summary';
import { transferErrors } from '../../../../lab/moka/reproduction/timelines/transferErrors';
import { splitRuns, variantErrors } from '../../../../lab/moka/reproduction/timelines/twoStreamErrors';
import { readTwoStreamRuns } from '../../../../lab/moka/reproduction/timelines/twoStreamRuns';
import { WORTH_IT } from '../../../../src/predictors/moka/plan/planStreams';
import { told } from '../../../support/told';

const root = process.env['CORUN_ROOT']!;
const gpu = requireGpu('gtx-950');

/** Runs of our own: copies of `size` ns, kernels twice as long on a few blocks, nothing between them. */
function runsText(sizes: readonly number[]): string {
  const header =
    'test\tN\tstream\tkind\tstart_ms\tduration_ms\tsize\tgrid_x\tgrid_y\tblock_x\tblock_y\tregs\tsmem';
  const rows = sizes.flatMap((size) => {
    const ms = size / 1e6;
    const row = (stream: number, kind: string, start: number, duration: number, rest: string) =>
      `own\t${size}\t${stream}\t${kind}\t${start * ms}\t${duration * ms}\t${rest}`;
    const copy = `${size} B\t\t\t\t\t\t`;
    const kernel = `\t${size / 48_000}\t1\t256\t1\t16\t0 B`;
    return [
      row(13, 'H2D', 0, 1, copy),
      row(14, 'H2D', 1, 1, copy),
      row(13, 'KERNEL', 1, 2, kernel),
      row(14, 'KERNEL', 2, 2, kernel),
      row(13, 'D2H', 3, 1, copy),
      row(14, 'D2H', 4, 1, copy),
    ];
  });
  return [header, ...rows].join('\n');
}

describe('two-stream runs', () => {
  it('are read with their calls in batch style', () => {
    const [run] = readTwoStreamRuns(runsText([48_000]), gpu);
    assert.deepEqual(
      run!.calls.map((call) => [call.kind, 'stream' in call && call.stream]),
      [
        ['copy', '13'],
        ['copy', '14'],
        ['kernel', '13'],
        ['kernel', '14'],
        ['copy', '13'],
        ['copy', '14'],
      ],
    );
    assert.equal(run!.measured.makespanNs, 240_000);
    assert.ok(run!.calls.every((call) => call.kind !== 'kernel' || call.soloNs === null));
  });

  it('name the line of a broken row and the column that is missing', () => {
    const broken = runsText([48_000]).replace('KERNEL', 'KERNE');
    assert.throws(
      () => readTwoStreamRuns(broken, gpu),
      (error) => error instanceof InputError && error.line === 4,
    );
    assert.throws(() => readTwoStreamRuns('a\tb\n1\t2', gpu), told(/column .* is missing/));
  });

  it('are cut into halves without a run in both', () => {
    const runs = readTwoStreamRuns(runsText(Array.from({ length: 11 }, (_, at) => 48_000 * (at + 1))), gpu);
    for (const split of [
      { kind: 'alternate' },
      { kind: 'random', seed: 3 },
      { kind: 'small to large' },
    ] as const) {
      const { training, test } = splitRuns(runs, split);
      assert.equal(training.length + test.length, 11);
      assert.ok(Math.abs(training.length - test.length) <= 1);
      assert.equal(new Set([...training, ...test]).size, 11);
    }
  });

  it('without noise are predicted far better with fitted launch costs than with those of another machine', () => {
    const runs = readTwoStreamRuns(runsText(Array.from({ length: 12 }, (_, at) => 48_000 * (at + 2))), gpu);
    const errors = variantErrors(splitRuns(runs, { kind: 'alternate' }), gpu);
    const all = Object.fromEntries(
      errors.map(({ variant, summaries }) => [variant, summaries['all']!.makespan.median]),
    );
    const fitted = all['pipelined blocks, launch costs from the traces']!;
    assert.ok(fitted < 0.15, `${fitted}`);
    assert.ok(fitted <= all['pipelined blocks, default launch costs']!);
  });
});

describe('transferErrors', () => {
  it('finds a link without noise exactly, whatever the training set', () => {
    const floats = Array.from({ length: 43_002 }, (_, at) => `${at + 1},${2 + (at + 1) / 1000}`).join('\n');
    const bytes = Array.from({ length: 1024 }, (_, at) => `${at + 1},${2 + (at + 1) / 4000}`).join('\n');
    for (const row of transferErrors(floats, bytes)) {
      assert.ok(row.worst < (row.model === 'LogGP' ? 1e-3 : 1e-9), `${row.model} ${row.worst}`);
      assert.ok(row.errors.every((error) => Math.abs(error) <= row.worst + 2e-3));
    }
    assert.throws(() => transferErrors('1,x', bytes), told(/h2d_floats_us_gtx950.csv:1/));
  });
});

describe('reproduction of the timelines', () => {
  it('gives the committed numbers', async () => {
    const result = reproduceTimelines(await timelineInputs(root));
    const committed: unknown = JSON.parse(
      fs.readFileSync(path.join(root, 'docs/reproduction/moka.json'), 'utf8'),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(summaryOf(result))), committed);
    const ours = result.twoStreams[0]!.variants.at(-1)!.summaries['all']!;
    assert.ok(
      Math.abs(ours.makespan.p90 - WORTH_IT) < 0.01,
      'the threshold of advice is the error of predictions',
    );
    const report = renderTimelines(result);
    assert.ok(!/NaN|undefined|Infinity/.test(report));
  });
});
