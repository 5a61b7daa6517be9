import { message, type Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import { MAX_CYCLES, type Scenario, type ScenarioApp } from '../kernel/scenario';
import { checkAllocation } from './checkAllocation';
import { weightedSplit } from './weightedSplit';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { capsAsSms } from './capsAsSms';

/** A scenario as predictors of divided SMs look at it: the kernels of every application on SMs of its own, relaunched for ever. */
export interface SpatialCoRun {
  readonly scenario: Scenario;
  readonly sms: readonly number[];
  readonly assumptions: readonly Words[];
}

/**
 * An application as questions about a co-run see it: its kernels, there from the first cycle. Copies and the wait for
 * its arrival take as long whoever has the SMs, so that beside them every kernel would seem to lose less.
 */
export function kernelsOnly(app: ScenarioApp): ScenarioApp {
  return { ...app, copies: [], startCycle: 0 };
}

/**
 * The scenario with spatial sharing, without copies and late arrivals. MPS percentages that fit the GPU together are
 * taken as a split of its SMs.
 *
 * @throws InputError when the applications share the GPU in another way, or are more than SMs.
 */
export function spatialCoRun(scenario: Scenario, { spec, gpu }: LoadedSpec, cycles: number): SpatialCoRun {
  const apps = scenario.apps.length;
  if (apps < 2) throw new InputError(message('sharing.scenario.alone'));
  if (apps > spec.sms)
    throw new InputError(
      message('sharing.scenario.moreThanSms', { applications: apps, sms: spec.sms, gpu: gpu.name }),
    );
  if (cycles > MAX_CYCLES)
    throw new InputError(message('sharing.scenario.tooLong', { cycles, most: MAX_CYCLES }));
  const { sms, assumptions } = splitOf(scenario, spec.sms);
  const relaunched = scenario.apps.map((app) => ({ ...kernelsOnly(app), repeat: 'always' as const }));
  return {
    scenario: {
      ...scenario,
      apps: relaunched,
      mode: { kind: 'spatial', sms: [...sms] },
      warmupCycles: 0,
      limits: { cycles },
    },
    sms,
    assumptions: [...assumptions, ...scenario.apps.flatMap(leftOut)],
  };
}

/** What `kernelsOnly` takes away, in words. */
function leftOut({ name, copies = [], startCycle = 0 }: ScenarioApp): Words[] {
  const parts = [
    ...(copies.length > 0 ? [message('sharing.scenario.copies')] : []),
    ...(startCycle > 0 ? [message('sharing.scenario.arrival', { cycle: startCycle })] : []),
  ];
  if (parts.length === 0) return [];
  return [message('sharing.scenario.leftOut', { name, parts })];
}

function splitOf({ mode, apps }: Scenario, total: number): { sms: readonly number[]; assumptions: Words[] } {
  const even = weightedSplit(
    total,
    apps.map(() => 1),
  );
  switch (mode?.kind) {
    case undefined:
      return { sms: even, assumptions: [message('sharing.scenario.evenSplit')] };
    case 'spatial': {
      if (mode.sms === undefined) return { sms: even, assumptions: [] };
      const sum = mode.sms.reduce((a, b) => a + b, 0);
      if (sum > total) throw new InputError(message('sharing.scenario.smsInAll', { sum, sms: total }));
      return { sms: mode.sms, assumptions: [] };
    }
    case 'mps': {
      const sms = capsAsSms(mode.percentages, total);
      if (sms === null) {
        throw new InputError(
          message(
            mode.percentages === undefined ? 'sharing.scenario.capsMissing' : 'sharing.scenario.capsTooHigh',
          ),
        );
      }
      return { sms, assumptions: [message('sharing.scenario.mpsCaps')] };
    }
    default:
      throw new InputError(message('sharing.scenario.spatialOnly', { kind: mode!.kind }));
  }
}

/**
 * Checks a split that is to be predicted beside that of the scenario.
 *
 * @throws InputError naming the split
 */
export function checkSplit(sms: readonly number[], { apps }: Scenario, total: number): void {
  const split = sms.join(':');
  if (sms.length !== apps.length)
    throw new InputError(
      message('sharing.scenario.splitParts', { split, parts: sms.length, applications: apps.length }),
    );
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sum > total) throw new InputError(message('sharing.scenario.splitSms', { split, sum, sms: total }));
  checkAllocation(sms, total);
}
