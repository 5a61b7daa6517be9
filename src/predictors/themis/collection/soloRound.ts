import type { Scenario, ScenarioApp } from '../../../kernel/scenario';
import { COUNTERS, COUNTER_COLUMNS, namedCounters, warpInstructions } from '../../../simulator/core/counters';
import { createRun } from '../../../simulator/simulate';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { eventsOf, type ThemisEvents } from '../events';

/** One round of an application that runs alone on `sms` SMs. */
export interface SoloRound {
  readonly sms: number;
  /** Core cycles and warp instructions of each launch of the round, launch latency included. */
  readonly cycles: readonly number[];
  readonly instructions: readonly number[];
  /** Events over the whole round. */
  readonly events: ThemisEvents;
}

/** An application alone on some of the SMs; `applications` and the sizes of `sms` go together. */
export function spatialScenario(
  applications: readonly ScenarioApp[],
  sms: readonly number[],
  { gpu }: LoadedSpec,
  seed: number,
): Scenario {
  return {
    gpu: gpu.id,
    mode: { kind: 'spatial', sms: [...sms] },
    apps: [...applications],
    limits: { untilEachFinishedOnce: true },
    seed,
  };
}

/** Simulates one whole round of an application alone on `sms` SMs: T_n of every kernel. */
export function soloRound(app: ScenarioApp, sms: number, loaded: LoadedSpec, seed: number): SoloRound {
  const run = createRun(spatialScenario([{ ...app, repeat: 1 }], [sms], loaded, seed), loaded);
  run.run();
  const { machine } = run;
  machine.settleCounters();
  const { kernels } = machine.queue.plans[0]!;
  const total = new Float64Array(COUNTERS.length);
  for (const kernel of kernels)
    for (let column = 0; column < COUNTER_COLUMNS; column++)
      total[column]! += machine.counters[kernel * COUNTER_COLUMNS + column]!;
  return {
    sms,
    cycles: kernels.map((kernel) => machine.queue.runCycles[kernel]! / machine.queue.runs[kernel]!),
    instructions: kernels.map((kernel) => warpInstructions(namedCounters(machine.counters, kernel))),
    events: eventsOf(namedCounters(total, 0), run.cycles, loaded.spec),
  };
}
