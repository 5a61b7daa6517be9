import { countedBy, type CountedRate } from '../../../src/predictors/counting/countedRates';
import type { Phase, PhaseShare } from '../../../src/predictors/counting/phaseSeries';
import { ratesBy, type BaseRate, type CounterRates } from '../../../src/predictors/counting/rates';
import { COUNTER_COLUMNS } from '../../../src/simulator/core/counterColumns';
import { namedCounters, type Counters } from '../../../src/simulator/core/counters';

/** Rates of a kernel by hand: what is not named is 0. */
export const ratesWith = (
  base: Partial<Record<BaseRate, number>>,
  counted: Partial<Record<CountedRate, number>> = {},
  smBusy = 0,
): CounterRates => ({
  ...ratesBy((name) => base[name] ?? 0),
  counted: countedBy((name) => counted[name] ?? 0),
  smBusy,
});

/** Counters of a kernel by hand: what is not named is 0. */
export const countersWith = (counters: Partial<Counters>): Counters => ({
  ...namedCounters(new Float64Array(COUNTER_COLUMNS), 0),
  ...counters,
});

/** An application in a phase by hand: active with kernel 0 on 30 SMs, nothing counted. */
const shareWith = (share: Partial<PhaseShare>): PhaseShare => ({
  sms: 30,
  active: true,
  kernel: 0,
  events: ratesWith({}),
  counters: countersWith({}),
  ...share,
});

/** A phase by hand, in which all shared the GPU and nobody's requests went first. */
export const phaseWith = (
  fromCycle: number,
  toCycle: number,
  apps: readonly Partial<PhaseShare>[],
  turns: Partial<Pick<Phase, 'favoured' | 'alone'>> = {},
): Phase => ({ fromCycle, toCycle, favoured: null, alone: null, ...turns, apps: apps.map(shareWith) });
