import fs from 'node:fs';
import path from 'node:path';
import * as prettier from 'prettier';
import { renderThemis } from '../../src/predictors/themis/reproduction/renderThemis';
import type { ResultRow } from '../../src/predictors/themis/reproduction/rows';
import type { ThemisSummary } from '../../src/predictors/themis/reproduction/summary';
import { figure7Text } from './figure7';
import { lineChart } from '../plots/lineChart';
import { summaryOfRows } from './summary';

const COMMAND = 'npm run reproduce:themis';

/** Writes the report, its plots and the summary from the rows that are at hand. */
export async function writeReport(root: string, rows: readonly ResultRow[]): Promise<void> {
  const out = path.join(root, 'docs/reproduction');
  const summary = summaryOfRows(root, rows);
  const plots = plotsOf(summary);
  for (const [name, svg] of Object.entries(plots)) fs.writeFileSync(path.join(out, `${name}.svg`), svg);
  await write(path.join(out, 'themis.json'), JSON.stringify(summary), 'json');
  const notes = fs.readFileSync(path.join(root, 'bench/themis/notes.md'), 'utf8');
  const text = [
    '# Themis: slowdown prediction and SM allocation',
    `Written by \`${COMMAND}\` from the runs in [themis-runs.ndjson](themis-runs.ndjson), which \`${COMMAND} -- --seconds S\` adds to.`,
    notes,
    renderThemis(summary),
    figure7Text(root),
    '## Plots',
    ...Object.keys(plots).map((name) => `![${name}](${name}.svg)`),
  ].join('\n\n');
  await write(path.join(out, 'themis.md'), text, 'markdown');
  console.log(renderThemis(summary));
}

async function write(file: string, text: string, parser: 'json' | 'markdown'): Promise<void> {
  const options = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(text, { ...options, parser }));
}

function plotsOf({ accuracy, scalability, fairness, qos }: ThemisSummary): Record<string, string> {
  const pairs = accuracy.filter(({ group }) => group === 'pairs');
  return {
    ...chart(
      'themis-errors',
      pairs.map(({ predictor, deciles }) => ({
        name: predictor,
        points: deciles.map((error, at) => ({ x: at * 10, y: error * 100 })),
      })),
      {
        title: 'Prediction error on pairs',
        xLabel: 'share of predictions, %',
        yLabel: 'errSD, %',
        yMaximum: 200,
      },
    ),
    ...chart(
      'themis-scalability',
      scalability.map(({ app, slowdowns }) => ({
        name: app,
        points: [...Object.entries(slowdowns).map(([sms, y]) => ({ x: Number(sms), y })), { x: 60, y: 1 }],
      })),
      { title: 'Scalability slowdown alone', xLabel: 'SMs', yLabel: 'SD_scal' },
    ),
    ...chart(
      'themis-unfairness',
      fairness
        .filter(({ policy }) => policy === 'fair 0.5 0.5')
        .map(({ method, unfairness }) => ({
          name: method,
          points: [...unfairness.values].sort((a, b) => a - b).map((y, at) => ({ x: at + 1, y })),
        })),
      {
        title: 'Unfairness of equal weights',
        xLabel: 'co-locations, sorted',
        yLabel: 'unfairness',
        yMaximum: 1,
      },
    ),
    ...chart('themis-qos', qosSeries(qos), {
      title: 'Progress targets',
      xLabel: 'target',
      yLabel: 'progress',
      yMaximum: 1.5,
    }),
  };
}

/** Of runs as long as most are, by method: progress over its target, and that of the batch application. */
function qosSeries(qos: ThemisSummary['qos']): Parameters<typeof lineChart>[0] {
  const most = Math.max(...qos.map(({ coLocations }) => coLocations));
  const length = qos.find(({ coLocations }) => coLocations === most)?.cycles;
  const own = qos.filter(({ cycles }) => cycles === length);
  return [...new Set(own.map(({ method }) => method))].flatMap((method) => {
    const points = own.filter((one) => one.method === method);
    return [
      {
        name: `${method}: progress over target`,
        points: points.map(({ target, whole }) => ({ x: target, y: whole.meanProgress / target })),
      },
      {
        name: `${method}: batch`,
        points: points.map(({ target, whole }) => ({ x: target, y: whole.batchProgress })),
      },
    ];
  });
}

/** A chart by name; nothing while there is nothing to draw. */
function chart(name: string, ...[series, options]: Parameters<typeof lineChart>): Record<string, string> {
  const drawn = series.filter(({ points }) => points.length > 1);
  return drawn.length === 0 ? {} : { [name]: lineChart(drawn, options) };
}
