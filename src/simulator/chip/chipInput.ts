import { ConstraintTable, DramSetup, FollowerLists } from '../dram/dramSetup';
import { ProgramImage } from '../program/imageTables';
import { KernelFacts } from '../sm/kernelFacts';
import { ChipSpec, NumberReader } from './chipSpec';
import type { Parcels } from './parcels';

/** Everything that a chip is built from, out of parcels that `chipParcels` packs in the same order. */
export class ChipInput {
  readonly spec: ChipSpec;
  readonly dram: DramSetup;
  readonly image: ProgramImage;
  readonly kernels: KernelFacts;
  /** L2 slices of each application, one application after the other, and where those of each begin. */
  readonly sliceLists: Int32Array;
  readonly sliceStarts: Int32Array;
  /** Of each array that is one to the L2 cache, see `SharedLines`. */
  readonly sharedSpans: Float64Array;
  /** Of each application whether earlier launches have left its data in the L2 cache; none where no one's are. */
  readonly earlierData: Uint8Array;
  /** Flits of a request, and of a reply, with n sectors. */
  readonly requestFlits: Uint8Array;
  readonly replyFlits: Uint8Array;

  constructor(from: Parcels) {
    this.spec = new ChipSpec(new NumberReader(from.takeFloats()));
    this.dram = takeDram(this.spec, from);
    this.image = new ProgramImage(from);
    this.kernels = new KernelFacts(this.spec.run.kernels, from);
    this.sliceLists = from.takeInts();
    this.sliceStarts = from.takeInts();
    this.sharedSpans = from.takeFloats();
    this.earlierData = from.takeBytes();
    this.requestFlits = from.takeBytes();
    this.replyFlits = from.takeBytes();
  }
}

function takeDram(spec: ChipSpec, from: Parcels): DramSetup {
  const memory = spec.memory;
  const channel = takeFollowers(from);
  const group = takeFollowers(from);
  const bank = takeFollowers(from);
  const facts = from.takeInts();
  const table = new ConstraintTable(channel, group, bank, facts[0]!, facts[1] !== 0);
  return new DramSetup(
    memory.banks,
    memory.bankGroups,
    memory.nREFI,
    table,
    memory.order,
    memory.rowHitCap,
    memory.readQueue,
    memory.writeQueue,
    true,
  );
}

function takeFollowers(from: Parcels): FollowerLists {
  const start = from.takeInts();
  const follower = from.takeInts();
  return new FollowerLists(start, follower, from.takeInts());
}
