import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { readRows } from '../../recordedRows';
import type { Row } from '../../magic/jobs/rows';
import { renderMagic } from '../../magic/reproduction/render';
import { summaryOf } from '../../magic/reproduction/summary';

/**
 * Evaluates Magic on the recorded runs of its 79 programs.
 *
 * @param root of the checkout
 */
export function reproduceMagic(root: string, note: (step: string) => void, runs?: string): Answer {
  const summary = summaryOf(
    readRows<Row>(runs ?? path.join(root, 'docs/reproduction/magic-runs.ndjson')),
    note,
  );
  return { json: summary, text: Object.values(renderMagic(summary)).join('\n\n') };
}
