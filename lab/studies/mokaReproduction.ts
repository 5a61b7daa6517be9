// Reproduces the timeline part of the Moka dissertation on measured files (lab/data) and the
// samples, and writes the report with its plots and the numbers that the unit tests compare with.
import fs from 'node:fs';
import { renderTimelines } from '../moka/reproduction/timelines/renderTimelines';
import {
  reproduceTimelines,
  type TimelineReproduction,
} from '../moka/reproduction/timelines/reproduceTimelines';
import { summaryOf } from '../moka/reproduction/timelines/summary';
import { TEST_FLOATS } from '../moka/reproduction/timelines/transferErrors';
import { timelineInputs } from '../cli/reproduce/mokaInputs';
import { lineChart } from '../plots/lineChart';
import { writeFormatted } from '../formatted';

const COMMAND = 'npm run study -- moka-reproduction';
const OUT = 'docs/reproduction';
/** Of the test runs every so many are drawn. */
const DRAWN = 8;

const result = reproduceTimelines(await timelineInputs(process.cwd()));

await writeFormatted(`${OUT}/moka.json`, JSON.stringify(summaryOf(result)));
await writeFormatted(`${OUT}/moka.md`, report());
for (const [name, svg] of Object.entries(plots(result))) fs.writeFileSync(`${OUT}/${name}.svg`, svg);
console.log(renderTimelines(result));

function report(): string {
  return [
    '# Moka: transfers, timelines, launch order and stream plans',
    `Written by \`${COMMAND}\` from measurements of Moka's author (GTX 950). Classification, contention and block sizes are in [moka-blocksize.md](moka-blocksize.md).`,
    renderTimelines(result),
    '## Plots',
    ...Object.keys(plots(result)).map((name) => `![${name}](${name}.svg)`),
  ].join('\n\n');
}

function plots(reproduction: TimelineReproduction): Record<string, string> {
  return {
    'moka-transfers': lineChart(
      reproduction.transfers.map(({ model, errors }) => ({
        name: model,
        points: errors.map((error, at) => ({ x: TEST_FLOATS[at]!, y: error * 100 })),
      })),
      { title: 'Error of transfer models', xLabel: 'floats', yLabel: 'error, %', logX: true },
    ),
    'moka-two-streams': twoStreamChart(reproduction, (run) => [run.measuredNs, run.predictedNs], 'makespan'),
    'moka-two-streams-overlap': twoStreamChart(
      reproduction,
      (run) => [run.measuredOverlapNs, run.predictedOverlapNs],
      'overlap',
    ),
    'moka-speedups': lineChart(
      [...reproduction.hmm, ...reproduction.mcx].map(({ name, speedups }) => ({
        name,
        points: speedups.map((y, index) => ({ x: index + 1, y })),
      })),
      { title: 'Predicted speed-up over streams', xLabel: 'streams', yLabel: 'speed-up' },
    ),
  };
}

function twoStreamChart(
  { runs }: TimelineReproduction,
  figures: (run: TimelineReproduction['runs'][number]) => readonly [number, number],
  name: string,
): string {
  const drawn = runs.filter(({ program }, index) => program === 'mem_mem' && index % DRAWN === 0);
  const line = (which: 0 | 1) => drawn.map((run) => ({ x: run.size, y: figures(run)[which] / 1000 }));
  return lineChart(
    [
      { name: 'measured', points: line(0) },
      { name: 'predicted', points: line(1) },
    ],
    { title: `Two streams: ${name} of the test half`, xLabel: 'elements', yLabel: `${name}, µs` },
  );
}
