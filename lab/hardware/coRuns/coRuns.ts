import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { lowerRequested } from '../../../src/analysis/lowering/lowerRequest';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import measured from './measured.json';

const SOURCE = 'lab/hardware/coRuns/probes.cu';
/** The stretch that is looked at, in core cycles: passes over a footprint in L1 that is missed are the longest. */
const STRETCH = 60_000;
const L1_STRETCH = 200_000;

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

/** Simulates measured co-runs: kernels go on for ever, and what is compared is how fast they do. */
export class CoRuns {
  private readonly workspace: CudaWorkspace;
  private readonly alone = new Map<string, number>();

  /** @param root of the checkout */
  constructor(parser: CudaParser, root: string) {
    this.workspace = new CudaWorkspace({ parser });
    this.workspace.setFile(SOURCE, readFileSync(path.join(root, SOURCE), 'utf8'));
  }

  /** Slowdown of the target, or of the longer one where both were started together. */
  slowdown(point: CoRunPoint): number {
    const { target, beside, aloneMs } = point;
    const paces = this.paces([target, beside], point);
    const ofTarget = this.paceAlone(target, point) / paces[0]!;
    if (aloneMs === undefined) return ofTarget;
    const times = [aloneMs[0] * ofTarget, aloneMs[1] * (this.paceAlone(beside, point) / paces[1]!)] as const;
    const shared = Math.min(...times);
    const longer = times[0] > times[1] ? 0 : 1;
    return (shared + (1 - shared / times[longer]) * aloneMs[longer]) / Math.max(...aloneMs);
  }

  private paceAlone(name: string, point: CoRunPoint): number {
    const key = `${name} ${point.warmCycles}`;
    const pace = this.alone.get(key) ?? this.paces([name], point)[0]!;
    this.alone.set(key, pace);
    return pace;
  }

  /** Warp instructions per cycle of each. */
  private paces(names: readonly string[], { percentages, warmCycles, experiment }: CoRunPoint): number[] {
    const caps = percentages?.slice(0, names.length);
    const scenario = parseScenario({
      gpu: CO_RUN_GPU,
      mode: caps === undefined ? { kind: 'streams' } : { kind: 'mps', percentages: caps },
      apps: names.map((name, i) => this.app(name, i)),
      warmupCycles: warmCycles,
      limits: { cycles: experiment === 'footprint in L1' ? L1_STRETCH : STRETCH },
    });
    const { apps } = simulate(scenario, { spec: loadSpec(CO_RUN_GPU), slowdowns: false });
    return apps.map(({ ipc }) => ipc);
  }

  private app(name: string, i: number): ScenarioApp {
    const { kernel, grid, block, arguments: values } = measured.probes[name as ProbeName];
    const launch = { grid, block };
    const request = { path: SOURCE, kernel, launch, arguments: values };
    const { program } = lowerRequested(this.workspace, request);
    return { name: `${name} ${i}`, program, launch, repeat: 'always' };
  }
}
