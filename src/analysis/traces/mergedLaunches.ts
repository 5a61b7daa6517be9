import type { EventBlock, EventColumns, KernelProfile, ProfileFile } from '../../kernel/profile';
import { aggregateOf, groupTotals } from '../../profiles/groupTotals';

/**
 * A long trace whose launches are told apart by kernel, launch and place alone, no longer by the operator that led to
 * them: the operators of a framework make ten rows and more of one.
 */
export function mergedLaunches(file: ProfileFile): ProfileFile {
  const { path, kernels, kernelEvents } = file;
  if (kernelEvents === undefined) return file;
  const rows: KernelProfile[] = [];
  const merged = new Map<string, number>();
  const mergedAs = Uint32Array.from(kernels.slice(0, kernelEvents.groups), (row) => {
    const key = launchKey(row);
    const known = merged.get(key) ?? rows.length;
    if (known === rows.length) {
      merged.set(key, known);
      rows.push(withoutOperator(row));
    }
    return known;
  });
  if (rows.length === mergedAs.length) return file;
  const events = renumbered(kernelEvents, mergedAs, rows.length);
  const totals = groupTotals(events, rows.length);
  const aggregates = rows.map((row, at) => ({ ...row, ...aggregateOf(path, totals[at]!) }));
  return { ...file, kernels: [...aggregates, ...kernels.slice(kernelEvents.groups)], kernelEvents: events };
}

/** Equal for rows that differ in nothing but operator and time. */
function launchKey(row: KernelProfile): string {
  const own = { operator: undefined, location: undefined, calls: undefined };
  const times = { startNs: undefined, durationNs: undefined, durationRange: undefined };
  return JSON.stringify({ ...row, ...own, ...times });
}

/** Copied entry by entry: an object from which something was deleted takes several times the memory, as do its copies. */
function withoutOperator(row: KernelProfile): KernelProfile {
  const entries = Object.entries(row).filter(([name]) => name !== 'operator');
  return Object.fromEntries(entries) as unknown as KernelProfile;
}

function renumbered(events: EventColumns, as: Uint32Array, groups: number): EventColumns {
  const block = (one: EventBlock): EventBlock => ({ ...one, group: one.group.map((group) => as[group]!) });
  return { ...events, groups, blocks: events.blocks.map(block) };
}
