import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { UNBOUNDED } from '../dispatch/partition';
import { NEVER } from '../core/sizes';
import type { Machine } from './machine';

/** An application whose kernels yield, as a scenario has it. */
export type YieldingApp = NonNullable<Extract<Scenario['mode'], { kind: 'intra-sm' }>>['yields'] & object;

/** The application of a scenario that yields; undefined where none does. */
export function yieldingApp({ mode }: Scenario): YieldingApp | undefined {
  return mode?.kind === 'intra-sm' ? mode.yields : undefined;
}

/**
 * Which blocks an application that yields keeps: all that fit while it is alone; while another has a kernel on the GPU,
 * `blocks` fewer on each of the first `sms` SMs. Blocks that are to go end first; the others may use no more of an SM
 * than these leave. Places come back one launch latency after the last kernel of the others has ended, which is what
 * launching the missing blocks takes.
 */
export class YieldedBlocks {
  /** Whether places are yielded, when they come back, and the kernel for which they were worked out. */
  private readonly state: Int32Array;

  constructor(
    private readonly machine: Machine,
    private readonly yields: YieldingApp,
  ) {
    const { partition, plan } = machine;
    if (yields.app >= partition.apps)
      throw fieldFault('mode.yields.app', message('simulator.noApplication', { app: yields.app }));
    if (yields.sms > plan.spec.sms)
      throw fieldFault(
        'mode.yields.sms',
        message('simulator.smsBeyond', { sms: yields.sms, has: plan.spec.sms }),
      );
    this.state = machine.dispatched.int32(3);
    this.backAt = NEVER;
    this.apply(false);
  }

  private get isYielded(): boolean {
    return this.state[0] === 1;
  }

  private get backAt(): number {
    return this.state[1]!;
  }

  private set backAt(cycle: number) {
    this.state[1] = cycle;
  }

  /** Cycle at which places come back; `NEVER` while none are on their way. */
  get nextCycle(): number {
    return this.backAt;
  }

  /** To be called when a kernel has begun or ended, and at `nextCycle`. */
  update(now: number): void {
    const { queue, partition, plan, dispatcher } = this.machine;
    const { app } = this.yields;
    const isWanted = Array.from({ length: partition.apps }, (_, other) => other).some(
      (other) => other !== app && queue.isRunning(other),
    );
    if (isWanted) {
      this.backAt = NEVER;
      if (this.isYielded && this.state[2] === queue.kernel(app)) return;
      this.apply(true);
      dispatcher.reconsider();
    } else if (this.isYielded) {
      if (this.backAt === NEVER) this.backAt = now + plan.spec.launch.kernelCycles;
      if (now < this.backAt) return;
      this.backAt = NEVER;
      this.apply(false);
      dispatcher.reconsider();
    }
  }

  private apply(isYielded: boolean): void {
    const { partition, queue } = this.machine;
    const { app, sms, blocks } = this.yields;
    const kernel = queue.kernel(app);
    this.state[0] = isYielded ? 1 : 0;
    this.state[2] = kernel;
    for (let sm = 0; sm < partition.sms; sm++) {
      const gives = isYielded && sm < sms ? blocks : 0;
      const kept = Math.max(0, this.machine.plan.kernels.blocksPerSm[kernel]! - gives);
      for (let other = 0; other < partition.apps; other++)
        partition.blockCap[other * partition.sms + sm] =
          other === app ? (gives > 0 ? kept : UNBOUNDED) : this.besides(kept, other);
    }
  }

  /** Blocks of another application that fit beside `kept` blocks of the one that yields. */
  private besides(kept: number, other: number): number {
    const { kernels, limits } = this.machine.plan;
    const [own, its] = [this.state[2]!, this.machine.queue.kernel(other)];
    const fits = (total: number, needs: ArrayLike<number>): number =>
      needs[its]! === 0 ? UNBOUNDED : Math.floor((total - kept * needs[own]!) / needs[its]!);
    return Math.max(
      0,
      Math.min(
        limits.maxBlocks - kept,
        fits(Math.floor(limits.maxThreads / 32), kernels.warpsPerBlock),
        fits(limits.registers, kernels.registersPerBlock),
        fits(limits.sharedBytes, kernels.sharedPerBlock),
      ),
    );
  }
}
