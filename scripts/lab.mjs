import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundledChip } from './chip.mjs';
import { constantBindings } from './constantBindings.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** `themisTimeSaved.ts` → `themis-time-saved` */
function nameOf(file) {
  return path.basename(file, '.ts').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** First sentence of the comment at the start of a file; empty where there is none. */
function titleOf(text) {
  const comment = /^(?:\/\*\*([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(text);
  const words = (comment?.[1] ?? comment?.[2] ?? '')
    .replace(/^\s*(?:\*|\/\/)/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^.*?[.:](?=\s|$)/.exec(words)?.[0] ?? words).replace(/:$/, '.');
}

/** Programs of lab/`folder` by name, with what their files say of themselves. */
export function labPrograms(folder) {
  return readdirSync(path.join(root, 'lab', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('lab', folder, file))
    .map((file) => ({
      file,
      name: nameOf(file),
      title: titleOf(readFileSync(path.join(root, file), 'utf8')),
    }));
}

/** What studies that are sweeps run their jobs with. */
const SWEEPS = 'lab/sweep/executors.ts';
const RUNNERS = { 'lab-worker': 'lab/worker.ts', 'lab-task': 'lab/task.ts' };

/** Bundles one program of the laboratory and runs it from the project root; its exit code. */
export async function runLab({ file }, args) {
  const outfile = path.join(root, 'dist/studies', `${path.basename(file, '.ts')}.mjs`);
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [bundledChip, constantBindings()],
  };
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [file],
    outfile,
    format: 'esm',
    packages: 'external',
    metafile: true,
  });
  // With their packages: a task of a job array runs a copy that lies elsewhere.
  if (SWEEPS in metafile.inputs)
    await esbuild.build({ ...common, entryPoints: RUNNERS, outdir: path.dirname(outfile), format: 'cjs' });
  const run = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], {
    stdio: 'inherit',
    cwd: root,
  });
  return run.status ?? 1;
}
