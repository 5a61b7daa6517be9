// Compiles every workloads/*/*.cu with nvcc, when there is one: the samples must stay valid CUDA. To PTX, which reads
// host code, too, at a third of the cost.
//   npm run check:workloads                 all of them, and records the content of those that compile
//   npm run check:workloads -- --whole      to object files, with the host compiler's warnings
//   node scripts/check-workloads.mjs --changed
// The last, of the tests: those whose content is not the recorded one, and one in sixteen of the others.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { globSync } from './files.mjs';
import { findProgram } from './host/tools.mjs';

const ARCHITECTURE = 'sm_80';
/** Of sources that are as recorded, one in so many is compiled all the same. */
const SAMPLED = 16;

const root = path.resolve(import.meta.dirname, '..');
const RECORD = path.join(root, 'lab/data/compiled-workloads.json');
const whole = process.argv.includes('--whole');
const nvcc = process.env.NVCC || findProgram(['nvcc']);

const files = globSync(path.join(root, 'workloads'), (file) => file.endsWith('.cu')).sort();
const nameOf = (file) => path.relative(root, file).replaceAll(path.sep, '/');

/** Digest of a source with all that it includes by name from the project. */
function contentOf(file) {
  const hash = createHash('sha256');
  const seen = new Set();
  const add = (one) => {
    if (seen.has(one)) return;
    seen.add(one);
    const text = readFileSync(one, 'utf8');
    hash.update(text);
    for (const [, included] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"]+)"/gm))
      add(path.resolve(path.dirname(one), included));
  };
  add(file);
  return hash.digest('hex').slice(0, 16);
}

function chosen() {
  if (!process.argv.includes('--changed')) return files;
  const { sources } = JSON.parse(readFileSync(RECORD, 'utf8'));
  return files.filter((file, index) => index % SAMPLED === 0 || sources[nameOf(file)] !== contentOf(file));
}

async function record(failed) {
  const { stdout } = await promisify(execFile)(nvcc, ['--version']);
  const compiled = files.filter((file) => !failed.includes(file));
  const content = {
    about: `Digests of workloads and what they include, as they were when they compiled for ${ARCHITECTURE} without a warning: npm run check:workloads`,
    compiler: /release [^\n]*/.exec(stdout)?.[0] ?? stdout.trim(),
    sources: Object.fromEntries(compiled.map((file) => [nameOf(file), contentOf(file)])),
  };
  writeFileSync(RECORD, `${JSON.stringify(content, null, 1)}\n`);
}

async function compileAll(sources) {
  const failed = [];
  const compile = async (file) => {
    const output = whole ? '-c' : '-ptx';
    const args = [`-arch=${ARCHITECTURE}`, '-Werror', 'all-warnings', output, file, '-o', '/dev/null'];
    try {
      await promisify(execFile)(nvcc, args);
      console.log(`✔ ${nameOf(file)}`);
    } catch (error) {
      failed.push(file);
      console.log(`✘ ${nameOf(file)}\n${error.stderr || error.message}`);
    }
  };
  const waiting = [...sources];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await compile(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed;
}

const sources = chosen();
if (!nvcc) {
  console.log(`not compiled: no nvcc on PATH (${sources.length} of ${files.length} programs to compile)`);
} else {
  const failed = await compileAll(sources);
  const kept = files.length - sources.length;
  console.log(`${sources.length - failed.length} compiled, ${failed.length} failed, ${kept} as recorded`);
  if (!process.argv.includes('--changed') && !whole) await record(failed);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
