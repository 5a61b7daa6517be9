import type { Table } from '../entry';

/** What has changed since a state was pinned. */
export const baseline = {
  'baseline.lens': '{change:change} since the baseline',
  'baseline.row': 'since the baseline',
  'baseline.change': '{before:duration} → {after:duration} ({change:change})',
  'baseline.pin': 'Pin as baseline',
  'baseline.pinAgain': 'Pin the present state',
  'baseline.clear': 'Forget the baseline',
  'baseline.why': 'Pin the present state to see what your next change makes of it.',
  'baseline.other': 'The baseline of {date} is of another GPU or sharing mode.',
  'baseline.same': 'Since the baseline of {date} nothing has changed.',
  'baseline.changed': 'Since the baseline of {date}: {list}',
  'baseline.item': '{name} {change:change}',
  'baseline.pinned': 'The present state is pinned: lenses, hovers and the dashboard tell what changes.',
} as const satisfies Table;
