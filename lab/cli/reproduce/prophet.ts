import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { evaluate } from '../../prophet/evaluate';
import { renderProphet } from '../../prophet/render';
import { renderSafe, renderTails } from '../../prophet/renderSafe';
import { readRows } from '../../recordedRows';
import type { Row } from '../../prophet/rows';

/**
 * Judges Prophet on the recorded queries of services beside batch applications.
 *
 * @param root of the checkout
 */
export function reproduceProphet(root: string, runs?: string): Answer {
  const rows = readRows<Row>(runs ?? path.join(root, 'docs/reproduction/prophet-runs.ndjson'));
  const summary = evaluate(rows, loadSpec('k40'));
  const { tails, safe } = summary;
  const parts = [
    renderProphet(summary),
    ...(tails.length > 0 ? [renderTails(tails)] : []),
    ...(safe.length > 0 ? [renderSafe(safe)] : []),
  ];
  return { json: summary, text: parts.join('\n\n') };
}
