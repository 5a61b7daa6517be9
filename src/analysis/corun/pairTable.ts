import type { Assumption } from '../../kernel/origin';
import type { FairSplit, Prediction, SharingMode } from '../../kernel/prediction';
import type { CounterRates } from '../../predictors/counting/rates';
import {
  isRefusal,
  type CoRunAnswer,
  type CoRunQuestion,
  type CoRunSubject,
  type Evidence,
  type ReadyPredictor,
} from '../../predictors/port';
import { fairSplit, swapped } from '../../sharing/fairSplit';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { CoRunMatrix, PairRefusal } from '../results/coRunResult';
import { PairMemo } from './pairMemo';
import { rankAnswers, shownAnswer } from './rankAnswers';

/** What is known of the kernels of a matrix, by their ids; null where nothing is. */
export interface PairEvidence {
  readonly mode: SharingMode;
  facts(kernelId: string): Pick<CoRunSubject, 'use' | 'launch' | 'solo'>;
  /** Of a kernel beside another. */
  simulated(kernelId: string, other: string): CoRunSubject['simulated'];
  assumptionsOf(kernelId: string): readonly Assumption[];
}

/** Both answers of a pair, for the first kernel and the second. */
type BothAnswers = readonly [CoRunAnswer, CoRunAnswer];

/** What a predictor has said of pairs of runs alone. */
interface Memo {
  readonly answers: PairMemo<CounterRates, BothAnswers>;
  readonly splits: PairMemo<CounterRates, FairSplit>;
}

/** A kernel of the matrix. */
interface Member {
  readonly id: string;
  readonly name: string;
  readonly facts: ReturnType<PairEvidence['facts']>;
}

/**
 * Asks predictors for every pair of a matrix. What is predicted from counters of runs alone is kept as long as the
 * objects that hold these, so that a table that grows is not predicted again.
 */
export class PairTable {
  private readonly memos = new Map<ReadyPredictor, Memo>();

  constructor(
    private readonly predictors: readonly ReadyPredictor[],
    private readonly gpu: LoadedSpec,
  ) {}

  /** The matrix with their answers; an earlier answer of the same predictor gives way. */
  with(matrix: CoRunMatrix, evidence: PairEvidence): CoRunMatrix {
    const { kernelIds, names } = matrix;
    const answers = matrix.answers.map((row) => row.map((cell) => [...cell]));
    const refusals: PairRefusal[] = [...matrix.refusals];
    const put = (row: number, column: number, answer: CoRunAnswer, predictor: ReadyPredictor): void => {
      if (isRefusal(answer)) {
        note(refusals, { kernelId: kernelIds[row]!, predictor: predictor.label, reason: answer.refused });
        return;
      }
      const others = answers[row]![column]!.filter((other) => other.predictor !== answer.predictor);
      answers[row]![column] = [...others, answer];
    };
    const members = kernelIds.map((id, at): Member => ({ id, name: names[at]!, facts: evidence.facts(id) }));
    for (const predictor of this.predictors)
      for (let row = 0; row < kernelIds.length; row++)
        for (let column = row; column < kernelIds.length; column++) {
          const both = this.ask(predictor, members[row]!, members[column]!, evidence);
          if (both === null) continue;
          put(row, column, both[0], predictor);
          if (row !== column) put(column, row, both[1], predictor);
        }
    return shown({ ...matrix, answers, refusals }, evidence.mode);
  }

  /** Null while the evidence that the predictor reads is missing. */
  private ask(
    predictor: ReadyPredictor,
    first: Member,
    second: Member,
    evidence: PairEvidence,
  ): BothAnswers | null {
    if (!hasEvidence(first, second, evidence, predictor.evidence)) return null;
    if (!hasEvidence(second, first, evidence, predictor.evidence)) return null;
    const subjects = [subjectOf(first, second, evidence), subjectOf(second, first, evidence)] as const;
    const question = this.questionOf(predictor, subjects, evidence.mode);
    if (predictor.evidence !== 'solo') return predictor.predict(question) as unknown as BothAnswers;
    const { answers, splits } = this.memoOf(predictor);
    const [own, other] = subjects.map(({ solo }) => solo!) as [CounterRates, CounterRates];
    const both = answers.of(own, other, () => predictor.predict(question) as unknown as BothAnswers);
    const [one, two] = [named(both[0], ...subjects), named(both[1], subjects[1], subjects[0])];
    const isPair = first.id !== second.id && !isRefusal(one) && !isRefusal(two);
    if (!isPair || predictor.splits === undefined || question.split === null) return [one, two];
    const fair = splits.of(own, other, () => fairSplit(question, predictor));
    return [
      { ...one, fairSplit: fair },
      { ...two, fairSplit: swapped(fair) },
    ];
  }

  private memoOf(predictor: ReadyPredictor): Memo {
    const memo = this.memos.get(predictor) ?? { answers: new PairMemo(), splits: new PairMemo() };
    this.memos.set(predictor, memo);
    return memo;
  }

  /**
   * In the chosen mode where the predictor's numbers hold for it, else on halves of the SMs where they hold for that;
   * always on halves where it tells of other splits.
   */
  private questionOf(
    { modes, splits }: ReadyPredictor,
    subjects: readonly CoRunSubject[],
    chosen: SharingMode,
  ): CoRunQuestion {
    const isForChosen = chosen !== 'spatial' && modes.includes(chosen) && splits === undefined;
    const isDivided = modes.includes('spatial') && !isForChosen;
    const half = Math.max(1, Math.floor(this.gpu.spec.sms / 2));
    return {
      gpu: this.gpu,
      mode: isDivided ? 'spatial' : chosen,
      split: isDivided ? subjects.map(() => half) : null,
      subjects,
      epoch: null,
    };
  }
}

function subjectOf({ id, name, facts }: Member, other: Member, evidence: PairEvidence): CoRunSubject {
  return {
    name,
    ...facts,
    simulated: evidence.simulated(id, other.id),
    assumptions: evidence.assumptionsOf(id),
  };
}

/** Whether what a predictor needs is known of a kernel beside another; asked for every pair, so nothing is made. */
function hasEvidence(
  { id, facts }: Member,
  other: Member,
  evidence: PairEvidence,
  needed: Evidence,
): boolean {
  switch (needed) {
    case 'nothing':
      return true;
    case 'profile':
      return facts.use !== null;
    case 'solo':
      return facts.solo !== null;
    case 'simulation':
      return evidence.simulated(id, other.id) !== null;
    case 'shared':
    case 'priority-turns':
    case 'gpu-turns':
      return false;
  }
}

/** An answer that is kept by counters, with the names and assumptions of the kernels at hand. */
function named(answer: CoRunAnswer, { name, assumptions }: CoRunSubject, other: CoRunSubject): CoRunAnswer {
  if (isRefusal(answer)) return { ...answer, subject: name };
  const all = [...new Set([...assumptions, ...other.assumptions])];
  return { ...answer, subject: name, partners: [other.name], assumptions: all };
}

function note(refusals: PairRefusal[], refusal: PairRefusal): void {
  const { kernelId, predictor } = refusal;
  const at = refusals.findIndex((one) => one.kernelId === kernelId && one.predictor === predictor);
  if (at < 0) refusals.push(refusal);
  else refusals[at] = refusal;
}

/** The matrix with its answers ranked, and the best of each shown. */
function shown(matrix: CoRunMatrix, mode: SharingMode): CoRunMatrix {
  const answers = matrix.answers.map((row) => row.map((cell) => rankAnswers(cell, mode)));
  const cells = answers.map((row) => row.map((cell) => shownAnswer(cell, mode)));
  const all = rankAnswers(distinctPredictors(cells.flat()), mode);
  return {
    ...matrix,
    answers,
    cells,
    predictors: all.map(({ predictor }) => predictor),
    validOnly: [...new Map(conditionsOf(cells.flat(), all)).values()],
  };
}

/** The first shown answer of each predictor. */
function distinctPredictors(cells: readonly (Prediction | null)[]): Prediction[] {
  const first = new Map<string, Prediction>();
  for (const cell of cells) if (cell !== null && !first.has(cell.predictor)) first.set(cell.predictor, cell);
  return [...first.values()];
}

/** What holds for all that is shown of a predictor, predictor by predictor; each once. */
function conditionsOf(cells: readonly (Prediction | null)[], ranked: readonly Prediction[]) {
  return ranked.flatMap(({ predictor }) =>
    cells
      .flatMap((cell) => (cell?.predictor === predictor ? (cell.general ?? []) : []))
      .map((condition) => [JSON.stringify(condition), condition] as const),
  );
}
