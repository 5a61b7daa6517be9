import type { ComputeClass } from '../../../kernel/instructionClasses';
import type { MatrixWork } from '../../../kernel/matrixWork';
import type { Statement } from '../../../kernel/program';
import type { PlaceKey } from '../memory/placeKey';

/** A statement that is finished when everything about its array is known. */
export type Draft =
  | { readonly kind: 'done'; readonly statement: Statement }
  | { readonly kind: 'access'; readonly make: () => Statement }
  | {
      readonly kind: 'nest';
      readonly bodies: readonly (readonly Draft[])[];
      readonly make: (bodies: readonly Statement[][]) => Statement;
    };

/** Memory as far as the order of accesses goes. */
export type OrderedSpace = 'global' | 'shared' | 'local';

/** An instruction, or some of one class, with what it waits for. */
export interface Item {
  readonly kind: 'compute' | 'load' | 'store' | 'atomic';
  readonly name: ComputeClass | null;
  /** What each computes, for instructions of tensor cores. */
  readonly matrix: MatrixWork | null;
  /** True for exchanges between the lanes of a warp. */
  readonly isExchange: boolean;
  /** Instructions; a fraction where one serves several iterations. */
  readonly count: number;
  needs: readonly Item[];
  /** Where its accesses are ordered; null for arithmetic and for memory that nothing writes. */
  readonly space: OrderedSpace | null;
  readonly access: AccessDraft | null;
  /** Where it goes in memory; null where that is not known, or each access is wanted. */
  readonly place: PlaceKey | null;
  /** The access as part of a wider one of so many bytes; null for what is not joined. */
  readonly widened: ((bytes: number) => AccessDraft) | null;
  /** The wide load that this one has become part of. */
  joined: Item | null;
  /** Registers that a load fills. */
  readonly registers: number;
  /** How often the machine code has it side by side for each time that it is written. */
  readonly bodies: number;
  /** True if something waits for a value that comes from memory. */
  readonly hasResult: boolean;
  /** Name of the loaded value while it is under way. */
  token: string | null;
  /** Place in its block: loads that lie behind each other. */
  level: number;
  /** True for a load that waits for registers: it comes behind the stores of its level. */
  isDelayed: boolean;
  /** Dependent instructions up to its end, within its level. */
  chain: number;
}

/** Makes the statement of a memory instruction. */
export type AccessDraft = (parts: {
  readonly after: string[] | undefined;
  readonly into: string | undefined;
  readonly distance: number;
}) => Statement;
