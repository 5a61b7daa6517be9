import type { CounterRates } from '../../predictors/counting/rates';
import { rangeTexts } from '../../predictors/themis/model/inputNames';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { FairSplit, OwnSmsPairs, OwnSmsSlowdown } from '../results/ownSmsResult';
import type { CoRunModel } from '../../predictors/themis/coRunModel';
import { fairSplit, swapped } from '../../sharing/fairSplit';
import { PairMemo } from './pairMemo';
import { refusalOf } from '../../predictors/themis/plausible';
import { predictSplit, type SplitSlowdown } from '../../predictors/themis/fromRunsAlone';

/** A kernel with what it counts when it runs alone on the whole GPU. */
export interface CountedKernel {
  readonly id: string;
  readonly name: string;
  readonly events: CounterRates;
}

/** What a kernel loses on half of the SMs; null where that cannot be, with the reason. */
interface Judged {
  readonly slowdown: Omit<OwnSmsSlowdown, 'fair'> | null;
  readonly refusal: string | null;
}

/**
 * Pairs of kernels on SMs of their own, from counters of runs alone: no co-run is simulated. What was predicted of
 * two kernels is kept as long as the objects that hold their events.
 */
export class OwnSmsPredictor {
  private readonly _sms: number;
  private readonly halves = new PairMemo((...pair: [CounterRates, CounterRates]) => this.onHalves(pair));
  private readonly fairSplits = new PairMemo((...pair: [CounterRates, CounterRates]) =>
    fairSplit(pair, this.model, this.loaded),
  );

  /** @param model one that was trained on such counters */
  constructor(
    private readonly model: CoRunModel,
    private readonly loaded: LoadedSpec,
  ) {
    this._sms = Math.max(1, Math.floor(loaded.spec.sms / 2));
  }

  /** Every pair on half of the SMs each, and on those that are fair to both. */
  pairs(kernels: readonly CountedKernel[]): OwnSmsPairs {
    const judged = kernels.map((_, victim) =>
      kernels.map((__, aggressor) => this.judged(kernels, victim, aggressor)),
    );
    return {
      kernelIds: kernels.map(({ id }) => id),
      names: kernels.map(({ name }) => name),
      cells: judged.map((row, victim) =>
        row.map(({ slowdown }, aggressor) => {
          if (slowdown === null) return null;
          const hasFair = victim !== aggressor && judged[aggressor]![victim]!.slowdown !== null;
          return { ...slowdown, fair: hasFair ? this._fairSplit(kernels, victim, aggressor) : null };
        }),
      ),
      refusals: kernels.flatMap(({ id }, victim) => {
        const reason = judged[victim]!.findLast(({ refusal }) => refusal !== null)?.refusal ?? null;
        return reason === null ? [] : [{ kernelId: id, reason }];
      }),
      sms: this._sms,
      predictor: this.model.label,
      error: this.model.error,
    };
  }

  /** A prediction holds for both of a pair: the earlier kernel comes first in it. */
  private judged(kernels: readonly CountedKernel[], victim: number, aggressor: number): Judged {
    const [own, other] = [kernels[victim]!.events, kernels[aggressor]!.events];
    return victim <= aggressor ? this.halves.of(own, other)[0] : this.halves.of(other, own)[1];
  }

  private _fairSplit(kernels: readonly CountedKernel[], victim: number, aggressor: number): FairSplit {
    const [own, other] = [kernels[victim]!.events, kernels[aggressor]!.events];
    return victim < aggressor ? this.fairSplits.of(own, other) : swapped(this.fairSplits.of(other, own));
  }

  private onHalves(pair: readonly CounterRates[]): readonly [Judged, Judged] {
    const [first, second] = predictSplit(
      this.model,
      pair,
      pair.map(() => this._sms),
      this.loaded.spec.sms,
    );
    return [this.judge(first!), this.judge(second!)];
  }

  private judge({ slowdown, parts, cause, ranges }: SplitSlowdown): Judged {
    const warnings = rangeTexts(ranges);
    const refusal = refusalOf(slowdown, warnings, this.model.error);
    if (refusal !== null) return { slowdown: null, refusal };
    const { scalability, interference } = parts as { scalability: number; interference: number };
    return { slowdown: { slowdown, scalability, interference, cause, warnings }, refusal };
  }
}
