import { withPartners } from '../corun/withPartners';
import type { WorkspacePredictors } from '../corun/workspacePredictors';
import type { Assumption, Guess, Sourced } from '../../kernel/origin';
import type { BlockSizeResult, KernelResult } from '../results/kernelResult';
import type { Bottleneck } from '../results/bottleneck';
import type { KernelSimulation } from '../results/simulationResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { guessesAmong } from '../results/openNumbers';
import { BLOCK_ERROR, LEAST_BLOCK_GAIN } from './blockError';
import { isTiny, withKernelAdvice } from '../stages/advice';
import { message, type Message } from '../../kernel/message';
import { classAsRun } from './classAsRun';
import type { SimulationSet } from './simulationSet';
import { startedTogether } from './together/startedTogether';
import type { TaskOutcome } from './task';
import { functionsLeftOut, undeclaredTypes } from './untold';

type Measured = Extract<TaskOutcome, { kind: 'measured' }>;

/**
 * Results with everything that has been simulated so far put in its place. May be applied again to what it
 * has given, with more outcomes.
 *
 * @param predictors of pairs, ready for the results' GPU
 */
export function withSimulations(
  results: WorkspaceResults,
  set: SimulationSet,
  predictors: WorkspacePredictors,
): WorkspaceResults {
  const matrix = predictors.matrix(results, set);
  const files = results.files.map((file) => ({
    ...file,
    kernels: file.kernels.map((kernel) => mergedKernel(kernel, set)),
  }));
  return withPartners({
    ...results,
    files,
    advice: withKernelAdvice(results.advice, {
      kernels: files.flatMap(({ kernels }) => kernels),
      launches: files.flatMap(({ launches }) => launches),
    }),
    matrix,
    predictors: predictors.status(results, set),
    unavailable: predictors.unavailable,
    simulations: set.progress,
    together: startedTogether(set),
    assumptions: distinct([...results.assumptions, ...set.assumptions]),
  });
}

function mergedKernel(kernel: KernelResult, set: SimulationSet): KernelResult {
  const simulation = kernelSimulation(kernel, set);
  const simulatedTime = simulation?.time ?? null;
  return {
    ...kernel,
    simulation,
    kernelClass: kernel.kernelClass && classAsRun(kernel.kernelClass, simulation),
    time: kernel.time?.origin === 'simulated' ? simulatedTime : (kernel.time ?? simulatedTime),
    block: kernel.block && withSweep(kernel.block, kernel.id, set),
    openSizes: set.openSizes(kernel.id) ?? kernel.openSizes,
    assumptions: distinct([...kernel.assumptions, ...(simulation?.assumptions ?? [])]),
  };
}

/** Each key once, the last one counts. */
function distinct(assumptions: readonly Assumption[]): Assumption[] {
  return [...new Map(assumptions.map((assumption) => [assumption.key, assumption])).values()];
}

function kernelSimulation({ id }: KernelResult, set: SimulationSet): KernelSimulation | null {
  const nothing = { time: null, least: null, ipc: null, resources: [], stalls: [] };
  const assumptions = set.assumptionsOf(id);
  const undeclared = undeclaredTypes(assumptions);
  const program = { assumptions, undeclared, fit: set.fitOf(id) };
  const left = set.progress.leftOut.find(({ kernelId }) => kernelId === id);
  if (left) return { ...nothing, status: 'refused', reason: left.reason, ...program };
  const outcome = set.outcomeOf({ kind: 'time', kernelId: id });
  if (outcome === 'unplanned') return null;
  if (outcome === 'waiting') return { ...nothing, status: 'waiting', reason: null, ...program };
  if (outcome.kind === 'failed') return { ...nothing, status: 'refused', reason: outcome.reason, ...program };
  const measured = set.measured({ kind: 'time', kernelId: id });
  if (measured === null) return null;
  const simulated = answersOf(measured);
  const answers = { ...program, ...simulated, time: byGuesses(simulated.time, assumptions), least: null };
  const reason = set.untold(id);
  if (reason === null) return { status: 'done', reason, ...answers };
  // Paces and shares tell something of the code; the time would be that of a launch that nobody wrote, or of a part.
  const { time } = answers;
  const without = functionsLeftOut(assumptions);
  const isSized = (set.openSizes(id) ?? []).length === 0 && undeclared.length === 0;
  const isPart = isSized && time !== null;
  return { status: 'done', reason, ...answers, time: null, least: isPart ? { time, without } : null };
}

/** A time with the numbers that it would not have if somebody told them. */
function byGuesses(time: Sourced | null, assumptions: readonly Assumption[]): Sourced | null {
  const guesses = guessesAmong(assumptions);
  return time === null || guesses.length === 0 ? time : { ...time, guesses };
}

function answersOf(outcome: Measured): Pick<KernelSimulation, 'time' | 'ipc' | 'resources' | 'stalls'> {
  const from = extent(outcome);
  return {
    time: outcome.launchMs === null ? null : simulated(outcome.launchMs * 1e6, 'ns', from),
    ipc: simulated(outcome.paces[0]!, '', from),
    resources: ranked(outcome.resources, from),
    stalls: ranked(outcome.stalls, from),
  };
}

/** How much of a launch a number rests on. */
function extent(measured: Measured): Message {
  const { gpuShare } = measured;
  const launch = extentOfLaunch(measured);
  return gpuShare === 1 ? launch : message('analysis.extent.onSlice', { launch, share: gpuShare });
}

function extentOfLaunch({ simulatedShare, launchCycles }: Measured): Message {
  if (simulatedShare < 0.0005) return message('analysis.extent.beginning');
  if (simulatedShare >= 1)
    return message('analysis.extent.launch', { cycles: Math.round(launchCycles ?? 0) });
  return message('analysis.extent.part', { share: simulatedShare });
}

function simulated(value: number, unit: string, from: Message): Sourced {
  return { value, unit, origin: 'simulated', from };
}

function ranked(shares: Readonly<Record<string, number>>, from: Message): Bottleneck[] {
  return Object.entries(shares)
    .filter(([, value]) => value >= LEAST_SHOWN)
    .map(([resource, value]) => ({ resource, share: simulated(value, '', from) }))
    .sort((a, b) => b.share.value - a.share.value);
}

/** Smaller shares are noise in a list. */
const LEAST_SHOWN = 0.005;

/** Advice from simulated times over block sizes, unless times were measured: the fastest, where it is faster by more than they are off on a card. */
function withSweep(block: BlockSizeResult, kernelId: string, set: SimulationSet): BlockSizeResult {
  const runs = set.blockTimes(kernelId, block.current);
  if (runs.length < 2 || block.sweep !== undefined) return block;
  const timings = runs.map(({ threadsPerBlock, outcome }) => ({
    threadsPerBlock,
    time: simulated(outcome.launchMs! * 1e6, 'ns', extent(outcome)),
  }));
  const guesses = guessesAmong(set.assumptionsOf(kernelId));
  const best = timings.reduce((a, b) => (b.time.value < a.time.value ? b : a));
  const current = timings.find(({ threadsPerBlock }) => threadsPerBlock === block.current);
  const sizes = timings.map(({ threadsPerBlock }) => threadsPerBlock);
  const found = guesses.length > 0 ? noAnswer(guesses, sizes) : sweepAnswer(best, current, sizes);
  return {
    ...block,
    advised: found.advised,
    timeNote: block.timeNote && message('analysis.simulatedSweep', { reason: found.reason }),
    sweep: timings,
    candidates: [
      ...block.candidates,
      { method: 'simulation', threadsPerBlock: best.threadsPerBlock, reason: found.reason },
    ],
    expectedGain: found.change === null ? null : simulated(found.change, '', SIZES_SIMULATED),
  };
}

const { mean: error, worst, comparisons, command } = BLOCK_ERROR;
const SIZES_SIMULATED = message('analysis.simulatedSizes', { error, worst, comparisons, study: command });

type Timing = NonNullable<BlockSizeResult['sweep']>[number];

interface SweepAnswer {
  readonly advised: number | null;
  readonly change: number | null;
  readonly reason: Message;
}

/** None of several blocks is advised by times that rest on guesses: what data decide may favour another. */
const noAnswer = (guesses: readonly Guess[], sizes: readonly number[]): SweepAnswer => ({
  advised: null,
  change: null,
  reason: message('analysis.sweepGuessed', { sizes, names: guesses.map(({ name }) => name) }),
});

/** The block to take by simulated times; launches of which too little is saved are left alone, as in the list of advice. */
function sweepAnswer(best: Timing, current: Timing | undefined, sizes: readonly number[]): SweepAnswer {
  if (current === undefined)
    return { advised: null, change: null, reason: message('analysis.fastestOf', { sizes }) };
  const change = best.time.value / current.time.value - 1;
  const saved = current.time.value - best.time.value;
  if (-change < LEAST_BLOCK_GAIN)
    return {
      advised: current.threadsPerBlock,
      change: 0,
      reason: message('analysis.presentFastest', { sizes, least: LEAST_BLOCK_GAIN, error }),
    };
  if (isTiny(saved))
    return {
      advised: null,
      change: null,
      reason: message('analysis.fasterByLittle', { sizes, change, saved }),
    };
  const reason = message('analysis.fastestAgainst', {
    sizes,
    change,
    current: current.threadsPerBlock,
    error,
  });
  return { advised: best.threadsPerBlock, change, reason };
}
