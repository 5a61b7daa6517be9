import type { ArrayUse, KernelState } from '../../reading/body/state';
import type { Region } from '../../reading/values/graph';
import type { Held } from './liveRange';
import type { Trace } from './trace';

/**
 * Registers of local arrays whose elements unrolled loops choose, beyond the one that stands for each array among the
 * values. Accumulators of a tile are all there from the first loop over them to the last; of an array that is filled and
 * read within one copy of an unrolled loop, only the elements of that copy.
 */
export function chosenArrays(state: KernelState, trace: Trace): Held[] {
  return [...state.chosenElements].flatMap(([variable, bytes]) => {
    const uses = state.arrayUses.get(variable) ?? [];
    const within = commonRegion(uses) ?? state.root;
    const words = Math.ceil(bytes / 4 / copiesAround(within, uses));
    if (words <= 1) return [];
    // One that is only handed on as a whole is there everywhere.
    if (uses.length === 0) return [{ registers: words - 1, from: 0, to: trace.time }];
    const spans = uses.map((use) => spanIn(within, use, trace));
    const from = Math.min(...spans.map((span) => span.from));
    const to = Math.max(...spans.map((span) => span.to));
    return [{ registers: words - 1, from, to }];
  });
}

function commonRegion(uses: readonly ArrayUse[]): Region | null {
  let common: Region | null = uses[0]?.region ?? null;
  for (const { region } of uses) while (common !== null && !common.encloses(region)) common = common.parent;
  return common;
}

/** Copies of code around all uses each of which has elements of its own. */
function copiesAround(within: Region, uses: readonly ArrayUse[]): number {
  let copies = 1;
  for (let around: Region | null = within; around !== null; around = around.parent) {
    const { count, unrolled } = around;
    if (around.kind !== 'loop' || !unrolled || count === null) continue;
    if (uses.every(({ loops }) => loops.has(count.number))) copies *= Math.max(1, count.uniform ?? 1);
  }
  return copies;
}

/** All of the loop or branch of `within` in which the use stands, or its own place. */
function spanIn(within: Region, { region, event, loops }: ArrayUse, trace: Trace): Pick<Held, 'from' | 'to'> {
  if (region === within) {
    const time = trace.at(region, event);
    return { from: time, to: time };
  }
  let child = region;
  while (child.parent !== null && child.parent !== within) child = child.parent;
  const [from, to] = [trace.starts.get(child) ?? 0, trace.ends.get(child) ?? 0];
  return isByElement(child, loops) ? { from: to, to: from } : { from, to };
}

/**
 * Tests whether each copy of an unrolled loop has an element of its own: on its way an array that it reads for the last time
 * goes, and one that it fills comes.
 */
function isByElement({ kind, unrolled, count }: Region, loops: ReadonlySet<number>): boolean {
  return kind === 'loop' && unrolled && count !== null && loops.has(count.number);
}
