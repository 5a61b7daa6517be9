import { ConstraintTable, DramSetup, FollowerLists } from '../dram/dramSetup';
import {
  AccessTable,
  AffineTable,
  ConditionTable,
  GuardTable,
  PatternTable,
  ProgramImage,
  StepTable,
  TermTable,
  TripTable,
  ValueTable,
} from '../program/imageTables';
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
    this.image = takeImage(from);
    this.kernels = takeKernels(this.spec.run.kernels, from);
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
    memory.refresh,
  );
}

function takeFollowers(from: Parcels): FollowerLists {
  const start = from.takeInts();
  const follower = from.takeInts();
  return new FollowerLists(start, follower, from.takeInts());
}

function takeImage(from: Parcels): ProgramImage {
  const ops = from.takeInts();
  const affine = takeAffine(from);
  const term = takeTerm(from);
  const step = takeStep(from);
  const value = takeValue(from);
  const access = takeAccess(from);
  const guard = takeGuard(from);
  const pattern = takePattern(from);
  const trip = takeTrip(from);
  const condition = takeCondition(from);
  const threads = from.takeFloats();
  const shapes = from.takeFloats();
  return new ProgramImage(
    ops,
    affine,
    term,
    step,
    value,
    access,
    guard,
    pattern,
    trip,
    condition,
    threads,
    shapes,
  );
}

function takeAffine(from: Parcels): AffineTable {
  const constant = from.takeFloats();
  const blockX = from.takeFloats();
  const blockY = from.takeFloats();
  const blockZ = from.takeFloats();
  const firstTerm = from.takeInts();
  const lastTerm = from.takeInts();
  const threads = from.takeInts();
  return new AffineTable(constant, blockX, blockY, blockZ, firstTerm, lastTerm, threads);
}

function takeTerm(from: Parcels): TermTable {
  const depth = from.takeInts();
  const coefficient = from.takeFloats();
  return new TermTable(depth, coefficient);
}

function takeStep(from: Parcels): StepTable {
  const code = from.takeInts();
  return new StepTable(code);
}

function takeValue(from: Parcels): ValueTable {
  const affine = from.takeInts();
  const firstStep = from.takeInts();
  const lastStep = from.takeInts();
  return new ValueTable(affine, firstStep, lastStep);
}

function takeAccess(from: Parcels): AccessTable {
  const kind = from.takeBytes();
  const value = from.takeInts();
  const elementBytes = from.takeInts();
  const laneBytes = from.takeInts();
  const base = from.takeFloats();
  const bytes = from.takeFloats();
  const footprint = from.takeFloats();
  const scope = from.takeBytes();
  const consecutive = from.takeBytes();
  const stride = from.takeFloats();
  const scale = from.takeFloats();
  const offset = from.takeInts();
  const seed = from.takeInts();
  const plain = from.takeInts();
  const firstGuard = from.takeInts();
  const lastGuard = from.takeInts();
  const patterns = from.takeInts();
  const bypass = from.takeBytes();
  const name = from.takeInts();
  return new AccessTable(
    kind,
    value,
    elementBytes,
    laneBytes,
    base,
    bytes,
    footprint,
    scope,
    consecutive,
    stride,
    scale,
    offset,
    seed,
    plain,
    firstGuard,
    lastGuard,
    patterns,
    bypass,
    name,
  );
}

function takeGuard(from: Parcels): GuardTable {
  const affine = from.takeInts();
  return new GuardTable(affine);
}

function takePattern(from: Parcels): PatternTable {
  const first = from.takeFloats();
  const shape = from.takeInts();
  const passes = from.takeInts();
  return new PatternTable(first, shape, passes);
}

function takeTrip(from: Parcels): TripTable {
  const kind = from.takeBytes();
  const low = from.takeInts();
  const high = from.takeInts();
  const scope = from.takeBytes();
  const start = from.takeInts();
  const below = from.takeFloats();
  const step = from.takeFloats();
  const seed = from.takeInts();
  return new TripTable(kind, low, high, scope, start, below, step, seed);
}

function takeCondition(from: Parcels): ConditionTable {
  const value = from.takeInts();
  const comparison = from.takeBytes();
  const probability = from.takeFloats();
  const scope = from.takeBytes();
  const seed = from.takeInts();
  return new ConditionTable(value, comparison, probability, scope, seed);
}

function takeKernels(count: i32, from: Parcels): KernelFacts {
  const app = from.takeInts();
  const firstOp = from.takeInts();
  const codeLine = from.takeInts();
  const codeLines = from.takeInts();
  const warpsPerBlock = from.takeInts();
  const threadsPerBlock = from.takeInts();
  const registersPerBlock = from.takeInts();
  const sharedPerBlock = from.takeInts();
  const gridX = from.takeInts();
  const gridY = from.takeInts();
  const seed = from.takeInts();
  return new KernelFacts(
    count,
    app,
    firstOp,
    codeLine,
    codeLines,
    warpsPerBlock,
    threadsPerBlock,
    registersPerBlock,
    sharedPerBlock,
    gridX,
    gridY,
    seed,
  );
}
