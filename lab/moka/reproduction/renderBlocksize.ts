import { markdownTable } from '../../../src/kernel/markdownTable';
import type { BlocksizeReproduction } from './reproduceBlocksize';
import type { MethodSummary } from './ranking';
import { geometricMean } from '../../../src/stats/means';

/** The block-size part of the reproduction as Markdown, without a top heading. */
export function renderBlocksize(result: BlocksizeReproduction): string {
  return [
    classificationSection(result),
    utilizationSection(result),
    answersSection(result),
    hitsSection(result),
    sweepSection(result),
    convolutionSection(result),
    adviceSection(result),
  ].join('\n\n');
}

function classificationSection({ ratios }: BlocksizeReproduction): string {
  const { kernel, relative } = ratios.largestDifference;
  return [
    '## Classification',
    '',
    `The memory-to-compute ratio of ${ratios.exact} of ${ratios.kernels} kernels is reproduced exactly; the largest difference is ${(relative * 100).toFixed(2)} % (\`${kernel}\`). The class agrees for ${ratios.sameClass} of ${ratios.kernels}.`,
  ].join('\n');
}

function utilizationSection({ utilization }: BlocksizeReproduction): string {
  return [
    '## Utilization without a profile',
    '',
    'Kernels without a profile get their utilizations from the instruction mix and the occupancy. Fed with the executed instructions of the profiled kernels, as a perfect source analysis would know them, the estimate is off by this much (scale 0 to 1):',
    '',
    markdownTable(
      ['metric', 'kernels', 'median error', 'mean error', 'bias'],
      utilization.map((row) => [
        `\`${row.metric}\``,
        String(row.kernels),
        row.medianError.toFixed(2),
        row.meanError.toFixed(2),
        row.bias.toFixed(2),
      ]),
    ),
    '',
    'Caches are not part of the estimate, which is why DRAM is the worst and biased upwards. Contention factors from such estimates are marked as assumed.',
  ].join('\n');
}

function answersSection({ answers }: BlocksizeReproduction): string {
  const agreeing = answers.filter(
    (row) => row.ours.threadsPerBlock === row.authorsVote.threadsPerBlock,
  ).length;
  return [
    "## The author's five test kernels",
    '',
    `Our vote equals the author's for ${agreeing} of ${answers.length}. His t-SNE settings are not published; ours are a principal-component start and perplexity (n − 1) / 3.`,
    '',
    markdownTable(
      [
        'kernel',
        'his three',
        'his vote',
        'our three',
        'our vote',
        'in common',
        'same vote over random starts',
        'plain nearest',
      ],
      answers.map((row) => [
        row.kernel,
        row.authorsBlocks.join(', '),
        voteText(row.authorsVote),
        row.ourBlocks.join(', '),
        voteText(row.ours),
        `${row.common} of 3`,
        `${Math.round(row.ours.stability.agreement * 100)} % of ${row.ours.stability.seeds}`,
        voteText(row.ours.plain),
      ]),
    ),
  ].join('\n');
}

function voteText(vote: { threadsPerBlock: number; decidedBy: string }): string {
  return vote.decidedBy === 'fallback' ? `${vote.threadsPerBlock} (fallback)` : String(vote.threadsPerBlock);
}

function hitsSection({ hits }: BlocksizeReproduction): string {
  const share = (count: number, of: number) => `${count} of ${of}`;
  return [
    '## Leave-one-out hits on the reference kernels',
    '',
    'How often the measured best block of a reference kernel is found from the other ones:',
    '',
    markdownTable(
      ['group', 'SimK', 'SimK, standardized', 'plain nearest', 'commonest block'],
      hits.map((row) => [
        row.group,
        share(row.simk, row.kernels),
        share(row.simkStandardized, row.kernels),
        share(row.plain, row.kernels),
        share(row.commonest, row.kernels),
      ]),
    ),
    '',
    'There are no memory-bound 1-D references, so such kernels get no answer from SimK.',
  ].join('\n');
}

function sweepSection({ gtx950, sweeps }: BlocksizeReproduction): string {
  const kernels = sweeps.map((sweep) => sweep.kernel);
  return [
    '## Regret on the GTX 950 sweeps',
    '',
    'Time of the chosen block over the time of the best block. Every measured launch in turn is the one that the user has today and whose profile the method sees; the table shows geometric means over these starts. The kernel itself is taken out of the reference set. Without an answer the block stays as it is.',
    '',
    regretTable(gtx950, kernels),
    '',
    `${flatKernels(sweeps)}: any block will do there. \`mergesortsharedkernel\` sorts more per launch with a larger block and leaves less to the kernels after it, so its times are those of different work: it stands in the table, but ranks no method.`,
  ].join('\n');
}

/** Names the kernels whose slowest and fastest block differ by less than 3 %. */
function flatKernels(sweeps: BlocksizeReproduction['sweeps']): string {
  const flat = sweeps.filter(({ points }) => {
    const times = points.map((point) => point.ns);
    return Math.max(...times) < 1.03 * Math.min(...times);
  });
  return `The curves of ${flat.map((sweep) => `\`${sweep.kernel}\``).join(', ')} are flat within 3 %`;
}

function convolutionSection({ convolution }: BlocksizeReproduction): string {
  return [
    '## Regret on the tuned convolution, RTX 2080 Ti',
    '',
    `${convolution.launches} launches in ${convolution.sweeps} variants (tile, padding, cache), each a sweep over blocks of several shapes. "Best shape" asks what the size alone costs, "any shape" what a size costs with a shape drawn at random. The references are those of the GTX 950.`,
    '',
    'Best shape:',
    '',
    regretTable(convolution.bestShape, []),
    '',
    'Any shape:',
    '',
    regretTable(convolution.anyShape, []),
    '',
    `The shape matters more than the size here: with any shape the methods come to ${rangeText(convolution.anyShape)}, with the best shape to ${rangeText(convolution.bestShape)}. This advice chooses sizes, not shapes.`,
  ].join('\n');
}

function rangeText(summaries: readonly MethodSummary[]): string {
  const regrets = summaries.map((row) => row.regret);
  return `×${Math.min(...regrets).toFixed(2)} to ×${Math.max(...regrets).toFixed(2)}`;
}

function adviceSection({ heldOut, ranking }: BlocksizeReproduction): string {
  const regret = geometricMean(heldOut.map((row) => row.regret));
  const random = geometricMean(ranking.filter((row) => row.method === 'random').map((row) => row.regret));
  return [
    '## Final advice',
    '',
    `Times of several blocks decide where there are any. Else the method is followed that validated best; methods within 1 % of the best are taken as equal, and of these the one that changes least comes first. Judged on each kernel with the method that the other kernels choose, this advice comes to ×${regret.toFixed(3)} of the best block (a random block: ×${random.toFixed(3)}).`,
    '',
    markdownTable(
      ['kernel', 'method chosen by the others', 'regret'],
      heldOut.map((row) => [`\`${row.kernel}\``, row.method, row.regret.toFixed(3)]),
    ),
    '',
    `With ${heldOut.length} kernels the differences between sound methods are within chance; what is certain is only what to avoid. The advice therefore promises a gain only where times of both blocks are known.`,
  ].join('\n');
}

function regretTable(summaries: readonly MethodSummary[], kernels: readonly string[]): string {
  return markdownTable(
    ['method', 'mean', 'worst', 'answered', ...kernels.map((kernel) => `\`${kernel}\``)],
    summaries.map((row) => [
      row.method,
      row.regret.toFixed(3),
      row.worst.toFixed(2),
      `${Math.round(row.answered * 100)} %`,
      ...kernels.map((kernel) => row.byKernel.get(kernel)?.toFixed(3) ?? ''),
    ]),
  );
}
