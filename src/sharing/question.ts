import type { Words } from '../kernel/message';
import type { Assumption } from '../kernel/origin';
import { extentOf, type Scenario, type ScenarioApp } from '../kernel/scenario';
import { volume } from '../kernel/symbolic';
import type { CoRunQuestion, CoRunSubject, LaunchFacts } from '../predictors/port';
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
  const subjects = apps.map((one, app): CoRunSubject => ({
    ...NO_EVIDENCE,
    name: one.name,
    launch: launchFacts(one),
    solo: solo?.[app] ?? null,
    assumptions: assumed,
  }));
  return { gpu, mode: 'spatial', split: sms, subjects, epoch: null };
}

/** Blocks of an application's launches, where all have as many: more SMs than blocks gain it nothing. */
function launchFacts(app: ScenarioApp): LaunchFacts | null {
  const blocks = new Set((app.kernels ?? [app]).map(({ launch }) => launch && blocksOf(launch)));
  const [gridBlocks] = blocks;
  return blocks.size === 1 && gridBlocks !== undefined ? { gridBlocks, blocksPerSm: null } : null;
}

const blocksOf = ({ grid, firstBlocks = Infinity }: NonNullable<ScenarioApp['launch']>): number =>
  Math.min(firstBlocks, volume(extentOf(grid)));
