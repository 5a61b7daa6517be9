import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import {
  collectApp,
  paperAllocations,
  plannedKeys,
  trainingHeader,
} from '../../../../lab/themis/collection/collect';
import { endOf } from '../../../../src/predictors/counting/workCurve';
import { scalabilityOf, soloRound } from '../../../../src/predictors/counting/soloRound';
import { asList, COUNTED_RATES } from '../../../../src/predictors/counting/countedRates';
import { parseTrainingData, rowKey, type TrainingRow } from '../../../../lab/themis/collection/trainingData';
import { samplesOf } from '../../../../lab/themis/training/samples';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { syntheticApps } from '../../../support/syntheticApps';

const loaded = loadSpec('themis-60sm');
const header = trainingHeader('themis-60sm', { mostCycles: 12_000, launchCycles: 12_000 }, 1);
const appNamed = (name: string) => syntheticApps().find(({ app }) => app.name === name)!;
const plan = { allocations: [20], levels: [0, 11] };

function collected(name: string, known: readonly TrainingRow[] = []): Map<string, TrainingRow> {
  const rows = new Map<string, TrainingRow>();
  const done = {
    keys: new Set(known.map(rowKey)),
    rounds: known.filter((row) => row.kind === 'solo'),
  };
  collectApp(header, appNamed(name), plan, done, (row, key) => rows.set(key, row));
  return rows;
}

describe('collection of training data', () => {
  const compute = collected('chain');
  const memory = collected('streams');
  const coRun = (rows: typeof compute, name: string, producer: string, level: number) => {
    const row = rows.get(`corun ${name} ${producer} ${level} 20`);
    assert.ok(row?.kind === 'corun' && row.launches.length === 1);
    return row.launches[0]!;
  };

  it('gives every row of the plan', () => {
    assert.deepEqual([...memory.keys()].sort(), plannedKeys('streams', 60, plan).sort());
  });

  it('finds that memory suffers from pressure on memory, and arithmetic does not', () => {
    assert.ok(coRun(memory, 'streams', 'bandwidth', 0).interference > 1.5);
    assert.ok(coRun(memory, 'streams', 'bandwidth', 11).interference < 1.15);
    assert.ok(Math.abs(coRun(compute, 'chain', 'bandwidth', 0).interference - 1) < 0.02);
  });

  it('finds that arithmetic scales with the SMs, and memory does not', () => {
    assert.ok(Math.abs(coRun(compute, 'chain', 'cache', 0).scalability - 3) < 0.2);
    assert.ok(coRun(memory, 'streams', 'cache', 0).scalability < 1.6);
  });

  it('counts the events of both sides', () => {
    const strong = coRun(memory, 'streams', 'bandwidth', 0);
    const weak = coRun(memory, 'streams', 'bandwidth', 11);
    assert.ok(strong.coRunner[7]! > 3 * weak.coRunner[7]!);
    assert.ok(strong.own[0]! < weak.own[0]!);
    const sectors = COUNTED_RATES.indexOf('l2ReadSectors');
    assert.ok(strong.others![sectors]! < weak.others![sectors]!);
  });

  it('goes on where it was interrupted and gets the same rows', () => {
    const kept = [...memory].slice(0, 3);
    const rest = collected(
      'streams',
      kept.map(([, row]) => row),
    );
    assert.deepEqual(new Map([...kept, ...rest]), memory);
    assert.equal(rest.size, memory.size - 3);
  });

  it('tells of launches alone on the whole GPU beside what the co-runner asked for, warp states and all', () => {
    const samples = samplesOf({ header, rows: [...memory.values()] }, 'solo');
    assert.equal(samples.length, 4);
    const whole = memory.get('solo streams 60');
    assert.ok(whole?.kind === 'solo');
    const strong = coRun(memory, 'streams', 'bandwidth', 0);
    const sample = samples.find(({ interference }) => interference === strong.interference);
    assert.ok(sample);
    assert.deepEqual(asList(sample.own.counted!), whole.launches![0]!.others);
    assert.ok(sample.own.ipc > strong.own[0]!);
    assert.equal(sample.coRunners.memoryBandwidth, strong.coRunner[7]);
    assert.equal(sample.countedFraction, 1);
  });

  it('survives its file', () => {
    const lines = [header, ...memory.values()].map((row) => `${JSON.stringify(row)}\n`).join('');
    assert.deepEqual(parseTrainingData('d', lines).rows, [...memory.values()]);
    // The last line was being written when the collection was interrupted.
    assert.equal(parseTrainingData('d', lines.slice(0, -20)).rows.length, memory.size - 1);
    assert.throws(
      () => parseTrainingData('d', lines.replace('"sms":20', '"sms":-1')),
      told(/d:3: sms: expected/),
    );
    assert.throws(() => parseTrainingData('d', ''), told(/d:1: no header/));
  });

  it('takes its allocations as fractions of any GPU', () => {
    assert.deepEqual(paperAllocations(60), [10, 20, 30, 40, 50]);
    assert.deepEqual(paperAllocations(132), [22, 44, 66, 88, 110]);
  });
});

describe('a round alone', () => {
  it('tells the scaling of launches that are cut as it does of whole ones', () => {
    const app = { ...appNamed('cached').app, launch: { grid: 240, block: 256 } };
    const rounds = (launchCycles: number) =>
      [20, 60].map((sms) => soloRound(app, sms, loaded, { seed: 1, launchCycles }));
    const [part, whole] = rounds(1e6);
    const [cutPart, cutWhole] = rounds(57_344);
    assert.ok(whole!.launches[0]!.finished && !cutWhole!.launches[0]!.finished);
    const exact = scalabilityOf(part!, whole!);
    assert.ok(Math.abs(scalabilityOf(cutPart!, cutWhole!) / exact - 1) < 0.1, String(exact));
  });

  it('covers all launches although one is cut', () => {
    const round = soloRound(appNamed('two').app, 60, loaded, { seed: 1, launchCycles: 4000 });
    assert.deepEqual(
      round.launches.map((launch) => [launch.finished, endOf(launch)[0]]),
      [
        [false, 4000],
        [false, 4000],
      ],
    );
  });

  it('leaves the latency of launches out', () => {
    const { app } = appNamed('two');
    const kernels = app.kernels!.map((kernel) => ({ ...kernel, launch: { grid: 240, block: 256 } }));
    const short = { ...app, kernels };
    const round = soloRound(short, 60, loaded, { seed: 1, launchCycles: 1e6 });
    assert.ok(round.launches.every(({ finished }) => finished));
    const again = soloRound(
      short,
      60,
      { ...loaded, spec: { ...loaded.spec, launch: { ...loaded.spec.launch, kernelCycles: 100 } } },
      { seed: 1, launchCycles: 1e6 },
    );
    round.launches.forEach((launch, i) => {
      assert.ok(Math.abs(endOf(again.launches[i]!)[0] / endOf(launch)[0] - 1) < 0.05);
    });
  });
});
