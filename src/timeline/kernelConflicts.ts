import type { Application, KernelOperation, Operation } from '../kernel/application';
import { tellsData } from './dataConflict';
import type { Meeting, Race } from './meetings';
import { isDeviceWork } from './timeline';

/** Two kernels of one application, one of which writes a buffer that the other uses, or may. */
export interface KernelConflict {
  /** The one that writes first; one kernel twice where launches of it write what others use. */
  readonly launches: readonly [KernelOperation, KernelOperation];
  /** Null where the source does not tell what they use. */
  readonly buffer: string | null;
  /**
   * What the application does about it: nothing, so that they race; an order; or none is needed if parts differ.
   * `untold` for an order that may have another reason.
   */
  readonly kind: 'race' | 'ordered' | 'parts' | 'untold';
}

/** What launches of one kernel read and write. */
interface Use {
  readonly first: KernelOperation;
  launches: number;
  isTold: boolean;
  readonly writes: Map<string, number>;
  readonly touches: Map<string, number>;
}

/** Conflicts of an application by two kernels, each pair once. */
export function kernelConflicts(
  { operations }: Pick<Application, 'operations'>,
  races: readonly Race[],
  meetings: readonly Meeting[],
): readonly KernelConflict[] {
  const raced = new Set(races.flatMap(({ operations: [a, b] }) => keyOf(a, b) ?? []));
  const met = new Set(meetings.flatMap(({ launches: [a, b] }) => keyOf(a, b) ?? []));
  const uses = usesOf(operations);
  return uses.flatMap((one, at) =>
    uses.slice(at).flatMap((other): KernelConflict[] => {
      const key = keyOf(one.first, other.first)!;
      const buffer = one === other ? ofItself(one) : (written(one, other) ?? written(other, one));
      if (buffer === null) {
        const isUntold = !(one.isTold && other.isTold) && (one !== other || one.launches > 1);
        return isUntold && !met.has(key)
          ? [{ launches: [one.first, other.first], buffer, kind: 'untold' }]
          : [];
      }
      const kind = raced.has(key) ? 'race' : met.has(key) ? 'parts' : 'ordered';
      return [
        {
          launches: one.writes.has(buffer) ? [one.first, other.first] : [other.first, one.first],
          buffer,
          kind,
        },
      ];
    }),
  );
}

function usesOf(operations: readonly Operation[]): readonly Use[] {
  const uses = new Map<string, Use>();
  for (const operation of operations) {
    if (!isDeviceWork(operation) || operation.kind !== 'kernel') continue;
    const use = uses.get(operation.kernel) ?? newUse(operation);
    uses.set(operation.kernel, use);
    use.launches++;
    use.isTold &&= tellsData(operation);
    const { reads = [], writes = [] } = operation;
    for (const buffer of new Set(writes)) count(use.writes, buffer);
    for (const buffer of new Set([...reads, ...writes])) count(use.touches, buffer);
  }
  return [...uses.values()];
}

const newUse = (first: KernelOperation): Use => ({
  first,
  launches: 0,
  isTold: true,
  writes: new Map(),
  touches: new Map(),
});

const count = (counts: Map<string, number>, buffer: string): unknown =>
  counts.set(buffer, (counts.get(buffer) ?? 0) + 1);

const written = ({ writes }: Use, { touches }: Use): string | null =>
  [...writes.keys()].find((buffer) => touches.has(buffer)) ?? null;

/** A buffer that a launch writes and another launch of the same kernel uses. */
const ofItself = ({ writes, touches }: Use): string | null =>
  [...writes.keys()].find((buffer) => touches.get(buffer)! > 1) ?? null;

const keyOf = (a: Operation, b: Operation): string | null =>
  a.kind === 'kernel' && b.kind === 'kernel' ? [a.kernel, b.kernel].toSorted().join('\0') : null;
