import type { Table } from '../entry';

/** Rows of hovers and their links. */
export const hover = {
  'hover.coRun': 'co-run',
  'hover.fairSplit': 'fair split',
  'hover.madeOf': 'made of',
  'hover.onHalf': 'on half of the SMs',
  'hover.otherMode': '{predictor}, {error}; the co-run row above is for the sharing mode that is chosen',
  'hover.predictedBy': 'predicted by',
  'hover.predictor': '{predictor}, {error}',
  'hover.unsure': 'unsure',
} as const satisfies Table;
