import assert from 'node:assert/strict';
import { analyzeJson } from '../../../src/cli/analyzeJson';
import { askPredictors } from '../../../src/analysis/corun/askPredictors';
import { rankAnswers, shownAnswer } from '../../../src/analysis/corun/rankAnswers';
import { ScenarioEvidence } from '../../../src/analysis/corun/scenarioEvidence';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { MergedResults } from '../../../src/analysis/simulation/mergedResults';
import { SimulationSet } from '../../../src/analysis/simulation/simulationSet';
import type { Prediction } from '../../../src/kernel/prediction';
import { parseScenario } from '../../../src/kernel/scenario';
import { CO_RUN_PREDICTORS } from '../../../src/predictors';
import { isRefusal, type CoRunPredictor, type CoRunQuestion } from '../../../src/predictors/port';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { coRunRows, dividedRows } from '../../../src/words/texts/coRunRows';
import { kernelLenses } from '../../../src/words/texts/lensTexts';
import { english } from '../../../src/words';
import { report } from '../../../src/words/texts/report';
import { pairTable } from '../../../webview/model/predictors';
import { toCsv } from '../../../webview/model/table';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { testSession } from '../analysis/support';
import { alu, launchOf, vecadd } from '../simulator/programs';

const ERROR = { metric: 'errSD', mean: 0.05, worst: 0.2, evidence: 'made up' } as const;
const LOOSE = { ...ERROR, mean: 0.5 } as const;

function answers({ subjects, mode, split }: CoRunQuestion, isDivided: boolean): Prediction[] {
  if (isDivided) assert.ok(mode === 'spatial' && split !== null, 'it is asked for what it is made for');
  return subjects.map(({ name }, at) => ({
    subject: name,
    partners: subjects.filter((_, other) => other !== at).map((other) => other.name),
    slowdown: 1.25 + at,
    // A model without parts is as good as any.
    parts: {},
    mode,
    predictor: isDivided ? 'toy on half' : 'toy',
    origin: 'predicted',
    inputs: {},
    assumptions: [],
    error: ERROR,
    validOnly: [],
    ...(split === null ? {} : { split }),
  }));
}

/** A predictor that needs nothing: what a newcomer would write first. */
const toy: CoRunPredictor = {
  id: 'toy',
  modes: ['streams'],
  evidence: ['nothing'],
  needs: [],
  models: null,
  availability: () => ({
    ready: [
      {
        id: 'toy',
        evidence: 'nothing',
        label: 'toy',
        error: ERROR,
        modes: ['streams'],
        predict: (question) => answers(question, false),
      },
    ],
    lacking: [],
  }),
};

/** The same for SMs of one's own. */
const toyOnHalf: CoRunPredictor = {
  ...toy,
  id: 'toy-half',
  modes: ['spatial'],
  availability: () => ({
    ready: [
      {
        id: 'toy-half',
        evidence: 'nothing',
        label: 'toy on half',
        error: ERROR,
        modes: ['spatial'],
        predict: (question) => answers(question, true),
      },
    ],
    lacking: [],
  }),
};

/** The same, less to be trusted. */
const looseOnHalf: CoRunPredictor = {
  ...toyOnHalf,
  id: 'loose-half',
  availability: () => ({
    ready: [
      {
        id: 'loose-half',
        evidence: 'nothing',
        label: 'loose on half',
        error: LOOSE,
        modes: ['spatial'],
        predict: (question) =>
          answers(question, true).map((answer) => ({
            ...answer,
            predictor: 'loose on half',
            error: LOOSE,
          })),
      },
    ],
    lacking: [],
  }),
};

const SOURCE = `
__global__ void compute(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float x = a[i]; for (int k = 0; k < 100; k++) x = x * x + 1.0f; a[i] = x; } }
__global__ void stream(const float *a, float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i]; }
int main() { float *a, *b, *c; cudaMalloc(&a, 65536); cudaMalloc(&b, 65536); cudaMalloc(&c, 65536);
  cudaStream_t one, other; cudaStreamCreate(&one); cudaStreamCreate(&other);
  compute<<<64, 256, 0, one>>>(a, 16384); stream<<<64, 256, 0, other>>>(b, c, 16384); cudaDeviceSynchronize(); }`;

describe('a predictor behind the port', () => {
  let results: WorkspaceResults;
  before(async () => {
    const session = await testSession();
    const base = await session.analyze({
      sources: new Map([['a.cu', SOURCE]]),
      profiles: new Map(),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    const plan = session.simulationPlan({ focus: [], maxKernels: 4, fitted: {} });
    const merged = new MergedResults(base, [], () => [], [...CO_RUN_PREDICTORS, toy, looseOnHalf, toyOnHalf]);
    results = merged.with(new SimulationSet(plan, () => undefined));
  });

  it('is in the matrix, and shown before one whose error is not known', () => {
    const { matrix } = results;
    assert.deepEqual(matrix.predictors, ['toy']);
    assert.ok(matrix.cells.flat().every((cell) => cell?.predictor === 'toy'));
    assert.deepEqual(
      matrix.answers[0]![1]!.map(({ predictor }) => predictor),
      ['toy', 'moka-contention', 'toy on half', 'loose on half'],
    );
  });

  it('is in lenses, hover, report, CSV and JSON', () => {
    const [kernel] = results.files[0]!.kernels;
    const lenses = kernelLenses(kernel!).map(({ title }) => title);
    assert.ok(lenses.includes('co-run ×1.25 ○'), lenses.join(' | '));
    assert.ok(lenses.includes('half the SMs ×1.25 ○'), lenses.join(' | '));
    const rows = [...coRunRows(kernel!), ...dividedRows(kernel!, results)].map((row) => row.join(': '));
    assert.ok(rows.includes('co-run: ×1.25 ○ ± 5 % beside stream'), rows.join('\n'));
    assert.ok(rows.some((row) => row.startsWith('predicted by: toy on half, typical error 5 %')));
    const text = report(results, 'all');
    assert.match(text, /beside the column's \(toy\)/);
    assert.match(text, /^Kernels on SMs of their own \(toy on half; typical error [^;]*\)$/m);
    assert.match(text, /^ {2}compute: half the SMs ×1\.25 ○ \(with stream\)$/m);
    const csv = toCsv(pairTable(results));
    assert.match(csv, /compute,stream,toy,.*,1\.25,predicted/);
    assert.match(csv, /stream,compute,toy on half,.*,2\.25,predicted/);
    for (const isFull of [false, true]) {
      const { matrix } = analyzeJson(results, isFull);
      assert.equal(matrix.predictor, 'toy');
      const pair = matrix.cells[0]![1]!;
      assert.equal(pair.others![0]!.predictor, 'moka-contention');
      assert.equal('answers' in matrix, isFull);
      for (const told of [pair, ...pair.others!]) {
        assert.equal('inputs' in told, isFull);
        assert.ok(told.slowdown > 0 && told.parts && told.error && told.origin);
      }
    }
  });

  it('is asked by corun predict --predictor all, beside those that cannot answer and say why', () => {
    const scenario = parseScenario({
      gpu: 'gtx-950',
      apps: [
        { name: 'a', program: alu, launch: { grid: 24, block: 128 }, arguments: { iterations: 50 } },
        { name: 'b', program: vecadd, launch: launchOf(2 ** 14), arguments: { n: 2 ** 14 } },
      ],
    });
    const asked = askPredictors(
      new ScenarioEvidence(scenario, loadSpec('gtx-950'), 12_000),
      [],
      [],
      [...CO_RUN_PREDICTORS, toy],
    );
    const byId = new Map(asked.map((one) => [one.id, one]));
    assert.deepEqual([...byId.keys()], [...CO_RUN_PREDICTORS.map(({ id }) => id), 'toy']);
    assert.equal(byId.get('toy')!.prediction!.apps[0]!.slowdown, 1.25);
    assert.ok(byId.get('themis')!.refused !== null && byId.get('moka-contention')!.refused !== null);
    for (const rival of ['asm', 'bubble-flux', 'dase']) {
      const { apps } = byId.get(rival)!.prediction!;
      assert.ok(
        apps.every(({ slowdown, cause, error }) => slowdown > 0 && cause === null && error.metric === null),
      );
    }
    assert.match(english(byId.get('asm-gpm')!.refused!), /no scaling curves/);
    assert.ok(byId.get('simulation')!.prediction!.apps.every(({ origin }) => origin === 'simulated'));
  });
});

describe('answers for one pair', () => {
  const answer = (
    predictor: string,
    origin: Prediction['origin'],
    more: Partial<Prediction> = {},
  ): Prediction => ({
    ...answers({ subjects: [], mode: 'streams' } as unknown as CoRunQuestion, false)[0]!,
    predictor,
    origin,
    mode: 'streams',
    error: ERROR,
    ...more,
  });
  const ranked = (list: readonly Prediction[]): string[] =>
    rankAnswers(list, 'streams').map(({ predictor }) => predictor);

  it('are ranked by mode, then evidence, then error', () => {
    const unknown = { metric: null, evidence: 'never compared' } as const;
    const list = [
      answer('unknown', 'predicted', { error: unknown }),
      answer('worse', 'predicted', { error: { ...ERROR, mean: 0.3 } }),
      answer('better', 'predicted'),
      answer('assumed', 'assumed'),
      answer('other mode', 'measured', { mode: 'mps' }),
      answer('divided', 'measured', { mode: 'spatial', split: [1, 1] }),
      answer('simulated', 'simulated', { error: unknown }),
      answer('measured', 'measured', { error: unknown }),
    ];
    const expected = [
      'measured',
      'simulated',
      'better',
      'worse',
      'unknown',
      'assumed',
      'other mode',
      'divided',
    ];
    assert.deepEqual(ranked(list), expected);
    assert.deepEqual(ranked(list.toReversed()), expected);
  });

  it('show none that is about SMs divided otherwise', () => {
    const divided = answer('divided', 'predicted', { mode: 'spatial', split: [1, 1] });
    assert.equal(shownAnswer([divided], 'streams'), null);
    assert.equal(shownAnswer([divided], 'spatial'), divided);
  });

  it('know a refusal from a number', () => {
    assert.equal(isRefusal({ subject: 'a', refused: 'b' }), true);
    assert.equal(isRefusal(answer('a', 'predicted')), false);
  });
});
