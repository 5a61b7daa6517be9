import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import type { SimulatedTime } from '../../../src/analysis/applications/launchTimes';
import { withApplications } from '../../../src/analysis/applications/withApplications';
import type { ApplicationResult } from '../../../src/analysis/results/timelineResult';
import { kernelTimesSummary } from '../../../src/words/texts/kernelTimes';
import { report } from '../../../src/words/texts/report';
import { profileBytes, testSession } from './support';
import { english } from '../../../src/words';

const samples = path.join(process.env['CORUN_ROOT']!, 'workloads/samples');
const read = (file: string): [string, string] => [file, fs.readFileSync(path.join(samples, file), 'utf8')];

const SOURCES = [
  'streams-vmp/streams_vmp.cu',
  'vector-add/vector_add.cuh',
  'matrix-mul/matrix_mul.cuh',
  'matrix-mul/tile.h',
  'pathfinder/pathfinder.cuh',
  'common/cuda_check.cuh',
];

const TIMES_US: Readonly<Record<string, number>> = { vectorAdd: 200, matrixMulTiled: 9000, advanceRows: 100 };

/** The sample without a profile, and what a simulation of its kernels could have given. */
async function untimed() {
  const session = await testSession();
  const results = await session.analyze({
    sources: new Map(SOURCES.map(read)),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
  });
  const times = Object.fromEntries(
    results.files
      .flatMap(({ kernels }) => kernels)
      .map(({ id, name }): [string, SimulatedTime] => {
        const value = (TIMES_US[name] ?? 50) * 1000;
        return [id, { time: { value, unit: 'ns', origin: 'simulated', from: 'one launch' }, reason: null }];
      }),
  );
  return { session, results, times };
}

describe('the launch order of a program without a profile', () => {
  it('waits for the times of its kernels, and says for which', async () => {
    const { session, results, times } = await untimed();
    const [before] = results.applications;
    assert.equal(before!.predicted, null);
    assert.match(
      before!.unknowns.map(english).join('; '),
      /time of vectorAdd: no profile times it on this GPU/,
    );
    const [id] = Object.keys(times).filter((key) => key.endsWith('#vectorAdd'));
    const refused = { ...times, [id!]: { time: null, reason: 'inline PTX (line 4)' } };
    const [after] = session.timedApplications(refused);
    assert.deepEqual(after!.unknowns.map(english), [
      'time of vectorAdd: no profile times it on this GPU, and no simulation does: inline PTX (line 4)',
    ]);
  });

  it('is told from simulated times, which say so, and written into the source', async () => {
    const { session, results, times } = await untimed();
    const applications = session.timedApplications(times);
    const timed = withApplications(results, applications);
    const [{ predicted, order, inputs, unknowns }] = applications as [ApplicationResult];
    assert.deepEqual(unknowns, []);
    assert.equal(predicted!.origin, 'predicted');
    const alone = predicted!.bars.find(({ label }) => label === 'matrixMulTiled')!;
    assert.ok(alone.endNs - alone.startNs >= 9_000_000);
    assert.equal(kernelTimesSummary({ inputs }), 'kernel times simulated ◐');
    assert.deepEqual(
      inputs.filter(({ kind }) => kind === 'copy').map(({ what, value }) => [english(what), value.origin]),
      [
        ['copies host to device, pinned memory', 'assumed'],
        ['copies device to host, pinned memory', 'assumed'],
      ],
    );
    assert.ok(order!.bestOrder.makespanNs < order!.writtenOrder.makespanNs);
    const advice = timed.advice.find(({ kind }) => kind === 'stream-order')!;
    assert.equal(session.adviceEdit(advice).kind, 'edit');
    assert.match(report(timed), /predicted makespan .* ○, kernel times simulated ◐/);
  });

  it('has the edit of a block that was advised by simulations since, if the launch still has the other one', async () => {
    const session = await testSession();
    const source = `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
int main() { const int n = 4096; float *d; cudaMalloc(&d, n * 4); k<<<(n + 31) / 32, 32>>>(d, n); }`;
    const results = await session.analyze({
      sources: new Map([['a.cu', source]]),
      settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' },
    });
    const kernelId = results.files[0]!.kernels[0]!.id;
    const asked = (current: number) =>
      session.adviceEdit({ id: `block:${kernelId}:256`, kernelId, block: { current, advised: 256 } }).kind;
    assert.deepEqual(results.advice, []);
    assert.deepEqual([asked(32), asked(64)], ['edit', 'refused']);
  });

  it('takes a launch in proportion to its threads where another one was simulated', async () => {
    const session = await testSession();
    const source = `__global__ void k(float *a) { a[threadIdx.x] = 1; }
      int main() { float *d; cudaMalloc(&d, 64); k<<<100, 128>>>(d); k<<<50, 128>>>(d); }`;
    const results = await session.analyze({
      sources: new Map([['a.cu', source]]),
      settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' },
    });
    const { id } = results.files[0]!.kernels[0]!;
    const time = { value: 8000, unit: 'ns', origin: 'simulated', from: 'one launch' } as const;
    const [application] = session.timedApplications({ [id]: { time, reason: null } });
    const bars = application!.predicted!.bars.filter(({ kind }) => kind === 'kernel');
    assert.equal(bars.length, 2);
    const [first, second] = bars.map(({ startNs, endNs }) => endNs - startNs);
    assert.ok(first! > 1.5 * second!, `${first} and ${second}`);
    const texts = application!.assumptions.map(({ text }) => text);
    assert.match(texts.map(english).join('; '), /simulated with 12800 threads, taken in proportion for 6400/);
  });
});

describe('the launch order of a program with a trace', () => {
  it('is told by the names of the source, and written into it', async () => {
    const session = await testSession();
    const profiles = ['profiles/streams-vmp.trace.csv', 'profiles/streams-vmp.metrics.csv'].map(read);
    const results = await session.analyze({
      sources: new Map(SOURCES.map(read)),
      profiles: new Map(profiles.map(([name, text]) => [name, profileBytes(text)])),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    const advice = results.advice.find(({ kind }) => kind === 'stream-order')!;
    assert.match(english(advice.title), /matrixStream → vectorStream/);
    const edit = session.adviceEdit(advice);
    assert.equal(edit.kind, 'edit', JSON.stringify(edit));
    if (edit.kind !== 'edit') return;
    const [{ newText }] = edit.edits as [(typeof edit.edits)[number]];
    const calls = [...newText.matchAll(/(vectorAdd|matrixMulTiled)<<</g)].map((match) => match[1]);
    assert.deepEqual(calls, ['matrixMulTiled', 'vectorAdd']);
    const bars = results.applications[0]!.measured!.bars.map(({ lane }) => lane);
    assert.ok(bars.includes('stream matrixStream'));
  });
});
