import type {
  AllocatedApp,
  ApplicationPart,
  AppSlowdown,
  ShareAnswer,
} from '../../../src/analysis/results/shareResult';
import type { ShareState } from '../../../src/analysis/protocol';
import type { ErrorBound } from '../../../src/kernel/prediction';
import type { ApplicationResult } from '../../../src/analysis/results/timelineResult';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { message } from '../../../src/kernel/message';
import { sampleKernels } from './kernels';
import { sampleApplication } from './timelines';

const SMS = 132;
const SPLIT = [40, 92];
const error: ErrorBound = { metric: 'errSD', mean: 0.09, worst: 0.4, evidence: 'sample data' };

/** Progress that rises with SMs until it is at its most. */
function curve(saturates: number, interference: number): AllocatedApp['curve'] {
  return Array.from({ length: SMS }, (_, i) => {
    const alone = Math.min(1, (i + 1) / saturates);
    return { sms: i + 1, alone, shared: alone / interference };
  });
}

/** An answer for the first two sample kernels with MPS percentages. */
export function sampleShare(): ShareState {
  const kernels = sampleKernels(10).slice(0, 2);
  const request: ShareAnswer['request'] = {
    kernelIds: kernels.map(({ id }) => id),
    goal: { kind: 'fair', weights: [0.5, 0.5] },
    mechanism: 'mps',
  };
  const apps = kernels.map(({ name }, index): AllocatedApp => {
    const [saturates, interference] = [[60, 1.3] as const, [132, 1.1] as const][index]!;
    const sms = SPLIT[index]!;
    const points = curve(saturates, interference);
    const { alone, shared } = points[sms - 1]!;
    return {
      name,
      sms,
      slowdown: 1 / shared,
      scalability: 1 / alone,
      interference,
      progress: shared,
      weight: 0.5,
      target: null,
      curve: points,
      tried: [66],
      warnings: [],
    };
  });
  const even = kernels.map(({ name }, index): AppSlowdown => ({
    subject: name,
    partners: [kernels[1 - index]!.name],
    slowdown: 1.3 + index,
    parts: { scalability: 1 + index, interference: 1.3 },
    mode: 'spatial',
    predictor: 'Themis (with biases)',
    origin: 'predicted',
    inputs: {},
    assumptions: [],
    error,
    validOnly: [],
    sms: 66,
    progress: 0.5,
    cause: index === 0 ? 'DRAM bandwidth' : 'fewer SMs',
    kernels: [],
    warnings:
      index === 0
        ? [
            'misses of the L2 cache: 3.2 sectors per cycle, above the training range 0.01 to 2.9 of the model for h100-sxm',
          ]
        : [],
  }));
  const slowdowns = apps.map(({ slowdown }) => slowdown * 1.05);
  const common = {
    gpu: 'h100-sxm',
    sms: [66, 66],
    system: { throughput: 1, turnaround: 2, fairness: 1 },
    others: [],
    epoch: { cycles: 60000, milliseconds: 0.03 },
    warnings: [],
    seed: 1,
  };
  const answer: ShareAnswer = {
    request,
    even: { ...common, predictor: 'Themis (with biases)', counters: 'shared', apps: even },
    alone: {
      ...common,
      predictor: 'Themis from runs alone (without biases)',
      counters: 'solo',
      apps: even.map((app) => ({ ...app, slowdown: app.slowdown * 1.1, warnings: [] })),
    },
    aloneRefused: null,
    simulated: {
      origin: 'simulated',
      slowdowns: apps.map(({ slowdown }, index) => slowdown * (index === 0 ? 1.02 : 1.4)),
      cycles: 125_000,
      unfairness: 0.38,
      targetsMet: null,
      targetsAssured: null,
    },
    notSimulated: null,
    evenOutcome: { unfairness: 0.43, targetsMet: null, targetsAssured: null },
    advice: {
      gpu: 'h100-sxm',
      predictor: 'Themis (with biases)',
      counters: 'shared',
      goal: request.goal,
      start: [66, 66],
      sms: SPLIT,
      apps,
      unfairness: 0.08,
      targetsMet: null,
      guard: null,
      targetsAssured: null,
      steps: [],
      cost: { repartitions: 2, smsMoved: 26, blocksSwitchedOut: 40, contextBytes: 1e6 },
      simulatedCycles: 120000,
      applied: {
        mechanism: 'mps',
        sms: SPLIT,
        settings: ['31 %', '70 %'],
        unusedSms: 0,
        isCap: true,
        shared: ['L2 cache', 'DRAM bandwidth', 'PCIe'],
        apply: [
          {
            title: 'Start both',
            language: 'shell',
            code: 'CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=31 ./first &\n',
          },
        ],
        notes: ['Percentages are caps, not reservations.'],
        slowdowns,
        origin: 'predicted',
        unfairness: 0.1,
        targetsMet: null,
        targetsAssured: null,
      },
      notApplied: null,
      error,
      warnings: [],
    },
  };
  return { request, busy: false, answer, ofPrograms: null, error: null };
}

/** The same for progress targets, of which the second kernel has none, with few SMs left for it. */
export function sampleTargets(): ShareState {
  const share = sampleShare();
  const answer = share.answer!;
  const { advice } = answer;
  const goal = { kind: 'qos', targets: [0.6, null] } as const;
  const judged = { unfairness: null, targetsMet: true, targetsAssured: true };
  return {
    ...share,
    answer: {
      ...answer,
      simulated: { ...answer.simulated!, unfairness: null, targetsMet: false },
      evenOutcome: { unfairness: null, targetsMet: false, targetsAssured: false },
      advice: {
        ...advice,
        ...judged,
        goal,
        guard: { confidence: 75, ratio: 0.8, evidence: 'sample data' },
        apps: advice.apps.map((app, at) => ({
          ...app,
          weight: null,
          target: goal.targets[at]!,
          warnings: at === 0 ? [] : ['share of the SMs: 1 %, below the training range'],
        })),
        applied: { ...advice.applied!, ...judged, targetsAssured: false },
      },
    },
  };
}

/** A split between two programs and a kernel with green contexts. */
export function samplePrograms(): ShareState {
  const share = sampleShare();
  const { advice } = share.answer!;
  const goal = { kind: 'fair', weights: [1 / 3, 1 / 3, 1 / 3] } as const;
  const told: ErrorBound = {
    ...{ metric: 'errSD', mean: 0.16, worst: 0.55 },
    evidence: 'slowdowns of programs with copies',
  };
  const apps = [
    ['loadBatch', 20, 1.1, 1.15, 4200],
    ['train', 72, 1.5, 1.05, 18_300],
    ['vectorAdd', 40, 1.3, 1.2, 41],
  ].map(([name, sms, scalability, interference, us]): ApplicationPart => {
    const slowdown = Number(scalability) * Number(interference);
    return {
      name: String(name),
      sms: Number(sms),
      slowdown,
      scalability: Number(scalability),
      interference: Number(interference),
      progress: 1 / slowdown,
      weight: 1 / 3,
      target: null,
      us: Number(us),
      error: told,
      curve: curve(Number(sms) * Number(scalability), Number(interference)).filter(
        ({ sms: at }) => at >= 7 && at % 6 === 1,
      ),
    };
  });
  const request = {
    programs: ['a', 'b'],
    kernelIds: share.request!.kernelIds.slice(0, 1),
    goal,
    mechanism: null,
  };
  return {
    request,
    busy: false,
    answer: null,
    error: null,
    ofPrograms: {
      split: {
        gpu: 'h100-sxm',
        predictor: 'Themis from runs alone (SM load alone)',
        timesFrom: 'simulated',
        goal,
        apps,
        throughput: 1.94,
        even: { sms: [44, 44, 44], slowdowns: [1.2, 2.4, 1.5], throughput: 1.8 },
        leftForEven: null,
        unsure: [
          'step: misses of the L2 cache by the others: 0.4 sectors per cycle, below the training range 1.95 to 73.4 of the model for h100-sxm',
        ],
        guard: null,
        unfairness: 0.2,
        targetsMet: null,
        targetsAssured: null,
        applied: {
          ...advice.applied!,
          sms: [20, 72, 40],
          settings: ['16 %', '55 %', '31 %'],
          slowdowns: apps.map(({ slowdown }) => slowdown),
        },
        notApplied: null,
        error: told,
        warnings: ['what more than two programs do to each other was checked on pairs only'],
      },
      assumptions: ['loadBatch: The program is taken to run without arguments.'],
    },
  };
}

/** The same results with programs: two to choose, and three of which no split can be told. */
export function withPrograms(results: WorkspaceResults): WorkspaceResults {
  const launched = (kernel: string) => ({ kernel, stream: 's', path: null, line: null });
  const program = (name: string, more: Partial<ApplicationResult> = {}): ApplicationResult => ({
    ...sampleApplication(0, false),
    name,
    path: `src/${name}.cu`,
    kernels: [launched('step')],
    ...more,
  });
  const time = message('analysis.timeOf', { name: 'step', reason: message('analysis.notTimed') });
  const applications = [
    program('recorded', { from: 'both' }),
    program('pipelined', { meetings: [[launched('first'), launched('second')]] }),
    program('open', { unknowns: [message('analysis.bytes')] }),
    program('loadBatch', { unknowns: [time], lacksTimes: true }),
    program('train'),
  ];
  return { ...results, applications };
}
