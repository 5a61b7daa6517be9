import type { SmLimits } from '../../kernel/gpuSpec';
import type { AppPlan } from '../dispatch/appQueue';
import type { CopyLinkSpec } from '../hostlink/copyLink';
import type { SharedArray } from '../program/sharedData';
import type { NamedImage } from '../program/image';
import type { KernelTable } from '../sm/kernelTable';
import type { SimulatorSpec } from '../spec/simulatorSpec';

/** Everything that fixes a machine; two machines of one plan have state of the same shape. */
export interface MachinePlan {
  readonly spec: SimulatorSpec;
  readonly limits: SmLimits;
  readonly image: NamedImage;
  readonly kernels: KernelTable;
  readonly apps: readonly AppPlan[];
  readonly copyLink: CopyLinkSpec;
  /** Blocks of a later kernel wait until an earlier kernel has placed all of its own. */
  readonly leftover: boolean;
  /** An SM's memory is divided anew only when the SM is empty. */
  readonly fixedCarveOuts: boolean;
  /** Cycles for which an application keeps the GPU when they take turns; 0 when they share it. */
  readonly sliceCycles: number;
  /** Of so many L2 sets one is watched by auxiliary tag directories; 0 for none. */
  readonly sampleEvery: number;
  /** First line of device memory that no array takes. */
  readonly firstFreeLine: number;
  /** Data that is one to the L2 cache where a part of a GPU is simulated. */
  readonly sharedArrays: readonly SharedArray[];
  /** Bytes of device memory that the arrays of each application take. */
  readonly dataBytes: readonly number[];
  /** Of each application whether earlier launches have left its data in the L2 cache. */
  readonly earlierData: readonly boolean[];
  /** L2 slices of each application, where they are partitioned. */
  readonly sliceLists?: readonly (readonly number[])[];
}
