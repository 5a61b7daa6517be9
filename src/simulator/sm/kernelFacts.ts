import type { Parcels } from '../chip/parcels';

/** Constant facts of the kernels of a run, by kernel number, as the chip needs them. */
export class KernelFacts {
  readonly app: Int32Array;
  readonly firstOp: Int32Array;
  /** First line of the kernel's code in device memory, and how many lines it has. */
  readonly codeLine: Int32Array;
  readonly codeLines: Int32Array;
  readonly warpsPerBlock: Int32Array;
  readonly threadsPerBlock: Int32Array;
  /** Resources that a block takes from its SM. */
  readonly registersPerBlock: Int32Array;
  readonly sharedPerBlock: Int32Array;
  readonly gridX: Int32Array;
  readonly gridY: Int32Array;
  /** Seed of the kernel's random draws. */
  readonly seed: Int32Array;

  constructor(
    readonly count: i32,
    from: Parcels,
  ) {
    this.app = from.takeInts();
    this.firstOp = from.takeInts();
    this.codeLine = from.takeInts();
    this.codeLines = from.takeInts();
    this.warpsPerBlock = from.takeInts();
    this.threadsPerBlock = from.takeInts();
    this.registersPerBlock = from.takeInts();
    this.sharedPerBlock = from.takeInts();
    this.gridX = from.takeInts();
    this.gridY = from.takeInts();
    this.seed = from.takeInts();
  }
}
