import assert from 'node:assert/strict';
import { tracedRun } from '../../../src/analysis/applications/soloRun';
import { colocate } from '../../../src/analysis/colocation/colocate';
import { applicationKey } from '../../../src/analysis/protocol';
import type { ColocateNews, ColocateRequest } from '../../../src/analysis/results/colocateResult';
import type { AnalysisSession } from '../../../src/analysis/session';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { requireGpu } from '../../../src/gpu/findGpu';
import { LATENCY_PREDICTORS } from '../../../src/predictors';
import { onGpu } from '../../../src/sharing/colocation/besideService';
import { mean } from '../../../src/stats/means';
import { INSTANT_LAUNCH } from '../../../src/timeline/models';
import { english } from '../../../src/words';
import { told } from '../../support/told';
import { profileBytes, testSession } from './support';

const GPU = requireGpu('gtx-950');
const TARGET = { slowdown: 2, ns: null, of: 'p95' } as const;
const TRACES = ['web', 'jobs'].map((name) => `${name}.trace.csv`);
/** A program whose kernel has no time without a simulation. */
const SOURCE = `__global__ void step(float *x) { x[threadIdx.x + blockIdx.x * blockDim.x] += 1.0f; }
int main() {
  float *h = (float *)malloc(4 << 20), *x;
  cudaMalloc(&x, 4 << 20);
  cudaMemcpy(x, h, 4 << 20, cudaMemcpyHostToDevice);
  step<<<1024, 1024>>>(x);
  cudaDeviceSynchronize();
}`;

/** A trace of nvprof: one copy and one kernel that fills the GPU. */
const file = (name: string): string =>
  [
    '==1== NVPROF is profiling process 1, command: ./made-up',
    '==1== Profiling result:',
    '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
    'ms,us,,,,,,,,B,B,MB,GB/s,,,,',
    '1.0,400.0,,,,,,,,,,4.0,9.765625,"GeForce GTX 950 (0)","1","13","[CUDA memcpy HtoD]"',
    `1.4,600.0,16384,1,1,256,1,1,12,0,0,,,"GeForce GTX 950 (0)","1","13","${name.split('.')[0]}(float *) [202]"`,
  ].join('\n');

describe('what can share the GPU with a service of the workspace', () => {
  let session: AnalysisSession;
  let kernelId: string;
  /** Keys by name. */
  const keys = new Map<string, string>();
  const asked = (names: readonly string[], footprints: readonly (number | null)[] = []): ColocateRequest => {
    const [service, ...batch] = names.map((name, at) => ({
      key: keys.get(name)!,
      footprintBytes: footprints[at] ?? null,
      aloneNs: null,
    }));
    return { service: service!, batch, target: TARGET };
  };

  before(async () => {
    session = await testSession();
    const results = await session.analyze({
      sources: new Map([['step.cu', SOURCE]]),
      profiles: new Map(TRACES.map((name) => [name, profileBytes(file(name))])),
      settings: { ...DEFAULT_SETTINGS, gpu: GPU.id },
    });
    kernelId = results.files[0]!.kernels[0]!.id;
    for (const application of results.applications) keys.set(application.name, applicationKey(application));
  });

  it('is answered as traces by themselves are, with news of every count on the way', () => {
    const news: ColocateNews[] = [];
    const runs = structuredClone(session.aloneRuns(asked(['web', 'jobs'])));
    // Beyond four times the target a curve would end.
    const result = colocate(runs, { ...TARGET, slowdown: 20 }, (each) => news.push(each));
    const [pricing] = result.candidates;
    assert.ok(pricing && 'instances' in pricing);
    const [service, batch] = TRACES.map((name) => tracedRun(session.readFile(name, file(name))!, GPU));
    const question = { ...onGpu(GPU), queries: 20, seed: 1, launch: INSTANT_LAUNCH, service: service!.run };
    const beside = LATENCY_PREDICTORS[0]!.latencies({ ...question, beside: [batch!.run, batch!.run] });
    assert.deepEqual(pricing.points[2]!.mean, mean(beside));
    assert.equal(pricing.error, LATENCY_PREDICTORS[0]!.errors.tails.withCopies);
    // As many counts are looked at again where pinned copies could be pageable.
    const curves = batch!.pageable === null ? 1 : 2;
    assert.equal(news.length, curves * pricing.points.length);
    assert.ok(news.every(({ fraction }, at) => at === 0 || fraction > news[at - 1]!.fraction));
    assert.equal(news.at(-1)!.fraction, 1);
    assert.equal(english(news[2]!.phase), 'jobs, 2 beside the service');
    assert.match(english(result.assumptions[0]!), /^web: /);
  });

  it('tells what several applications do together, of those that are answered', () => {
    const news: ColocateNews[] = [];
    const target = { ...TARGET, slowdown: 3 };
    const runs = session.aloneRuns(asked(['web', 'jobs', 'step', 'web']));
    const { mixes, candidates } = colocate(runs, target, (each) => news.push(each));
    assert.equal(candidates.filter((each) => 'refused' in each).length, 1);
    assert.deepEqual(
      mixes!.oneOfEach!.parts.map(({ name, instances }) => [name, instances]),
      [
        ['jobs', 1],
        ['web', 1],
      ],
    );
    const [jobs, web] = ['jobs', 'web'].map((name) => candidates.find((each) => each.name === name)!);
    for (const each of [jobs, web])
      assert.ok('points' in each! && mixes!.oneOfEach!.p95 > each.points[1]!.p95);
    assert.match(english(news.at(-1)!.phase), /^several applications together, \d+ beside the service$/);
    assert.ok(news.every(({ fraction }, at) => at === 0 || fraction >= news[at - 1]!.fraction));
    assert.equal(colocate(session.aloneRuns(asked(['web', 'jobs'])), target, () => undefined).mixes, null);
  });

  it('leaves out a program whose kernel times are not known, and says so', () => {
    const { candidates } = colocate(session.aloneRuns(asked(['web', 'step'])), TARGET, () => undefined);
    assert.deepEqual(
      candidates.map((each) => [each.name, 'refused' in each]),
      [['step', true]],
    );
    assert.throws(() => session.aloneRuns(asked(['step', 'web'])), told(/step/));
  });

  it('replays a program without a trace once its kernels have times', () => {
    const time = { value: 5e5, unit: 'ns', origin: 'simulated', from: 'made up' } as const;
    session.timedApplications({ [kernelId]: { time, reason: null } });
    const { service } = session.aloneRuns(asked(['step', 'web']));
    const { run, measuredNs, assumptions } = service;
    assert.deepEqual(
      [...run.kernels.values()].map(({ soloNs, blocks }) => [soloNs, blocks]),
      [[5e5, 1024]],
    );
    const [copy] = run.copies.values();
    // 4 MiB at 3 to 32 GB/s, as PCIe 2 to 4 have it.
    assert.ok(copy!.soloNs > 1e5 && copy!.soloNs < 2e6, `${copy!.soloNs}`);
    assert.ok(measuredNs >= 5e5 + copy!.soloNs);
    assert.ok(assumptions.some((each) => /^step: no trace of a run alone/.test(english(each))));
  });

  it('refuses a service that the device memory does not hold', () => {
    const runs = session.aloneRuns(asked(['web', 'jobs'], [2 ** 40, 2 ** 20]));
    const { candidates } = colocate(runs, TARGET, () => undefined);
    assert.match('refused' in candidates[0]! ? english(candidates[0].refused) : '', /^web keeps 1 TiB/);
  });
});
