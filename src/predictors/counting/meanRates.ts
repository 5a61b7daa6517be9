import { ratesBy, type CounterRates } from './rates';
import { countedBy } from './countedRates';
import { phaseCycles, type EventPhase } from './phaseSeries';

/** Rates of an application over some phases: rates weighted with the phases' lengths. */
export function meanRates(phases: readonly EventPhase[], app: number): CounterRates {
  const events = phases.map((phase) => phase.apps[app]!.events);
  return weightedRates(events, phases.map(phaseCycles));
}

/** Mean rates over stretches of time; counted rates only where all have them. */
export function weightedRates(events: readonly CounterRates[], lengths: readonly number[]): CounterRates {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const mean = (valueOf: (one: CounterRates) => number): number =>
    total === 0 ? 0 : events.reduce((sum, one, i) => sum + valueOf(one) * lengths[i]!, 0) / total;
  const means = ratesBy((name) => mean((one) => one[name]));
  return events.every(({ counted }) => counted !== undefined)
    ? {
        ...means,
        counted: countedBy((name) => mean((one) => one.counted![name])),
        smBusy: mean((one) => one.smBusy ?? 0),
      }
    : means;
}
