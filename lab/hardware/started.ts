import { startTogether } from '../../src/analysis/simulation/together/startTogether';
import { resolveScenario, type ProgramMakers } from '../../src/analysis/scenarios/resolve';
import { parseScenario, type ScenarioApp } from '../../src/kernel/scenario';
import { overlapWord, startedVerdictOnCard, type OverlapWord } from '../../src/sharing/overlapVerdict';
import { pairStarted } from '../../src/analysis/simulation/together/startedTogether';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { readData } from '../data/tables';

/** Sets of launches in `lab/data`: of `corun measure`'s kernels, and of kernels that nothing was chosen by, on two cards. */
export const STARTED_SETS = {
  started: 'h100_started',
  typical: 'h100_typical_started',
  'typical-h200': 'h200_typical_started',
} as const;

/** A set of launches. */
export type StartedSet = keyof typeof STARTED_SETS;

/** Launches that were measured one behind the other and at once. */
export interface StartedOnCard {
  readonly gpu: string;
  readonly kernels: readonly {
    readonly name: string;
    readonly kernel: string;
    readonly source: string;
    readonly grid: readonly [number, number, number];
    readonly block: readonly [number, number, number];
    readonly arguments: Readonly<Record<string, number>>;
    /** µs of a launch alone. */
    readonly us: number;
  }[];
  /** The one that began first, the other, and when each ended one behind the other and at once. */
  readonly pairs: readonly (readonly [
    string,
    string,
    readonly [number, number],
    readonly [number, number],
  ])[];
}

export const startedOnCard = (root: string, set: StartedSet = 'started'): StartedOnCard =>
  readData(root, STARTED_SETS[set]);

/** A pair of launches with what the card did and what is told of it; changes are together over one behind the other, less one. */
export interface StartedCase {
  /** The one that began first on the card, also where both started at once. */
  readonly first: string;
  readonly second: string;
  readonly card: { readonly change: number; readonly word: OverlapWord };
  readonly told: { readonly change: number; readonly word: OverlapWord } | null;
  /** Both alone, one behind the other, over the shorter of them on the card: changes are shares of that sum. */
  readonly shorters: number;
}

/** What the verdict on two launches says of measured pairs: programs are those of their sources, on the simulator. */
export class StartedVerdicts {
  private readonly apps = new Map<string, Promise<{ readonly app: ScenarioApp; readonly cycles: number }>>();

  constructor(
    private readonly data: StartedOnCard,
    private readonly makers: ProgramMakers,
  ) {}

  async of([first, second, behind, together]: StartedOnCard['pairs'][number]): Promise<StartedCase> {
    const change = Math.max(...together) / behind[1] - 1;
    const card = { change, word: overlapWord(change, null, true) };
    const shorters = behind[1] / Math.min(behind[0], behind[1] - behind[0]);
    const [a, b] = await Promise.all([this.app(first), this.app(second)]);
    const outcome = startTogether({
      gpuId: this.data.gpu,
      mode: 'streams',
      apps: [a.app, b.app],
      launchCycles: [a.cycles, b.cycles],
    });
    if (outcome.kind === 'failed') return { first, second, card, told: null, shorters };
    const { sms } = loadSpec(this.data.gpu).spec;
    const { word, togetherNs, serialNs } = startedVerdictOnCard(
      outcome.serialCycles,
      pairStarted([first, second], outcome, sms),
    );
    return { first, second, card, told: { change: togetherNs / serialNs - 1, word }, shorters };
  }

  private app(name: string): Promise<{ readonly app: ScenarioApp; readonly cycles: number }> {
    let known = this.apps.get(name);
    if (known === undefined) this.apps.set(name, (known = this.made(name)));
    return known;
  }

  private async made(name: string): Promise<{ readonly app: ScenarioApp; readonly cycles: number }> {
    const {
      kernel,
      source,
      grid,
      block,
      arguments: values,
      us,
    } = this.data.kernels.find((one) => one.name === name)!;
    const written = { name, source, kernel, launch: { grid, block }, arguments: values, repeat: 1 };
    const parsed = parseScenario({ gpu: this.data.gpu, apps: [written] });
    const { scenario } = await resolveScenario(parsed, this.makers);
    // How much of it runs is decided by the card's time: to run it whole first takes longer than all of its pairs.
    return { app: scenario.apps[0]!, cycles: Math.round(us * loadSpec(this.data.gpu).spec.coreClockMHz) };
  }
}
