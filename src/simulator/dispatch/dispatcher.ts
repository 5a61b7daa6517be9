import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import type { BlockListener, BlockManager } from '../sm/blockManager';
import type { KernelTable } from '../sm/kernelTable';
import { NEVER } from '../sm/schedulers';
import type { AppQueue } from './appQueue';
import type { Partition } from './partition';
import type { SmResources } from './smResources';

/** What the dispatcher works with. */
export interface DispatchParts {
  readonly wheel: EventWheel;
  readonly kernels: KernelTable;
  readonly queue: AppQueue;
  readonly partition: Partition;
  readonly resources: SmResources;
  readonly blocks: BlockManager;
  /** Component numbers of the dispatcher and of the first SM. */
  readonly component: number;
  readonly firstSm: number;
  readonly blocksPerCycle: number;
  /** Leftover policy: blocks of a kernel go only when all older kernels have placed theirs. */
  readonly leftover: boolean;
}

/** Places blocks on SMs, round robin, as far as the partition and the resources allow. */
export class Dispatcher implements BlockListener {
  /** 1 for an SM that may have room. */
  private readonly open: Uint8Array;
  private readonly cursor: Int32Array;
  /** SMs that hold a block of each application. */
  private readonly occupied: Int32Array;
  private readonly residents: Int32Array;

  constructor(
    private readonly parts: DispatchParts,
    state: StateArrays,
  ) {
    const { apps, sms } = parts.partition;
    this.open = state.uint8(sms).fill(1);
    this.cursor = state.int32(1);
    this.occupied = state.int32(apps);
    this.residents = state.int32(apps * sms);
  }

  /** Something has changed for all SMs (a launch, a new partition): look again. */
  reconsider(): void {
    this.open.fill(1);
    this.parts.wheel.schedule(this.parts.component, this.parts.wheel.now + 1);
  }

  blockDone(sm: number, kernel: number): void {
    const { resources, queue, kernels, wheel, component } = this.parts;
    const app = kernels.app[kernel]!;
    resources.give(sm, kernel);
    this.leave(sm, app);
    this.open[sm] = 1;
    if (queue.blockDone(app, kernel, wheel.now)) this.open.fill(1);
    wheel.scheduleNow(component);
  }

  private leave(sm: number, app: number): void {
    const { partition } = this.parts;
    if (--this.residents[app * partition.sms + sm]! > 0) return;
    this.occupied[app]!--;
    if (partition.smCap[app]! < partition.sms) this.open.fill(1);
  }

  step(): void {
    const { wheel, queue, component, partition, blocksPerCycle } = this.parts;
    const now = wheel.now;
    const next = queue.start(now);
    const order = queue.byAge().filter((app) => queue.placeable(app) >= 0);
    let left = blocksPerCycle;
    const { sms } = partition;
    for (let n = 0; n < sms && left > 0 && order.length > 0; n++) {
      const sm = (this.cursor[0]! + n) % sms;
      if (this.open[sm] === 0) continue;
      if (!this.placeOne(sm, order, now)) {
        this.open[sm] = 0;
        continue;
      }
      left--;
      if (left === 0) this.cursor[0] = (sm + 1) % sms;
    }
    if (left < blocksPerCycle) wheel.schedule(component, now + 1);
    else if (next !== NEVER) wheel.schedule(component, next);
  }

  private placeOne(sm: number, order: readonly number[], now: number): boolean {
    const { queue, resources, blocks, leftover } = this.parts;
    for (const app of order) {
      const kernel = queue.placeable(app);
      if (kernel < 0) continue;
      if (this.allowed(app, sm) && resources.fits(sm, kernel, blocks.resident(sm, kernel))) {
        this.place(app, kernel, sm, now);
        return true;
      }
      if (leftover) return false;
    }
    return false;
  }

  private allowed(app: number, sm: number): boolean {
    const { partition } = this.parts;
    const at = app * partition.sms + sm;
    if (this.residents[at]! >= partition.blockCap[at]!) return false;
    return this.residents[at]! > 0 || this.occupied[app]! < partition.smCap[app]!;
  }

  private place(app: number, kernel: number, sm: number, now: number): void {
    const { queue, resources, blocks, partition, wheel, firstSm } = this.parts;
    resources.take(sm, kernel);
    if (this.residents[app * partition.sms + sm]!++ === 0) this.occupied[app]!++;
    blocks.launch(sm, kernel, queue.nextBlock[kernel]!++, now);
    wheel.schedule(firstSm + sm, now + 1);
  }
}
