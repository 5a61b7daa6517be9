import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { simulate } from '../../src/simulator/simulate';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { ALONE_BEFORE, POLL_NS } from './conditions';

/** An unpreempted run is given up at so many times the time alone: figure 2 looks at ten. */
export const UNPREEMPTED_LIMIT = 12;
/** Cycles over which a program's pace on a part of the places is taken. */
const PACE_CYCLES = 30_000;
/** A round for the overhead ends here at the latest. */
const ROUND_CYCLES = 1_500_000;

/**
 * Latency of an application that comes while another is launched again and again and gives up nothing (figure 2), over its
 * time alone; null where it was given up.
 */
export function unpreempted(
  spec: LoadedSpec,
  yielding: ScenarioApp,
  critical: ScenarioApp,
  aloneCycles: number,
): number | null {
  const scenario = {
    gpu: spec.gpu.id,
    mode: { kind: 'streams' } as const,
    apps: [
      { ...yielding, repeat: 'always' as const },
      { ...critical, name: `${critical.name} (2)`, startCycle: ALONE_BEFORE },
    ],
    limits: { cycles: ALONE_BEFORE + UNPREEMPTED_LIMIT * aloneCycles, untilFinished: 1 },
  };
  const end = simulate(scenario, { slowdowns: false, spec }).apps[1]!.firstFinishCycle;
  return end === null ? null : (end - ALONE_BEFORE) / aloneCycles;
}

/** Cycles of a round alone, as the program is and as a kernel that yields and is never asked to. */
export function overheadOf(
  spec: LoadedSpec,
  app: ScenarioApp,
): { readonly plain: number | null; readonly yielding: number | null } {
  const round = (mode: object): number | null =>
    simulate(
      {
        gpu: spec.gpu.id,
        mode: { kind: 'intra-sm' as const, ...mode },
        apps: [app],
        limits: { cycles: ROUND_CYCLES, untilEachFinishedOnce: true },
      },
      { slowdowns: false, spec },
    ).apps[0]!.firstFinishCycle;
  return {
    plain: round({}),
    yielding: round({ yields: { app: 0, sms: 0, blocks: 0, pollNs: POLL_NS } }),
  };
}

/** Instructions in a cycle of a program alone that may use so many places only (figures 3 and 4). */
export function scalingOf(spec: LoadedSpec, app: ScenarioApp, { sms, blocks }: YieldedPlaces): number {
  const scenario = {
    gpu: spec.gpu.id,
    mode: { kind: 'intra-sm' as const, sms, blocksPerSm: [blocks] },
    apps: [{ ...app, repeat: 'always' as const }],
    limits: { cycles: PACE_CYCLES },
  };
  return simulate(scenario, { slowdowns: false, spec }).apps[0]!.ipc;
}
