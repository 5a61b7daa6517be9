import type { Words } from '../kernel/message';
import type { Assumption } from '../kernel/origin';
import type { Scenario } from '../kernel/scenario';
import type { CoRunQuestion, CoRunSubject } from '../predictors/port';
import type { LoadedSpec } from '../simulator/spec/loadSpec';

/** No evidence of a subject yet. */
export const NO_EVIDENCE = { use: null, launch: null, solo: null, simulated: null } as const;

/** The question that a scenario with SMs divided asks; without evidence but counters of runs alone, where given. */
export function scenarioQuestion(
  { apps }: Scenario,
  gpu: LoadedSpec,
  { sms, assumptions }: { readonly sms: readonly number[]; readonly assumptions: readonly Words[] },
  solo: readonly NonNullable<CoRunSubject['solo']>[] | null = null,
): CoRunQuestion {
  const assumed = assumptions.map((text, key): Assumption => ({ key: `scenario:${key}`, value: '', text }));
  const subjects = apps.map(({ name }, app): CoRunSubject => ({
    ...NO_EVIDENCE,
    name,
    solo: solo?.[app] ?? null,
    assumptions: assumed,
  }));
  return { gpu, mode: 'spatial', split: sms, subjects, epoch: null };
}
