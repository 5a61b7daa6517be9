import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { readRows } from '../../recordedRows';
import type { Row } from '../../magic/jobs/rows';
import { renderMagic } from '../../magic/reproduction/render';
import { trainedBefore, type TrainedRow } from '../../magic/reproduction/training';
import { summaryOf } from '../../magic/reproduction/summary';

/**
 * Evaluates Magic on the recorded runs of its 79 programs.
 *
 * @param root of the checkout
 */
export function reproduceMagic(root: string, note: (step: string) => void, runs?: string): Answer {
  const folder = path.join(root, 'docs/reproduction');
  const summary = summaryOf(
    readRows<Row>(runs ?? path.join(folder, 'magic-runs.ndjson')),
    trainedBefore(readRows<TrainedRow>(path.join(folder, 'magic-trained.ndjson'))),
    note,
  );
  return { json: summary, text: Object.values(renderMagic(summary)).join('\n\n') };
}
