import type { Message } from '../../kernel/message';
import { message } from '../../kernel/message';
import type { ErrorBound, SharingMode } from '../../kernel/prediction';
import { isMessage } from '../../kernel/message';
import { answerFields } from '../answerFields';
import type { CoRunAnswer, CoRunQuestion, Evidence, ReadyPredictor } from '../port';

/** SMs are divided, cache and memory shared, as in the comparisons that these models come from. */
export const RIVAL_MODES: readonly SharingMode[] = ['spatial'];

/** Slowdown of one subject with its named factors. */
export interface RivalSlowdown {
  readonly slowdown: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** A model that published systems compare themselves with, rebuilt from what is known of it. */
export interface Rival {
  readonly id: string;
  readonly label: string;
  readonly evidence: Evidence;
  /**
   * Mean and worst errSD in the recorded comparison with whole runs of an earlier simulator (60 SMs, two applications);
   * null where it was not part of that.
   */
  readonly recorded: { readonly mean: number; readonly worst: number; readonly pairs: number } | null;
  /** What every number of it leaves out or takes for granted. */
  readonly conditions: readonly Message[];
  /** Slowdown of a subject of a question, or why there is none. */
  slowdown(question: CoRunQuestion, subject: number): RivalSlowdown | Message;
}

/** A rival made ready: its answers carry its name, conditions and what is known of its error. */
export function readyRival(rival: Rival): ReadyPredictor {
  const { id, label, evidence } = rival;
  const error = errorOf(rival);
  return {
    id,
    evidence,
    label,
    error,
    modes: RIVAL_MODES,
    predict: (question) => question.subjects.map((_, app) => answer(rival, error, question, app)),
  };
}

function answer(rival: Rival, error: ErrorBound, question: CoRunQuestion, app: number): CoRunAnswer {
  const found = rival.slowdown(question, app);
  if (isMessage(found)) return { subject: question.subjects[app]!.name, refused: found };
  return { ...answerFields(question, app, { ...rival, error }), ...found };
}

/** Recorded on another generation of the simulator, an error is evidence and no bound. */
function errorOf({ recorded }: Rival): ErrorBound {
  if (recorded === null) return { metric: null, evidence: message('predictors.rivalNotCompared') };
  return { metric: null, evidence: message('predictors.rivalError', recorded) };
}
