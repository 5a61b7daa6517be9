import { message } from '../../kernel/message';
import { SHARING_MODES, type Prediction } from '../../kernel/prediction';
import type { CoRunAnswer, CoRunPredictor, CoRunQuestion, ReadyPredictor, SimulatedRuns } from '../port';

/** Id of the predictor. */
const SIMULATION = 'simulation';

/** What simulated runs of the very kernels tell: their times or paces, alone and together. */
const ready: ReadyPredictor = {
  id: SIMULATION,
  evidence: 'simulation',
  label: SIMULATION,
  error: { metric: null, evidence: message('predictors.simulation.ownError') },
  modes: SHARING_MODES,
  predict: (question) => question.subjects.map((_, at) => answer(question, at)),
};

/** The cycle-level simulator behind the port. */
export const simulation: CoRunPredictor = {
  id: SIMULATION,
  modes: SHARING_MODES,
  evidence: ['simulation'],
  needs: [],
  models: null,
  availability: () => ({ ready: [ready], lacking: [] }),
};

function answer({ subjects, mode }: CoRunQuestion, at: number): CoRunAnswer {
  const { name, simulated } = subjects[at]!;
  if (simulated === null) return { subject: name, refused: message('predictors.simulation.notSimulated') };
  const { error, method, conditions } = simulated;
  const others = subjects.filter((_, other) => other !== at);
  return {
    subject: name,
    partners: others.map((other) => other.name),
    ...slowdownOf(simulated),
    mode,
    predictor: SIMULATION,
    origin: 'simulated',
    assumptions: [...new Set([subjects[at]!, ...others].flatMap(({ assumptions }) => assumptions))],
    error,
    general: [method],
    validOnly: [method, ...(isScaled(simulated) ? [SCALED] : []), ...conditions],
  };
}

const SCALED = message('predictors.waitingScaled');

const isScaled = (runs: SimulatedRuns): boolean =>
  runs.waitingScale !== null && 'waiting' in slowdownOf(runs).parts;

type Numbers = Pick<Prediction, 'slowdown' | 'parts' | 'inputs'>;

/**
 * More cycles, or fewer instructions per cycle, than alone. On SMs of its own it is split into both factors, else
 * into what running slower and waiting for an SM add to each other.
 */
export function slowdownOf(runs: SimulatedRuns): Numbers {
  const { quantity, alone, together, divided, waiting } = runs;
  const ratio = (more: number, less: number): number => (quantity === 'cycles' ? more / less : less / more);
  const inputs = {
    [`${quantity}, alone`]: alone,
    [`${quantity}, together`]: together,
    ...(divided ? { [`${quantity}, alone on half of the SMs`]: divided } : {}),
  };
  if (divided)
    return {
      slowdown: ratio(together, alone),
      parts: { scalability: ratio(divided, alone), interference: ratio(together, divided) },
      inputs,
    };
  return waiting === null || waiting < LITTLE * together
    ? { slowdown: ratio(together, alone), parts: {}, inputs }
    : withWaiting(runs, waiting, inputs);
}

/** Less of a launch than this is no waiting worth a word: blocks are placed one after the other. */
const LITTLE = 0.01;

/** Waiting is scaled to the times of profiles, so that an answer never contradicts the times beside it. */
function withWaiting(
  { alone, together, waitingScale }: SimulatedRuns,
  waiting: number,
  inputs: Prediction['inputs'],
): Numbers {
  const parts = { running: (together - waiting) / alone, waiting: (waiting * (waitingScale ?? 1)) / alone };
  return {
    slowdown: parts.running + parts.waiting,
    parts,
    inputs: {
      ...inputs,
      'cycles, waiting': waiting,
      'waiting, scaled to the profiles by': waitingScale ?? 1,
    },
  };
}
