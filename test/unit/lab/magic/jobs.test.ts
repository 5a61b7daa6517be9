import assert from 'node:assert/strict';
import path from 'node:path';
import { JOB_PROGRAMS, RUNS_GENERATION, SIX, THIRTEEN } from '../../../../lab/magic/jobs/programs';
import { aloneNs, NO_HOST_WORK, roundOf, slowdownInTurns } from '../../../../lab/magic/jobs/replayed';
import { hostWorkOf, longestNs } from '../../../../lab/magic/jobs/matrix';
import { readJobs } from '../../../../lab/magic/jobs/runs';
import { readRows } from '../../../../lab/recordedRows';
import type { Row } from '../../../../lab/magic/jobs/rows';
import { sampledPairs } from '../../../../lab/magic/jobs/sample';
import { soloOf } from '../../../../lab/magic/jobs/collect';
import { matricesOf } from '../../../../lab/magic/reproduction/data';
import { profilesOf, qosResults } from '../../../../lab/magic/reproduction/figures';
import { simulatorGeneration } from '../../../../src/simulator/spec/generation';
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
      const turns = { gpu: loadSpec(matrix.gpu), sliceNs: 2e6 };
      const names = JOB_PROGRAMS.map(({ name }) => name);
      for (const [of, beside] of sampledPairs(names, 7).slice(0, 3)) {
        const pair = [of, beside].map((name) => {
          const solo = matrix.solos[at(name)]!;
          return roundOf(solo, matrix.host ? hostWorkOf(solo) : NO_HOST_WORK);
        });
        const [first, other] = pair as [(typeof pair)[0], (typeof pair)[0]];
        const alone = [aloneNs(first, turns), aloneNs(other, turns)] as const;
        const slowdown = slowdownInTurns([first, other], alone, turns, longestNs(alone));
        const recorded = matrix.slowdowns[at(of)]![at(beside)]!;
        assert.ok(Math.abs(slowdown - recorded) < 1e-4, `${of} beside ${beside}: ${slowdown}, ${recorded}`);
      }
    }
  });

  it('run alone as recorded: one of them again', async function () {
    // Runs of an earlier simulator are made anew all together, or not at all.
    if (simulatorGeneration('gtx-950') !== RUNS_GENERATION) this.skip();
    const name = 'gramschmidt';
    const app = (await readJobs(root, [name])).get(name)!;
    const again = soloOf('', app, loadSpec('gtx-950'));
    const recorded = matrices.find(({ gpu }) => gpu === 'gtx-950')!.solos[at(name)]!;
    // Small changes of the simulator do not make the recorded runs worthless.
    assert.ok(Math.abs(again.cycles / recorded.cycles - 1) < 0.01, `${again.cycles}, ${recorded.cycles}`);
    assert.equal(again.threadInstructions, recorded.threadInstructions);
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
