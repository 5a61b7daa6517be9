import { markdownTable } from '../../../../src/kernel/markdownTable';
import { TEST_FLOATS } from './transferErrors';
import type { TimelineReproduction } from './reproduceTimelines';

/** The timeline part of the reproduction as Markdown, without a top heading. */
export function renderTimelines(result: TimelineReproduction): string {
  return [
    transferSection(result),
    twoStreamSection(result),
    launchSection(result),
    memorySection(result),
    overlapSection(result),
    speedupSection(result),
    orderSection(result),
    planSection(result),
  ].join('\n\n');
}

function transferSection({ transfers }: TimelineReproduction): string {
  return [
    '## Transfers (figure 4.4)',
    '',
    'Host-to-device copies of 1 to 43,002 floats on the GTX 950; signed error of each model by size in floats, then over all even sizes (the relative fit was trained on the odd ones).',
    '',
    markdownTable(
      ['model', 'trained on', 'overhead µs', 'GB/s', ...TEST_FLOATS.map(String), 'median', 'worst'],
      transfers.map((row) => [
        row.model,
        row.trainedOn,
        (row.overheadNs / 1000).toFixed(2),
        row.gbPerSecond.toFixed(2),
        ...row.errors.map(signed),
        percent(row.median),
        percent(row.worst),
      ]),
    ),
    '',
    'The dissertation tests up to 100 M floats and reports LogGP 17 to 49 % off, LR-256 within 26 %, LR-1K within 8 % and LR-10K within 3 %. On these data LR-1K extrapolates worst: between 256 and 2,048 floats the link still speeds up, so that a line through that range is too flat beyond it. The relative fit is what Corun uses when a profile has copies of its own: it is never far off at any size, and worse than LR-10K only where LR-10K was trained.',
  ].join('\n');
}

function twoStreamSection({ twoStreams, runs }: TimelineReproduction): string {
  const rows = twoStreams.flatMap(({ split, variants }, at) =>
    variants.flatMap(({ variant, summaries }) =>
      // The programs one by one for the first split, all together for the others.
      Object.entries(summaries).flatMap(([program, summary]) =>
        at > 0 && program !== 'all'
          ? []
          : [
              [
                split,
                variant,
                program,
                String(summary.runs),
                percent(summary.makespan.median),
                percent(summary.makespan.p90),
                signed(summary.bias),
                percent(summary.overlap.median),
                percent(summary.overlap.p90),
                percent(summary.overlapOfMakespan.median),
              ],
            ],
      ),
    ),
  );
  return [
    '## Timelines of two streams',
    '',
    `Two programs on the GTX 950, each with two copies up, a kernel and a copy back in each of two streams, for 584 problem sizes. Copy times, launch costs and the solo time of the kernel (the first one, which starts on an empty GPU) are fitted to half of the sizes; the other half (${runs.length} runs) is predicted from sizes, grid, block and registers alone. Overlap is the time in which at least two operations run.`,
    '',
    markdownTable(
      [
        'split',
        'models',
        'program',
        'runs',
        'makespan median',
        'P90',
        'bias',
        'overlap median',
        'P90',
        'overlap error / makespan',
      ],
      rows,
    ),
    '',
    'The dissertation claims at most 12 % and a geometric mean below 5 %. What is left with our models is mostly noise of the runs: a kernel starts 6 to 22 µs after the copy before it, evenly spread, which is 10 % and more of the shortest runs (60 µs), and the clock of the GPU changes by 20 % between runs of 98,000 to 125,000 elements.',
    '',
    '`published` is average block execution in whole iterations with the stream launch model of 7 µs. Pipelined blocks end one by one: `T = β (W + g − 1)` for g blocks on a GPU that holds W, instead of `T = b ⌈g / W⌉`. On these data it halves the error of the makespan.',
  ].join('\n');
}

function launchSection({ launchTimes, launches, concurrentKernels }: TimelineReproduction): string {
  const { times, evidence } = launchTimes;
  const keys = Object.keys(times) as (keyof typeof times)[];
  return [
    '## Launch costs (figure 4.7)',
    '',
    'Fitted to the training half of the two-stream runs:',
    '',
    markdownTable(
      ['cost', 'µs', 'operations'],
      keys.map((key) => [key.replace(/Ns$/, ''), (times[key] / 1000).toFixed(2), String(evidence[key])]),
    ),
    '',
    'Start of each stream of the trace of `concurrentKernels` (eight kernels in eight streams) after the first, µs:',
    '',
    markdownTable(
      ['stream', 'measured', '7 µs a stream (4.18)', 'fitted cost of a call'],
      launches.map(({ stream, measuredNs, publishedNs, replayedNs }) => [
        String(stream),
        ...[measuredNs, publishedNs, replayedNs].map(microseconds),
      ]),
    ),
    '',
    `Makespan of that trace: ${milliseconds(concurrentKernels.measuredNs)} ms measured, ${milliseconds(concurrentKernels.predictedNs)} ms replayed.`,
  ].join('\n');
}

function memorySection({ pinned: { predicted, published } }: TimelineReproduction): string {
  const row = (name: string, { pageableNs, pinnedNs }: typeof predicted): readonly string[] => [
    name,
    milliseconds(pageableNs),
    milliseconds(pinnedNs),
    (pageableNs / pinnedNs).toFixed(2),
  ];
  return [
    '## Pinned against pageable memory (figure 4.3)',
    '',
    'Two streams that each add two vectors of 1 M floats on the GTX 950. Pageable copies take the average of 14 % more that the dissertation reports (section 2.2.3) and hold the host; nothing is fitted to the times of the figure.',
    '',
    markdownTable(
      ['', 'pageable ms', 'pinned ms', 'ratio'],
      [row('published', published), row('predicted', predicted)],
    ),
  ].join('\n');
}

function overlapSection({ copyOverlaps, overlapEvidence }: TimelineReproduction): string {
  const { largestApartBytes, smallestOverlappingBytes } = overlapEvidence;
  return [
    '## Overlap of copies in one direction (figure 4.6)',
    '',
    `The dissertation sees two copies to the device overlap at 10 M floats, not at 100 K, and gives no threshold. In the 584 two-stream runs copies of up to ${kib(largestApartBytes)} waited for each other; ${smallestOverlappingBytes === null ? 'none overlapped' : `the smallest that overlapped has ${kib(smallestOverlappingBytes)}`}. Without a measured threshold Corun lets an engine do one copy at a time. With a threshold of 1 M floats assumed:`,
    '',
    markdownTable(
      ['floats', 'first µs', 'second µs', 'overlap'],
      copyOverlaps.map(({ floats, firstNs, secondNs, overlaps }) => [
        String(floats),
        firstNs.map(microseconds).join(' – '),
        secondNs.map(microseconds).join(' – '),
        overlaps ? 'yes' : 'no',
      ]),
    ),
  ].join('\n');
}

function speedupSection({ hmm, mcx }: TimelineReproduction): string {
  const rows = [...hmm, ...mcx];
  return [
    '## Kernels over streams (figures 1.3, 4.10 and 4.12)',
    '',
    'Predicted speed-up of n streams over one stream that does the same work. Times and metrics are measured on the GTX 950 (`kernel_stats_gtx950.tsv`, the MCX trace); larger grids are scaled by the block model. There are no measurements over streams in our data to compare with.',
    '',
    markdownTable(
      ['work', ...rows[0]!.speedups.map((_, index) => String(index + 1))],
      rows.map(({ name, speedups }) => [name, ...speedups.map((value) => value.toFixed(2))]),
    ),
    '',
    'The HMM kernels as profiled take 2 µs, less than a launch: streams cannot help. With a hundred times the work in each thread (assumed) small grids gain until the block slots are full; a grid that fills the GPU leaves the next kernel nothing but its tail.',
  ].join('\n');
}

function orderSection({ orders }: TimelineReproduction): string {
  const best = Math.min(...orders.rows.map(({ makespanNs }) => makespanNs));
  return [
    '## Launch order of three applications (figure 4.13)',
    '',
    'Vector sum (V), matrix product (M) and path (P) of `workloads/samples/streams-vmp`, all six orders in batch style. Times and metrics are those of the synthetic sample profile, not measured.',
    '',
    markdownTable(
      ['order', 'makespan ms', 'over the best', 'speed-up over one stream', 'limited by'],
      orders.rows.map(({ order, makespanNs, speedup, limitedBy }) => [
        makespanNs === best ? `**${order}**` : order,
        milliseconds(makespanNs),
        percent(makespanNs / best - 1),
        speedup.toFixed(2),
        limitedBy,
      ]),
    ),
    '',
    `One stream takes ${milliseconds(orders.serialNs)} ms; no order gets below ${milliseconds(orders.boundNs)} ms (${orders.boundBy}).`,
  ].join('\n');
}

function planSection({ plan }: TimelineReproduction): string {
  const streams = [...new Set(plan.curve.map((point) => point.streams))];
  const pieces = [...new Set(plan.curve.map((point) => point.pieces))].sort((a, b) => a - b);
  const cell = (count: number, parts: number): string => {
    const point = plan.curve.find((entry) => entry.streams === count && entry.pieces === parts);
    return point === undefined ? '' : milliseconds(point.makespanNs);
  };
  return [
    '## Should it use streams? (figures 2.2, 2.5 and 1.3)',
    '',
    `The vector sum of the sample alone, in one stream: ${plan.text} No plan gets below ${milliseconds(plan.ceilingNs)} ms. Makespan in ms by streams and pieces:`,
    '',
    markdownTable(
      ['streams \\ pieces', ...pieces.map(String)],
      streams.map((count) => [String(count), ...pieces.map((parts) => cell(count, parts))]),
    ),
  ].join('\n');
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)} %`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(1)} %`;
}

function kib(bytes: number | null): string {
  return bytes === null ? 'none' : `${(bytes / 1024).toFixed(0)} KiB`;
}

function microseconds(ns: number): string {
  return (ns / 1000).toFixed(1);
}

function milliseconds(ns: number): string {
  return (ns / 1e6).toFixed(3);
}
