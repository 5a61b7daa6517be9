import fs from 'node:fs';
import path from 'node:path';
import { renderThemis, themisSections } from '../reproduction/renderThemis';
import type { ResultRow } from '../reproduction/rows';
import { figure7Text, readFigure7 } from './figure7';
import type { Plot } from './plot';
import { plotsOf } from './plots';
import { summaryOfRows } from './summary';
import { writeFormatted } from '../../formatted';

const COMMAND = 'npm run study -- themis-reproduction';

/** Writes the report, its plots and the summary from the rows that are at hand. */
export async function writeReport(root: string, rows: readonly ResultRow[]): Promise<void> {
  const out = path.join(root, 'docs/reproduction');
  const summary = summaryOfRows(root, rows);
  const figure7 = readFigure7(root);
  const plots = plotsOf(summary, figure7);
  for (const { name, svg } of plots) fs.writeFileSync(path.join(out, `${name}.svg`), svg);
  await writeFormatted(path.join(out, 'themis.json'), JSON.stringify(summary));
  const notes = fs.readFileSync(path.join(root, 'lab/themis/studies/notes.md'), 'utf8');
  const text = [
    '# Themis: slowdown prediction and SM allocation',
    `Written by \`${COMMAND}\` from the runs in [themis-runs.ndjson](themis-runs.ndjson), which \`${COMMAND} -- --seconds S\` adds to. How the events of the paper's table I correlate here with slowdowns, and what the networks were trained on, is in [themis-events.md](themis-events.md).`,
    notes,
    ...themisSections(summary).flatMap(({ about, heading, blocks }) => [
      heading,
      ...blocks,
      ...pictures(plots, about),
    ]),
    figure7Text(figure7),
    ...pictures(plots, 'sensitivity'),
  ].join('\n\n');
  await writeFormatted(path.join(out, 'themis.md'), text);
  console.log(renderThemis(summary));
}

function pictures(plots: readonly Plot[], section: Plot['section']): string[] {
  return plots
    .filter((plot) => plot.section === section)
    .map(({ name, title }) => `![${title}](${name}.svg)`);
}
