import type { ComputeClass } from '../../../kernel/instructionClasses';
import { matrixKey, type MatrixWork } from '../../../kernel/matrixWork';
import type { ComputeStatement } from '../../../kernel/program';

/** Arithmetic that a program keeps apart: a class, what tensor cores compute, and exchanges between lanes. */
export interface Arithmetic {
  readonly name: ComputeClass;
  readonly matrix: MatrixWork | null;
  readonly isExchange: boolean;
}

/** Instructions of one kind, in parts of one. */
export interface Part {
  readonly kind: Arithmetic;
  readonly count: number;
}

/** Parts of instructions that did not add up to whole ones yet, by kind. */
export class Parts {
  private readonly parts = new Map<string, Part>();

  of(kind: Arithmetic): number {
    return this.parts.get(keyOf(kind))?.count ?? 0;
  }

  set(kind: Arithmetic, count: number): void {
    this.parts.set(keyOf(kind), { kind, count });
  }

  add(kind: Arithmetic, count: number): void {
    this.set(kind, this.of(kind) + count);
  }

  all(): readonly Part[] {
    return [...this.parts.values()];
  }
}

/** The same text for arithmetic of one kind. */
export function keyOf({ name, matrix, isExchange }: Arithmetic): string {
  if (isExchange) return `${name} exchange`;
  return matrix === null ? name : `${name} ${matrixKey(matrix)}`;
}

/** The fields of a statement that say what kind of arithmetic it is. */
export function kindOfStatement({
  name,
  matrix,
  isExchange,
}: Arithmetic): Pick<ComputeStatement, 'op' | 'class' | 'matrix' | 'exchange'> {
  return {
    op: 'compute',
    class: name,
    ...(matrix === null ? {} : { matrix }),
    ...(isExchange ? { exchange: true } : {}),
  };
}
