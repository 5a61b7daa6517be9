import type { CoRunData, MeasuredCoRun } from '../../gpu/measuredCoRuns/coRunData';
import { parseScenario, type Scenario } from '../../kernel/scenario';
import { sliceCyclesOf } from '../../simulator/run/sharing';
import { steadyPaces } from '../../simulator/run/steadyPaces';
import { createRun, createSoloRun } from '../../simulator/simulate';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { createRandom } from '../../stats/random';
import { resolveScenario, type ProgramMakers } from '../scenarios/resolve';
import type { ComparedCoRun } from './scores';

/** The longest that a co-run is simulated, in core cycles: its paces mostly stand still long before. */
export const MOST_CYCLES = 3_000_000;
const SEED = 18;

/** The scenario of a co-run that was measured: the same sources, launches and sharing, on a GPU of the simulator. */
export function scenarioOf(
  data: CoRunData,
  { mode, kernels, sms }: MeasuredCoRun,
  gpu: string,
  mostCycles: number,
): unknown {
  const apps = kernels.map((name, place) => {
    const kernel = data.kernels.find((one) => one.name === name)!;
    return {
      name: `${place + 1} ${name}`,
      source: kernel.source,
      kernel: name,
      launch: { grid: kernel.grid, block: kernel.block },
      arguments: kernel.arguments,
      repeat: 'always',
    };
  });
  const split = sms === undefined ? {} : { sms };
  const shared = mode === 'green-contexts' ? { kind: 'spatial', ...split } : { kind: mode };
  return { gpu, mode: shared, apps, limits: { cycles: mostCycles } };
}

/** `count` of the co-runs in their order, drawn with a fixed seed; all of them where there are no more. */
export function sampleOf<T>(coRuns: readonly T[], count: number): readonly T[] {
  const random = createRandom(SEED);
  const drawn = coRuns.map((_, at) => [random.next(), at] as const).sort(([a], [b]) => a - b);
  const places = new Set(drawn.slice(0, count).map(([, at]) => at));
  return coRuns.filter((_, at) => places.has(at));
}

/** Simulates co-runs that were measured, and each of their kernels alone once. */
export class CoRunComparison {
  /** Warp instructions a cycle of a kernel that is relaunched alone; null where it ends no two launches in time. */
  private readonly alone = new Map<string, number | null>();

  /**
   * @param gpu id of the GPU that is simulated
   * @param mostCycles of a co-run, and of a kernel alone
   * @param makers find the sources that were measured
   */
  constructor(
    private readonly data: CoRunData,
    private readonly gpu: string,
    private readonly mostCycles: number,
    private readonly makers: ProgramMakers,
  ) {}

  /** Without simulated slowdowns where a kernel ends no two launches in time, as with turns that take longer. */
  async of(coRun: MeasuredCoRun): Promise<ComparedCoRun> {
    const parsed = parseScenario(scenarioOf(this.data, coRun, this.gpu, this.mostCycles));
    const turn = sliceCyclesOf(parsed, loadSpec(this.gpu).spec);
    if (turn * coRun.kernels.length > this.mostCycles) return { ...coRun, simulated: null };
    const { scenario } = await resolveScenario(parsed, this.makers);
    const together = steadyPaces(createRun(scenario));
    if (together === null) return { ...coRun, simulated: null };
    const factors = together.ipc.map((ipc, app) => {
      const alone = this.paceAlone(coRun.kernels[app]!, scenario, app);
      return alone === null ? null : alone / ipc;
    });
    const { fromCycle, toCycle, isSteady } = together;
    const window = { fromCycle, toCycle, isSteady };
    return factors.includes(null)
      ? { ...coRun, simulated: null }
      : { ...coRun, simulated: factors.map((factor) => factor!), window };
  }

  private paceAlone(kernel: string, scenario: Scenario, app: number): number | null {
    const known = this.alone.get(kernel);
    if (known !== undefined) return known;
    const pace = steadyPaces(createSoloRun(scenario, app))?.ipc[0] ?? null;
    this.alone.set(kernel, pace);
    return pace;
  }
}
