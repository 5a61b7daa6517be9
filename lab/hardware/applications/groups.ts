import { addedSlowdown } from '../../../src/sharing/compare/addedCosts';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from './errors';
import { slowdownsOf, type Setting } from './measured';

/** Slowdowns in groups beside what the same applications cost each other in twos, added up. */
export interface GroupsRow {
  readonly setting: string;
  readonly size: number;
  readonly added: SlowdownErrors;
  readonly constant: SlowdownErrors;
}

/** One row for each setting and size of groups beyond pairs. */
export function groupsRows(settings: readonly Setting[]): readonly GroupsRow[] {
  return settings.flatMap((setting) => {
    const sizes = [...new Set(setting.groups.map(({ length }) => length))].filter((size) => size > 2);
    return sizes.map((size) => rowOf(setting, size));
  });
}

function rowOf(setting: Setting, size: number): GroupsRow {
  const inTwos = new Map(
    slowdownsOf(setting, 2).map(({ of, beside: [beside], slowdown }) => [`${of} ${beside}`, slowdown]),
  );
  const measured = slowdownsOf(setting, size);
  const added = measured.map(({ of, beside, slowdown }) => {
    const costs = beside.map((other) => Math.max(0, inTwos.get(`${of} ${other}`)! - 1));
    return [addedSlowdown(1, costs), slowdown] as const;
  });
  return {
    setting: setting.id,
    size,
    added: errorsOf(added),
    constant: errorsOfConstant(measured.map(({ slowdown }) => slowdown)),
  };
}
