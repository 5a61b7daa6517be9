// Reproduces Moka's block-size part on measured files (lab/data), writes the report with its plot
// to docs/reproduction and the ranking of methods that the product follows.
import fs from 'node:fs';
import { rankMethods } from '../../src/predictors/moka/blocksize/validation';
import { validations, summarizeRegrets } from '../moka/reproduction/ranking';
import { renderBlocksize } from '../moka/reproduction/renderBlocksize';
import { reproduceBlocksize, type BlocksizeReproduction } from '../moka/reproduction/reproduceBlocksize';
import { blocksizeTexts } from '../cli/reproduce/mokaInputs';
import { lineChart } from '../plots/lineChart';
import { writeFormatted } from '../formatted';

const COMMAND = 'npm run study -- moka-blocksize';
const round = (value: number) => Number(value.toFixed(4));

const result = reproduceBlocksize(blocksizeTexts(process.cwd()));
await writeFormatted('docs/reproduction/moka-blocksize.md', report(result));
fs.writeFileSync('docs/reproduction/moka-blocksize-sweeps.svg', sweepChart(result));
await writeFormatted('src/predictors/moka/blocksize/data/validation.json', validationFile(result));
console.log(renderBlocksize(result));

function report(reproduction: BlocksizeReproduction): string {
  return [
    '# Moka: classification and block sizes',
    `Written by \`${COMMAND}\` from measurements of Moka's author (GTX 950) and of the KTT autotuner's convolution (RTX 2080 Ti).`,
    renderBlocksize(reproduction),
    '![Time over block size on the GTX 950](moka-blocksize-sweeps.svg)',
  ].join('\n\n');
}

function sweepChart({ sweeps }: BlocksizeReproduction): string {
  const series = sweeps.map(({ kernel, points }) => {
    const best = Math.min(...points.map((point) => point.ns));
    return {
      name: kernel,
      points: points.map((point) => ({ x: point.threadsPerBlock, y: point.ns / best })),
    };
  });
  return lineChart(series, {
    title: 'Time over block size, GTX 950',
    xLabel: 'threads per block',
    yLabel: 'time / best time',
    logX: true,
    yMaximum: 2.5,
  });
}

function validationFile({ ranking }: BlocksizeReproduction): string {
  const rows = validations(ranking);
  const random = summarizeRegrets(ranking).find((row) => row.method === 'random')!;
  const methods = rankMethods(rows).map((method) => {
    const row = rows.find((other) => other.method === method)!;
    return { method, regret: round(row.regret), worst: round(row.worst) };
  });
  return JSON.stringify({
    command: COMMAND,
    data: 'block_sweep_gtx950.tsv without mergesortsharedkernel, ktt_convolution_rtx2080ti.tsv by best shape as one kernel',
    kernels: [...new Set(ranking.map((row) => row.kernel))],
    random: { regret: round(random.regret), worst: round(random.worst) },
    methods,
  });
}
