import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { weightedSplit } from '../../predictors/themis/allocation/staticSplit';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';

/** A scenario as Themis can look at it: every application on SMs of its own, relaunched for ever. */
export interface SpatialCoRun {
  readonly scenario: Scenario;
  readonly sms: readonly number[];
  readonly assumptions: readonly string[];
}

/**
 * The scenario with spatial sharing. MPS percentages that fit the GPU together are taken as a split of its SMs.
 *
 * @throws InputError when the applications share the GPU in a way that Themis does not know, or are more than SMs.
 */
export function spatialCoRun(scenario: Scenario, { spec, gpu }: LoadedSpec, cycles: number): SpatialCoRun {
  const apps = scenario.apps.length;
  if (apps < 2) throw new InputError('apps: one application has nobody to share the GPU with');
  if (apps > spec.sms)
    throw new InputError(`apps: ${apps} applications are more than the ${spec.sms} SMs of ${gpu.name}`);
  const { sms, assumptions } = splitOf(scenario, spec.sms);
  const relaunched = scenario.apps.map((app) => ({ ...app, repeat: 'always' as const }));
  return {
    scenario: {
      ...scenario,
      apps: relaunched,
      mode: { kind: 'spatial', sms: [...sms] },
      warmupCycles: 0,
      limits: { cycles },
    },
    sms,
    assumptions,
  };
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
      const sms = (mode.percentages ?? []).map((part) => Math.max(1, Math.floor((part / 100) * total)));
      if (sms.length === 0 || sms.reduce((a, b) => a + b, 0) > total)
        throw new InputError('mode.percentages: Themis needs caps that do not exceed the GPU together');
      return { sms, assumptions: ['mode: MPS percentages are caps; they are taken as SMs of one’s own'] };
    }
    default:
      throw new InputError(`mode.kind: Themis predicts spatial sharing, not '${mode!.kind}'`);
  }
}
