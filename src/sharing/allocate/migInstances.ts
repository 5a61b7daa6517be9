import { message } from '../../kernel/message';
import { MEMORY_SLICES } from '../applied/migPlacement';
import type { MigProfile } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { simulate, slowdownOverWindow } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { kernelsOnly } from '../coRunScenario';

/** Core cycles of the window in which an application is simulated. */
const WINDOW = { warmupCycles: 10_000, limits: { cycles: 30_000 } };

type Pace = Parameters<typeof slowdownOverWindow>[0];

/**
 * Slowdowns of the kernels of applications in MIG instances, each simulated by itself when it is first asked for: instances own
 * SMs, L2 cache and DRAM, so that neighbours do not count.
 */
export class MigInstances {
  private readonly paces = new Map<string, Pace>();

  constructor(
    private readonly scenario: Scenario,
    private readonly loaded: LoadedSpec,
  ) {}

  /**
   * Against the whole GPU without MIG.
   *
   * @throws InputError naming an application that gets nowhere in the window, here or alone: there is nothing to compare
   */
  slowdown(app: number, { sms, memorySlices }: MigProfile): number {
    const { channels } = this.loaded.spec.memory;
    const memoryChannels = Math.max(1, Math.floor((channels * memorySlices) / MEMORY_SLICES));
    const here = this.pace(app, { kind: 'mig', instances: [{ sms, memoryChannels }] });
    const alone = this.pace(app, { kind: 'streams' });
    const found = slowdownOverWindow(here, alone, WINDOW.limits.cycles);
    if (found !== null) return found.slowdown;
    const cycles = WINDOW.warmupCycles + WINDOW.limits.cycles;
    throw new InputError(message('sharing.mig.getsNowhere', { name: this.scenario.apps[app]!.name, cycles }));
  }

  private pace(index: number, mode: Scenario['mode']): Pace {
    const app = { ...kernelsOnly(this.scenario.apps[index]!), name: '', repeat: 'always' as const };
    const key = JSON.stringify([app, mode]);
    const known = this.paces.get(key);
    if (known !== undefined) return known;
    const alone = { ...this.scenario, ...WINDOW, apps: [app], mode };
    const pace = simulate(alone, { spec: this.loaded }).apps[0]!;
    this.paces.set(key, pace);
    return pace;
  }
}
