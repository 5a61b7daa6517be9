import type { ChipPort, SavedBlock } from '../chip/chipPort';
import type { KernelTable } from '../sm/kernelTable';
import type { StateArrays } from '../core/stateArrays';
import { NEVER } from '../core/sizes';
import type { AppQueue } from './appQueue';
import type { Partition } from './partition';
import type { PlacementPolicy } from '../spec/simulatorSpec';
import type { SmResources } from './smResources';

/** Components that the dispatcher works with. */
export interface DispatchParts {
  readonly chip: Pick<
    ChipPort,
    | 'now'
    | 'dispatcher'
    | 'firstSm'
    | 'schedule'
    | 'resident'
    | 'launch'
    | 'isBusy'
    | 'isIdle'
    | 'preempt'
    | 'resume'
  >;
  readonly kernels: Pick<KernelTable, 'app' | 'blocksPerSm'>;
  readonly queue: AppQueue;
  readonly partition: Partition;
  readonly resources: SmResources;
  /** Cycles for which an application keeps the GPU when they take turns; 0 when they share it. */
  readonly sliceCycles: number;
  /** Blocks that are placed per cycle; below 1, one in so many cycles. */
  readonly blocksPerCycle: number;
  /** Leftover policy: blocks of a kernel go to an SM only when all older kernels that may use it have placed theirs. */
  readonly leftover: boolean;
  readonly placement: PlacementPolicy;
}

/**
 * Places blocks on SMs as far as the partition and the resources allow. GPUs put a block on the SM that could take most
 * blocks of its kernel at that time, in a fixed order among equals (Gilman et al., PEVA 2020, on Pascal, Volta and
 * Turing; Gilman and Walls, PEVA 2021, on Ampere), here that of their numbers; the papers' simulators go round the SMs.
 */
export class Dispatcher {
  /** Blocks of each application that were taken off their SM, oldest first. */
  private saved: SavedBlock[][];
  /** 1 for an SM that may have room. */
  private readonly open: Uint8Array;
  private readonly cursor: Int32Array;
  /** SMs that hold a block of each application. */
  private readonly occupied: Int32Array;
  private readonly residents: Int32Array;
  private readonly residentsOfAll: Int32Array;
  /** Whose turn it is, -1 before the first, and when it ends; `NEVER` until its clock runs. */
  private readonly turn: Int32Array;
  /** Time at which the next block may be placed; fractions of a cycle count. */
  private readonly ready: Float64Array;

  constructor(
    private readonly parts: DispatchParts,
    state: StateArrays,
  ) {
    const { apps, sms } = parts.partition;
    this.open = state.uint8(sms).fill(1);
    this.cursor = state.int32(1);
    this.occupied = state.int32(apps);
    this.residents = state.int32(apps * sms);
    this.residentsOfAll = state.int32(sms);
    this.turn = state.int32(2).fill(-1);
    this.ready = state.float64(1);
    this.saved = Array.from({ length: apps }, () => []);
  }

  /** Blocks that are off their SM at the moment, for a snapshot. */
  get savedBlocks(): readonly (readonly SavedBlock[])[] {
    return this.saved.map((list) => [...list]);
  }

  set savedBlocks(saved: readonly (readonly SavedBlock[])[]) {
    this.saved = saved.map((list) => [...list]);
  }

  /** Something has changed for all SMs (a launch, a new partition): look again. */
  reconsider(): void {
    this.open.fill(1);
    this.parts.chip.schedule(this.parts.chip.dispatcher, this.parts.chip.now + 1);
  }

  /** Takes applications off the SMs that the partition does not allow them any more, in mid-block. */
  evict(): void {
    const { partition, chip } = this.parts;
    for (let sm = 0; sm < partition.sms; sm++)
      for (let app = 0; app < partition.apps; app++) {
        if (this.residents[app * partition.sms + sm] === 0 || partition.allows(app, sm)) continue;
        if (chip.preempt(sm, app)) chip.schedule(chip.firstSm + sm, chip.now + 1);
      }
  }

  blocksLeft(sm: number, blocks: readonly SavedBlock[]): void {
    const { resources, kernels } = this.parts;
    for (const block of blocks) {
      const app = kernels.app[block.kernel]!;
      resources.give(sm, block.kernel);
      this.leave(sm, app);
      this.saved[app]!.push(block);
    }
    this.open.fill(1);
  }

  blockDone(sm: number, kernel: number): void {
    const { resources, queue, kernels, chip } = this.parts;
    const app = kernels.app[kernel]!;
    resources.give(sm, kernel);
    this.leave(sm, app);
    this.open[sm] = 1;
    if (queue.blockDone(app, kernel, chip.now)) this.open.fill(1);
  }

  /**
   * Blocks for which a barrier of a kernel's launch waits: those that have not ended, and no more than are on SMs or may
   * be at a time. CUDA refuses a launch that asks for more; here it goes on with those that are there.
   */
  awaited(kernel: number): number {
    const { queue, partition, kernels } = this.parts;
    const app = kernels.app[kernel]!;
    const { sms } = partition;
    let resident = 0;
    for (let at = app * sms; at < (app + 1) * sms; at++) resident += this.residents[at]!;
    const left = queue.blocksLeft(kernel);
    if (resident >= left) return left;
    return Math.min(left, Math.max(resident, partition.mostBlocks(app, kernels.blocksPerSm[kernel]!)));
  }

  private leave(sm: number, app: number): void {
    const { partition, queue, chip } = this.parts;
    this.residentsOfAll[sm]!--;
    if (--this.residents[app * partition.sms + sm]! > 0) return;
    this.occupied[app]!--;
    if (this.occupied[app] === 0) queue.offAllSms(app, chip.now);
    if (partition.smCap[app]! < partition.sms) this.open.fill(1);
  }

  step(): void {
    const { chip, queue, sliceCycles } = this.parts;
    const { now } = chip;
    const changes = queue.changes;
    const nextStart = queue.start(now);
    // SMs that were closed while others had blocks and this kernel was still on its way.
    if (queue.changes !== changes) this.open.fill(1);
    const next = Math.min(nextStart, sliceCycles > 0 ? this.takeTurns(now) : NEVER);
    const order = queue.byAge().filter((app) => this.hasBlock(app));
    const most = this.mostBlocks(now);
    const placed =
      this.parts.placement === 'in-turn'
        ? this.placeInTurn(order, most, now)
        : this.placeByRoom(order, most, now);
    if (placed > 0) chip.schedule(chip.dispatcher, Math.min(next, this.placed(now)));
    else if (most === 0 && order.length > 0)
      chip.schedule(chip.dispatcher, Math.min(next, Math.ceil(this.ready[0]!)));
    else {
      const again = Math.min(next, this.startClock(now));
      if (again !== NEVER) chip.schedule(chip.dispatcher, again);
    }
  }

  /** Blocks that may be placed in this cycle. */
  private mostBlocks(now: number): number {
    const { blocksPerCycle } = this.parts;
    if (blocksPerCycle >= 1) return Math.floor(blocksPerCycle);
    return this.ready[0]! <= now ? 1 : 0;
  }

  /** Blocks have been placed; the cycle in which more may be. */
  private placed(now: number): number {
    const { blocksPerCycle } = this.parts;
    if (blocksPerCycle >= 1) return now + 1;
    // What is left over of a cycle counts, but not what passed before there was anything to place.
    this.ready[0] = Math.max(this.ready[0]!, now - 1) + 1 / blocksPerCycle;
    return Math.max(now + 1, Math.ceil(this.ready[0]));
  }

  /** A turn's time runs from the moment at which no context is on the move any more; when it ends. */
  private startClock(now: number): number {
    const { sliceCycles, chip } = this.parts;
    if (sliceCycles === 0 || this.turn[1] !== NEVER || !chip.isIdle()) return NEVER;
    this.turn[1] = now + sliceCycles;
    return this.turn[1];
  }

  /** Passes the GPU on when a turn is over or its owner has nothing to run; when the turn ends, or `NEVER`. */
  private takeTurns(now: number): number {
    const { queue, partition } = this.parts;
    const current = this.turn[0]!;
    const isOver = current < 0 || now >= this.turn[1]! || !queue.isRunning(current);
    if (!isOver) return this.turn[1]!;
    const candidates = Array.from({ length: partition.apps }, (_, k) => (current + 1 + k) % partition.apps);
    const heir = candidates.find((app) => queue.isRunning(app));
    if (heir === undefined) return NEVER;
    this.turn[0] = heir;
    this.turn[1] = NEVER;
    if (heir !== current) {
      partition.grantAll(heir);
      this.evict();
      this.open.fill(1);
    }
    return NEVER;
  }

  private hasBlock(app: number): boolean {
    return this.nextKernel(app) >= 0;
  }

  /** Places up to `most` blocks, one on each SM in turn; how many. */
  private placeInTurn(order: readonly number[], most: number, now: number): number {
    const { sms } = this.parts.partition;
    let placed = 0;
    for (let n = 0; n < sms && placed < most && order.length > 0; n++) {
      const sm = (this.cursor[0]! + n) % sms;
      if (this.open[sm] === 0) continue;
      const app = order.find((one) => this.room(one, sm, order) > 0);
      if (app === undefined) {
        this.open[sm] = 0;
        continue;
      }
      this.place(app, sm, now);
      if (++placed === most) this.cursor[0] = (sm + 1) % sms;
    }
    return placed;
  }

  /** Places up to `most` blocks, each where its kernel has most room; how many. */
  private placeByRoom(order: readonly number[], most: number, now: number): number {
    for (let placed = 0; placed < most; placed++) {
      if (order.some((app) => this.placeRoomiest(app, order, now))) continue;
      this.open.fill(0);
      return placed;
    }
    return most;
  }

  private placeRoomiest(app: number, order: readonly number[], now: number): boolean {
    let best = -1;
    let most = 0;
    for (let sm = 0; sm < this.open.length; sm++) {
      if (this.open[sm] === 0) continue;
      const room = this.room(app, sm, order);
      if (room > most) [best, most] = [sm, room];
    }
    if (best >= 0) this.place(app, best, now);
    return best >= 0;
  }

  /** The next kernel of an application that has a block to place; -1 for none. */
  private nextKernel(app: number): number {
    return this.saved[app]![0]?.kernel ?? this.parts.queue.placeable(app);
  }

  /** Blocks of an application's next kernel that an SM may take now, behind those before it in `order`. */
  private room(app: number, sm: number, order: readonly number[]): number {
    const { resources, chip, leftover } = this.parts;
    const kernel = this.nextKernel(app);
    if (kernel < 0 || chip.isBusy(sm) || !this.allowed(app, sm)) return 0;
    if (leftover && this.isBehind(app, sm, order)) return 0;
    return resources.room(sm, kernel, chip.resident(sm, kernel));
  }

  /** Tests whether an older application has blocks that may go to an SM. */
  private isBehind(app: number, sm: number, order: readonly number[]): boolean {
    for (const older of order) {
      if (older === app) return false;
      if (this.nextKernel(older) >= 0 && this.allowed(older, sm)) return true;
    }
    return false;
  }

  private allowed(app: number, sm: number): boolean {
    const { partition } = this.parts;
    const own = this.residents[app * partition.sms + sm]!;
    if (own >= partition.blockCap[app * partition.sms + sm]!) return false;
    if (partition.exclusive[0] === 1 && this.residentsOfAll[sm]! > own) return false;
    return own > 0 || this.occupied[app]! < partition.smCap[app]!;
  }

  private place(app: number, sm: number, now: number): void {
    const { queue, resources, chip, partition, leftover } = this.parts;
    const kernel = this.nextKernel(app);
    resources.take(sm, kernel);
    this.residentsOfAll[sm]!++;
    if (this.residents[app * partition.sms + sm]!++ === 0 && this.occupied[app]!++ === 0)
      queue.onSm(app, now);
    const saved = this.saved[app]!.shift();
    if (saved !== undefined) chip.resume(sm, saved);
    else chip.launch(sm, kernel, queue.nextBlock[kernel]!++);
    // SMs that were closed because this kernel had blocks waiting: now the next kernel may use what it leaves there.
    if (leftover && queue.placeable(app) < 0) this.open.fill(1);
    chip.schedule(chip.firstSm + sm, now + 1);
  }
}
