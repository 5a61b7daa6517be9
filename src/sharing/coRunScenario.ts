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
  readonly assumptions: readonly string[];
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
  if (apps < 2) throw new InputError('apps: one application has nobody to share the GPU with');
  if (apps > spec.sms)
    throw new InputError(`apps: ${apps} applications are more than the ${spec.sms} SMs of ${gpu.name}`);
  if (cycles > MAX_CYCLES)
    throw new InputError(`limits: ${cycles} cycles in all are more than the ${MAX_CYCLES} of a run`);
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
function leftOut({ name, copies = [], startCycle = 0 }: ScenarioApp): string[] {
  const parts = [
    ...(copies.length > 0 ? ['its copies'] : []),
    ...(startCycle > 0 ? [`its arrival at cycle ${startCycle}`] : []),
  ];
  if (parts.length === 0) return [];
  return [`${name}: ${parts.join(' and ')} left out; slowdowns are those of kernels that run together`];
}

function splitOf({ mode, apps }: Scenario, total: number): { sms: readonly number[]; assumptions: string[] } {
  const even = weightedSplit(
    total,
    apps.map(() => 1),
  );
  switch (mode?.kind) {
    case undefined:
      return { sms: even, assumptions: ['mode: none given; an even split of the SMs is assumed'] };
    case 'spatial': {
      if (mode.sms === undefined) return { sms: even, assumptions: [] };
      const sum = mode.sms.reduce((a, b) => a + b, 0);
      if (sum > total) throw new InputError(`mode.sms: ${sum} SMs in all, but the GPU has ${total}`);
      return { sms: mode.sms, assumptions: [] };
    }
    case 'mps': {
      const sms = capsAsSms(mode.percentages, total);
      if (sms === null) {
        const fault = mode.percentages === undefined ? 'missing' : 'more than the GPU together';
        throw new InputError(`mode.percentages: ${fault}; each cap is taken as SMs of an application`);
      }
      return { sms, assumptions: ['mode: MPS percentages are caps; they are taken as SMs of one’s own'] };
    }
    default:
      throw new InputError(
        `mode.kind: spatial sharing is predicted, not '${mode!.kind}'; 'spatial', or no mode at all, is an even split`,
      );
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
      `the split ${split} has ${sms.length} parts, but there are ${apps.length} applications`,
    );
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sum > total) throw new InputError(`the split ${split} has ${sum} SMs, but the GPU has ${total}`);
  checkAllocation(sms, total);
}
