import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import type { BottleneckModel } from './model';
import { quantitiesOf, type Met } from './quantities';
import { BOTTLENECKS, type Bottleneck } from './timesAlone';

/** A stretch of a co-run; null while the application had nothing on the GPU. */
export interface Stretch {
  /** Core cycles. */
  readonly cycles: number;
  readonly met: Met | null;
}

/** What is made of an application over some stretches. */
export interface AppSlowdown {
  readonly slowdown: number;
  /** What holds it up for most of its time; null where it never had anything on the GPU. */
  readonly bottleneck: Bottleneck | null;
}

/** Time of all stretches over what the same takes alone: the latency of a launch is the same alone. */
export function appSlowdown(
  stretches: readonly Stretch[],
  model: BottleneckModel,
  spec: SimulatorSpec,
): AppSlowdown {
  const held: Record<Bottleneck, number> = { sms: 0, dram: 0, l2: 0, latency: 0 };
  let [together, alone] = [0, 0];
  for (const { cycles, met } of stretches) {
    together += cycles;
    const told = met && model.predict(quantitiesOf(met, spec));
    alone += told === null ? cycles : cycles / told.slowdown;
    if (told !== null) held[told.bottleneck] += cycles;
  }
  const most = BOTTLENECKS.reduce((one, other) => (held[other] > held[one] ? other : one));
  return { slowdown: alone > 0 ? together / alone : 1, bottleneck: held[most] > 0 ? most : null };
}
