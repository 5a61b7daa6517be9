import { SHARING_MODES, type Prediction } from '../../kernel/prediction';
import type { CoRunAnswer, CoRunPredictor, CoRunQuestion, ReadyPredictor, SimulatedRuns } from '../port';

/** Id of the predictor. */
const SIMULATION = 'simulation';

/** What simulated runs of the very kernels tell: their times or paces, alone and together. */
const ready: ReadyPredictor = {
  id: SIMULATION,
  evidence: 'simulation',
  label: SIMULATION,
  error: { metric: null, evidence: 'each number carries its own' },
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
  if (simulated === null) return { subject: name, refused: 'it was not simulated' };
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
    validOnly: [method, ...conditions],
  };
}

/** More cycles, or fewer instructions per cycle, than alone; on SMs of its own split into both factors. */
export function slowdownOf({
  quantity,
  alone,
  together,
  divided,
}: SimulatedRuns): Pick<Prediction, 'slowdown' | 'parts' | 'inputs'> {
  const ratio = (more: number, less: number): number => (quantity === 'cycles' ? more / less : less / more);
  return {
    slowdown: ratio(together, alone),
    parts: divided ? { scalability: ratio(divided, alone), interference: ratio(together, divided) } : {},
    inputs: {
      [`${quantity}, alone`]: alone,
      [`${quantity}, together`]: together,
      ...(divided ? { [`${quantity}, alone on half of the SMs`]: divided } : {}),
    },
  };
}
