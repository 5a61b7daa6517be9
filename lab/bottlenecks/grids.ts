import { extentOf, type ScenarioKernel } from '../../src/kernel/scenario';
import { volume } from '../../src/kernel/symbolic';
import { WARP_SIZE } from '../../src/kernel/warp';
import type { Grid } from '../../src/predictors/bottlenecks/quantities';
import type { SuiteWorkload } from '../suite/suite';
import type { GridOf } from './samples';

/** Grids of the launches of workloads, as their descriptions have them. */
export function gridsOf(workloads: readonly SuiteWorkload[]): GridOf {
  const grids = new Map(workloads.map(({ workload }) => [workload.name, workload.kernels.map(gridOf)]));
  return (app, launch) => grids.get(app)?.[launch] ?? null;
}

/** Null where nothing tells of the launch. */
export function gridOf({ launch }: Pick<ScenarioKernel, 'launch'>): Grid | null {
  return launch === undefined
    ? null
    : {
        blocks: volume(extentOf(launch.grid)),
        warpsPerBlock: Math.ceil(volume(extentOf(launch.block)) / WARP_SIZE),
      };
}
