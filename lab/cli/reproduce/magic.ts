import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { readRows } from '../../recordedRows';
import type { Row } from '../../magic/jobs/rows';
import { mpsResults } from '../../magic/reproduction/mps';
import { renderMagic } from '../../magic/reproduction/render';
import { renderMps } from '../../magic/reproduction/renderMps';
import { trainedBefore, type TrainedRow } from '../../magic/reproduction/training';
import { summaryOf } from '../../magic/reproduction/summary';

/**
 * Evaluates Magic on the recorded runs of its 79 programs.
 *
 * @param root of the checkout
 */
export function reproduceMagic(root: string, note: (step: string) => void, runs?: string): Answer {
  const folder = path.join(root, 'docs/reproduction');
  const rows = readRows<Row>(runs ?? path.join(folder, 'magic-runs.ndjson'));
  const summary = summaryOf(
    rows,
    trainedBefore(readRows<TrainedRow>(path.join(folder, 'magic-trained.ndjson'))),
    note,
  );
  const mps = mpsResults(rows);
  const texts = [...Object.values(renderMagic(summary)), renderMps(mps)];
  return { json: { ...summary, mps }, text: texts.join('\n\n') };
}
