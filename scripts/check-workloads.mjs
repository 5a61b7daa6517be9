// Compiles every workloads/*/*.cu with nvcc, when there is one: the samples must stay valid CUDA. To PTX, which reads host code,
// too, at a third of the cost; `npm run check:workloads -- --whole` makes object files of them, with the host compiler's warnings.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { globSync } from './files.mjs';
import { findProgram } from './host/tools.mjs';

const ARCHITECTURE = 'sm_80';
const output = process.argv.includes('--whole') ? '-c' : '-ptx';
const root = path.resolve(import.meta.dirname, '..');
const nvcc = process.env.NVCC || findProgram(['nvcc']);
const files = globSync(path.join(root, 'workloads'), (file) => file.endsWith('.cu'));

if (!nvcc) {
  console.log(`not compiled: no nvcc on PATH (${files.length} programs)`);
} else {
  let failed = 0;
  const compile = async (file) => {
    const name = path.relative(root, file);
    const args = [`-arch=${ARCHITECTURE}`, '-Werror', 'all-warnings', output, file, '-o', '/dev/null'];
    try {
      await promisify(execFile)(nvcc, args);
      console.log(`✔ ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`✘ ${name}\n${error.stderr || error.message}`);
    }
  };
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await compile(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(`${files.length - failed} compiled, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
