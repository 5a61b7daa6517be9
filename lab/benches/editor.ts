// What the extension costs: bundle sizes, loading time, time from an edit to the new answers.
//   npm run bench -- editor [--write] [PATH…]
// With paths also time and memory of `corun analyze` on them. With --write the report goes to
// docs/editor-performance.md. Measures dist/: build first.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { markdownTable } from '../../src/kernel/markdownTable';
import { loadingMs } from '../editor/activation';
import { corpusCost } from '../editor/corpus';
import { sessionLatency, workerLatency } from '../editor/latency';
import { writeFormatted } from '../formatted';

const BUNDLES = ['extension.js', 'worker-main.js', 'cli-main.js', 'webview/main.js', 'webview/profile.js'];
const dist = path.resolve('dist');
const paths = process.argv.slice(2).filter((argument) => argument !== '--write');

function bundles(): string {
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  const rows = BUNDLES.map((name) => {
    const { code } = transformSync(fs.readFileSync(path.join(dist, name)), { minify: true });
    return [`\`${name}\``, kilobytes(Buffer.byteLength(code)), kilobytes(gzipSync(code).length)];
  });
  return markdownTable(['bundle', 'minified', 'gzip'], rows);
}

async function latencies(): Promise<string> {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const measured = [
    ['session in this process', await sessionLatency(dist)],
    ['worker, as in the editor', await workerLatency(dist)],
  ] as const;
  return markdownTable(
    ['through', 'lines', 'kernels', 'cold', 'edit, median', 'edit, 90 %', 'edit, processor'],
    measured.map(([name, { lines, kernels, coldMs, warmMs, warm90Ms, warmCpuMs }]) => [
      name,
      String(lines),
      String(kernels),
      ms(coldMs),
      ms(warmMs),
      ms(warm90Ms),
      ms(warmCpuMs),
    ]),
  );
}

function corpora(): string {
  const cost = corpusCost(dist, paths);
  const cells = [
    String(cost.files),
    String(cost.kernels),
    `${cost.wallSeconds.toFixed(1)} s`,
    `${cost.cpuSeconds.toFixed(1)} s`,
    `${Math.round(cost.residentMB)} MB`,
  ];
  return markdownTable(['files', 'kernels', 'wall', 'processor', 'resident'], [cells]);
}

const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}, load ${os.loadavg()[0]!.toFixed(1)}`;
const sections = [
  '# What the extension costs the editor',
  `Written by \`npm run bench -- editor --write [PATH…]\` on ${machine}.`,
  '## Bundles',
  bundles(),
  `Loading \`extension.js\`, which is all that activation waits for (the analysis runs in a worker): ${loadingMs(dist).toFixed(1)} ms (median of fresh processes, with a stand-in for the editor).`,
  '## From an edit to new answers',
  'A file of about 2,000 lines; each edit changes one line of one kernel. The editor waits another 200 ms for the end of typing. Other work ran on the machine; the processor time of an edit (all threads, with garbage collection) is what it takes on a quiet one.',
  await latencies(),
  ...(paths.length === 0 ? [] : ['## `corun analyze` on a corpus', corpora()]),
];
const text = sections.join('\n\n');
console.log(text);
if (process.argv.includes('--write')) {
  await writeFormatted('docs/editor-performance.md', text);
}
