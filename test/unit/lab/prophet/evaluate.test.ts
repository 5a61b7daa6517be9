import assert from 'node:assert/strict';
import path from 'node:path';
import { arrivalOf } from '../../../../lab/prophet/collect';
import { evaluate, type Told } from '../../../../lab/prophet/evaluate';
import { profileKeysOf, type Row } from '../../../../lab/prophet/rows';
import { readRows } from '../../../../lab/recordedRows';
import { sampledPairs } from '../../../../lab/prophet/sample';
import { spanPlots } from '../../../../lab/prophet/spanPlots';
import { prophet } from '../../../../src/predictors/prophet/latencies';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const ROOT = process.cwd();

describe('the reproduction of Prophet', () => {
  const rows = readRows<Row>(path.join(ROOT, 'docs/reproduction/prophet-runs.ndjson'));

  it('replays every recorded run alone exactly', () => {
    assert.ok(
      evaluate(
        rows.filter(({ kind }) => kind === 'profile'),
        loadSpec('k40'),
      ).aloneError < 1e-3,
    );
  });

  it('takes the error of a degradation by equation 10, and none of one that is hardly there', () => {
    const few = rows.filter(
      (row) =>
        row.kind === 'profile' ||
        (row.kind === 'query' &&
          row.service === 'gmm' &&
          ['backprop', 'heartwall', 'pathfinder-pinned'].includes(row.batch) &&
          row.instances === 1 &&
          row.query < 4),
    );
    const { pairs } = evaluate(few, loadSpec('k40'), [prophet]);
    assert.equal(pairs.length, 3);
    for (const { measured, told } of pairs) {
      const [{ latency, error }] = told as [Told];
      if (measured < 1.05) assert.equal(error, null);
      else assert.ok(Math.abs(error! - Math.abs(latency - measured) / (measured - 1)) < 1e-9);
    }
  });

  it('has recorded the sample that it names, every service as often', () => {
    const pairs = sampledPairs(21, 1);
    assert.equal(new Set(pairs.map(String)).size, 21);
    const services = pairs.map(([service]) => service);
    for (const service of services) assert.equal(services.filter((each) => each === service).length, 3);
    for (const [service, batch] of pairs) {
      const own = rows.filter(
        (row) =>
          row.kind === 'query' && row.instances === 1 && row.service === service && row.batch === batch,
      );
      assert.ok(own.length >= 8, `${service} ${batch}`);
    }
    const profiles = new Map(rows.filter((row) => row.kind === 'profile').map((row) => [row.key, row]));
    for (const row of rows) {
      if (row.kind !== 'query') continue;
      const [phase] = arrivalOf(`${row.service} ${row.batch}`, row.instances, row.query);
      // Beside several, when all of them have begun.
      const rounds = phase! + Number(row.instances > 1);
      assert.equal(row.start, Math.round(rounds * profiles.get(profileKeysOf(row)[1])!.cycles));
    }
  });

  it('draws who ran when, one thing after the other, until the query has ended', () => {
    const recorded = rows.filter((row) => row.kind === 'spans');
    assert.equal(spanPlots(rows).length, recorded.length);
    for (const { spans } of recorded) {
      const end = spans.service.at(-1)![1];
      for (const own of [spans.service, spans.batch])
        own.forEach(([from, to], at) => {
          assert.ok(from < to && to <= end);
          // What has ended is seen at the next look, so that it may seem to end behind the beginning of the next one.
          if (at > 0) assert.ok(from >= own[at - 1]![1] - 512);
        });
    }
  });
});
