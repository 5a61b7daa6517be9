import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { lowerRequested } from '../../../src/analysis/lowering/lowerRequest';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import measured from './measured.json';

const SOURCE = 'lab/hardware/coRuns/probes.cu';
/** SMs that are simulated, with their part of the L2 cache and of DRAM. */
const SMS = 8;
/** The stretch that is looked at, in core cycles: passes over a footprint in L1 that is missed are the longest. */
const STRETCH = 60_000;
const L1_STRETCH = 200_000;
/** The experiment in which launches of a neighbour follow each other, and a target as long as one of them comes at any time. */
const RELAUNCHED = 'one resource each';
/**
 * Core cycles after which an earlier launch of the neighbour is over, which fills the L2 cache with what it writes, and
 * after which it comes again: footprints in L1 are there by then. What warms up first is warm so many cycles later.
 */
const FIRST_IS_OVER = 350_000;
const COMES_AGAIN = 500_000;
const WARM_AGAIN = 150_000;
/** Most elements of that earlier launch of a kernel that copies. */
const FIRST_COUNT = 1_200_000;

/** A kernel beside another one, as it was measured on a card. */
export interface CoRunPoint {
  readonly experiment: string;
  readonly target: string;
  readonly beside: string;
  /** `fitted` where it was looked at when a number was chosen. */
  readonly role: string;
  /** Time of the target beside the other one over its time alone. */
  readonly slowdown: number;
  /**
   * Core cycles that nothing is counted in: until footprints are where they stay, and until writes to DRAM have filled
   * the L2 cache, before which they cost nothing.
   */
  readonly warmCycles: number;
  /**
   * Times alone of both in ms, where they were started together and the time until both had ended was measured:
   * `slowdown` is that over the longer one.
   */
  readonly aloneMs?: readonly [number, number];
  /** Caps of MPS, in percent of the SMs. */
  readonly percentages?: readonly number[];
}

export const CO_RUN_GPU = measured.gpu;
export const CO_RUN_POINTS = measured.points as readonly CoRunPoint[];

type ProbeName = keyof typeof measured.probes;

/** A launch of a probe in a scenario. */
interface ProbeLaunch {
  readonly name: string;
  readonly startCycle?: number;
  /** True for one that ends, before the same probe is launched again. */
  readonly isFirst?: true;
}

/** A part of the card: what all SMs share is cut with their number. */
function partOfCard(): LoadedSpec & { readonly share: number } {
  const { gpu, spec } = loadSpec(CO_RUN_GPU);
  const share = SMS / spec.sms;
  const channels = Math.round(spec.memory.channels * share);
  const slices = Math.round(spec.l2.slices * share);
  const part = { sms: SMS, memory: { ...spec.memory, channels }, l2: { ...spec.l2, slices } };
  return { gpu, share, spec: { ...spec, ...part } };
}

/** Simulates measured co-runs: kernels go on for ever, and what is compared is how fast they do. */
export class CoRuns {
  private readonly card = partOfCard();
  private readonly workspace: CudaWorkspace;
  private readonly alone = new Map<string, number>();

  /** @param root of the checkout */
  constructor(parser: CudaParser, root: string) {
    this.workspace = new CudaWorkspace({ parser });
    this.workspace.setFile(SOURCE, readFileSync(path.join(root, SOURCE), 'utf8'));
  }

  /** Slowdown of the target, or of the longer one where both were started together. */
  slowdown(point: CoRunPoint): number {
    const { target, beside, aloneMs, experiment } = point;
    const paces = this.paces([{ name: target }, { name: beside }], point);
    const ofTarget = this.paceAlone(target, point) / paces[0]!;
    if (experiment === RELAUNCHED) return this.overLaunches(point, 1 / ofTarget);
    if (aloneMs === undefined) return ofTarget;
    const times = [aloneMs[0] * ofTarget, aloneMs[1] * (this.paceAlone(beside, point) / paces[1]!)] as const;
    const shared = Math.min(...times);
    const longer = times[0] > times[1] ? 0 : 1;
    return (shared + (1 - shared / times[longer]) * aloneMs[longer]) / Math.max(...aloneMs);
  }

  /**
   * Slowdown of a launch that meets half a launch of the neighbour, in the mean, and then the next ones.
   *
   * @param first pace beside the launch that it meets, over that alone
   */
  private overLaunches(point: CoRunPoint, first: number): number {
    const { target, beside } = point;
    const paces = this.paces(
      [
        ...(this.writes(beside) ? [{ name: beside, isFirst: true as const }] : []),
        { name: target, startCycle: FIRST_IS_OVER },
        { name: beside, startCycle: COMES_AGAIN },
      ],
      point,
    );
    const next = paces[0]! / this.paceAlone(target, point);
    return 0.5 + (1 - 0.5 * first) / next;
  }

  private writes(name: string): boolean {
    return measured.probes[name as ProbeName].kernel === 'copyAll';
  }

  private paceAlone(name: string, point: CoRunPoint): number {
    const key = `${name} ${point.warmCycles}`;
    const pace = this.alone.get(key) ?? this.paces([{ name }], point)[0]!;
    this.alone.set(key, pace);
    return pace;
  }

  /** Warp instructions per cycle of each that goes on. */
  private paces(
    launches: readonly ProbeLaunch[],
    { percentages, warmCycles, experiment }: CoRunPoint,
  ): number[] {
    const caps = percentages?.slice(0, launches.length);
    const lastComes = Math.max(...launches.map(({ startCycle = 0 }) => startCycle));
    const scenario = parseScenario({
      gpu: CO_RUN_GPU,
      mode: caps === undefined ? { kind: 'streams' } : { kind: 'mps', percentages: caps },
      apps: launches.map((launch, i) => this.app(launch, i)),
      warmupCycles: lastComes > 0 ? lastComes + Math.min(warmCycles, WARM_AGAIN) : warmCycles,
      limits: { cycles: experiment === 'footprint in L1' ? L1_STRETCH : STRETCH },
    });
    const { apps } = simulate(scenario, { spec: this.card, slowdowns: false });
    return apps.filter((_, i) => launches[i]!.isFirst === undefined).map(({ ipc }) => ipc);
  }

  private app({ name, startCycle = 0, isFirst }: ProbeLaunch, i: number): ScenarioApp {
    const { kernel, grid, block, arguments: values } = measured.probes[name as ProbeName];
    const launch = { grid: Math.round(grid * this.card.share), block };
    const own = { ...values, ...(kernel === 'copyAll' && { count: this.countOf(values, launch) }) };
    const request = { path: SOURCE, kernel, launch, arguments: isFirst ? firstLaunch(own) : own };
    const { program } = lowerRequested(this.workspace, request);
    const repeat = isFirst ? 1 : 'always';
    return { name: `${name} ${i}`, program, launch, repeat, startCycle };
  }

  /** Elements of a footprint of the whole chip that are of these SMs, in whole rounds of their threads. */
  private countOf(values: Readonly<Record<string, number>>, launch: { grid: number; block: number }): number {
    const threads = launch.grid * launch.block;
    return Math.round((values['count']! * this.card.share) / threads) * threads;
  }
}

/** Arguments of a launch of a copy that is over before the next one. */
const firstLaunch = (values: Readonly<Record<string, number>>): Readonly<Record<string, number>> => ({
  ...values,
  rounds: 1,
  count: Math.min(values['count']!, FIRST_COUNT),
});
