import { message, type Message } from '../kernel/message';
import type { ErrorBound, Prediction } from '../kernel/prediction';
import type { CoRunQuestion } from './port';

/** The condition of all that is told of divided SMs. */
export const KEEPS_SMS = message('predictors.keepsSms');

/** What a predictor says with every number. */
export interface Said {
  /** What it is called beside its numbers: that of its `ReadyPredictor`. */
  readonly label: string;
  readonly error: ErrorBound;
  /** Conditions under which its numbers hold. */
  readonly conditions: readonly Message[];
}

/** What a prediction has beside its own numbers: who was asked about whom, and what goes with every number. */
type AnswerFields = Omit<Prediction, 'slowdown' | 'parts' | 'split'> & {
  readonly split: NonNullable<Prediction['split']>;
};

/** Fields of the answer for subject `app` of a question on divided SMs; `inputs` are none. */
export function answerFields(
  { subjects, mode, split }: CoRunQuestion,
  app: number,
  { label, error, conditions }: Said,
): AnswerFields {
  const { name, assumptions } = subjects[app]!;
  return {
    subject: name,
    partners: subjects.filter((_, other) => other !== app).map((other) => other.name),
    mode,
    split: split!,
    predictor: label,
    origin: 'predicted',
    inputs: {},
    assumptions,
    error,
    general: conditions,
    validOnly: conditions,
  };
}
