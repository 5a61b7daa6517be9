// Replay speed: operations per second of wall and of processor time, up to a trace of a million operations.
//   npm run bench -- replay [--write]    with --write also to docs/reproduction/moka-replay-speed.md
import os from 'node:os';
import { requireGpu } from '../../src/gpu/findGpu';
import type { Application, Operation } from '../../src/kernel/application';
import type { BlockModel } from '../../src/predictors/moka/blocks/blockModel';
import { pipelinedBlocks } from '../../src/predictors/moka/blocks/pipelinedBlocks';
import { waveBlocks } from '../moka/blocks/waveBlocks';
import { mokaModels } from '../../src/predictors/moka/mokaModels';
import { replay } from '../../src/timeline/replay';
import { writeFormatted } from '../formatted';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const STREAMS = 16;
const GPUS = ['gtx-950', 'h100-sxm'];

/** Copies up, kernels and copies down of changing sizes, in turn over the streams. */
function application(operations: number): Application {
  const jobs = Math.round(operations / 3);
  const calls = Array.from({ length: jobs }, (_, at): Operation[] => {
    const stream = String(at % STREAMS);
    const copy = { kind: 'copy', stream, pinned: true, blocking: false } as const;
    return [
      { ...copy, direction: 'HtoD', bytes: 40_000 * ((at * 7) % 10) },
      {
        kind: 'kernel',
        stream,
        kernel: `k${at % 10}`,
        grid: [48 * (1 + (at % 5)), 1, 1],
        block: [256, 1, 1],
        registers: 16,
        sharedBytes: 0,
        soloNs: 9000 * ((at * 3) % 10) + 1000,
      },
      { ...copy, direction: 'DtoH', bytes: 20_000 * ((at * 9) % 10) },
    ];
  });
  return { name: 'bench', operations: calls.flat(), footprintBytes: null };
}

function measure(gpuId: string, blocks: BlockModel, size: number): readonly string[] {
  const gpu = requireGpu(gpuId);
  const models = mokaModels(gpu, { blocks });
  const source = application(size);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { operations } = replay([source], gpu, models);
  const wall = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu).user / 1e6;
  const perSecond = (seconds: number) => Math.round(operations.length / seconds).toLocaleString('en');
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  const count = operations.length.toLocaleString('en');
  return [gpuId, blocks.name, count, wall.toFixed(2), perSecond(wall), perSecond(used), String(megabytes)];
}

const header = [
  'GPU',
  'blocks',
  'operations',
  'wall s',
  'operations/s',
  'operations/s of CPU time',
  'resident MB',
];
const rows = [header, header.map(() => '---')];
for (const gpu of GPUS)
  for (const blocks of [waveBlocks(), pipelinedBlocks])
    for (const size of SIZES) rows.push([...measure(gpu, blocks, size)]);
const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
console.log(table);

if (process.argv.includes('--write')) {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}`;
  const text = [
    '# Replay speed',
    `Written by \`npm run bench -- replay --write\` on ${machine}: copies up, kernels and copies down over ${STREAMS} streams, one replay each, in one process from the first row to the last. Other work ran on the machine; processor time is what the replay itself takes.`,
    table,
  ].join('\n\n');
  await writeFormatted('docs/reproduction/moka-replay-speed.md', text);
}
