import type { Scenario } from '../../kernel/scenario';
import type { SimulatorSpec } from './simulatorSpec';

/** The description with what a scenario says of the memory controllers. */
export function withControllers(spec: SimulatorSpec, memory: Scenario['memory']): SimulatorSpec {
  if (memory === undefined) return spec;
  const { rowHitCap = spec.memory.rowHitCap, queue } = memory;
  const queues = queue === undefined ? {} : { readQueue: queue, writeQueue: queue };
  return { ...spec, memory: { ...spec.memory, ...queues, rowHitCap } };
}
