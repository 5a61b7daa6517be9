import assert from 'node:assert/strict';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type {
  Application,
  CopyOperation,
  KernelOperation,
  Operation,
} from '../../../../src/kernel/application';
import { modelsOfRuns, PROCESS_COPIES } from '../../../../src/predictors';
import type { SlowdownFactors } from '../../../../src/predictors/forecast';
import type { SoloRun } from '../../../../src/predictors/latencyPort';
import type { CoRunAnswer, ReadyPredictor } from '../../../../src/predictors/port';
import { message } from '../../../../src/kernel/message';
import { ApplicationForecasts } from '../../../../src/sharing/applications/applicationForecasts';
import {
  applicationSplit,
  type ApplicationSplit,
  type ApplicationSplitRequest,
} from '../../../../src/sharing/applications/applicationSplit';
import { errorOfApplications } from '../../../../src/sharing/applications/errors';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { INSTANT_LAUNCH } from '../../../../src/timeline/models';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';

const gpu = requireGpu('h100-sxm');
const TOTAL = gpu.sms;

const kernel = (name: string, us: number): KernelOperation => ({
  ...{ kind: 'kernel', stream: 'default', kernel: name, grid: [64, 1, 1], block: [256, 1, 1] },
  ...{ registers: 16, sharedBytes: 0, soloNs: us * 1e3 },
});
/** Pageable, at 10 bytes per ns: less than half of what the link of this GPU moves. */
const copy = (us: number): CopyOperation => ({
  ...{ kind: 'copy', stream: 'default', direction: 'HtoD', bytes: us * 1e4, pinned: false, blocking: true },
});

const runOf = (name: string, operations: readonly Operation[], linkShare = 0.4): SoloRun => ({
  application: { name, operations, footprintBytes: null },
  kernels: new Map(),
  copies: new Map(
    operations.flatMap((each): [CopyOperation, { soloNs: number; linkShare: number }][] =>
      each.kind === 'copy' ? [[each, { soloNs: each.bytes / 10, linkShare }]] : [],
    ),
  ),
});

/** Kernels take as many times as long as they have fewer SMs, and `besides` beside another kernel. */
const factorsAt =
  (besides: number) =>
  (ids: readonly string[], sms: readonly number[]): SlowdownFactors[] =>
    ids.map((id, at) => ({
      scalability: id.startsWith('flat') ? 1 : TOTAL / sms[at]!,
      interference: ids.length > 1 ? besides : 1,
    }));

const namesOf = ({ operations }: Application): ReadonlyMap<string, string> =>
  new Map(operations.flatMap((each) => (each.kind === 'kernel' ? [[each.kernel, each.kernel]] : [])));

const modelsFor = (runs: readonly SoloRun[]) =>
  modelsOfRuns(runs, { gpu, launch: INSTANT_LAUNCH }, PROCESS_COPIES);

function factorsOf(runs: readonly SoloRun[], sms: readonly number[], besides = 1): SlowdownFactors[] {
  const applications = runs.map(({ application }) => ({ application, kernels: namesOf(application) }));
  const replays = new ApplicationForecasts(applications, {
    gpu,
    models: modelsFor(runs),
    factors: { at: factorsAt(besides) },
  });
  return replays.all().map((forecast) => forecast.at(sms));
}

const near = (value: number, expected: number, apart = 0.02): void =>
  assert.ok(Math.abs(value / expected - 1) <= apart, `${value} for ${expected}`);

describe('applications on SMs of their own', () => {
  const [half, quarter] = [TOTAL / 2, TOTAL / 4];

  it('of nothing but kernels lose what these lose', () => {
    const runs = [runOf('one', [kernel('a', 100)]), runOf('other', [kernel('b', 100)])];
    const [one, other] = factorsOf(runs, [half, quarter], 1.5);
    near(one!.scalability, 2);
    near(one!.interference, 1.5);
    near(other!.scalability, 4);
  });

  it('lose fewer SMs only in the time of their kernels', () => {
    const runs = [runOf('one', [copy(300), kernel('a', 100)]), runOf('other', [kernel('b', 100)])];
    const [one] = factorsOf(runs, [half, half]);
    near(one!.scalability, (300 + 2 * 100) / 400);
    near(one!.interference, 1);
  });

  it('are held up by kernels of others only while these run', () => {
    const mostlyHost: Operation[] = [{ kind: 'host', ns: 300e3 }, kernel('flat', 100)];
    const runs = [runOf('one', [kernel('flat one', 100)]), runOf('other', mostlyHost)];
    const [one] = factorsOf(runs, [half, half], 3);
    assert.ok(one!.interference > 1.2 && one!.interference < 2.4, `${one!.interference}`);
  });

  it('that meet the others at all their moments do not depend on how they start', () => {
    // Of as long rounds that would keep in step for ever, each beside the copy of the other one.
    const runs = ['one', 'other'].map((name) => runOf(name, [copy(100), kernel(`flat ${name}`, 100)]));
    const [one, other] = factorsOf(runs, [half, half], 2);
    near(one!.interference, other!.interference);
    assert.ok(one!.interference > 1.1, `${one!.interference}`);
  });

  it('share the link where their copies ask for more than it has', () => {
    const runs = ['one', 'other'].map((name) => runOf(name, [copy(100)], 1));
    const [one] = factorsOf(runs, [half, half]);
    near(one!.interference, 2, 0.05);
    const [spared] = factorsOf(
      ['one', 'other'].map((name) => runOf(name, [copy(100)], 0.3)),
      [half, half],
    );
    near(spared!.interference, 1);
  });
});

describe('a split of the SMs between applications', () => {
  const EVIDENCE = message('sharing.simulatedError');
  const predictor = (answers?: (names: readonly string[]) => readonly CoRunAnswer[]): ReadyPredictor => ({
    ...{ id: 'test', evidence: 'solo', label: 'a test', modes: ['spatial'] },
    error: { metric: 'errSD', mean: 0.1, worst: 0.3, evidence: EVIDENCE },
    progressRatios: { quarter: 0.9, tenth: 0.8, evidence: EVIDENCE },
    predict: ({ subjects }) =>
      answers?.(subjects.map(({ name }) => name)) ??
      subjects.map(({ name }) => ({ subject: name, warnings: [] }) as unknown as CoRunAnswer),
    splits: {
      forecast: ({ subjects }) =>
        subjects.map((_, at) => ({
          at: (sms) =>
            factorsAt(1)(
              subjects.map(({ name }) => name),
              sms,
            )[at]!,
        })),
      others: () => [],
      online: () => null,
      elsewhere: null,
      untrained: () => [],
      doubts: () => [],
    },
  });
  const FAIR: ApplicationSplitRequest = { goal: { kind: 'fair', weights: [1, 1] }, mechanism: null };

  function split(
    runs: readonly SoloRun[],
    request: Partial<ApplicationSplitRequest> = {},
    by = predictor(),
  ): ApplicationSplit {
    const kernels = runs.flatMap(({ application }) => [...namesOf(application).keys()]);
    const group = {
      loaded: loadSpec('h100-sxm'),
      applications: runs.map(({ application }) => ({ application, kernels: namesOf(application) })),
      models: modelsFor(runs),
      kernels: new Map(kernels.map((name) => [name, { app: { name }, rates: {} as never }])),
      timesFrom: 'simulated' as const,
    };
    return applicationSplit(group, by, { ...FAIR, ...request });
  }
  const kernels = [runOf('one', [kernel('a', 100)]), runOf('other', [kernel('b', 100)])];
  const copies = runOf('copies', [copy(900), kernel('c', 100)]);

  it('is even for two that lose alike, and gives more SMs to the one that weighs more', () => {
    const even = split(kernels);
    assert.deepEqual(
      even.apps.map(({ sms }) => sms),
      [66, 66],
    );
    // Some other split within the goal's threshold has more progress, by next to nothing.
    assert.ok(even.leftForEven !== null && Math.abs(even.leftForEven[0]! - 66) < 8);
    const weighted = split(kernels, { goal: { kind: 'fair', weights: [3, 1] } });
    // Three times the SMs, as far as the goal is strict about it.
    const [heavy, light] = weighted.apps;
    assert.ok(Math.abs(light!.slowdown / heavy!.slowdown - 3) < 0.35, `${heavy!.sms}:${light!.sms}`);
    assert.equal(weighted.leftForEven, null);
  });

  it('gives SMs to the one that computes, not to the one that copies', () => {
    const { apps, error } = split([kernels[0]!, copies]);
    assert.ok(apps[0]!.sms >= 95, `${apps[0]!.sms}`);
    assert.ok(apps[1]!.sms >= 7, 'nobody has less than a twentieth');
    assert.equal(error.metric === null ? 0 : error.mean, 0.16);
    assert.match(english(error.evidence), /72 slowdowns of programs with copies, measured/);
  });

  it('keeps targets with what guards them', () => {
    const { apps, targetsMet, targetsAssured, guard } = split(kernels, {
      goal: { kind: 'qos', targets: [0.7, null] },
    });
    assert.ok(apps[0]!.progress * 0.9 >= 0.7 - 1e-9, `${apps[0]!.progress}`);
    assert.deepEqual([targetsMet, targetsAssured, guard?.ratio], [true, true, 0.9]);
  });

  it('is applied as it can be, and MIG is refused with the reason', () => {
    const mps = split(kernels, { mechanism: 'mps' }).applied!;
    assert.match(mps.apply[0]!.code, /CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50 \.\/one &/);
    const { applied, notApplied } = split(kernels, { mechanism: 'mig' });
    assert.equal(applied, null);
    assert.match(english(notApplied!), /whole programs in MIG instances/);
  });

  it('draws progress over SMs between a twentieth and what that leaves', () => {
    const { curve } = split(kernels).apps[0]!;
    assert.deepEqual([curve[0]!.sms, curve.at(-1)!.sms], [7, TOTAL - 7]);
    near(curve[0]!.alone, 7 / TOTAL);
    assert.ok(curve.every(({ shared }, at) => at === 0 || shared >= curve[at - 1]!.shared));
  });

  it('is refused where the prediction of a kernel cannot stand, by its name', () => {
    const refusing = predictor((names) =>
      names.map((subject) => ({ subject, refused: message('sharing.apps.noTime') })),
    );
    assert.throws(() => split(kernels, {}, refusing), told(/^a: its time alone is not known/));
  });

  it('says once which inputs of kernels that met are unsure, by their names', () => {
    const doubting = predictor((names) =>
      names.map(
        (subject) =>
          ({
            subject,
            warnings: subject === 'a' ? [message('sharing.apps.noTime')] : [],
          }) as unknown as CoRunAnswer,
      ),
    );
    const { unsure, warnings } = split(kernels, {}, doubting);
    assert.deepEqual(unsure.map(english).length, 1);
    assert.match(english(unsure[0]!), /^a: its time alone/);
    assert.deepEqual(warnings, []);
  });

  it('has the error of its kernels without copies, and none where nobody measured it', () => {
    const applications = kernels.map(({ application }) => application);
    const { error } = predictor();
    assert.equal(errorOfApplications('h100-sxm', applications, { error }), error);
    const elsewhere = errorOfApplications('a100-80gb', applications, { error });
    assert.equal(elsewhere.metric, null);
    assert.match(english(elsewhere.evidence), /nobody has measured them on it/);
  });

  it('says of three that only pairs were checked', () => {
    const three = [...kernels, runOf('third', [kernel('flat', 50)])];
    const { warnings } = split(three, { goal: { kind: 'fair', weights: [1, 1, 1] } });
    assert.ok(warnings.map(english).some((line) => /checked on pairs only/.test(line)));
  });
});
