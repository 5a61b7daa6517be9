import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errMax, judge, latticesIn } from '../../../lab/gspace/evaluate';
import { runGspaceJob, type GspaceJob } from '../../../lab/gspace/jobs';
import { QOS } from '../../../lab/gspace/conditions';
import { partFor, partOf } from '../../../lab/gspace/part';
import { PART, readPrograms } from '../../../lab/gspace/programs';
import { unpreemptedPlot, windowPlot } from '../../../lab/gspace/pairPlots';
import { blockStep } from '../../../lab/gspace/lattice';
import type { AloneRow, Row, TrialRow, UnpreemptedRow } from '../../../lab/gspace/rows';
import { Runs } from '../../../lab/gspace/runs';
import { readRows } from '../../../lab/recordedRows';
import { spaceFrom } from '../../../lab/gspace/space';
import type { YieldFeatures } from '../../../src/predictors/yieldSearchPort';
import { listGpus } from '../../../src/gpu/catalogue';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const ROOT = process.cwd();
const FILE = path.join(ROOT, 'docs/reproduction/gspace-runs.ndjson');
const GPU = partOf(loadSpec('titan-v'), PART);

const features: YieldFeatures = {
  l1HitRate: 0,
  l2HitRate: 0,
  l1Utilisation: 0,
  l2Utilisation: 0,
  dramUtilisation: 0,
  arithmeticIntensity: 0,
  instructions: 0,
};
const alone = (app: string): Row => ({
  kind: 'alone',
  key: `gpu/2.abc ${app}`,
  app,
  features,
  cycles: 1000,
  blocksPerSm: 2,
});
/** Progress follows what is given of four places; one was given up. */
const trials: Row[] = [
  [1, 1, null, 0.9],
  [1, 2, 2, 0.6],
  [2, 1, 1.9, 0.5],
  [2, 2, 1, 0.1],
].map(([sms, blocks, latency, throughput]) => ({
  kind: 'trial',
  key: `gpu/2.abc a b ${sms} ${blocks}`,
  yielding: 'a',
  critical: 'b',
  places: { sms: sms!, blocks: blocks! },
  latency: latency!,
  throughput: throughput!,
  progress: latency === null ? 0.2 : 1 / latency!,
}));

describe('the reproduction of G-Space', () => {
  it('judges searches where every configuration is known', () => {
    const lattices = latticesIn([alone('a'), alone('b'), ...trials], 2);
    assert.equal(lattices.length, 1);
    const { kept, best, found, overWindow } = judge(lattices[0]!, 'titan-v', [], 2);
    assert.equal(kept, 3);
    assert.deepEqual(best!.places, { sms: 1, blocks: 2 });
    const all = found.find(({ method }) => method === 'all')!;
    const { path: order, end, ...told } = all;
    assert.deepEqual(end, best!.places);
    assert.deepEqual(told, { method: 'all', ofBest: 1, trials: 4, violations: 1 });
    assert.deepEqual(order[1], { sms: 2, blocks: 1 });
    assert.ok(
      found.every(({ method }) => ['law', 'border', 'neighbours', 'all'].includes(method)),
      'no map, no search that needs one',
    );
    // The whole window beside the other, or half of it at a tenth of the pace and the rest alone.
    assert.ok(Math.abs(overWindow.best! - 0.6) < 1e-12 && Math.abs(overWindow.wholeGpu! - 0.55) < 1e-12);
    assert.equal(latticesIn([alone('a'), alone('b'), ...trials.slice(1)], 2).length, 0, 'not all were run');
    const [elsewhere, ...here] = trials;
    const moved = { ...elsewhere!, key: elsewhere!.key.replace('abc', 'def') };
    assert.equal(latticesIn([alone('a'), alone('b'), moved, ...here], 2).length, 0, 'nor all on one machine');
  });

  it('steps over the blocks of an SM evenly, and tells places in blocks', () => {
    assert.deepEqual([2, 4, 8, 9, 10, 16].map(blockStep), [1, 1, 2, 1, 2, 4]);
    const eight = (app: string): Row => ({ ...(alone(app) as AloneRow), blocksPerSm: 8 });
    const row = (blocks: number, latency: number | null, throughput: number): Row => ({
      ...(trials[0] as TrialRow),
      places: { sms: 1, blocks },
      latency,
      throughput,
    });
    const rows = [row(2, null, 0.9), row(4, 1.9, 0.6), row(5, 1.8, 0.7), row(6, 1.5, 0.3), row(8, 1.1, 0.1)];
    const [lattice] = latticesIn([eight('a'), eight('b'), ...rows], 1);
    assert.deepEqual(lattice!.most, { sms: 1, blocks: 4 });
    const { best, kept, configurations, found } = judge(lattice!, 'titan-v', [], 2);
    assert.deepEqual([best!.places, kept, configurations], [{ sms: 1, blocks: 4 }, 3, 4]);
    const all = found.find(({ method }) => method === 'all')!;
    assert.deepEqual(
      all.path.map(({ blocks }) => blocks),
      [2, 4, 6, 8],
    );
    // Given up at a fifth of its pace.
    assert.equal(lattice!.trials.get('1 1')!.latency, 5);
  });

  it('takes errMax by section 5.4, the same of a degradation and of its reciprocal', () => {
    assert.equal(errMax(4, 1), 0.75);
    assert.equal(errMax(1 / 4, 1), 0.75);
    assert.equal(errMax(0, 0), 0);
  });

  it('takes a part of the GPU in proportion', () => {
    const { spec } = loadSpec('titan-v');
    assert.equal(GPU.spec.sms * PART, spec.sms);
    assert.equal(GPU.spec.memory.channels * PART, spec.memory.channels);
    assert.equal(GPU.spec.l2.slices * PART, spec.l2.slices);
    assert.throws(() => partOf(loadSpec('titan-v'), 7), RangeError);
  });

  it('takes the smallest part that stands for a GPU, whatever its number of SMs', () => {
    assert.equal(partFor(loadSpec('titan-v')), PART);
    // 11 of 132 SMs with 13 of 160 channels: a twelfth, but for 3 %.
    assert.equal(partFor(loadSpec('h100-sxm')), 12);
    // Half of 28 SMs would have 6 of 11 channels, but for 9 %; a quarter is fewer than ten SMs.
    assert.equal(partFor(loadSpec('gtx-1080-ti')), 2);
    assert.equal(partFor(loadSpec('gtx-950')), 1);
    for (const { id } of listGpus()) {
      const whole = loadSpec(id);
      const part = partOf(whole, partFor(whole)).spec;
      assert.ok(part.sms >= Math.min(10, whole.spec.sms), id);
      const share = part.memory.channels / part.sms / (whole.spec.memory.channels / whole.spec.sms);
      assert.ok(Math.abs(share - 1) <= 0.1, id);
    }
  });

  it('draws a bar for each pair, those last that were given up', () => {
    const row = (critical: string, latency: number | null): UnpreemptedRow => ({
      ...{ kind: 'unpreempted', key: critical, yielding: 'a', critical, latency },
    });
    const [plot] = unpreemptedPlot([row('slowest', null), row('slow', 3.25), row('fast', 1.5)]);
    const names = [...plot!.svg.matchAll(/>a, (\w+)</g)].map(([, name]) => name);
    assert.deepEqual(names, ['fast', 'slow', 'slowest']);
    assert.match(plot!.svg, />12\.00</);
    assert.deepEqual(unpreemptedPlot([]), []);
    const [lattice] = latticesIn([alone('a'), alone('b'), ...trials], 2);
    const judged = judge(lattice!, 'titan-v', [], 2);
    assert.deepEqual(windowPlot([judged]), [], 'no map, no NN_SRS');
    const beside = { ...judged, overWindow: { ...judged.overWindow, scalar: 0.5 } };
    assert.match(windowPlot([beside])[0]!.svg, />0\.55</);
  });

  it('lists what is not recorded as jobs: up to eight configurations of a pair, or one run alone', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-gspace-'));
    const runs = new Runs(path.join(folder, 'runs.ndjson'), 'titan-v', PART);
    const [first, second] = [{ name: 'a' }, { name: 'b' }];
    const places = Array.from({ length: 10 }, (_, at) => ({ sms: 1 + at, blocks: 2 }));
    const listed = (): GspaceJob[] => runs.trialJobs(first, second, places, 2);
    const sizes = (): number[] =>
      listed().flatMap((job) => (job.kind === 'trials' ? [job.trials.length] : []));
    assert.deepEqual(sizes(), [8, 2]);
    const [job] = listed();
    assert.ok(job!.kind === 'trials' && job!.of === PART && job!.givenUp === 2);
    await runs.add([{ ...(trials[0] as TrialRow), key: job!.trials[0]!.key }]);
    assert.deepEqual(sizes(), [8, 1]);
    const [solo] = runs.aloneJobs([first]);
    assert.ok(solo!.kind === 'alone');
    await runs.add([{ ...(alone('a') as AloneRow), key: solo!.key }]);
    assert.deepEqual([runs.aloneJobs([first, second]).length, runs.alone(first)!.cycles], [1, 1000]);
    fs.rmSync(folder, { recursive: true });
  });

  it('comes out again: one recorded run, and the model of all of them', async () => {
    const model = JSON.parse(fs.readFileSync(path.join(ROOT, 'models/gspace/titan-v.json'), 'utf8')) as {
      representatives: unknown[];
      provenance: { command: string; simulator: number };
    };
    if (model.provenance.simulator < simulatorGeneration('titan-v')) {
      // Until all is run anew, the page must not pass for one on this simulator.
      const page = fs.readFileSync(path.join(ROOT, 'docs/reproduction/gspace.md'), 'utf8');
      assert.match(page, new RegExp(`generation ${model.provenance.simulator} of the simulator`));
      return;
    }
    const rows = readRows<Row>(FILE);
    const programs = await readPrograms(ROOT, PART);
    const isMicro = (row: Row): row is TrialRow =>
      row.kind === 'trial' && row.yielding.startsWith('stride=') && row.latency !== null;
    // The one that is over first.
    const recorded = rows.filter(isMicro).sort((one, other) => one.latency! - other.latency!)[0]!;
    const micro = (name: string) => programs.micro(programs.micros.find((one) => one.name === name)!);
    const runs = new Runs(path.join(os.tmpdir(), 'corun-no-such-runs.ndjson'), 'titan-v', PART);
    const again: Row[] = [];
    for (const job of runs.trialJobs(micro(recorded.yielding), micro(recorded.critical), [recorded.places]))
      runGspaceJob(job, (row) => again.push(row));
    assert.deepEqual(again, [recorded]);
    const made = spaceFrom(
      programs.micros,
      new Runs(FILE, 'titan-v', PART),
      model.representatives.length,
      model.provenance.command,
    );
    assert.deepEqual(made, model);
  });

  it('comes out again with an application: one recorded run', async function () {
    const places = { sms: 10, blocks: 8 };
    const recorded = new Runs(FILE, 'titan-v', PART).recordedTrial('nn', 'CC', places);
    // All runs with applications are made anew together, or not at all.
    if (recorded === null) this.skip();
    const programs = await readPrograms(ROOT, PART);
    const none = new Runs(path.join(os.tmpdir(), 'corun-no-such-runs.ndjson'), 'titan-v', PART);
    const again: Row[] = [];
    for (const job of none.trialJobs(programs.named('nn'), programs.named('CC'), [places], QOS))
      runGspaceJob(job, (row) => again.push(row));
    const [{ latency, throughput }] = again as [TrialRow];
    // Kernels may be read a little otherwise than when it was recorded.
    const off = [latency! / recorded.latency!, throughput / recorded.throughput].map((by) =>
      Math.abs(by - 1),
    );
    assert.ok(Math.max(...off) < 0.03, `${latency} and ${throughput}`);
  });
});
