import { percent } from '../../../src/words/format';
import { table } from '../../../src/words/texts/table';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';

export function renderModel({ gpu, variants, provenance }: ThemisModelFile): string {
  const rows = variants.map(({ name, events, parameters, heldOut, fitted, epochs }) => [
    events,
    name,
    String(parameters.length),
    String(epochs),
    ...[heldOut.slowdown, heldOut.scalability, heldOut.interference].map(({ mean }) => percent(mean)),
    percent(heldOut.slowdown.worst),
    percent(fitted.slowdown.mean),
  ]);
  const head = [
    'events',
    'network',
    'parameters',
    'passes',
    'errSD',
    'scal.',
    'inter.',
    'worst errSD',
    'fitted',
  ];
  return [
    `Themis for ${gpu}: ${provenance.samples} samples of ${provenance.workloads.length} workloads, errors on workloads held out`,
    table(head, rows),
  ].join('\n');
}
