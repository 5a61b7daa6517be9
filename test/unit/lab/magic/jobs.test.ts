import assert from 'node:assert/strict';
import path from 'node:path';
import { JOB_PROGRAMS, SIX, THIRTEEN } from '../../../../lab/magic/jobs/programs';
import { aloneNs, inTurns, NO_HOST_WORK, roundOf, slowdownBeside } from '../../../../lab/magic/jobs/replayed';
import { hostWorkOf, longestNs } from '../../../../lab/magic/jobs/matrix';
import { readJobs, recordedSolos, soloJob } from '../../../../lab/magic/jobs/runs';
import { readRows } from '../../../../lab/recordedRows';
import type { FilledRow, Row, SoloRow } from '../../../../lab/magic/jobs/rows';
import { Tellers, type Teller } from '../../../../lab/magic/jobs/underMps';
import { shuffled } from '../../../../lab/shuffled';
import { sampledPairs } from '../../../../lab/magic/jobs/sample';
import { soloOf } from '../../../../lab/magic/jobs/collect';
import { matricesOf } from '../../../../lab/magic/reproduction/data';
import { profilesOf, qosResults } from '../../../../lab/magic/reproduction/figures';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const rows = readRows<Row>(path.join(root, 'docs/reproduction/magic-runs.ndjson'));
const matrices = matricesOf(rows);
const at = (name: string): number => JOB_PROGRAMS.findIndex((each) => each.name === name);

describe("Magic's 79 programs", () => {
  it('are 79, each once, with those that the text names', () => {
    const names = JOB_PROGRAMS.map(({ name }) => name);
    assert.equal(new Set(names).size, 79);
    for (const name of [...THIRTEEN, ...SIX.map(([own]) => own)]) assert.ok(names.includes(name), name);
  });

  it('have whole matrices on three GPUs, with and without host work', () => {
    assert.deepEqual(matrices.map(({ gpu, host }) => `${gpu} ${host}`).sort(), [
      'gtx-1080-ti false',
      'gtx-1080-ti true',
      'gtx-760 false',
      'gtx-760 true',
      'gtx-950 false',
      'gtx-950 true',
    ]);
  });

  it('replay to the recorded slowdowns, on a seeded sample of pairs', () => {
    for (const matrix of matrices) {
      const turns = inTurns(loadSpec(matrix.gpu), 2e6);
      const names = JOB_PROGRAMS.map(({ name }) => name);
      for (const [of, beside] of sampledPairs(names, 7).slice(0, 3)) {
        const pair = [of, beside].map((name) => {
          const solo = matrix.solos[at(name)]!;
          return roundOf(solo, matrix.host ? hostWorkOf(solo) : NO_HOST_WORK);
        });
        const [first, other] = pair as [(typeof pair)[0], (typeof pair)[0]];
        const alone = [aloneNs(first, turns), aloneNs(other, turns)] as const;
        const slowdown = slowdownBeside([first, other], alone, turns, longestNs(alone));
        const recorded = matrix.slowdowns[at(of)]![at(beside)]!;
        assert.ok(Math.abs(slowdown - recorded) < 1e-4, `${of} beside ${beside}: ${slowdown}, ${recorded}`);
      }
    }
  });

  it('run alone as recorded: one of them again', async function () {
    const gpu = loadSpec('gtx-950');
    const name = 'gramschmidt';
    const ofGpu = rows.filter((row) => row.kind === 'solo' && row.gpu === gpu.gpu.id);
    const isOfThis = ofGpu.some(({ key }) => key.startsWith(soloJob({ name: '' }, gpu).key.split(' ')[0]!));
    // Runs of an earlier simulator are made anew all together, or not at all.
    if (!isOfThis) this.skip();
    const app = (await readJobs(root, [name])).get(name)!;
    const again = soloOf('', app, gpu);
    const recorded = recordedSolos({ rows }, gpu)[at(name)]!;
    // Small changes of the simulator do not make the recorded runs worthless.
    assert.ok(Math.abs(again.cycles / recorded.cycles - 1) < 0.01, `${again.cycles}, ${recorded.cycles}`);
    assert.equal(again.threadInstructions, recorded.threadInstructions);
  });

  it('are told of under MPS as recorded, on a seeded sample of pairs', () => {
    const all = rows.filter((row) => row.kind === 'mps-filled') as FilledRow[];
    const gpus = [...new Set(all.map(({ gpu }) => gpu))];
    assert.ok(gpus.includes('gtx-950'));
    for (const gpu of gpus.map(loadSpec)) {
      const filled = all.filter((row) => row.gpu === gpu.gpu.id);
      assert.equal(filled.length, 79);
      const solos = JOB_PROGRAMS.map(({ name }) =>
        rows.findLast((row) => row.kind === 'solo' && row.gpu === gpu.gpu.id && row.app === name)!,
      ) as SoloRow[];
      const tellers = new Tellers(solos, gpu);
      for (const { name } of shuffled(JOB_PROGRAMS, 7).slice(0, 2)) {
        const recorded = filled.find(({ of }) => of === name)!;
        const again = tellers.row(recorded.by as Teller, at(name));
        const off = again.map((slowdown, beside) => Math.abs(slowdown - recorded.slowdowns[beside]!));
        assert.ok(Math.max(...off) < 1e-3, `${name} on ${gpu.gpu.id}: ${Math.max(...off)}`);
      }
    }
  });

  it('show concurrentKernels as the most sensitive of the six, and binomialOptions hardly slowed down, by host work', () => {
    const matrix = matrices.find(({ gpu, host }) => gpu === 'gtx-1080-ti' && host)!;
    const means = new Map(profilesOf(matrix).map(({ name, mean }) => [name, mean]));
    assert.ok([...means.values()].every((own) => own <= means.get('concurrent-kernels')!));
    assert.ok(means.get('binomial-options')! < 0.05);
  });

  it('count violations between none and all of 26 cases', () => {
    for (const matrix of matrices)
      for (const { violations } of qosResults(matrix)) assert.ok(violations >= 0 && violations <= 26);
  });
});
