import type { GpuSpec } from '../../kernel/gpuSpec';
import type { SharingMode } from '../../kernel/prediction';
import { readyPredictors } from '../../predictors';
import type { CoRunAnswer, CoRunSubject, LaunchFacts, ReadyPredictor } from '../../predictors/port';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { PairMemo } from './pairMemo';
import { PairTable } from './pairTable';

/** What is known of a kernel that has not been run. */
export interface SourceFacts extends Pick<CoRunSubject, 'use' | 'solo'> {
  readonly launch: LaunchFacts;
}

/** A table of pairs for one GPU and mode. */
interface KeptTable {
  readonly gpu: GpuSpec;
  readonly mode: SharingMode;
  readonly table: PairTable;
}

/**
 * Answers for pairs of kernels that have not been run, kept from one snapshot to the next: after an edit only pairs
 * of kernels of which something else is known now are predicted again.
 */
export class KeptAnswers {
  private kept: KeptTable | null = null;
  /** Facts of the last snapshot by their content: equal ones are one object, by which answers are found again. */
  private facts = new Map<string, SourceFacts>();

  /** With the predictors that need neither runs nor training. */
  table(gpu: GpuSpec, mode: SharingMode): PairTable {
    if (this.kept?.gpu === gpu && this.kept.mode === mode) return this.kept.table;
    const loaded = loadSpec(gpu.id);
    const table = new PairTable(readyPredictors(loaded, []).map(remembering), loaded);
    this.kept = { gpu, mode, table };
    return table;
  }

  /** The kernels' facts, as the objects of the last snapshot where they are the same. */
  sameAsBefore(kernels: readonly { readonly name: string; readonly facts: SourceFacts }[]): SourceFacts[] {
    const now = new Map<string, SourceFacts>();
    const same = kernels.map(({ name, facts }) => {
      const key = JSON.stringify([name, facts], exactly);
      const known = now.get(key) ?? this.facts.get(key) ?? facts;
      now.set(key, known);
      return known;
    });
    this.facts = now;
    return same;
  }
}

/** JSON has no word for numbers that are not finite. */
function exactly(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** The predictor, which answers once for each pair of facts, of which `launch` is the object that tells them apart. */
function remembering(predictor: ReadyPredictor): ReadyPredictor {
  const memo = new PairMemo<LaunchFacts, readonly CoRunAnswer[]>();
  return {
    ...predictor,
    predict: (question) => {
      const [first, second] = question.subjects.map(({ launch }) => launch!);
      return memo.of(first!, second!, () => predictor.predict(question));
    },
  };
}
