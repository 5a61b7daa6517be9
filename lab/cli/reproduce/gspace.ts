import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import type { Plot } from '../../plots/plot';
import { gspacePlots } from '../../gspace/plots';
import { readJson } from '../../../src/files/json';
import { renderGspace } from '../../gspace/render';
import { readRows } from '../../recordedRows';
import type { Row } from '../../gspace/rows';
import { summarise } from '../../gspace/summary';

/** Far beyond what a space weighs. */
const MAX_MODEL_BYTES = 64_000_000;

/** The reproduction with its pictures. */
export interface GspaceAnswer extends Answer {
  readonly plots: readonly Plot[];
}

/**
 * Judges G-Space's predictions and searches on the recorded runs.
 *
 * @param root of the checkout
 */
export async function reproduceGspace(root: string, runs?: string, models?: string): Promise<GspaceAnswer> {
  const rows = readRows<Row>(runs ?? path.join(root, 'docs/reproduction/gspace-runs.ndjson'));
  const space = await readJson(path.join(models ?? path.join(root, 'models/gspace'), 'titan-v.json'), {
    maxBytes: MAX_MODEL_BYTES,
  });
  const { drawn, ...judged } = summarise(rows, space);
  const plots = gspacePlots({ ...judged, drawn });
  return { json: judged, text: renderGspace({ ...judged, drawn }, plots), plots };
}
