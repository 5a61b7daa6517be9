import { blocksizeTexts } from '../../../../lab/cli/reproduce/mokaInputs';
import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import { preferredMethods, rankMethods } from '../../../../src/predictors/moka/blocksize/validation';
import { heldOutAdvice, summarizeRegrets, validations } from '../../../../lab/moka/reproduction/ranking';
import { sweepAnswers, sweepRegrets, type KernelRegret } from '../../../../lab/moka/reproduction/regret';
import { renderBlocksize } from '../../../../lab/moka/reproduction/renderBlocksize';
import { reproduceBlocksize } from '../../../../lab/moka/reproduction/reproduceBlocksize';
import { readGtx950Sweeps } from '../../../../lab/moka/reproduction/sweeps';
import { cellNumber, readTable } from '../../../../lab/moka/reproduction/tables';
import { requireGpu } from '../../../../src/gpu/findGpu';
import { referenceSetFor } from '../../../../src/predictors/moka/simk/references';

const gpu = requireGpu('gtx-950');

/** A sweep of our own: 64 threads are best, 1024 take twice as long, two launches have 256 threads. */
const SWEEP = [
  'kern_name\tduration_ms\tgridx\tgridy\tgridz\tblkx\tblky\tblkz\treg_per_thread\tshared_mem\tipc',
  'own\t1.0\t1000\t1\t1\t64\t1\t1\t32\t0\t1.5',
  'own\t1.2\t250\t1\t1\t256\t1\t1\t32\t0\t1.4',
  'own\t1.8\t250\t1\t1\t32\t8\t1\t32\t0\t1.4',
  'own\t2.0\t63\t1\t1\t1024\t1\t1\t32\t0\t1.1',
].join('\n');

function regretsOf(rule: 'any shape' | 'best shape'): ReadonlyMap<string, KernelRegret> {
  const [sweep] = readGtx950Sweeps(SWEEP, gpu);
  const answers = sweepAnswers(sweep!, gpu, referenceSetFor(gpu));
  return new Map(sweepRegrets(sweep!, answers, rule).map((row) => [row.method, row]));
}

describe('regret of block-size methods', () => {
  it('is the time of the chosen size over the best time', () => {
    const best = regretsOf('best shape');
    assert.ok(Math.abs(best.get('64 threads')!.regret - 1) < 1e-12);
    assert.ok(Math.abs(best.get('256 threads')!.regret - 1.2) < 1e-12);
    assert.ok(Math.abs(regretsOf('any shape').get('256 threads')!.regret - Math.sqrt(1.2 * 1.8)) < 1e-12);
    assert.equal(best.get('current')!.worst, 2);
    assert.ok(Math.abs(best.get('random')!.regret - Math.cbrt(1 * 1.2 * 2)) < 1e-12);
  });

  it('counts a missing answer as keeping the block', () => {
    const simk = regretsOf('best shape').get('SimK')!;
    assert.equal(simk.answered, 0);
    assert.equal(simk.regret, regretsOf('best shape').get('current')!.regret);
  });

  it('takes the nearest measured size for one that was not measured', () => {
    // 128 lies as far from 64 as from 256; the first of the two counts.
    assert.ok(Math.abs(regretsOf('best shape').get('128 threads')!.regret - 1) < 1e-12);
  });

  it('judges the final advice on each kernel by the others', () => {
    const row = (kernel: string, method: KernelRegret['method'], regret: number): KernelRegret => ({
      kernel,
      method,
      regret,
      worst: regret,
      answered: 1,
    });
    const rows = [
      row('a', '64 threads', 1),
      row('a', '256 threads', 2),
      row('b', '64 threads', 2),
      row('b', '256 threads', 1),
      row('a', 'random', 3),
      row('b', 'random', 3),
    ];
    assert.deepEqual(
      heldOutAdvice(rows).map((choice) => [choice.kernel, choice.method, choice.regret]),
      [
        ['a', '256 threads', 2],
        ['b', '64 threads', 2],
      ],
    );
    const [summary] = summarizeRegrets(rows);
    assert.ok(Math.abs(summary!.regret - Math.SQRT2) < 1e-12);
  });
});

describe('tables of measurements', () => {
  it('read cells as nvprof prints them', () => {
    const [row] = readTable('a\tb\tc\n12.5%\t1.5GB/s\tLow (2)\n', 't.tsv', ['a']);
    assert.deepEqual(
      [cellNumber(row!, 'a'), cellNumber(row!, 'b'), cellNumber(row!, 'c')],
      [12.5, 1.5 * 2 ** 30, 2],
    );
    assert.ok(Number.isNaN(cellNumber(row!, 'missing')));
  });

  it('name the file and the column that is missing', () => {
    assert.throws(
      () => readTable('a\tb\n1\t2\n', 't.tsv', ['a', 'x', 'y']),
      told(/t\.tsv:1: column x, y is missing/),
    );
  });
});

describe('block-size reproduction', () => {
  it('still gives the ranking that the product follows', () => {
    const result = reproduceBlocksize(blocksizeTexts(process.env['CORUN_ROOT']!));
    assert.deepEqual(rankMethods(validations(result.ranking)), preferredMethods());
    assert.equal(result.ratios.sameClass, 65);
    assert.equal(result.sweeps.length, 7);
    assert.equal(result.convolution.launches, 5280);
    assert.equal(result.answers.length, 5);
    assert.ok(result.answers.every((answer) => answer.ours.references.length >= 5));
    const regrets = [...result.gtx950, ...result.convolution.anyShape, ...result.convolution.bestShape];
    assert.ok(regrets.every((row) => row.regret >= 1 && row.worst >= row.regret));
    const markdown = renderBlocksize(result);
    assert.ok(!/NaN|undefined|Infinity/.test(markdown));
    assert.equal(markdown.match(/^## /gm)!.length, 7);
  });
});
