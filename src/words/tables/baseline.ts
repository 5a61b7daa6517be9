import type { Table } from '../entry';

/** What has changed since a state was pinned. */
export const baseline = {
  'baseline.lens': '{change:change} since the baseline',
  'baseline.name': 'baseline',
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
  'baseline.ghost': 'Baseline of {date}: {times}. {drawn}',
  'baseline.asThen': '{before:duration} then and now',
  'baseline.boxes': 'Boxes behind the bars: what ran then',
  'baseline.closed': 'with gaps up to {closedNs:duration} closed',
  'baseline.omitted': {
    plural: 'omitted',
    one: 'without one of its bars',
    other: 'without {omitted:count} of its bars',
  },
  'baseline.timesOnly': 'An earlier version pinned it, which kept no bars: pin again to have them drawn.',
  'baseline.tooManyLanes': 'It has too many streams for its bars to be kept.',
  'baseline.noProgram': 'The baseline of {date} has no time of this program.',
  'baseline.otherEvidence':
    'The baseline of {date} had {before:duration} {mark} for this program, from other evidence than now: not compared, not drawn.',
  'baseline.pinned': 'The present state is pinned: lenses, hovers and the dashboard tell what changes.',
} as const satisfies Table;
