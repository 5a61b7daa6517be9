import { message, type Message } from '../../kernel/message';
import type { ErrorBound, SharingMode, SlowdownCause } from '../../kernel/prediction';
import { simulatorGeneration } from '../../simulator/spec/generation';
import { groupBy } from '../../stats/grouping';
import { answerFields, KEEPS_SMS } from '../answerFields';
import { meanRates } from '../counting/meanRates';
import { phaseCycles, type Phase } from '../counting/phaseSeries';
import { phasesBeforeCut } from '../counting/phasesBeforeCut';
import type { CoRunAnswer, CoRunPredictor, CoRunQuestion, ReadyPredictor, SharedEpoch } from '../port';
import { appSlowdown, type Stretch } from './appSlowdown';
import { FITTED_GPUS, JUDGED, MARGINS, SHIPPED, type JudgedOnGpu } from './fitted';
import { trafficOf, type Grid, type Met } from './quantities';
import type { Bottleneck } from './timesAlone';

const BOTTLENECK_MODEL = 'bottlenecks';
const LABEL = 'Bottlenecks';

/** SMs are divided, cache and memory shared: as in the co-runs that it was fitted to. */
const MODES: readonly SharingMode[] = ['spatial'];

/** Our own predictor from counters of a shared epoch, for every GPU. */
export const bottlenecks: CoRunPredictor = {
  id: BOTTLENECK_MODEL,
  modes: MODES,
  evidence: ['shared'],
  needs: [],
  models: null,
  availability: ({ gpu }) => ({ ready: [readyFor(gpu.id)], lacking: [] }),
};

function readyFor(gpu: string): ReadyPredictor {
  const own = JUDGED.find((one) => one.gpu === gpu);
  const error = errorOn(gpu, own);
  return {
    id: BOTTLENECK_MODEL,
    evidence: 'shared',
    label: LABEL,
    error,
    ...(own === undefined ? {} : { isBestCompared: own.isBest }),
    modes: MODES,
    predict: (question) => question.subjects.map((_, app) => answer(question, app, error)),
  };
}

function answer(question: CoRunQuestion, app: number, error: ErrorBound): CoRunAnswer {
  const { epoch, gpu } = question;
  const { slowdown, bottleneck } = appSlowdown(stretchesOf(epoch!, app), SHIPPED, gpu.spec);
  const cause = causeOf(slowdown, bottleneck);
  return {
    ...answerFields(question, app, { label: LABEL, error, conditions: [KEEPS_SMS] }),
    slowdown,
    parts: {},
    ...(cause === undefined ? {} : { cause }),
    validOnly: bottleneck === null ? [KEEPS_SMS] : [KEEPS_SMS, marginNote(slowdown, bottleneck)],
  };
}

/** Between what nine in ten slowdowns are that are told so. */
function marginNote(slowdown: number, bottleneck: Bottleneck): Message {
  const margin = MARGINS[bottleneck];
  return message('predictors.bottlenecks.margin', { least: slowdown / margin, most: slowdown * margin });
}

/** What a kernel loses to follows from what would hold it up alone; not where that is a wait, for whatever it be. */
const CAUSES: Readonly<Partial<Record<Bottleneck, SlowdownCause>>> = {
  sms: 'fewer SMs',
  dram: 'DRAM bandwidth',
  l2: 'L2 cache',
};

/** Below so little, nothing is lost. */
const NOTHING = 1.02;

const causeOf = (slowdown: number, bottleneck: Bottleneck | null): SlowdownCause | undefined =>
  bottleneck === null || slowdown < NOTHING ? 'nothing' : CAUSES[bottleneck];

/** Phases in which the same kernels met, as one. */
function stretchesOf({ phases, kernelBlocks, kernelWarps }: SharedEpoch, app: number): Stretch[] {
  const gridOf = (kernel: number): Grid | null => {
    const [blocks, warpsPerBlock] = [kernelBlocks?.[kernel], kernelWarps?.[kernel]];
    return blocks === undefined || warpsPerBlock === undefined ? null : { blocks, warpsPerBlock };
  };
  const own = phasesBeforeCut(phases, app);
  const groups = groupBy(own, ({ apps }) => apps.map(({ kernel, active }) => `${kernel} ${active}`).join());
  return [...groups.values()].map((group) => {
    const cycles = group.reduce((sum, phase) => sum + phaseCycles(phase), 0);
    return { cycles, met: metOf(group, app, gridOf) };
  });
}

function metOf(group: readonly Phase[], app: number, gridOf: (kernel: number) => Grid | null): Met | null {
  const { active, kernel, sms } = group[0]!.apps[app]!;
  if (!active) return null;
  const rates = group[0]!.apps.map((_, at) => meanRates(group, at));
  const { counted, smBusy, ...base } = rates[app]!;
  return {
    // What a run counts has all counters.
    rates: { ...base, counted: counted!, smBusy: smBusy! },
    sms,
    grid: gridOf(kernel),
    beside: trafficOf(rates.filter((_, other) => other !== app)),
  };
}

/** On GPUs that were not judged, the error on those that nothing was fitted to. */
function errorOn(gpu: string, own: JudgedOnGpu | undefined): ErrorBound {
  if (own !== undefined)
    return bound([own], message('predictors.bottlenecks.judged', { slowdowns: own.slowdowns, gpu }));
  const others = JUDGED.filter((one) => !FITTED_GPUS.includes(one.gpu));
  const evidence = message('predictors.bottlenecks.judgedElsewhere', {
    slowdowns: others.reduce((sum, { slowdowns }) => sum + slowdowns, 0),
    gpus: others.map((one) => one.gpu),
    gpu,
  });
  return bound(others, evidence);
}

function bound(judged: readonly JudgedOnGpu[], evidence: Message): ErrorBound {
  const slowdowns = judged.reduce((sum, one) => sum + one.slowdowns, 0);
  const mean = judged.reduce((sum, one) => sum + one.mean * one.slowdowns, 0) / slowdowns;
  const worst = Math.max(...judged.map((one) => one.worst));
  return { metric: 'errSD', mean, worst, evidence: withGeneration(evidence, judged) };
}

/** Says of co-runs of an earlier simulator that they are. */
function withGeneration(evidence: Message, judged: readonly JudgedOnGpu[]): Message {
  const older = judged.filter(({ gpu, simulator }) => simulator < simulatorGeneration(gpu));
  if (older.length === 0) return evidence;
  return message('predictors.ofGeneration', {
    evidence,
    recorded: Math.min(...older.map(({ simulator }) => simulator)),
    current: simulatorGeneration(older[0]!.gpu),
  });
}
