import type { Scenario } from '../../kernel/scenario';
import { simulate, type SimulateOptions } from '../simulate';
import type { SimulationResult } from './result';

/** A stretch of a co-run that stands for the whole of it. */
export interface CoRunWindow {
  readonly warmupCycles: number;
  readonly cycles: number;
}

/** A window's slowdowns beside those of the full run. */
export interface WindowComparison {
  readonly window: SimulationResult;
  readonly full: SimulationResult;
  /** Per application |window − full| / full of the slowdown; null where one of them has none. */
  readonly errors: readonly (number | null)[];
}

/** The scenario with all applications relaunched for ever and only a window of it measured. */
function windowScenario(scenario: Scenario, window: CoRunWindow): Scenario {
  return {
    ...scenario,
    apps: scenario.apps.map((app) => ({ ...app, repeat: 'always' as const })),
    warmupCycles: window.warmupCycles,
    limits: { cycles: window.cycles },
  };
}

/** The scenario with all applications relaunched until each has finished once. */
function fullScenario(scenario: Scenario): Scenario {
  return {
    ...scenario,
    warmupCycles: 0,
    apps: scenario.apps.map((app) => ({ ...app, repeat: 'always' as const })),
    limits: { untilEachFinishedOnce: true },
  };
}

/** Simulates a co-run by a window and in full, and says how far the window is off. */
export function compareWindow(
  scenario: Scenario,
  window: CoRunWindow,
  options: SimulateOptions = {},
): WindowComparison {
  const short = simulate(windowScenario(scenario, window), options);
  const full = simulate(fullScenario(scenario), options);
  const errors = full.apps.map((app, i) => {
    const measured = short.apps[i]!.slowdown;
    return measured === null || app.slowdown === null
      ? null
      : Math.abs(measured - app.slowdown) / app.slowdown;
  });
  return { window: short, full, errors };
}
