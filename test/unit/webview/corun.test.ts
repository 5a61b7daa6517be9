import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lab } from 'd3-color';
import { contrast, scaleEnd, slowdownScale } from '../../../webview/model/colour';
import { resourceUse } from '../../../src/analysis/corun/resourceUse';
import { coRunDetail, equation, errorText } from '../../../webview/model/coRunDetail';
import { matrixTable, orderMatrix, predictionOf, selectedCell } from '../../../webview/model/matrix';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 12 });
const { matrix } = results;

/** Background, foreground and the two ends of the scale of VS Code's four default themes. */
const THEMES = {
  dark: ['#1f1f1f', '#cccccc', '#d18616', '#3794ff'],
  light: ['#ffffff', '#3b3b3b', '#d18616', '#1a85ff'],
  'high contrast': ['#000000', '#ffffff', '#ab5a00', '#3794ff'],
  'high contrast light': ['#ffffff', '#292929', '#b5200d', '#1a85ff'],
} as const;

describe('colours of slowdowns', () => {
  for (const [name, [background, foreground, slower, faster]] of Object.entries(THEMES)) {
    const scale = slowdownScale({ background, foreground, slower, faster }, 2.9);

    it(`are evenly spaced to the eye in the ${name} theme, with lightness in one direction`, () => {
      const steps = Array.from({ length: 11 }, (_, i) => lab(scale.fill(scale.end ** (i / 10))));
      const distances = steps.slice(1).map((to, i) => {
        const from = steps[i]!;
        return Math.hypot(to.l - from.l, to.a - from.a, to.b - from.b);
      });
      const [low, high] = [Math.min(...distances), Math.max(...distances)];
      assert.ok(high / low < 1.2, distances.join(' '));
      const direction = Math.sign(steps[10]!.l - steps[0]!.l);
      assert.ok(steps.slice(1).every((step, i) => Math.sign(step.l - steps[i]!.l) === direction));
    });

    it(`leave numbers readable in the ${name} theme, also below 1 and beyond the end`, () => {
      fc.assert(
        fc.property(fc.double({ min: 0.2, max: 6, noNaN: true }), (slowdown) => {
          assert.ok(contrast(scale.fill(slowdown), scale.text(slowdown)) >= 4.5);
        }),
      );
    });
  }

  it('end at a round value that holds the highest slowdown', () => {
    assert.equal(scaleEnd(1), 1.5);
    assert.equal(scaleEnd(2.26), 2.5);
    assert.equal(scaleEnd(2.5), 2.5);
    assert.equal(scaleEnd(384), 4);
  });

  it('tell small slowdowns apart whatever the largest is', () => {
    const [background, foreground, slower, faster] = THEMES.dark;
    const scale = slowdownScale({ background, foreground, slower, faster }, 384);
    const [none, some] = [lab(scale.fill(1)), lab(scale.fill(1.3))];
    assert.ok(Math.hypot(some.l - none.l, some.a - none.a, some.b - none.b) > 10);
    assert.equal(scale.fill(384), scale.fill(4));
  });

  it('resolve transparent theme colours against the background', () => {
    const scale = slowdownScale(
      { background: '#000000', foreground: '#ffffff', slower: 'rgba(255, 0, 0, 0.5)', faster: '#0000ff' },
      1.5,
    );
    assert.equal(lab(scale.fill(1.5)).opacity, 1);
    assert.ok(Math.abs(lab(scale.fill(1.5)).l - lab('rgb(128, 0, 0)').l) < 1);
  });
});

describe('co-run matrix', () => {
  it('finds a prediction by victim and aggressor, not the other way round', () => {
    const [a, b] = matrix.kernelIds;
    assert.equal(predictionOf(matrix, a!, b!), matrix.cells[0]![1]);
    assert.equal(predictionOf(matrix, b!, a!), matrix.cells[1]![0]);
    assert.equal(predictionOf(matrix, 'gone', a!), null);
  });

  it('orders by mean slowdown suffered or caused, ignoring missing predictions', () => {
    const mean = (values: readonly (number | undefined)[]): number => {
      const known = values.filter((value) => value !== undefined);
      return known.reduce((sum, value) => sum + value, 0) / known.length;
    };
    const rowMean = (row: number) => mean(matrix.cells[row]!.map((cell) => cell?.slowdown));
    const columnMean = (column: number) => mean(matrix.cells.map((row) => row[column]?.slowdown));
    const suffers = orderMatrix(matrix, 'suffers').map(rowMean);
    const causes = orderMatrix(matrix, 'causes').map(columnMean);
    assert.deepEqual(
      suffers,
      [...suffers].sort((x, y) => y - x),
    );
    assert.deepEqual(
      causes,
      [...causes].sort((x, y) => y - x),
    );
    assert.deepEqual(
      orderMatrix(matrix, 'source'),
      matrix.kernelIds.map((_, i) => i),
    );
  });

  it('is a table with the same rows and columns in the chosen order', () => {
    const order = orderMatrix(matrix, 'causes');
    const table = matrixTable(matrix, order);
    assert.equal(table.columns.length, matrix.names.length + 1);
    assert.equal(table.rows[2]![3], matrix.cells[order[2]!]![order[2]!]?.slowdown ?? null);
    assert.equal(table.rows[2]![1], matrix.cells[order[2]!]![order[0]!]?.slowdown ?? null);
  });

  it('falls back from a vanished cell to the worst of the kernel, then to the worst of all', () => {
    const all = matrix.cells.flatMap((row, i) =>
      row.map((cell, j) => ({
        victim: matrix.kernelIds[i]!,
        aggressor: matrix.kernelIds[j]!,
        sd: cell?.slowdown ?? 0,
      })),
    );
    const worst = (cells: typeof all) => cells.reduce((high, cell) => (cell.sd > high.sd ? cell : high));
    const ids = ({ victim, aggressor }: { victim: string; aggressor: string }) => ({ victim, aggressor });
    const kernelId = matrix.kernelIds[4]!;
    const gone = { victim: kernelId, aggressor: 'gone' };
    assert.deepEqual(
      selectedCell(matrix, { cell: gone, kernelId }),
      ids(worst(all.filter((cell) => cell.victim === kernelId))),
    );
    assert.deepEqual(selectedCell(matrix, { cell: null, kernelId: 'gone' }), ids(worst(all)));
    const chosen = { victim: kernelId, aggressor: kernelId };
    assert.deepEqual(selectedCell(matrix, { cell: chosen, kernelId: null }), chosen);
    assert.equal(selectedCell(sampleResults({ kernels: 0 }).matrix, { cell: chosen, kernelId }), null);
  });
});

describe('what is behind a cell', () => {
  const prediction = matrix.cells.flat().find((cell) => cell !== null)!;

  it('says how the parts make the slowdown, and only when they do', () => {
    const made = (parts: Record<string, number>, slowdown: number) =>
      equation({ ...prediction, parts, slowdown });
    assert.match(made({ a: 1.2, b: 1.5 }, 1.8)!, /a 1\.2 × b 1\.5 = ×1\.80/);
    assert.match(made({ queueing: 1.1, bandwidth: 0.4 }, 1.5)!, /queueing 1\.1 \+ bandwidth 0\.4/);
    assert.match(made({ queueing: 0.1, bandwidth: 0.4 }, 1.5)!, /^1 \+ queueing/);
    assert.equal(made({ a: 1.2, b: 1.5 }, 2.4), null);
    assert.equal(made({ a: 1.8 }, 1.8), null);
    // The largest part counts; that the product equals it is chance.
    const contention = { ...prediction, composition: 'largest' as const, parts: { a: 1, b: 2 } };
    assert.equal(equation({ ...contention, slowdown: 2 }), '×2.00 is the largest of them');
    assert.equal(equation({ ...contention, slowdown: 3 }), null);
  });

  it('joins the resources of both kernels, the most wanted first', () => {
    const use = (resource: string, value: number) => ({
      resource,
      share: { value, unit: '', origin: 'simulated' as const, from: '' },
    });
    const joined = resourceUse([use('DRAM', 0.6), use('L2', 0.3)], [use('DRAM', 0.7), use('issue', 0.5)]);
    assert.deepEqual(
      joined.map(({ resource, victim, aggressor }) => [resource, victim?.value, aggressor?.value]),
      [
        ['DRAM', 0.6, 0.7],
        ['issue', undefined, 0.5],
        ['L2', 0.3, undefined],
      ],
    );
  });

  it('has no reverse for a kernel beside itself', () => {
    const self = matrix.kernelIds.find((id) => predictionOf(matrix, id, id) !== null)!;
    assert.equal(coRunDetail(results, self, self)!.reverse, null);
    const [a, b] = [prediction.subject, prediction.partners[0]!].map(
      (name) => matrix.kernelIds[matrix.names.indexOf(name)]!,
    );
    assert.equal(coRunDetail(results, a!, b!)!.prediction, prediction);
  });

  it('states the error with its metric, or why there is none', () => {
    assert.match(
      errorText({ metric: 'errNP', mean: 0.052, worst: 0.2, evidence: 'x' }),
      /typical error 5\.2.%.*20.%.*speed.*x/,
    );
    assert.match(
      errorText({ metric: null, evidence: 'not validated on MIG' }),
      /No error bound: not validated/,
    );
  });
});
