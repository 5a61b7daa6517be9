import assert from 'node:assert/strict';
import { latencyCurves, LATENCY_PLOT, latencyTable } from '../../../webview/model/latencyCurve';
import {
  latencyAtSafe,
  answeredOf,
  serviceDraft,
  serviceLack,
  serviceRequest,
  serviceVerdict,
  subjectsOf,
  targetText,
} from '../../../webview/model/service';
import { parseViewState } from '../../../webview/state/viewState';
import { sampleColocate, sampleServices } from '../../webview/samples/service';

const result = sampleColocate().result!;
const subjects = subjectsOf(sampleServices());
const draft = serviceDraft(parseViewState({}).service, subjects);

describe('the form of a service', () => {
  it('lists programs whose run is known before others, and takes the first as service', () => {
    assert.deepEqual(
      subjects.map(({ label, from, lack }) => [label, from, lack]),
      [
        ['stemmer', 'trace stemmer.trace.csv', null],
        ['kmeans', 'trace kmeans.trace.csv', null],
        ['bfs-pinned', 'trace bfs-pinned.trace.csv', null],
        ['lavaMD', 'program lavaMD.cu', null],
        ['solver', 'program solver.cu', 'the time of step is not known'],
      ],
    );
    assert.equal(draft.key, subjects[0]!.key);
    const gone = { ...draft, key: 'gone', batch: [subjects[4]!.key, subjects[1]!.key] };
    const kept = serviceDraft(gone, subjects);
    assert.deepEqual([kept.key, kept.batch], [subjects[0]!.key, [subjects[1]!.key]]);
  });

  it('asks for bounds in ms and MB, and says what it cannot read', () => {
    const [service, batch] = subjects.map(({ key }) => key);
    const chosen = {
      ...draft,
      batch: [batch!],
      latency: '1.5',
      memory: { [service!]: '800', [batch!]: ' ' },
      alone: { [batch!]: '2.5' },
    };
    assert.equal(serviceLack(draft), 'Choose what may run beside it.');
    assert.equal(serviceLack(chosen), null);
    assert.deepEqual(serviceRequest(chosen), {
      service: { key: service, footprintBytes: 800 * 2 ** 20, aloneNs: null },
      batch: [{ key: batch, footprintBytes: null, aloneNs: 2.5e6 }],
      target: { slowdown: 2, of: 'p95', ns: 1.5e6 },
    });
    assert.equal(serviceLack({ ...chosen, latency: '-2' }), '“-2” is not a number above 0.');
    assert.equal(serviceLack({ ...chosen, memory: { [batch!]: '4 GB' } }), '“4 GB” is not a number above 0.');
    const all = Array.from({ length: 13 }, (_, at) => String(at));
    assert.equal(serviceLack({ ...draft, batch: all }), 'At most 12 at once.');
  });
});

describe('the answer of a service', () => {
  it('names what is safe, most instances first, and the tighter bound of the target', () => {
    assert.equal(
      serviceVerdict(result),
      'Safe beside stemmer, one kind at a time: 8 of kmeans, 1 of bfs-pinned.',
    );
    assert.equal(targetText(result, 2e6), '95 % of queries within 4\u202fms (×2.00)');
    const tight = { ...result, target: { ...result.target, ns: 3e6, of: 'mean' as const } };
    assert.equal(targetText(tight, 2e6), 'mean at most 3\u202fms (×1.50)');
    assert.equal(serviceVerdict({ ...result, candidates: [] }), 'None of these is safe beside stemmer.');
  });

  it('draws dots above the target exactly where it is missed, and a cross where queries starve', () => {
    const { lines, targetY, factors, counts } = latencyCurves(result)!;
    assert.equal(lines.length, 2);
    for (const { dots } of lines)
      for (const { y, isKept } of dots) {
        assert.equal(y >= targetY, isKept);
        assert.ok(y >= LATENCY_PLOT.top && y <= LATENCY_PLOT.bottom);
      }
    assert.equal(lines[0]!.starves, null);
    assert.equal(lines[1]!.starves!.x, counts[9]!.x);
    assert.ok(factors.every(({ y }, at) => at === 0 || y < factors[at - 1]!.y));
    assert.equal(latencyCurves({ ...result, candidates: [] }), null);
  });

  it('keeps names of lines that end at one height apart', () => {
    const [kmeans] = answeredOf(result);
    const same = { ...result, candidates: Array.from({ length: 12 }, () => kmeans!) };
    const heights = latencyCurves(same)!
      .lines.map(({ label }) => label.y)
      .toSorted((a, b) => a - b);
    assert.ok(heights.every((y, at) => at === 0 || y - heights[at - 1]! >= 13));
    assert.ok(heights.at(-1)! <= LATENCY_PLOT.bottom);
  });

  it('has every latency in its table, and that beside the safe ones', () => {
    const { columns, rows } = latencyTable(result);
    assert.deepEqual([columns.length, rows.length], [3, 16]);
    const [kmeans, bfs] = answeredOf(result);
    assert.deepEqual(rows[8], [8, kmeans!.points[8]!.p95, bfs!.points[8]!.p95]);
    assert.equal(rows[9]![2], null);
    assert.equal(latencyAtSafe(bfs!, result), bfs!.points[1]!.p95);
  });
});
