import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import { requireGpu } from '../../../src/gpu/findGpu';
import { LATENCY_PREDICTORS } from '../../../src/predictors';
import type { StudyStore } from '../../simulator/window/store';
import type { MeasuredLowering } from '../suite/lowered';
import { onlyKernel } from './lowered';
import type { measuredApplications, Setting } from './measured';
import { SimulatedPairs } from './simulated';
import { tracedSetting, tracedSlowdowns } from './together';

type Measured = ReturnType<typeof measuredApplications>;

/** A measured slowdown with what is told of it. */
export interface SimulatedRow {
  readonly of: string;
  readonly beside: string;
  readonly measured: number;
  readonly simulated: number | null;
  readonly traced: number | null;
}

/** What the kernels of a setting's applications are simulated with. */
export interface RowInputs {
  readonly root: string;
  readonly lowering: MeasuredLowering;
  readonly texts: ReadonlyMap<string, string>;
  readonly store: StudyStore;
}

/** The applications of a setting whose only kernel follows from its source alone, and what is told of each two. */
export interface SimulatedSetting {
  readonly setting: Setting;
  readonly kernels: readonly SimulatedKernel[];
  readonly rows: readonly SimulatedRow[];
}

/**
 * Simulates all pairs of such applications of a setting, as the editor and `corun compare` do under MPS.
 *
 * @param launches where the launches of the applications stand: of the same programs on any card
 */
export async function simulatedSetting(
  measured: Measured,
  id: string,
  { root, lowering, texts, store }: RowInputs,
  launches: Measured = measured,
): Promise<SimulatedSetting> {
  const gpu = requireGpu(measured.gpu);
  const setting = measured.settings.find((each) => each.id === id)!;
  const kernels = Object.keys(setting.alone).flatMap((name) =>
    name in launches.traces ? (onlyKernel(launches, lowering, texts, name) ?? []) : [],
  );
  const simulated = new SimulatedPairs(store, gpu.id);
  const hasTraces = Object.keys(setting.alone).every((name) => name in measured.traces);
  const traced = hasTraces ? await tracedSetting(root, measured, setting) : null;
  const rows = setting.groups.flatMap((group): readonly SimulatedRow[] => {
    const [a, b] = group.map(([name]) => kernels.find(({ kernelId }) => kernelId === name));
    if (group.length !== 2 || a === b || a === undefined || b === undefined) return [];
    const shown = simulated.slowdowns([a, b]);
    const names = group.map(([name]) => name);
    const told = traced && tracedSlowdowns(traced.traces, gpu, LATENCY_PREDICTORS[0]!, names);
    return group.map(([of, us], at) => ({
      of,
      beside: group[1 - at]![0],
      measured: us / setting.alone[of]!,
      simulated: shown[at]!,
      traced: told?.[at] ?? null,
    }));
  });
  return { setting, kernels, rows };
}
